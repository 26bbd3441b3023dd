"""Games that somebody has put away from their own list."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """From the schema with habits; so far, nobody has put anything away."""
    op.create_table(
        "put_away",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id", name="pk_put_away"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_put_away_person"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_put_away_table_id"),
    )
