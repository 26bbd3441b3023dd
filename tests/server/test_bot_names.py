"""What the bots are called and look like, and how their names come to a table."""

from __future__ import annotations

import re

import pytest
from tests.server.harness import Server

from dalang.bots import LEVELS, USUAL_LEVEL
from dalang.bots.characters import COACH, COMPANY, of_level, usual
from dalang.bots.scale import nearest_strength
from dalang.bots.styles import STYLES
from dalang.server.people.bot_names import face_of, free_name, introduced
from dalang.server.rendering.assets import STATIC
from dalang.server.rendering.faces import ANY_BOT, Face
from dalang.server.storage import Seat
from dalang.server.tables.seats import seat_from_word
from dalang.server.words import VOCABULARY

GAME = "taj_mahal"


def bots(*levels: str) -> list[str]:
    """The names of bots who sit down one after the other."""
    return [seat.name for seat in introduced([Seat(n, "bot", bot=b) for n, b in enumerate(levels)])]


def test_every_level_has_somebody() -> None:
    assert {one.level for one in COMPANY} == set(LEVELS)
    assert {one.style for one in COMPANY} == {"", *STYLES} == {"", *VOCABULARY.nouns["style"]}
    assert usual().level == USUAL_LEVEL
    assert [one.strength for one in COMPANY] == sorted(one.strength for one in COMPANY)


def test_everybody_has_a_face_and_a_word() -> None:
    for key in [*(one.key for one in COMPANY), COACH]:
        assert (STATIC[0] / "faces" / f"{key}.svg").exists()
    assert set(VOCABULARY.nouns["character"]) == {one.key for one in COMPANY}


def test_names_go_round_and_are_numbered() -> None:
    assert bots("novice", "novice", "novice", "novice") == ["Sari", "Joko", "Sari II", "Joko II"]
    assert bots("club", "novice", "club", "club") == ["Wati", "Sari", "Gede", "Wati II"]
    assert len(set(bots(*["random"] * 12))) == 12


def test_whoever_is_asked_for_twice_is_numbered() -> None:
    seats = [seat_from_word(n, "bot-gede", None) for n in range(3)]  # type: ignore[arg-type]
    assert [seat.bot for seat in seats] == ["club"] * 3
    assert [seat.name for seat in introduced(seats)] == ["Gede", "Gede II", "Gede III"]


def test_older_names_stay() -> None:
    """A rematch of a table from before there were characters."""
    seats = [Seat(0, "bot", bot="club", name="Bot 1"), Seat(1, "bot", bot="club", name="Bot 2")]
    assert introduced(seats) == seats
    assert Face.of(seats[0]).picture == ANY_BOT


@pytest.mark.parametrize(
    ("name", "level", "key"),
    [
        ("Sari", "novice", "sari"),
        ("Sari II", "novice", "sari"),
        ("Sari", "club", ""),
        ("", "x", ""),
    ],
)
def test_a_face_belongs_to_a_name_of_its_level(name: str, level: str, key: str) -> None:
    assert face_of(name, level) == key


def test_a_free_name_looks_like_nobodys() -> None:
    assert free_name("club", ["Ada"]) == of_level("club")[0].name
    assert free_name("club", ["WATI", "Gede"]) == "Wati II"


def test_a_bot_who_stands_in_has_the_letter_of_the_person() -> None:
    face = Face.of(Seat(1, "bot", person="x", bot="club", name="Ada"))
    assert (face.picture, face.initial, face.strength) == ("", "A", 0)


def test_bots_sit_down_under_their_names(server: Server) -> None:
    ada = server.guest("Wati")
    table = ada.open_table(GAME, ["me", "bot-club", "bot-surya", "bot-club"])
    seats = server.find(table).record.seats
    assert [seat.name for seat in seats] == ["Wati (2)", "Wati", "Surya", "Gede"]
    assert [seat.bot for seat in seats] == ["", "club", "expert", "club"]


def test_the_form_chooses_a_bot_by_its_face(server: Server) -> None:
    form = {"game": GAME, "players": "3", "seat-0": "me"}
    form |= {"seat-1": "bot", "face-1": "ratna", "seat-2": "bot"}
    answer = server.browser().post("/new", data=form)
    seats = server.find(answer.headers["location"].rpartition("/")[2]).record.seats
    assert [(seat.name, seat.bot) for seat in seats[1:]] == [("Ratna", "expert"), ("Wati", "club")]


