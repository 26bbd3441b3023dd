"""Signing in: by a passkey, by a link in a letter, or by a recovery code.

Nothing here tells whether an address, a code or a passkey is known, except by letting in who has
shown it.  A browser that was a guest until then may take the guest's games along.
"""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from dalang.engine.api import Args, Phrase
from dalang.engine.words import Words
from dalang.server.errors import NotYourSeat, Refusal, TooBusy
from dalang.server.people import passkeys
from dalang.server.people.addresses import clean_address
from dalang.server.people.recovery import read_code
from dalang.server.storage import Letter, LetterPurpose, Person, queries
from dalang.server.storage.queries.accounts import LETTER_LIFE
from dalang.server.tables import personal_data
from dalang.server.web.site import SEE_OTHER, Site, form_of, language_of, place, site
from dalang.server.words import VOCABULARY

MINUTES = int(LETTER_LIFE.total_seconds()) // 60
SIGN_IN = "sign in"  # the purpose of a challenge
LETTERS: dict[LetterPurpose, tuple[str, str]] = {  # subject and first sentence
    "sign_in": ("letter_sign_in_subject", "letter_sign_in"),
    "prove": ("letter_prove_subject", "letter_prove"),
}


async def sign_in_page(request: Request) -> Response:
    """All the ways in."""
    return await _page(request, {})


async def _page(request: Request, shown: Args, status: int = 200) -> Response:
    here = site(request)
    context: Args = {
        "passkeys": bool(passkeys.party_of(here.address(request))),
        "letters": here.mailer is not None,
        "minutes": MINUTES,
        "sent_to": "",
        "trouble": "",
    }
    return await here.page(request, "sign_in.html", context | shown, status)


async def new_account(request: Request) -> Response:
    """Somebody new, who wants to be found again."""
    here, form = site(request), await form_of(request)
    person = await here.somebody(request, form.get("name"))
    return here.send(request, "/me/account", person)


def attempt(request: Request) -> None:
    """Counts an attempt; raises TooBusy if an address had enough of them."""
    if not site(request).limiter.sign_ins.take(place(request)):
        raise TooBusy("slow_down")


async def enter(request: Request, person: Person) -> str:
    """Where somebody goes who has just signed in: home, or to the games of who they were here."""
    here = site(request)
    guest = await here.person(request)
    if guest is None or guest.account or guest.id == person.id:
        return "/"
    if not await here.tables.store.read(queries.has_games, guest.id):
        return "/"
    return f"/me/along?{urlencode({'guest': here.identity.guest(guest.id, person.id)})}"


# --- passkeys -----------------------------------------------------------------------------


async def ask(request: Request) -> Response:
    """What any passkey of this server may sign."""
    here = site(request)
    attempt(request)
    question = passkeys.ask_who(here.address(request))
    await here.tables.store.write(queries.add_challenge, question.challenge, SIGN_IN, "")
    return Response(question.options, media_type="application/json")


async def by_passkey(request: Request) -> Response:
    """Lets in whose passkey has signed the challenge."""
    here = site(request)
    person = await _signer(request, await request.body())
    where = JSONResponse({"next": await enter(request, person)})
    return await here.sign_in(where, request, person)


async def _signer(request: Request, body: bytes) -> Person:
    """Whose passkey has signed; the challenge is used up whatever comes of it."""
    here, store = site(request), site(request).tables.store
    try:
        answer = passkeys.read_answer(body)
        if not await store.write(queries.take_challenge, answer.challenge, SIGN_IN, ""):
            raise passkeys.BadPasskey
        known = await store.read(queries.passkey, answer.passkey)
        if known is None:
            raise passkeys.BadPasskey
        count = passkeys.verified_count(answer, here.address(request), known)
    except passkeys.BadPasskey:
        raise NotYourSeat("passkey_refused") from None
    person = await store.read(queries.person, known.person)
    if not person or not await store.write(queries.use_passkey, known.id, known.count, count):
        raise NotYourSeat("passkey_refused")
    return person


# --- letters ------------------------------------------------------------------------------


async def ask_for_letter(request: Request) -> Response:
    """Sends a link to an address, if it is somebody's; the answer is the same if it is not."""
    here, form = site(request), await form_of(request)
    if here.mailer is None:
        raise Refusal("not_now")
    await here.charge(here.limiter.letters, request, None)
    address = clean_address(form.get("address"))
    if not address:
        return await _page(request, {"trouble": "address_bad"}, 400)
    owner = await here.tables.store.read(queries.owner_of_address, address)
    if owner:
        await send_letter(
            here, Letter("sign_in", owner.id, address), owner, language_of(request, owner)
        )
    return await _page(request, {"sent_to": address})


