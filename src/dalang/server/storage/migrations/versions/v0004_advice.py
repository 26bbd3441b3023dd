"""Tables that allow hints."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """From the schema for games over days."""
    advice: sa.Column[bool] = sa.Column(
        "advice", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("game_table", advice)
