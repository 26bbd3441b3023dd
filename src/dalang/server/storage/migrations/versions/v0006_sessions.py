"""A counter of sessions, so that somebody can sign out everywhere."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """From the schema with bounds; cookies made before are those of session 0."""
    sessions = sa.Column("sessions", sa.Integer(), nullable=False, server_default="0")
    op.add_column("person", sessions)