async def send_letter(here: Site, letter: Letter, person: Person, language: str) -> None:
    """A letter with a link that serves for its purpose only, unless enough are on their way."""
    secret = await here.tables.store.write(queries.add_letter, letter)
    if not secret or here.mailer is None:
        return
    words = Words(VOCABULARY, language)
    link = f"{here.public_url}/letter/{secret}"
    subject, text = LETTERS[letter.purpose]
    told = words.say(Phrase(text, {"name": person.name, "minutes": MINUTES}))
    whole = "\n\n".join((told, link, words.label("letter_not_you"))) + "\n"
    here.mailer.post(letter.address, words.label(subject), whole, language)


async def ask_by_letter(request: Request) -> Response:
    """The page behind a link in a letter: what it would do, and whether to.

    Looking changes nothing: programs of post offices look at links, too.
    """
    here = site(request)
    letter, owner = await _letter(request)
    person = await here.person(request)
    context: Args = {
        "letter": letter,
        "owner": owner,
        "mine": person is not None and person.id == owner.id,
        "path": "/",
    }
    return await here.page(request, "letter.html", context)


async def by_letter(request: Request) -> Response:
    """Does what a letter is for, once."""
    here, store = site(request), site(request).tables.store
    letter, owner = await _letter(request)
    secret = request.path_params["secret"]
    if letter.purpose == "sign_in":
        if not await store.write(queries.use_letter, secret, "sign_in"):
            raise NotYourSeat("link_not_valid")
        where = RedirectResponse(await enter(request, owner), SEE_OTHER)
        return await here.sign_in(where, request, owner)
    person = await here.person(request)
    if person is None or person.id != owner.id:
        raise NotYourSeat("letter_elsewhere", name=owner.name)
    if not await store.write(queries.prove_address, secret, owner.id):
        raise NotYourSeat("address_taken")
    return RedirectResponse("/me/account#email", SEE_OTHER)


async def _letter(request: Request) -> tuple[Letter, Person]:
    found = await site(request).tables.store.read(queries.letter, request.path_params["secret"])
    if found is None:
        raise NotYourSeat("link_not_valid")
    return found


# --- recovery codes -----------------------------------------------------------------------


async def by_code(request: Request) -> Response:
    """Lets in who has a code, which is used up."""
    here, form = site(request), await form_of(request)
    attempt(request)
    code = read_code(form.get("code"))
    owner = await here.tables.store.write(queries.use_code, code) if code else None
    person = await here.tables.store.read(queries.person, owner) if owner else None
    if person is None:
        return await _page(request, {"trouble": "code_refused"}, 403)
    where = await enter(request, person)
    target = "/me/account" if where == "/" else where
    return await here.sign_in(RedirectResponse(target, SEE_OTHER), request, person)


# --- what a guest had here ----------------------------------------------------------------


async def ask_along(request: Request) -> Response:
    """Whether to take along what this browser's guest has played."""
    found = await _guest(request, request.query_params.get("guest", ""))
    if found is None:
        return RedirectResponse("/", SEE_OTHER)
    guest, person = found
    context: Args = {"guest": guest, "person": person, "claim": request.query_params["guest"]}
    return await site(request).page(request, "along.html", context | {"path": "/"})


async def along(request: Request) -> Response:
    """Takes it along."""
    here, form = site(request), await form_of(request)
    found = await _guest(request, str(form.get("guest", "")))
    if found is None:
        raise NotYourSeat("link_not_valid")
    touched = await personal_data.take_along(here.tables, *found)
    if touched is None:
        raise NotYourSeat("link_not_valid")
    await here.archive.forget(touched)
    here.pages.end(found[0].id)
    here.streams.end(found[0].id)
    return RedirectResponse("/", SEE_OTHER)


async def _guest(request: Request, claim: str) -> tuple[Person, Person] | None:
    """Which guest this browser was, and who it is now."""
    here, person = site(request), await site(request).person(request)
    guest_id = here.identity.read_guest(claim, person.id) if person and person.account else None
    guest = await here.tables.store.read(queries.person, guest_id) if guest_id else None
    return (guest, person) if guest and person and guest.account is None else None


ROUTES = [
    Route("/sign-in", sign_in_page),
    Route("/sign-in/new", new_account, methods=["POST"]),
    Route("/sign-in/ask", ask, methods=["POST"]),
    Route("/sign-in/passkey", by_passkey, methods=["POST"]),
    Route("/sign-in/email", ask_for_letter, methods=["POST"]),
    Route("/sign-in/code", by_code, methods=["POST"]),
    Route("/letter/{secret}", ask_by_letter),
    Route("/letter/{secret}", by_letter, methods=["POST"]),
    Route("/me/along", ask_along),
    Route("/me/along", along, methods=["POST"]),
]
