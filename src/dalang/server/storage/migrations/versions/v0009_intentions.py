"""What somebody will do when asked, and whether they want to play again."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """From the schema with games put away; so far, both were forgotten at every restart."""
    op.create_table(
        "premove",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_premove"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_premove_table_id"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_premove_person"),
    )
    op.create_table(
        "again",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("joins", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person", name="pk_again"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_again_table_id"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_again_person"),
    )
