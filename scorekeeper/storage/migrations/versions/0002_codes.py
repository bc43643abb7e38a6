"""One-time codes, which copy a phone's games to another phone."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "codes",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("browser_id", sa.String(length=32), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_by", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["browser_id"], ["browsers.id"], name=op.f("fk_codes_browser_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_codes")),
    )
    op.create_index(op.f("ix_codes_browser_id"), "codes", ["browser_id"])
