"""Uploaded replays, games that continue others, rematches, analyses."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """From the first schema."""
    op.create_table(
        "upload",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_upload"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_upload_person"),
    )
    op.create_index("ix_upload_person", "upload", ["person"])
    op.create_table(
        "branch",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("move", sa.Integer(), nullable=False),
        sa.Column("inherited", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_branch"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_branch_table_id"),
    )
    op.create_table(
        "sequel",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("next_id", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_sequel"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_sequel_table_id"),
        sa.ForeignKeyConstraint(["next_id"], ["game_table.id"], name="fk_sequel_next_id"),
    )
    op.create_table(
        "analysis",
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("source", name="pk_analysis"),
    )
