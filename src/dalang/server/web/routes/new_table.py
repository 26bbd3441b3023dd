"""Opening a table: by one click against bots, or as the form says."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dalang.bots import USUAL_LEVEL
from dalang.bots.characters import COMPANY, called, of_level
from dalang.bots.scale import nearest_strength
from dalang.bots.strength import STRENGTHS
from dalang.engine.api import Args, Phrase
from dalang.engine.spec import GameSpec, Option
from dalang.engine.words import Words
from dalang.registry import game
from dalang.server.people.bot_names import introduced
from dalang.server.people.names import LONGEST_NAME, clean_name
from dalang.server.rendering.faces import Face, face_of_character
from dalang.server.rendering.game_cards import card_of, shelf
from dalang.server.storage import Person, Seat
from dalang.server.tables.opening import TableTerms
from dalang.server.tables.seats import (
    ADVICE,
    HOUR,
    PACES,
    TIMES,
    advice_from_word,
    bot_seat,
    seat_from_word,
    time_from_word,
)
from dalang.server.web.site import form_of, language_of, site, whole_number
from dalang.server.words import VOCABULARY

MOST_SEATS = 9
_CHARACTERS = [one.key for one in COMPANY]


async def play_now(request: Request) -> Response:
    """One click: the usual number of seats, bots on all the others."""
    here, form = site(request), await form_of(request)
    spec = game(request.path_params["key"])
    person = await here.somebody(request, form.get("name"))
    words = ["me", *[f"bot-{USUAL_LEVEL}"] * (spec.usual_players - 1)]
    seats = [seat_from_word(number, word, person) for number, word in enumerate(words)]
    terms = TableTerms(place=here.mark(request))
    table = await here.tables.open_table(person, spec.key, seats, terms)
    return here.send(request, f"/t/{table.record.id}", person)


async def new_table(request: Request) -> Response:
    """The form for a new table, with what was chosen so far."""
    asked, person = request.query_params, await site(request).person(request)
    language = language_of(request, person)
    cards = shelf(language)
    spec = game(asked.get("game", cards[0].key))
    count = whole_number(asked.get("players"))
    players = count if count in spec.players else spec.usual_players
    words = Words(spec.vocabulary, language)
    own = site(request).tables.own_bots
    pace = one_of(asked.get("pace"), dict.fromkeys(TIMES))
    chairs = _told_apart(
        [_chair(number, asked, person, own, spec.key) for number in range(players)]
    )
    context: Args = {
        "game": card_of(spec.key, language),
        "games": cards,
        "counts": spec.players,
        "players": players,
        "longest_name": LONGEST_NAME,
        "most_strength": STRENGTHS,
        "chairs": chairs,
        "company": [face_of_character(0, key) for key in (*_CHARACTERS, *own)],
        "paces": TIMES,
        "pace": pace,
        "over_days": PACES.get(pace, 0) >= HOUR,
        "advices": list(ADVICE),
        "advice": one_of(asked.get("advice"), ADVICE),
        "options": [_option(option, words, asked) for option in spec.options],
        "public": "public" in asked or "chosen" not in asked,
        "rated": "rated" in asked,
        "may_be_rated": sum(chair.kind in ("me", "friend", "open") for chair in chairs) > 1
        and not any(chair.kind == "hot" for chair in chairs),
        "typed": clean_name(asked.get("name")),
        "alone": [chair.kind for chair in chairs[1:]] == ["bot"] * (players - 1),
        "complete": not any(chair.kind in ("friend", "open") for chair in chairs),
    }
    return await site(request).page(request, "new.html", context)


@dataclass(frozen=True)
class ChairChoice:
    """A seat in the form: who is to sit there."""

    number: int
    kinds: tuple[str, ...]  # that can be chosen
    kind: str
    bot: str  # who it would be
    guest: str  # the name of somebody at this screen
    face: Face
    strength: int = 0  # that the slider shows; 0: there is none
    own_strength: int = 0  # of who is chosen, unless somebody moves the slider

    @property
    def word(self) -> str:
        """The bot, as seats are named."""
        moved = self.strength and self.strength != self.own_strength
        return f"{self.bot}:{self.strength}" if moved else self.bot


def _chair(
    number: int, asked: Mapping[str, str], person: Person | None, own: Collection[str], key: str
) -> ChairChoice:
    """A seat as it was chosen; at first, the visitor plays against the usual bots."""
    kinds = ("bot", "friend", "open", "hot") if number else ("me", "bot", "friend", "open")
    kind = asked.get(f"seat-{number}", "")
    if kind not in kinds:
        kind = "bot" if number else "me"
    usual = of_level(USUAL_LEVEL)
    wanted = asked.get(f"face-{number}", "")
    if wanted not in _CHARACTERS and wanted not in own:
        wanted = usual[(number - 1) % len(usual)].key
    usual_strength = _own_strength(wanted, key)
    strength = (_moved_to(number, asked) or usual_strength) if usual_strength else 0
    if kind == "bot":
        face = face_of_character(number, wanted, strength if strength != usual_strength else 0)
    elif kind in ("me", "hot"):
        face = Face(number, person.name if person else "?", "person")
    else:
        face = Face(number, "", "open", kept=kind == "friend")
    guest = clean_name(asked.get(f"seat-name-{number}"))
    return ChairChoice(number, kinds, kind, wanted, guest, face, strength, usual_strength)


def _own_strength(name: str, key: str) -> int:
    """Where the slider stands for a character; 0 for one who plays at random or is the host's."""
    character = called(name)
    return nearest_strength(key, character.bot) if character and character.strength else 0


