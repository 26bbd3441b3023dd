"""Names can be seen, and nobody at a table looks like somebody else."""

import pytest
from tests.server.harness import Guest, Server, deciding, flat

from dalang.server.people.names import clean_name, distinct, skeleton
from dalang.server.storage import queries

GAME = "taj_mahal"
UNSEEN = [
    "\u3164", "\u2800\u2800", "\u200d", "\u200c \u200d", "\ufe0f", "\u115f\u1160", "\uffa0",
    "\U000e0100", "\u034f", "\u00ad", "\u202e", "\u0301", " \u2063 ", "\ufe00", "\u180b",
]  # fmt: skip


@pytest.mark.parametrize("name", UNSEEN)
def test_a_name_that_cannot_be_seen_is_none(name: str) -> None:
    assert clean_name(name) == ""
    assert clean_name(f"{name}Ada{name}").strip("\u0301") == "Ada"


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "O'Neil-Ó",
        "नमस्ते",
        "می\u200cخواهم",
        "👩\u200d👩\u200d👧",
        "❤\ufe0f",
        "名前",
        "⠓⠊",
        "٣",
    ],
)
def test_names_of_all_scripts_stay_as_they_are(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "АdA"),  # Cyrillic
        ("Ada", "Αda"),  # Greek
        ("Ada", "Ａｄａ"),
        ("Ada", " ada "),
        ("Bill", "BiII"),
        ("Bill", "B1ll"),
        ("Zoë", "Zoe"),
        ("modern", "modem"),
        ("Vova", "Vоvа"),
        ("Łukasz", "lukasz"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert distinct(other, ["Bob", one]) == f"{other} (2)"


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Eda"), ("Guest 101", "Guest 110"), ("राम", "रमा"), ("Ada", "Ada 2")]
)
def test_other_names_are_others(one: str, other: str) -> None:
    assert distinct(other, [one]) == other


def test_a_name_with_a_number_is_not_taken_either() -> None:
    assert distinct("Ada", ["Ada", "Ada (2)", "АDA (3)"]) == "Ada (4)"


# --- at the table ---------------------------------------------------------------------------


def names(server: Server, table: str) -> list[str]:
    return [seat.name for seat in server.find(table).record.seats]


def test_nobody_takes_the_name_of_another_at_a_table(server: Server) -> None:
    ada, eve, mallory = (server.guest(name) for name in ("Ada", "Ada", "Аdа"))
    table = ada.open_table(GAME, ["me", "open", "open"])
    eve.sit(table, 1)
    assert eve.browser.post(f"/t/{table}/chat", data={"text": "I am Ada"}).status_code == 303
    mallory.sit(table, 2)
    assert names(server, table) == ["Ada", "Ada (2)", "Аdа (3)"]
    assert [line.name for line in server.find(table).chat] == ["Ada (2)"]


def test_nobody_takes_it_by_another_name_later(server: Server) -> None:
    ada, eve = server.guest("Ada"), server.guest("Eve")
    table = ada.open_table(GAME, ["me", "open", "open"])
    eve.sit(table, 1)
    for wish, shown in (("ADA", "ADA (2)"), ("Eva", "Eva"), ("Ada", "Ada (2)"), ("Zed", "Zed")):
        assert eve.browser.post("/me", data={"name": wish}).status_code == 303
        assert names(server, table)[:2] == ["Ada", shown]


def test_nobody_passes_for_a_bot(server: Server) -> None:
    table = server.guest("Sari").open_table(GAME, ["me", "bot-novice", "hot"])
    assert names(server, table) == ["Sari (2)", "Sari", "Player 3"]


def test_those_at_one_screen_have_names_of_their_own(server: Server) -> None:
    ada = server.guest("Ada", "nl")
    form = {"game": GAME, "players": "5", "seat-0": "me", "seat-4": "bot-random"}
    form |= {"seat-1": "hot", "seat-2": "hot", "seat-3": "hot"}
    form |= {"seat-name-1": " Bea ", "seat-name-2": "\u3164", "seat-name-3": "ada"}
    form |= {"seat-name-4": "no bot's"}
    table = ada.browser.post("/new", data=form).headers["location"].removeprefix("/t/")
    assert names(server, table) == ["Ada", "Bea", "Speler 3", "ada (2)", "Kayon"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Your turn: play a colour card or withdraw?"),
        ("nl", "Jouw beurt: een kleurkaart spelen of je terugtrekken?"),
        ("de", "Du bist dran: Farbkarte oder Rückzug?"),
    ],
)
def test_whoever_is_asked_is_not_called_by_name(
    server: Server, language: str, question: str
) -> None:
    guests = [server.guest(name, language) for name in ("Ada", "Bea", "Cleo")]
    table = guests[0].open_table(GAME, ["me", "open", "open"])
    for seat in (1, 2):
        guests[seat].sit(table, seat)
    asked = deciding(server.find(table), guests)
    assert f">{question}</h2>" in flat(asked.browser.get(f"/t/{table}").text)


def test_at_a_shared_screen_the_question_says_who_is_asked(server: Server) -> None:
    ada = server.guest("Ada")
    table = ada.open_table(GAME, ["me", "hot", "hot"])
    name = ("Ada", "Player 2", "Player 3")[server.find(table).actor]
    page = flat(ada.browser.get(f"/t/{table}").text)
    assert f">{name}: play a colour card or withdraw?</h2>" in page


@pytest.mark.parametrize("name", ["", "\u3164", "\u200d"])
def test_an_unseen_name_is_refused_in_words(server: Server, name: str) -> None:
    ada: Guest = server.guest("Ada")
    page = ada.browser.post("/me", data={"name": name})
    assert page.status_code == 400
    assert "That name is invisible." in page.text
    person = server.read(queries.person, ada.person.id)
    assert person is not None
    assert person.name == "Ada"


def test_a_newcomer_with_an_unseen_name_is_a_guest(server: Server) -> None:
    browser = server.browser()
    browser.post(f"/play/{GAME}", data={"name": "\u2800"})
    assert "<h1>Guest " in browser.get("/me").text
