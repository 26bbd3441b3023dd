"""Bringing a database to the schema of this code."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from dalang.server.storage.errors import StorageError

FOLDER = Path(__file__).parent / "migrations"


def migrate(connection: Connection, place: str) -> None:
    """Applies what is missing, in the transaction of this connection."""
    present = MigrationContext.configure(connection).get_current_revision()
    if present == _scripts().get_current_head():
        return
    known = {script.revision for script in _scripts().walk_revisions()}
    if present is not None and present not in known:
        raise StorageError(
            f"{place} was written by a newer Dalang (schema {present}). Upgrade Dalang, "
            "or go back to a backup made with this one."
        )
    if present is None and inspect(connection).get_table_names():
        raise StorageError(f"{place} belongs to something else: it holds tables, none of Dalang.")
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    command.upgrade(config, "head")


@cache
def _scripts() -> ScriptDirectory:
    """All steps of the schema, read once."""
    return ScriptDirectory(str(FOLDER))
