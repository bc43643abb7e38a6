"""The tables. The schema itself refuses what must never be: see the constraints of each."""

from __future__ import annotations

import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, DateTime, ForeignKey, Index, MetaData, String, UniqueConstraint, text
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator


class UtcTime(TypeDecorator[datetime.datetime]):
    """A moment, kept and given back in UTC; SQLite itself would forget the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime.datetime | None, dialect: Dialect) -> datetime.datetime | None:  # noqa: ARG002 (SQLAlchemy's signature)
        """Turn any zone into UTC on the way in."""
        return None if value is None else value.astimezone(datetime.UTC)

    def process_result_value(self, value: datetime.datetime | None, dialect: Dialect) -> datetime.datetime | None:  # noqa: ARG002
        """Say that it is UTC on the way out."""
        return None if value is None else value.replace(tzinfo=datetime.UTC)


class Base(DeclarativeBase):
    """What all tables share: names for constraints, so that a migration can find them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime.datetime: UtcTime()}  # noqa: RUF012 (SQLAlchemy reads it off the class)


def _game() -> Mapped[str]:
    return mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)


class GameRow(Base):
    """A game. `revision` rises with every change; `settings_version` is its value at the last change of settings."""

    __tablename__ = "games"
    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    rules: Mapped[str] = mapped_column(String(32))
    title: Mapped[str] = mapped_column(String(80), default="")
    played_on: Mapped[datetime.date | None]
    first_dealer: Mapped[int]
    stopped: Mapped[bool] = mapped_column(default=False)
    revision: Mapped[int] = mapped_column(default=1)
    settings_version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime.datetime]
    changed_at: Mapped[datetime.datetime]
    deleted_at: Mapped[datetime.datetime | None]
    __table_args__ = (CheckConstraint("first_dealer BETWEEN 0 AND 3", name="first_dealer_seat"),)


class PlayerRow(Base):
    """Who sits where: one row for each of the four seats."""

    __tablename__ = "players"
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(40))
    __table_args__ = (
        UniqueConstraint("game_id", "name"),
        CheckConstraint("seat BETWEEN 0 AND 3", name="seat"),
        CheckConstraint("name <> ''", name="name_not_empty"),
    )


class RoundRow(Base):
    """A round, saved or open. A game has each number and each contract once, and one open round at most.

    `version` is the game's revision when the round was last opened, saved or corrected: it is
    never used twice in a game, so it also names the open round in every small write.
    """

    __tablename__ = "rounds"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = _game()
    number: Mapped[int]
    contract: Mapped[str] = mapped_column(String(40))
    dealer: Mapped[int | None]
    rulings: Mapped[str] = mapped_column(String(120), default="")
    is_open: Mapped[bool]
    marking_over: Mapped[bool]
    version: Mapped[int]
    __table_args__ = (
        UniqueConstraint("game_id", "number"),
        UniqueConstraint("game_id", "contract"),
        CheckConstraint("number >= 1", name="number"),
        CheckConstraint("dealer BETWEEN 0 AND 3", name="dealer_seat"),
        Index(
            "ix_rounds_one_open", "game_id", unique=True, sqlite_where=text("is_open"), postgresql_where=text("is_open")
        ),
    )


class MarkRow(Base):
    """Who doubled whom, in the order it was said."""

    __tablename__ = "marks"
    id: Mapped[int] = mapped_column(primary_key=True)
    round_id: Mapped[int] = mapped_column(ForeignKey("rounds.id", ondelete="CASCADE"))
    doubler: Mapped[int]
    doubled: Mapped[int]
    __table_args__ = (
        UniqueConstraint("round_id", "doubler", "doubled"),
        CheckConstraint("doubler <> doubled", name="not_oneself"),
        CheckConstraint("doubler BETWEEN 0 AND 3", name="doubler_seat"),
        CheckConstraint("doubled BETWEEN 0 AND 3", name="doubled_seat"),
    )


