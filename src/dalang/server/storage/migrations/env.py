"""Run by Alembic: applies the steps on the connection that migrating.py hands over."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
