"""Where tables were opened from, so that no address opens too many."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """From the schema with hints."""
    opened_from = sa.Column("opened_from", sa.String(), nullable=False, server_default="")
    op.add_column("game_table", opened_from)
    op.create_index("ix_game_table_opened_from", "game_table", ["opened_from"])
