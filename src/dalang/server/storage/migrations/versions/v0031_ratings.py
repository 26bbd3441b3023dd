"""How games ended for everybody, ratings, and whom a table looks for."""

import json
from typing import Any, cast

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"

NUMBER = cast("Any", sa.Double())


def upgrade() -> None:
    """Games that were finished before are remembered, but count for no rating."""
    op.add_column(
        "game_table", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column(
        "game_table", sa.Column("spread", sa.Integer(), nullable=False, server_default="0")
    )
    op.add_column("game_table", sa.Column("fills", sa.DateTime(), nullable=True))
    op.create_table(
        "rating",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("mu", NUMBER, nullable=False),
        sa.Column("sigma", NUMBER, nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "game", name="pk_rating"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_rating_person"),
    )
    op.create_index("ix_rating_game_mu", "rating", ["game", "mu"])
    result = op.create_table(
        "result",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("ended", sa.DateTime(), nullable=False),
        sa.Column("abandoned", sa.Boolean(), nullable=False),
        sa.Column("mu", NUMBER, nullable=True),
        sa.Column("sigma", NUMBER, nullable=True),
        sa.Column("games", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("table_id", "person", name="pk_result"),
        sa.ForeignKeyConstraint(["table_id"], ["game_table.id"], name="fk_result_table_id"),
        sa.ForeignKeyConstraint(["person"], ["person.id"], name="fk_result_person"),
    )
    op.create_index("ix_result_person_ended", "result", ["person", "ended"])
    _remember(result)


def _remember(result: sa.Table) -> None:
    """The results of games that are over; of several seats of a person the best."""
    played = op.get_bind().execute(
        sa.text(
            "SELECT t.id, t.game, t.players, t.updated, t.ranking, t.scores, "
            "s.seat, s.person, s.kind FROM game_table t JOIN seat s ON s.table_id = t.id "
            "WHERE t.status = 'finished' AND s.person IS NOT NULL ORDER BY t.id, s.seat"
        ).columns(updated=sa.DateTime())
    )
    rows: dict[tuple[str, str], dict[str, object]] = {}
    for one in played:
        ranking, scores, seat = _numbers(one.ranking), _numbers(one.scores), int(one.seat)
        if seat >= len(ranking):
            continue
        place = int(one.players) if one.kind == "bot" else ranking[seat]
        known = rows.get((one.id, one.person))
        if known is None or place < int(str(known["place"])):
            rows[one.id, one.person] = {
                "table_id": one.id,
                "person": one.person,
                "game": one.game,
                "players": one.players,
                "place": place,
                "points": scores[seat],
                "ended": one.updated,
                "abandoned": one.kind == "bot",
            }
    if rows:
        op.bulk_insert(result, list(rows.values()))


def _numbers(stored: object) -> list[int]:
    """A list as the database gives it: PostgreSQL reads JSON, SQLite does not."""
    read = json.loads(stored) if isinstance(stored, str) else stored
    return [int(number) for number in cast("list[int]", read or [])]
