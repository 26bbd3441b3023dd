"""One's own account: passkeys, an address, recovery codes, and where one is signed in."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from dalang.engine.api import Args, Phrase
from dalang.engine.words import Words
from dalang.server.errors import NotYourSeat, Refusal
from dalang.server.people import passkeys
from dalang.server.people.addresses import clean_address
from dalang.server.people.recovery import new_codes
from dalang.server.storage import Letter, NotStored, Person, TooManyStored, queries
from dalang.server.web.routes.sign_in import MINUTES, attempt, send_letter
from dalang.server.web.site import SEE_OTHER, Site, form_of, language_of, site
from dalang.server.web.user_agents import label_of
from dalang.server.words import VOCABULARY

MOST_PASSKEYS = 20  # of one person
NEW = "new passkey"  # the purpose of a challenge


async def account(request: Request) -> Response:
    """All of it on one page."""
    person = await site(request).person(request)
    if person is None:
        return RedirectResponse("/sign-in", SEE_OTHER)
    return await account_page(request, person, {})


async def account_page(request: Request, person: Person, once: Args, status: int = 200) -> Response:
    """A person's account, with what is shown this once."""
    here, store = site(request), site(request).tables.store
    known = here.claim(request)
    context: Args = {
        "can_passkey": bool(passkeys.party_of(here.address(request))),
        "can_email": here.mailer is not None,
        "minutes": MINUTES,
        "keys": await store.read(queries.passkeys, person.id),
        "email": await store.read(queries.email, person.id),
        "left": await store.read(queries.codes_left, person.id),
        "browsers": await store.read(queries.browsers, person.id),
        "this": known.browser if known else "",
        "codes": [],
        "sent_to": "",
        "trouble": "",
    }
    return await here.page(request, "account.html", context | once, status)


async def _known(request: Request) -> Person:
    person = await site(request).person(request)
    if person is None:
        raise NotYourSeat("sign_in_first")
    return person


async def _has_account(request: Request) -> Person:
    person = await _known(request)
    if person.account is None:
        raise NotYourSeat("sign_in_first")
    return person


# --- passkeys -----------------------------------------------------------------------------


async def ask_for_passkey(request: Request) -> Response:
    """What a new passkey has to sign."""
    here, person, store = site(request), await _known(request), site(request).tables.store
    attempt(request)
    known = await store.read(queries.passkeys, person.id)
    question = passkeys.ask_for_new(here.address(request), person, known)
    await store.write(queries.add_challenge, question.challenge, NEW, person.id)
    return Response(question.options, media_type="application/json")


async def add_passkey(request: Request) -> Response:
    """A passkey that this browser, or a device next to it, has just made."""
    here, person, store = site(request), await _known(request), site(request).tables.store
    label = label_of(request.headers.get("user-agent", ""))
    try:
        answer = passkeys.read_answer(await request.body())
        if not await store.write(queries.take_challenge, answer.challenge, NEW, person.id):
            raise passkeys.BadPasskey
        made = passkeys.verified_new(answer, here.address(request), person.id, label)
        await store.write(queries.add_passkey, made, MOST_PASSKEYS)
    except (passkeys.BadPasskey, NotStored):
        raise NotYourSeat("passkey_refused") from None
    except TooManyStored:
        raise Refusal("too_many_passkeys", most=MOST_PASSKEYS) from None
    await _warn(here, person, language_of(request, person))
    return JSONResponse({"next": "/me/account"})


async def delete_passkey(request: Request) -> Response:
    """Forgets a passkey, unless it is the only way in."""
    here, person = site(request), await _has_account(request)
    passkey = request.path_params["passkey"]
    if not await here.tables.store.write(queries.delete_passkey, person.id, passkey):
        raise Refusal("last_way_in")
    await _warn(here, person, language_of(request, person))
    return RedirectResponse("/me/account", SEE_OTHER)


async def _warn(here: Site, person: Person, language: str) -> None:
    """A person with an address is told that the ways into the account have changed."""
    address = await here.tables.store.read(queries.email, person.id)
    if here.mailer and address:
        words = Words(VOCABULARY, language)
        text = words.say(Phrase("letter_changed", {"name": person.name}))
        link = f"{here.public_url}/me/account"
        here.mailer.post(
            address, words.label("letter_changed_subject"), f"{text}\n\n{link}\n", language
        )


# --- e-mail -------------------------------------------------------------------------------


async def set_email(request: Request) -> Response:
    """Sends a letter to an address that somebody calls their own."""
    here, person, form = site(request), await _known(request), await form_of(request)
    if here.mailer is None:
        raise Refusal("not_now")
    await here.charge(here.limiter.letters, request, person)
    address = clean_address(form.get("address"))
    if not address:
        return await account_page(request, person, {"trouble": "address_bad"}, 400)
    await send_letter(
        here, Letter("prove", person.id, address), person, language_of(request, person)
    )
    return await account_page(request, person, {"sent_to": address})


async def delete_email(request: Request) -> Response:
    """Forgets an address, unless it is the only way in."""
    here, person = site(request), await _has_account(request)
    await _warn(here, person, language_of(request, person))
    if not await here.tables.store.write(queries.delete_email, person.id):
        raise Refusal("last_way_in")
    return RedirectResponse("/me/account#email", SEE_OTHER)


# --- recovery codes and browsers ----------------------------------------------------------


async def make_codes(request: Request) -> Response:
    """New codes, shown this once; those of before are void."""
    here, person = site(request), await _has_account(request)
    await here.charge(here.limiter.tokens, request, person)
    codes = new_codes()
    await here.tables.store.write(queries.set_codes, person.id, codes)
    return await account_page(request, person, {"codes": codes})


async def delete_browser(request: Request) -> Response:
    """Signs a browser out; those that stay open their pages again by themselves."""
    here, person = site(request), await _has_account(request)
    await here.tables.store.write(queries.delete_browser, person.id, request.path_params["browser"])
    here.pages.end(person.id)
    return RedirectResponse("/me/account#browsers", SEE_OTHER)


ROUTES = [
    Route("/me/account", account),
    Route("/me/passkey/ask", ask_for_passkey, methods=["POST"]),
    Route("/me/passkey", add_passkey, methods=["POST"]),
    Route("/me/passkey/{passkey}/delete", delete_passkey, methods=["POST"]),
    Route("/me/email", set_email, methods=["POST"]),
    Route("/me/email/delete", delete_email, methods=["POST"]),
    Route("/me/codes", make_codes, methods=["POST"]),
    Route("/me/browser/{browser}", delete_browser, methods=["POST"]),
]
