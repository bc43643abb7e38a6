"""Answers already given: the same form sent again is answered as the first time, and changes nothing."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, insert, select

from scorekeeper.storage.schema import AnswerRow, FieldWriteRow


@dataclass(frozen=True, slots=True)
class Answer:
    """What a form did: the change `what` to the game, which had this `revision` after it."""

    game_id: str
    what: str
    round: int | None
    revision: int


_FIND = select(AnswerRow.game_id, AnswerRow.what, AnswerRow.round, AnswerRow.revision, AnswerRow.content).where(
    AnswerRow.key == bindparam("key"), AnswerRow.browser_id == bindparam("browser")
)
_KEEP = insert(AnswerRow)
_PLACE = (
    FieldWriteRow.round_id == bindparam("round"),
    FieldWriteRow.field == bindparam("what"),
    FieldWriteRow.page == bindparam("from"),
)
_LAST_WRITE = select(FieldWriteRow.sequence).where(*_PLACE)
_FORGET_WRITE = delete(FieldWriteRow).where(*_PLACE)
_NOTE_WRITE = insert(FieldWriteRow)


def find(connection: Connection, key: str, browser_id: str) -> tuple[Answer, str] | None:
    """Find the answer to a form of this browser, with the digest of what the form contained."""
    row = connection.execute(_FIND, {"key": key, "browser": browser_id}).first()
    return None if row is None else (Answer(row.game_id, row.what, row.round, row.revision), row.content)


def keep(
    connection: Connection, key: str, browser_id: str, content: str, answer: Answer, at: datetime.datetime
) -> None:
    """Keep the answer to a form; `content` is the digest of what it contained."""
    connection.execute(
        _KEEP,
        {
            "key": key,
            "browser_id": browser_id,
            "content": content,
            "game_id": answer.game_id,
            "what": answer.what,
            "round": answer.round,
            "revision": answer.revision,
            "at": at,
        },
    )


def forget(connection: Connection, before: datetime.datetime) -> None:
    """Drop the answers that nobody will ask for again."""
    connection.execute(delete(AnswerRow).where(AnswerRow.at < before))


def is_latest(connection: Connection, round_id: int, field: str, page: str, sequence: int) -> bool:
    """Note a page's write to a field; False when a later write of that page got here first."""
    place = {"round": round_id, "what": field, "from": page}
    last = connection.execute(_LAST_WRITE, place).scalar()
    if last is not None and last >= sequence:
        return False
    connection.execute(_FORGET_WRITE, place)
    connection.execute(_NOTE_WRITE, {"round_id": round_id, "field": field, "page": page, "sequence": sequence})
    return True
