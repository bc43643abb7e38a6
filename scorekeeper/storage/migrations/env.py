"""Alembic's way in: it runs the migrations in the transaction that `migrating.upgrade` opened."""

from alembic import context

from scorekeeper.storage.schema import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    compare_type=True,
)
context.run_migrations()
