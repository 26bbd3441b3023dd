"""Run by Alembic: applies the steps on the connection that migrating.py hands over."""

from alembic import context

from dalang.server.storage.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite changes a table by copying it
)
context.run_migrations()
