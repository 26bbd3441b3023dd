"""Any bot at a table of a Dalang server: the API gives the view, and the bot is asked as usual.

    dalang serve                                                        in one terminal
    python examples/api_client.py TOKEN --bot expert:100                in another

A token is made on the page behind your name.  The bot is named as everywhere (docs/bots.md).  Only
Python's standard library and Dalang are needed; docs/api.md explains what is asked for.
"""

from __future__ import annotations

import argparse
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import dalang
from dalang.bots import Bot, bot

SILENCE = 60  # seconds without even a sign of life


class Table:
    """A table of a server, through the eyes of one player."""

    def __init__(self, server: str, token: str, table: str) -> None:
        self.address = f"{server}/api/tables/{table}"
        self.token = token

    @classmethod
    def open(cls, server: str, token: str, game: str, seats: list[str]) -> Table:
        """A new table without pauses, which nobody else sees."""
        wish = {"game": game, "seats": seats, "public": False, "pauses": False}
        opened = _ask(f"{server}/api/tables", token, wish)
        return cls(server, token, opened["id"])

    def state(self) -> Any:
        """Who sits where, and how it stands."""
        return _ask(self.address, self.token)

    def view(self) -> dalang.View:
        """What this player knows, as bots are given it."""
        spec = dalang.game(self.state()["game"])
        return spec.view_from_text(_ask(f"{self.address}/view", self.token)["text"])

    def play(self, action: str, number: int) -> bool:
        """Plays an action, if nothing has happened since that number; says whether it was so."""
        move = {"action": action, "number": number}
        return bool(_ask(f"{self.address}/play", self.token, move)["played"])

    def stream(self) -> Iterator[Any]:
        """What happens, as it happens, until the game is over."""
        with _opened(f"{self.address}/stream", self.token) as lines:
            for line in lines:
                if line.strip():
                    yield json.loads(line)


def _opened(address: str, token: str, wish: object = None) -> Any:
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    body = None if wish is None else json.dumps(wish).encode()
    request = urllib.request.Request(address, body, headers)
    try:
        return urllib.request.urlopen(request, timeout=SILENCE)
    except urllib.error.HTTPError as error:
        if error.code == 409:  # the game has moved on
            return error
        raise SystemExit(f"{address}: {json.load(error)['error']}") from None


def _ask(address: str, token: str, wish: object = None) -> Any:
    with _opened(address, token, wish) as answer:
        return json.load(answer)


def play(table: Table, player: Bot, rng: dalang.Rng) -> None:
    """Plays a table to its end."""
    for told in table.stream():
        if told["type"] == "event":
            print(told["event"]["words"])
        elif told.get("legal"):
            view = table.view()
            if view.legal_actions():
                action = view.known.action_text(player.choose(view, rng))
                table.play(action, told["number"])


def main() -> int:
    """Opens a table and plays."""
    parser = argparse.ArgumentParser(description="Let a bot play through the web API.")
    parser.add_argument("token", help="from your own page on the server")
    parser.add_argument("--server", default="http://127.0.0.1:8000")
    parser.add_argument("--game", default="taj_mahal")
    parser.add_argument("--bot", default="club", help="who plays (default: %(default)s)")
    parser.add_argument("--opponent", default="novice", help="a level (default: %(default)s)")
    options = parser.parse_args()
    spec = dalang.game(options.game)
    seats = ["me", *[f"bot-{options.opponent}"] * (spec.usual_players - 1)]
    table = Table.open(options.server.rstrip("/"), options.token, spec.key, seats)
    play(table, bot(options.bot, spec.key), dalang.Rng(1))
    result = table.state()
    print(f"{spec.title}: place {result['ranking'][0]}, points {result['scores']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
