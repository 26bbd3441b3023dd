"""People, tokens, tables, seats, logs, chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From an empty database."""
    _create_people()
    _create_tables()
    _create_logs()


def _create_people() -> None:
    op.create_table(
        "person",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("links", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_person"),
    )
    op.create_table(
        "token",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_token"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_token_person"),
        sa.UniqueConstraint("hash", name="uq_token_hash"),
    )
    op.create_index("ix_token_person", "token", ["person"])


def _create_tables() -> None:
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("updated", sa.DateTime(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("ended_by", sa.String(), nullable=False),
        sa.Column("scores", sa.JSON(), nullable=False),
        sa.Column("ranking", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game_table"),
        sa.ForeignKeyConstraint(["host"], ["person.id"], name="fk_game_table_host"),
    )
    op.create_index("ix_game_table_host", "game_table", ["host"])
    op.create_index("ix_game_table_status_created", "game_table", ["status", "created"])
    op.create_table(
        "seat",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=True),
        sa.Column("bot", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("invite", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seat"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_seat_table_id"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_seat_person"),
    )
    op.create_index("ix_seat_person", "seat", ["person"])


def _create_logs() -> None:
    op.create_table(
        "entry",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("actor", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_entry"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_entry_table_id"),
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_chat"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_chat_table_id"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_chat_person"),
    )
