"""Several processes at one database: who they are, what each of them does, what they must share."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """From the schema with intentions; so far, one process held the database."""
    _add_columns()
    op.create_table(
        "server_process",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("seen", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_server_process"),
    )
    op.create_table(
        "lease",
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("process", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("subject", name="pk_lease"),
    )
    op.create_index("ix_lease_process", "lease", ["process"])
    op.create_table(
        "turn_notice",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_turn_notice"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_turn_notice_table_id"),
    )
    op.create_table(
        "house_key",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_house_key"),
    )
    _add_fleeting_tables()


def _add_columns() -> None:
    nothing = sa.Column("revision", sa.Integer(), nullable=False, server_default="0")
    op.add_column("game_table", nothing)
    op.add_column(
        "game_table", sa.Column("pauses", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.add_column(
        "premove", sa.Column("missed", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def _add_fleeting_tables() -> None:
    """What may be gone after a crash of the database; so PostgreSQL need not log it."""
    unlogged = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("process", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("unseen", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "process", "person", name="pk_presence"),
        prefixes=unlogged,
    )
    op.create_table(
        "hint",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("advice", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_hint"),
        prefixes=unlogged,
    )
    op.create_table(
        "allowance",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("spent", sa.Float(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_allowance"),
        prefixes=unlogged,
    )
    op.create_table(
        "job",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("asker", sa.String(), nullable=False),
        sa.Column("urgency", sa.Integer(), nullable=False),
        sa.Column("work", sa.String(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("worker", sa.String(), nullable=False),
        sa.Column("answer", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_job"),
        prefixes=unlogged,
    )
    op.create_table(
        "analysis_run",
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("process", sa.String(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("source", name="pk_analysis_run"),
        prefixes=unlogged,
    )