class TallyRow(Base):
    """How many of an item a player took; no row where nothing was entered yet."""

    __tablename__ = "tallies"
    id: Mapped[int] = mapped_column(primary_key=True)
    round_id: Mapped[int] = mapped_column(ForeignKey("rounds.id", ondelete="CASCADE"))
    item: Mapped[str] = mapped_column(String(40))
    seat: Mapped[int]
    count: Mapped[int]
    __table_args__ = (
        UniqueConstraint("round_id", "item", "seat"),
        CheckConstraint("seat BETWEEN 0 AND 3", name="seat"),
        CheckConstraint("count >= 0", name="not_negative"),
    )


class FieldWriteRow(Base):
    """The last write of a page to a field of the open round, so that a late earlier one is passed over."""

    __tablename__ = "field_writes"
    round_id: Mapped[int] = mapped_column(ForeignKey("rounds.id", ondelete="CASCADE"), primary_key=True)
    field: Mapped[str] = mapped_column(String(60), primary_key=True)
    page: Mapped[str] = mapped_column(String(32), primary_key=True)
    sequence: Mapped[int]


class BrowserRow(Base):
    """A browser that holds a key; `kind` is what it says it is, for the list of phones."""

    __tablename__ = "browsers"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(200), default="")
    created_at: Mapped[datetime.datetime]


class KeyRow(Base):
    """A link that opens a game: 128 random bits or more."""

    __tablename__ = "keys"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = _game()
    right: Mapped[str] = mapped_column(String(8))
    token: Mapped[str] = mapped_column(String(32), unique=True)
    created_at: Mapped[datetime.datetime]
    __table_args__ = (CheckConstraint("\"right\" IN ('follow', 'score')", name="right"),)


class CodeRow(Base):
    """A one-time code that copies the games of a browser: its hash, until when, and the browser that used it."""

    __tablename__ = "codes"
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    browser_id: Mapped[str] = mapped_column(ForeignKey("browsers.id", ondelete="CASCADE"), index=True)
    expires_at: Mapped[datetime.datetime]
    used_by: Mapped[str | None] = mapped_column(String(32))


class GrantRow(Base):
    """What a browser may do with a game. `key_id` is the link that gave it, none for the browser that made it."""

    __tablename__ = "grants"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    browser_id: Mapped[str] = mapped_column(ForeignKey("browsers.id", ondelete="CASCADE"), index=True)
    right: Mapped[str] = mapped_column(String(8))
    key_id: Mapped[int | None] = mapped_column(ForeignKey("keys.id", ondelete="CASCADE"))
    created_at: Mapped[datetime.datetime]
    __table_args__ = (
        UniqueConstraint("game_id", "browser_id", "right"),
        CheckConstraint("\"right\" IN ('follow', 'score')", name="right"),
    )


class ChangeRow(Base):
    """An entry of a game's change log: the parts of its record that changed, as they were and as they are."""

    __tablename__ = "changes"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = _game()
    revision: Mapped[int]
    at: Mapped[datetime.datetime]
    browser_id: Mapped[str | None] = mapped_column(ForeignKey("browsers.id", ondelete="SET NULL"))
    what: Mapped[str] = mapped_column(String(32))
    round: Mapped[int | None]
    before: Mapped[Any] = mapped_column(JSON)
    after: Mapped[Any] = mapped_column(JSON)
    __table_args__ = (UniqueConstraint("game_id", "revision"),)


class AnswerRow(Base):
    """The answer to a form that was carried out, by the browser that sent it and the key that the form carries."""

    __tablename__ = "answers"
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    browser_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    content: Mapped[str] = mapped_column(String(64))
    game_id: Mapped[str] = _game()
    what: Mapped[str] = mapped_column(String(32))
    round: Mapped[int | None]
    revision: Mapped[int]
    at: Mapped[datetime.datetime] = mapped_column(index=True)
