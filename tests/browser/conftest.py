"""One browser for all browser tests, a table for each; every tab is watched for errors."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect, sync_playwright

from tests.browser.table_page import TablePage

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
FARO = Path(sys.executable).with_name("faro")
WAIT_MS = 20_000  # at most, on a loaded machine; what comes sooner is seen sooner
ENDED = 130  # by Ctrl-C

expect.set_options(timeout=WAIT_MS)


@dataclass(frozen=True)
class Served:
    """A page that runs: its address with the token, and its process."""

    url: str
    process: subprocess.Popen[str]

    def address(self, path: str = "/") -> str:
        return self.url.replace("/#", f"{path}#")


# A package's fixtures end with its last test: while Playwright runs, no other test of this
# process could start an event loop of its own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    if path is None:
        why = "no Chromium: `make browser` installs it where apt-get works"
        (pytest.fail if "CI" in os.environ else pytest.skip)(why)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def served() -> Iterator[Served]:
    command = [str(FARO), "table", "--no-browser", "--page-port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http\S+", process.stdout.readline())
        assert found, "the page did not start"
        yield Served(found[0], process)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == ENDED


Open = Callable[..., TablePage]


@pytest.fixture
def tab(browser: Browser, served: Served) -> Iterator[Open]:
    """Opens tabs; at the end none of them may have written anything to its console."""
    opened: list[TablePage] = []

    def open_tab(
        path: str = "/",
        width: int = 1280,
        height: int = 800,
        routes: dict[str, Callable[[Route], None]] | None = None,
        **more: str,
    ) -> TablePage:
        size = {"width": width, "height": height}
        context = browser.new_context(viewport=size, reduced_motion="reduce", **more)  # type: ignore[arg-type]
        context.set_default_timeout(WAIT_MS)
        for pattern, answer in (routes or {}).items():
            context.route(pattern, answer)
        page = TablePage(context.new_page())
        opened.append(page)
        page.open(served.address(path))
        return page

    yield open_tab
    said = [words for page in opened for words in page.errors]
    for page in opened:
        page.page.context.close()
    assert said == []


@pytest.fixture
def table(tab: Open) -> TablePage:
    """The table's page."""
    return tab()
