"""The last screen of a run that failed: every failing test and its reason, in a few lines.

pytest's own summary truncates lines at the width of the window, often before the reason, and on
some machines it prints whole pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

TOLD = 6  # tests with their reason; of the others the name, of very many the number
NAMED = 12
LINES = 4  # of a reason
WIDTH = 150
SHOWN = "what the browsers showed"  # a section that tests/browser adds to a report


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """After all tracebacks, before the line that counts."""
    stats = terminalreporter.stats
    reports = [*stats.get("failed", []), *stats.get("error", [])]
    if reports:
        terminalreporter.section("what failed")
        for line in last_screen(reports):
            terminalreporter.write_line(line)


def last_screen(reports: Sequence[pytest.CollectReport | pytest.TestReport]) -> Iterator[str]:
    """At most forty lines or so, however many tests failed."""
    for report in reports[:TOLD]:
        yield _name(report)
        for line in _reason(report):
            yield f"    {line[:WIDTH]}"
    for report in reports[TOLD : TOLD + NAMED]:
        yield _name(report)
    if len(reports) > TOLD + NAMED:
        yield f"... and {len(reports) - TOLD - NAMED} more"


def _name(report: pytest.CollectReport | pytest.TestReport) -> str:
    when = "" if report.when == "call" else f" ({report.when or 'import'})"
    return f"{report.nodeid}{when}"


def _reason(report: pytest.CollectReport | pytest.TestReport) -> list[str]:
    """Where it failed, the first words of why, and where a browser's picture is."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:  # a module that cannot be imported, or a worker that died
        return [line for line in report.longreprtext.splitlines() if line.strip()][-LINES:]
    why = [line for line in str(crash.message).splitlines() if line.strip()][:LINES]
    pages = [text for name, text in report.sections if name == SHOWN]
    shown = [line for text in pages for line in text.splitlines()][:LINES]
    return [f"{crash.path}:{crash.lineno}", *why, *shown]
