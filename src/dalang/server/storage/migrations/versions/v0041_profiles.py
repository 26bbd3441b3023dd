"""People's pages, each game's own statistics, and friends who are asked to a table."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0031"


def upgrade() -> None:
    """Everybody gets an address for their page; games of before have no statistics."""
    statistics: sa.Column[object] = sa.Column("statistics", sa.JSON(), nullable=True)
    op.add_column("result", statistics)
    handle: sa.Column[object] = sa.Column("handle", sa.String(), nullable=True)
    op.add_column("person", handle)
    profile: sa.Column[bool] = sa.Column(
        "profile", sa.Boolean(), nullable=False, server_default=sa.true()
    )
    op.add_column("person", profile)
    _give_handles()
    op.create_index("ix_person_handle", "person", ["handle"], unique=True)
    op.create_table(
        "invitation",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("asker", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person", name="pk_invitation"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_invitation_table_id"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_invitation_person"),
        sa.ForeignKeyConstraint(["asker"], ["person.id"], name="fk_invitation_asker"),
    )
    for column in ("person", "asker"):
        op.create_index(f"ix_invitation_{column}", "invitation", [column])


def _give_handles() -> None:
    person = sa.table("person", sa.column("id", sa.String()), sa.column("handle", sa.String()))
    bind = op.get_bind()
    people = [row.id for row in bind.execute(sa.select(person.c.id))]
    given = [{"key": key, "value": secrets.token_urlsafe(9)} for key in people]
    if given:
        known = sa.update(person).where(person.c.id == sa.bindparam("key"))
        bind.execute(known.values(handle=sa.bindparam("value")), given)
