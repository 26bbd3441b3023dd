"""How fast a person wants to play, and how carefully; who has resigned."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """From the schema with sessions; everybody plays as those do who chose nothing."""
    op.add_column(
        "person", sa.Column("speed", sa.String(), nullable=False, server_default="normal")
    )
    grace: sa.Column[bool] = sa.Column(
        "grace", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("person", grace)
    confirms: sa.Column[list[str]] = sa.Column(
        "confirms", sa.JSON(), nullable=False, server_default="[]"
    )
    op.add_column("person", confirms)
    resigned: sa.Column[bool] = sa.Column(
        "resigned", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("seat", resigned)
