"""How a person wants to be reached: when, in which browsers, and by which webhook."""

from __future__ import annotations

import hashlib
import json
from typing import Final, cast

from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from dalang.engine.api import Args
from dalang.server.errors import NotYourSeat, Refusal
from dalang.server.notifications.notices import Notice, is_on, new_secret
from dalang.server.notifications.public_http import LONGEST_ADDRESS, BadAddress
from dalang.server.notifications.push import BadKey, check_keys
from dalang.server.rendering.assets import HERE
from dalang.server.storage import Device, Person, TooManyStored, Webhook, Wish, now, queries
from dalang.server.web.routes.profile import my_page
from dalang.server.web.site import SEE_OTHER, form_of, language_of, origin_of, site
from dalang.server.web.user_agents import label_of

MOST_DEVICES: Final = 10  # of one person
LONGEST_KEY: Final = 200  # characters
WISHES: Final[dict[str, Wish]] = {"never": "never", "days": "days", "always": "always"}


async def _known(request: Request) -> Person:
    person = await site(request).person(request)
    if person is None:
        raise NotYourSeat("link_not_valid")
    return person


async def set_wish(request: Request) -> Response:
    """When to be told."""
    person, form = await _known(request), await form_of(request)
    if wish := WISHES.get(str(form.get("notices", ""))):
        await site(request).tables.store.write(queries.set_notices, person.id, wish)
    return RedirectResponse("/me#notices", SEE_OTHER)


# --- browsers -----------------------------------------------------------------------------


async def worker(request: Request) -> Response:
    """The service worker; at the root, so that it serves all pages."""
    headers = {"cache-control": "no-cache"}
    return FileResponse(
        HERE / "static" / "worker.js", media_type="text/javascript", headers=headers
    )


async def add_device(request: Request) -> Response:
    """A browser that wants to be told; it is told so at once."""
    here, person = site(request), await _known(request)
    device = _device(request, person, await request.body())
    try:
        here.notifier.http_client.place(device.endpoint)
        check_keys(device.key, device.auth)
        await here.tables.store.write(queries.add_device, device, MOST_DEVICES)
    except (BadAddress, BadKey):
        raise Refusal("bad_device") from None
    except TooManyStored:
        raise Refusal("too_many_devices", most=MOST_DEVICES) from None
    if here.notifier.tests.take():
        here.notifier.greet(device, person)
    return Response(status_code=204)


def _device(request: Request, person: Person, body: bytes) -> Device:
    """As a browser describes itself: its PushSubscription as JSON."""
    try:
        told = json.loads(body)
        endpoint, keys = told["endpoint"], told["keys"]
        texts = [cast("object", text) for text in (endpoint, keys["p256dh"], keys["auth"])]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Refusal("bad_device") from None
    if not all(isinstance(text, str) for text in texts):
        raise Refusal("bad_device")
    address, key, auth = (str(text) for text in texts)
    if len(address) > LONGEST_ADDRESS or max(len(key), len(auth)) > LONGEST_KEY:
        raise Refusal("bad_device")
    return Device(
        id=device_id(address),
        person=person.id,
        endpoint=address,
        key=key,
        auth=auth,
        origin=origin_of(request),
        language=language_of(request, person),
        label=label_of(request.headers.get("user-agent", "")),
        created=now(),
    )


def device_id(endpoint: str) -> str:
    """The page can tell by it which of the browsers is the one that shows it."""
    return hashlib.sha256(endpoint.encode(errors="replace")).hexdigest()[:24]


async def delete_device(request: Request) -> Response:
    """Tells a browser nothing any more."""
    person = await _known(request)
    await site(request).tables.store.write(
        queries.delete_device, person.id, request.path_params["device"]
    )
    return RedirectResponse("/me#notices", SEE_OTHER)


# --- the webhook --------------------------------------------------------------------------


async def set_webhook(request: Request) -> Response:
    """An address to be told; its secret is shown this once."""
    here, person, form = site(request), await _known(request), await form_of(request)
    address = str(form.get("url", "")).strip()
    try:
        here.notifier.http_client.place(address)
    except BadAddress:
        raise Refusal("bad_address") from None
    language, secret = language_of(request, person), new_secret()
    webhook = Webhook(person.id, address, secret, origin_of(request), language)
    await here.tables.store.write(queries.set_webhook, webhook)
    return await my_page(request, person, {"webhook_secret": secret})


async def delete_webhook(request: Request) -> Response:
    """Tells the address nothing any more."""
    person = await _known(request)
    await site(request).tables.store.write(queries.delete_webhook, person.id)
    return RedirectResponse("/me#notices", SEE_OTHER)


async def try_webhook(request: Request) -> Response:
    """Sends a test now, and says whether it arrived: nothing else of the answer."""
    here, person = site(request), await _known(request)
    webhook = await here.tables.store.read(queries.webhook, person.id)
    if webhook is None or not is_on(webhook) or not here.notifier.tests.take():
        raise Refusal("not_now")
    arrived = await here.notifier.post(webhook, person, Notice("test"))
    await here.tables.store.write(queries.count_failure, person.id, webhook.secret, not arrived)
    shown: Args = {"tested": "test_arrived" if arrived else "test_failed"}
    return await my_page(request, person, shown)


ROUTES = [
    Route("/worker.js", worker),
    Route("/me/notices", set_wish, methods=["POST"]),
    Route("/me/push", add_device, methods=["POST"]),
    Route("/me/push/{device}", delete_device, methods=["POST"]),
    Route("/me/webhook", set_webhook, methods=["POST"]),
    Route("/me/webhook/off", delete_webhook, methods=["POST"]),
    Route("/me/webhook/test", try_webhook, methods=["POST"]),
]
