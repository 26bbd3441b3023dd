"""Hosts and what they do: roles, bans, reports, words of the house, and a record of all of it."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """From the schema with accounts; nobody is a host or banned yet."""
    for name in ("role", "ban"):
        op.add_column("person", sa.Column(name, sa.String(), nullable=False, server_default=""))
    until: sa.Column[object] = sa.Column("ban_until", sa.DateTime(), nullable=True)
    op.add_column("person", until)
    texts = ("id", "reporter", "person", "name", "table_id", "said", "reason", "text")
    op.create_table(
        "report",
        *[sa.Column(name, sa.String(), nullable=False) for name in texts],
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("closed", sa.DateTime(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name="pk_report"),
        sa.ForeignKeyConstraint(["reporter"], ["person.id"], name="fk_report_reporter"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_report_person"),
    )
    for column in ("reporter", "person", "closed"):
        op.create_index(f"ix_report_{column}", "report", [column])
    op.create_table(
        "audit",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        *[
            sa.Column(name, sa.String(), nullable=False)
            for name in ("host", "host_name", "deed", "person", "detail")
        ],
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_at", "audit", ["at"])
    op.create_table(
        "house_word",
        sa.Column("shape", sa.String(), nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("shape", name="pk_house_word"),
    )