def chosen_by(server: Server, **fields: str) -> tuple[str, str]:
    """Who sits on the second chair of a table that was opened by the form."""
    form = {"game": GAME, "players": "3", "seat-0": "me", "seat-1": "bot", "seat-2": "bot"}
    form |= {f"{name}-1": value for name, value in fields.items()}
    answer = server.browser().post("/new", data=form)
    seat = server.find(answer.headers["location"].rpartition("/")[2]).record.seats[1]
    return seat.name, seat.bot


def test_the_slider_gives_a_character_another_strength(server: Server) -> None:
    assert chosen_by(server, face="gede", strength="9", own="6") == ("Gede", "strength:9")
    assert chosen_by(server, face="bima", strength="2", own="6") == ("Bima", "strength:2+daring")
    assert chosen_by(server, face="bima", strength="6", own="6") == ("Bima", "club+daring")
    assert chosen_by(server, face="gede", strength="99", own="6") == ("Gede", "club")


def test_the_form_shows_where_the_slider_stands(server: Server) -> None:
    """At the strength of who is chosen, in this game, unless somebody has moved it."""
    browser, address = server.browser(), f"/new?game={GAME}&players=3&seat-1=bot&face-1="

    def slider(rest: str) -> list[str]:
        page = browser.get(address + rest).text
        return re.findall(r'id="strength-1"\s+min="1"\s+max="10"\s+value="(\d+)"', page)

    own = [str(nearest_strength(GAME, level)) for level in ("novice", "club", "master")]
    assert [slider(face) for face in ("sari", "wati", "dewi")] == [[number] for number in own]
    assert slider("wati&strength-1=3&own-1=3") == [own[1]]
    assert slider("wati&strength-1=3&own-1=6") == ["3"]
    assert slider("kayon&strength-1=3&own-1=6") == []  # plays at random, always


def test_a_strength_has_a_name_and_a_face_of_its_own(server: Server) -> None:
    ada = server.guest("Ada")
    words = ["me", "bot-strength:8", "bot-tika:4", "bot-club+daring", "bot-strength:8"]
    seats = server.find(ada.open_table(GAME, words)).record.seats
    assert [seat.name for seat in seats[1:]] == ["Ratna", "Tika", "Bima", "Surya"]
    assert [seat.bot for seat in seats[2:4]] == ["strength:4+hoarding", "club+daring"]
    faces = [Face.of(seat) for seat in seats[1:]]
    assert [face.picture for face in faces] == ["ratna", "tika", "bima", "surya"]
    assert [(face.level, face.grade) for face in faces[:2]] == [("expert", 8), ("club", 4)]


def test_whoever_has_another_strength_is_numbered_too() -> None:
    seats = [seat_from_word(n, "bot-bima:8", None) for n in range(3)]  # type: ignore[arg-type]
    assert [seat.name for seat in introduced(seats)] == ["Bima", "Bima II", "Bima III"]


@pytest.mark.parametrize("word", ["bot-gede:0", "bot-gede:x", "bot-strength:11", "bot-club+wild"])
def test_a_strength_or_style_that_does_not_exist(server: Server, word: str) -> None:
    ada = server.guest("Ada")
    with pytest.raises(AssertionError):
        ada.open_table(GAME, ["me", word, word])


def test_the_form_keeps_what_was_chosen(server: Server) -> None:
    """Also without scripts: changing the game sends everything else along."""
    chosen = "players=4&seat-1=friend&seat-2=bot&face-2=sari&pace=day&chosen=1&name=Zoe"
    page = server.browser().get(f"/new?game={GAME}&{chosen}").text
    checked = re.findall(r'<input[^>]*id="([\w-]+)"[^>]*\bchecked\b', page)
    assert {"players-4", "seat-0-me", "seat-1-friend", "seat-2-bot", "face-2-sari"} <= set(checked)
    assert {"pace-day", f"game-{GAME}"} <= set(checked)
    assert "public" not in checked
    assert 'value="Zoe"' in page
