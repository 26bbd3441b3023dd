"""Clocks: how much time a table gives, what every move has cost, and whose time was over."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    """Tables and tournaments of before have no clock, and nobody has lost by one."""
    for table in ("game_table", "tournament"):
        op.add_column(table, sa.Column("clock", sa.String(), nullable=False, server_default=""))
    op.add_column("game_table", sa.Column("clock_from", sa.DateTime(), nullable=True))
    op.add_column("entry", sa.Column("spent", sa.Integer(), nullable=False, server_default="0"))
    op.add_column(
        "seat", sa.Column("late", sa.Boolean(), nullable=False, server_default=sa.false())
    )
