"""Tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0022"


def upgrade() -> None:
    """New tables only."""
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("pace", sa.Integer(), nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("starts", sa.DateTime(), nullable=True),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournament"),
        sa.ForeignKeyConstraint(["host"], ["person.id"], name="fk_tournament_host"),
    )
    op.create_index("ix_tournament_host", "tournament", ["host"])
    op.create_index("ix_tournament_status_created", "tournament", ["status", "created"])
    op.create_table(
        "entrant",
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("entered", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "person", name="pk_entrant"),
        sa.ForeignKeyConstraint(["tournament"], ["tournament.id"], name="fk_entrant_tournament"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_entrant_person"),
    )
    op.create_index("ix_entrant_person", "entrant", ["person"])
    op.create_table(
        "pairing",
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "round", "board", name="pk_pairing"),
        sa.ForeignKeyConstraint(["tournament"], ["tournament.id"], name="fk_pairing_tournament"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_pairing_table_id"),
        sa.UniqueConstraint("table_id", name="uq_pairing_table_id"),
    )
