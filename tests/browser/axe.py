"""What axe-core finds wrong with a page: what would shut somebody out.

The script comes with axe-playwright-python and is put in through the debugger, so that it runs
under the strict content security policy of our pages and leaves that policy in force.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

SCRIPT = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
GRAVE = ("serious", "critical")
# A bar over the page covers nothing for good: everything can be scrolled from under it.  A card
# that cannot be played now is no target: in a full hand only a strip of it is seen.
RUN = """
async options => {
  const over = [...document.querySelectorAll('#hand, .player')]
  for (const one of over) one.style.position = 'static'
  const found = await axe.run(document, options)
  for (const one of over) one.style.position = ''
  const isIdle = node =>
    document.querySelector(node.target).matches('#hand .card[aria-disabled=true]')
  for (const rule of found.violations)
    if (rule.id === 'target-size') rule.nodes = rule.nodes.filter(node => !isIdle(node))
  return found
}
"""
OPTIONS = {
    "preload": False,  # style sheets and sounds, for rules that are experimental or not grave
    "resultTypes": ["violations"],
    "rules": {"target-size": {"enabled": True}},
}


def violations(page: Page) -> list[str]:
    """Everything serious or critical, a line for each element: rule, element, help."""
    page.wait_for_load_state()
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"() => {{ {SCRIPT} }}")
    found: dict[str, Any] = page.evaluate(RUN, OPTIONS)
    return [
        f"{rule['id']}: {_where(node)}: {rule['help']} ({node['failureSummary']})"
        for rule in found["violations"]
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]


def _where(node: dict[str, Any]) -> str:
    """The selector, then the beginning of the element itself."""
    path = " ".join(map(str, node["target"]))
    return f"{path} {str(node['html'])[:120]}"
