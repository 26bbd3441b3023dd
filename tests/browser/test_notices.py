"""A browser that wants to be told: switched on and off, and what it shows while no page is open."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.hosting import NEVER, Host
from tests.browser.visiting import Visit, devtools_of
from tests.server.receiving import Browser as Keys

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]
ENDPOINT = "http://127.0.0.1:9/nobody"
# No push service of the outside world takes part: the browser has an address all the same.
ADDRESSED = """
const told = %s
const unsubscribe = async () => localStorage.removeItem('known')
const known = () => localStorage.known ? { ...told, toJSON: () => told, unsubscribe } : null
PushManager.prototype.getSubscription = async () => known()
PushManager.prototype.subscribe = async options => {
  if (!options.userVisibleOnly || options.applicationServerKey.length < 80) throw new Error()
  localStorage.known = '1'
  return known()
}
"""
STARTED = """async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.register('/worker.js')
  const worker = installing ?? waiting ?? active
  while (worker.state !== 'activated')
    await new Promise(go => worker.addEventListener('statechange', go, { once: true }))
}"""
# A browser without windows shows nothing: what the worker asks it to show is written down.
WRITTEN_DOWN = """() => {
  self.shown = new Promise(show => {
    self.registration.showNotification = async (title, { body, data }) => show([title, body, data])
  })
}"""


def test_switched_on_and_off_in_this_browser(host: Host, visit: Visit) -> None:
    ada = visit(host, permissions=["notifications"])
    ada.page.add_init_script(ADDRESSED % json.dumps(Keys().subscription(ENDPOINT)))
    ada.open_table("Ada", ["me", "open", "open"])
    ada.page.goto("/me")
    ada.page.click("#push-on")
    device = ada.page.locator("form[data-device]")
    expect(device).to_contain_text("Chrome")
    expect(ada.page.locator("#push-on")).to_be_hidden()
    ada.page.wait_for_load_state()
    device.get_by_role("button").click()
    expect(ada.page.locator("#push-on")).to_be_visible()
    expect(device).to_have_count(0)
    assert ada.page.evaluate("localStorage.known") is None


def test_without_permission_it_says_so(host: Host, visit: Visit) -> None:
    ada = visit(host)
    ada.open_table("Ada", ["me", "open", "open"])
    ada.page.add_init_script("Notification.requestPermission = async () => 'denied'")
    ada.page.goto("/me")
    ada.page.click("#push-on")
    expect(ada.page.locator("#push-trouble")).to_be_visible()


def test_the_worker_shows_which_game_waits(host: Host, visit: Visit) -> None:
    ada = visit(host, permissions=["notifications"])
    ada.page.goto("/")
    devtools = devtools_of(ada.page)
    found: list[str] = []

    def note(event: dict[str, Any]) -> None:
        found.extend(one["registrationId"] for one in event["registrations"])

    devtools.on("ServiceWorker.workerRegistrationUpdated", note)
    devtools.send("ServiceWorker.enable")
    with ada.page.context.expect_event("serviceworker") as started:
        ada.page.evaluate(STARTED)
    worker = started.value
    worker.evaluate(WRITTEN_DOWN)
    while not found:
        ada.page.wait_for_timeout(10)
    told = json.dumps({"title": "Bali", "body": "It is your turn.", "path": "/t/abc"})
    message = {"origin": host.address, "registrationId": found[-1], "data": told}
    devtools.send("ServiceWorker.deliverPushMessage", message)
    assert worker.evaluate("self.shown") == ["Bali", "It is your turn.", "/t/abc"]


def test_times_are_shown_by_the_clock_of_the_reader(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER), timezone_id="Asia/Tokyo")
    ada.page.goto("/new?game=taj_mahal&players=3")
    for seat in (1, 2):
        ada.pick(f"seat-{seat}", "hot")
    ada.pick("pace", "day")
    ada.page.click("button.primary")
    moment = ada.page.locator("#prompt time")
    expect(moment).not_to_contain_text("UTC")
    there = "time => new Date(time.dateTime).toLocaleString('en', {timeStyle: 'short'})"
    expect(moment).to_contain_text(moment.evaluate(there))
