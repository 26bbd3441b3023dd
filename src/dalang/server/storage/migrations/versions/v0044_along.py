"""Rated games that a guest began: they do not count for the account that took the guest along."""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"


def upgrade() -> None:
    """Seats that were taken along before count as they did."""
    op.add_column(
        "seat", sa.Column("along", sa.Boolean(), nullable=False, server_default=sa.false())
    )