def _moved_to(number: int, given: Mapping[str, object]) -> int:
    """The strength that somebody chose by the slider; 0 if it stands where it stood."""
    strength, own = (whole_number(given.get(f"{name}-{number}")) for name in ("strength", "own"))
    return strength if strength != own and 1 <= strength <= STRENGTHS else 0


def _told_apart(chairs: Sequence[ChairChoice]) -> list[ChairChoice]:
    """With the names that the bots will have; a bot that is chosen twice is numbered."""
    bots = {
        seat.seat: seat.name
        for seat in introduced(
            [bot_seat(chair.number, chair.word) for chair in chairs if chair.kind == "bot"]
        )
    }
    return [
        replace(chair, face=replace(chair.face, name=bots.get(chair.number, chair.face.name)))
        for chair in chairs
    ]


def one_of(given: str | None, choices: Mapping[str, object]) -> str:
    """What was chosen, or the first choice."""
    return given if given is not None and given in choices else next(iter(choices))


def _option(option: Option, words: Words, asked: Mapping[str, str]) -> Args:
    """A variant in words; by its keys where the game has none."""

    def named(key: str) -> str:
        return words.name("option", key) if words.knows("option", key) else key.replace("_", " ")

    return {
        "key": option.key,
        "name": named(option.key),
        "paragraph": option.paragraph,
        "chosen": one_of(asked.get(f"option-{option.key}"), dict.fromkeys(option.choices)),
        "choices": {choice: named(f"{option.key}_{choice}") for choice in option.choices},
    }


async def open_table(request: Request) -> Response:
    """Opens the table as the form says."""
    here, form = site(request), await form_of(request)
    spec = game(str(form.get("game", "")))
    players = whole_number(form.get("players"))
    person = await here.somebody(request, form.get("name"))
    words = Words(VOCABULARY, language_of(request, person))
    seats = [_seat(number, form, person, words) for number in range(min(players, MOST_SEATS))]
    pace, clock = time_from_word(str(form.get("pace", "none")))
    terms = TableTerms(
        options=_options(spec, form),
        public="public" in form,
        pace=pace,
        clock=clock,
        advice=advice_from_word(str(form.get("advice", "alone"))),
        rated="rated" in form,
        place=here.mark(request),
    )
    for seat in seats:
        await here.check_name(seat.name)
    table = await here.tables.open_table(person, spec.key, seats, terms)
    return here.send(request, f"/t/{table.record.id}", person)


def _seat(number: int, form: FormData, person: Person, words: Words) -> Seat:
    """Who sits there; others at the person's screen have the names they were given."""
    nameless = words.say(Phrase("player_number", {"number": number + 1}))
    guest = clean_name(form.get(f"seat-name-{number}")) or nameless
    return seat_from_word(number, _seat_word(form, number), person, guest)


def _seat_word(form: FormData, number: int) -> str:
    """What is to be on a seat; the bot is chosen by its face."""
    word = str(form.get(f"seat-{number}", "open"))
    if word != "bot":
        return word
    bot, strength = str(form.get(f"face-{number}", USUAL_LEVEL)), _moved_to(number, form)
    return f"bot-{bot}:{strength}" if strength and called(bot) else f"bot-{bot}"


def _options(spec: GameSpec, form: FormData) -> dict[str, str]:
    given = {option.key: form.get(f"option-{option.key}") for option in spec.options}
    return {key: str(choice) for key, choice in given.items() if choice is not None}


ROUTES = [
    Route("/play/{key}", play_now, methods=["POST"]),
    Route("/new", new_table),
    Route("/new", open_table, methods=["POST"]),
]
