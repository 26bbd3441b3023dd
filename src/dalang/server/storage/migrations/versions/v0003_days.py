"""Games over days: a pace, reminders, and where people want to be told."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """From the schema with replays."""
    notices = sa.Column("notices", sa.String(), nullable=False, server_default="days")
    op.add_column("person", notices)
    pace = sa.Column("pace", sa.Integer(), nullable=False, server_default="0")
    op.add_column("game_table", pace)
    op.create_table(
        "reminder",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_reminder"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_reminder_table_id"),
    )
    op.create_table(
        "device",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("endpoint", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("auth", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_device"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_device_person"),
        sa.UniqueConstraint("endpoint", name="uq_device_endpoint"),
    )
    op.create_index("ix_device_person", "device", ["person"])
    op.create_table(
        "webhook",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_webhook"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_webhook_person"),
    )
