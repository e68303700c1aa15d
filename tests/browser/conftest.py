"""One browser and one closed table for all tests, a table of its own for each that plays; every
tab is watched for errors."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._driver import compute_driver_executable
from playwright.sync_api import Browser, Route, ViewportSize, expect, sync_playwright

from tests.browser.table_page import PACE, TablePage
from tests.proofs.page.client import PageProcess

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
WAIT_MS = 20_000  # at most, on a loaded machine; what comes sooner is seen sooner
ENDED = 130  # by Ctrl-C
FONTCONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
"""

expect.set_options(timeout=WAIT_MS)


# A package's fixtures end with its last test: while Playwright runs, no other test of this
# process could start an event loop of its own.
@pytest.fixture(scope="package")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    path = shutil.which("chromium")
    why = ""
    if path is None:
        why = "no Chromium: `make browser` installs it if you may use apt-get"
    elif not driver_starts():
        why = "the browser's driver does not start: `make browser` installs libatomic1"
    if why:
        (pytest.fail if "CI" in os.environ else pytest.skip)(why)
    fonts = tmp_path_factory.mktemp("fonts")
    environment: dict[str, str | float | bool] = {
        **os.environ,
        "FONTCONFIG_FILE": str(only_dejavu(fonts)),
    }
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS, env=environment)
        yield chromium
        chromium.close()


def driver_starts() -> bool:
    """Whether Playwright's own Node finds its libraries."""
    node = compute_driver_executable()[0]
    return subprocess.run([node, "--version"], capture_output=True, check=False).returncode == 0


def only_dejavu(folder: Path) -> Path:
    """A fontconfig with one family, so that no test depends on the machine's fonts.

    Matplotlib brings DejaVu along.
    """
    spec = importlib.util.find_spec("matplotlib")
    assert spec is not None and spec.origin is not None
    for font in (Path(spec.origin).parent / "mpl-data/fonts/ttf").glob("DejaVuSans*.ttf"):
        (folder / font.name).symlink_to(font)
    config = folder / "fonts.conf"
    config.write_text(FONTCONFIG.format(folder=folder))
    return config


@contextmanager
def serving(folder: Path) -> Iterator[PageProcess]:
    page = PageProcess(folder)
    yield page
    assert page.stop()[0] == ENDED


@pytest.fixture(scope="package")
def closed_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageProcess]:
    """For all tests that only look at the page: the start takes seconds."""
    with serving(tmp_path_factory.mktemp("closed")) as page:
        yield page


@pytest.fixture
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[PageProcess]:
    if request.node.get_closest_marker("plays"):
        with serving(tmp_path / "own") as page:
            with page.tab() as tab:
                tab.do(PACE)
            yield page
        return
    page = request.getfixturevalue("closed_table")
    yield page
    with page.tab() as tab:  # as it was
        tab.do("time go")
        tab.do("time x 1")
        assert tab.view["table"]["phase"] == "closed", "who plays is marked so"


def address(page: PageProcess, path: str = "/") -> str:
    return f"http://{page.host}{path}#token={page.token}"


Open = Callable[..., TablePage]


@pytest.fixture
def tab(browser: Browser, served: PageProcess) -> Iterator[Open]:
    """Opens tabs; at the end none of them may have written anything to its console."""
    opened: list[TablePage] = []

    def open_tab(
        path: str = "/",
        width: int = 1280,
        height: int = 800,
        routes: dict[str, Callable[[Route], None]] | None = None,
        **more: Any,
    ) -> TablePage:
        size = ViewportSize(width=width, height=height)
        context = browser.new_context(viewport=size, reduced_motion="reduce", **more)
        context.set_default_timeout(WAIT_MS)
        for pattern, answer in (routes or {}).items():
            context.route(pattern, answer)
        page = TablePage(context.new_page())
        opened.append(page)
        page.open(address(served, path))
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
