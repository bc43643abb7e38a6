"""An app that is one version newer than this one: it has a migration more."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scorekeeper.storage import migrating
from scorekeeper.storage.migrating import HEAD, MIGRATIONS

NEXT = '''"""A migration of the future."""

import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{head}"


def upgrade():
{steps}
'''
ADD = """
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("place", sa.String(40), nullable=False, server_default=""))
        games.alter_column("title", type_=sa.String(90))
"""
BREAK = """
    op.add_column("games", sa.Column("place", sa.String(40)))
    op.execute("DELETE FROM rounds")
    op.execute("INSERT INTO no_such_table VALUES (1)")
"""


def move_on(folder: Path, monkeypatch: pytest.MonkeyPatch, steps: str) -> None:
    """Make the app newer for this test: its migrations lie in a folder of their own, the last one takes these steps."""
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "next_steps.py").write_text(NEXT.format(head=HEAD, steps=steps))
    monkeypatch.setattr(migrating, "MIGRATIONS", folder)
    monkeypatch.setattr(migrating, "HEAD", "next")
