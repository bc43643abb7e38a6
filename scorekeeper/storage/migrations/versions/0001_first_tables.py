"""The first tables: games with players, rounds, marks and tallies; keys and grants; the change log; answers."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "browsers",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_browsers")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("rules", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("played_on", sa.Date(), nullable=True),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("settings_version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("first_dealer BETWEEN 0 AND 3", name=op.f("ck_games_first_dealer_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_table(
        "answers",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("browser_id", sa.String(length=32), nullable=False),
        sa.Column("content", sa.String(length=64), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("what", sa.String(length=32), nullable=False),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_answers_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key", "browser_id", name=op.f("pk_answers")),
    )
    op.create_index(op.f("ix_answers_at"), "answers", ["at"], unique=False)
    op.create_index(op.f("ix_answers_game_id"), "answers", ["game_id"], unique=False)
    op.create_table(
        "changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("browser_id", sa.String(length=32), nullable=True),
        sa.Column("what", sa.String(length=32), nullable=False),
        sa.Column("round", sa.Integer(), nullable=True),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["browser_id"], ["browsers.id"], name=op.f("fk_changes_browser_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_changes_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_changes")),
        sa.UniqueConstraint("game_id", "revision", name=op.f("uq_changes_game_id_revision")),
    )
    op.create_index(op.f("ix_changes_game_id"), "changes", ["game_id"], unique=False)
    op.create_table(
        "keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("right", sa.String(length=8), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("\"right\" IN ('follow', 'score')", name=op.f("ck_keys_right")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_keys_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_keys")),
        sa.UniqueConstraint("token", name=op.f("uq_keys_token")),
    )
    op.create_index(op.f("ix_keys_game_id"), "keys", ["game_id"], unique=False)
    op.create_table(
        "players",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.CheckConstraint("name <> ''", name=op.f("ck_players_name_not_empty")),
        sa.CheckConstraint("seat BETWEEN 0 AND 3", name=op.f("ck_players_seat")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_players_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_players")),
        sa.UniqueConstraint("game_id", "name", name=op.f("uq_players_game_id_name")),
    )
    op.create_table(
        "rounds",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("contract", sa.String(length=40), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=True),
        sa.Column("rulings", sa.String(length=120), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("marking_over", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("dealer BETWEEN 0 AND 3", name=op.f("ck_rounds_dealer_seat")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_rounds_number")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_rounds_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rounds")),
        sa.UniqueConstraint("game_id", "contract", name=op.f("uq_rounds_game_id_contract")),
        sa.UniqueConstraint("game_id", "number", name=op.f("uq_rounds_game_id_number")),
    )
    op.create_index(op.f("ix_rounds_game_id"), "rounds", ["game_id"], unique=False)
    op.create_index(
        "ix_rounds_one_open",
        "rounds",
        ["game_id"],
        unique=True,
        sqlite_where=sa.text("is_open"),
        postgresql_where=sa.text("is_open"),
    )
    op.create_table(
        "field_writes",
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("field", sa.String(length=60), nullable=False),
        sa.Column("page", sa.String(length=32), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_field_writes_round_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("round_id", "field", "page", name=op.f("pk_field_writes")),
    )
    op.create_table(
        "grants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("browser_id", sa.String(length=32), nullable=False),
        sa.Column("right", sa.String(length=8), nullable=False),
        sa.Column("key_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("\"right\" IN ('follow', 'score')", name=op.f("ck_grants_right")),
        sa.ForeignKeyConstraint(["browser_id"], ["browsers.id"], name=op.f("fk_grants_browser_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_grants_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["key_id"], ["keys.id"], name=op.f("fk_grants_key_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_grants")),
        sa.UniqueConstraint("game_id", "browser_id", "right", name=op.f("uq_grants_game_id_browser_id_right")),
    )
    op.create_index(op.f("ix_grants_browser_id"), "grants", ["browser_id"], unique=False)
    op.create_table(
        "marks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("doubler", sa.Integer(), nullable=False),
        sa.Column("doubled", sa.Integer(), nullable=False),
        sa.CheckConstraint("doubled BETWEEN 0 AND 3", name=op.f("ck_marks_doubled_seat")),
        sa.CheckConstraint("doubler <> doubled", name=op.f("ck_marks_not_oneself")),
        sa.CheckConstraint("doubler BETWEEN 0 AND 3", name=op.f("ck_marks_doubler_seat")),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_marks_round_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_marks")),
        sa.UniqueConstraint("round_id", "doubler", "doubled", name=op.f("uq_marks_round_id_doubler_doubled")),
    )
    op.create_table(
        "tallies",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("item", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.CheckConstraint("count >= 0", name=op.f("ck_tallies_not_negative")),
        sa.CheckConstraint("seat BETWEEN 0 AND 3", name=op.f("ck_tallies_seat")),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_tallies_round_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tallies")),
        sa.UniqueConstraint("round_id", "item", "seat", name=op.f("uq_tallies_round_id_item_seat")),
    )
