"""A bot that plays through the web API of a Dalang server; Python's standard library only.

    dalang serve                                           in one terminal
    python examples/api_bot.py TOKEN                       in another

A token is made on the page behind your name.  The bot opens a table against novices, without
pauses, and plays it to the end.  It chooses at random.  Replace `choose` with something better;
`GET /api/openapi.json` describes everything else a program can ask for.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import urllib.error
import urllib.request
from typing import Any

LONGEST_WAIT = 20  # seconds that the server may let us wait for news


class Server:
    """A Dalang server, used in a person's name."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address.rstrip("/")
        self.token = token

    def get(self, path: str) -> Any:
        """Asks for something."""
        return self._ask("GET", path, None)

    def post(self, path: str, **wish: object) -> Any:
        """Does something."""
        return self._ask("POST", path, json.dumps(wish).encode())

    def _ask(self, method: str, path: str, body: bytes | None) -> Any:
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        request = urllib.request.Request(self.address + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=LONGEST_WAIT + 40) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            answer = json.load(error)
            if error.code == 409:  # the game has moved on: look again
                return answer
            raise SystemExit(f"{method} {path}: {answer['error']}") from None


def main() -> int:
    """Opens a table and plays."""
    parser = argparse.ArgumentParser(description="Play a game through the web API.")
    parser.add_argument("token", help="from your own page on the server")
    parser.add_argument("--server", default="http://127.0.0.1:8000")
    parser.add_argument("--game", default="taj_mahal")
    options = parser.parse_args()
    server = Server(options.server, options.token)

    known = {game["key"]: game for game in server.get("/api/games")}
    game = known[options.game]
    seats = ["me", *["bot-novice"] * (game["players"][0] - 1)]
    table = server.post("/api/tables", game=options.game, seats=seats, public=False, pauses=False)
    result = play(server, f"/api/tables/{table['id']}", random.Random())
    print(f"{game['title']}: place {result['ranking'][0]}, points {result['scores']}")
    return 0


def play(server: Server, table: str, rng: random.Random) -> Any:
    """Plays a table to its end; gives the result."""
    seen = 0
    while True:
        news = server.get(f"{table}/events?since={seen}&wait={LONGEST_WAIT}")
        for event in news["events"]:
            print(event["words"])
        seen = news["number"]
        if news["status"] == "finished":
            return server.get(table)
        choices = server.get(f"{table}/legal")
        if choices["legal"]:
            action = choose(choices["legal"], rng)
            server.post(f"{table}/play", action=action, number=choices["number"])


def choose(legal: list[dict[str, str]], rng: random.Random) -> str:
    """The bot itself: any of the legal actions."""
    return rng.choice(legal)["action"]


if __name__ == "__main__":
    sys.exit(main())
