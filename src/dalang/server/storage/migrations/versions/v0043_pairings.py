"""Tables of tournaments: whose seats they were, and from when on one that is broken counts."""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"


def upgrade() -> None:
    """Seats of before are those of the entrants who sit there."""
    op.add_column(
        "pairing", sa.Column("seeds", sa.JSON(), nullable=False, server_default=sa.text("'[]'"))
    )
    void_from: sa.Column[object] = sa.Column("void_from", sa.DateTime(), nullable=True)
    op.add_column("pairing", void_from)
    _note_seeds()


def _note_seeds() -> None:
    bind = op.get_bind()
    pairing = sa.table(
        "pairing", *map(sa.column, ("tournament", "table_id")), sa.column("seeds", sa.JSON())
    )
    seat = sa.table("seat", *map(sa.column, ("table_id", "seat", "person")))
    entrant = sa.table("entrant", *map(sa.column, ("tournament", "person", "seed")))
    entrants = {
        (row.tournament, row.person): row.seed for row in bind.execute(sa.select(entrant)).all()
    }
    drawn = sa.select(pairing.c.tournament, seat.c.table_id, seat.c.person)
    drawn = drawn.join(seat, seat.c.table_id == pairing.c.table_id)
    seeds: dict[str, list[int | None]] = {}
    for row in bind.execute(drawn.order_by(seat.c.table_id, seat.c.seat)).all():
        seed = entrants.get((row.tournament, row.person))
        seeds.setdefault(row.table_id, []).append(seed)
    for table_id, found in seeds.items():
        known = sa.update(pairing).where(pairing.c.table_id == table_id)
        bind.execute(known.values(seeds=found))
