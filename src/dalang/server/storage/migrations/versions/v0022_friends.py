"""Friends and blocks, who wants to be seen, and lines of chat for one person."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """From the schema with hosts; nobody is seen unless they want to."""
    shown: sa.Column[bool] = sa.Column(
        "shown", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("person", shown)
    online: sa.Column[object] = sa.Column("online", sa.DateTime(), nullable=True)
    op.add_column("person", online)
    op.add_column("chat", sa.Column("to", sa.String(), nullable=False, server_default=""))
    op.create_table(
        "tie",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("other", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("person", "other", name="pk_tie"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_tie_person"),
        sa.ForeignKeyConstraint(["other"], ["person.id"], name="fk_tie_other"),
    )
    op.create_index("ix_tie_other", "tie", ["other"])
