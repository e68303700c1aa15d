"""What is made from the tables is current: `make docs` would change nothing."""

from __future__ import annotations

import json
import re

import pytest

from faro.docs.make import DICTIONARY, generate, render
from faro.wire.framing import Splitter
from firmware.link import port, replay
from firmware.trust import sessions
from tests.style.imports import ROOT

PAGES = render()


@pytest.mark.parametrize("name", [name for name in PAGES if name != DICTIONARY])
def test_docs__generated_file__is_current(name: str) -> None:
    assert (ROOT / name).read_text("utf-8") == PAGES[name], f"run 'make docs': {name} is old"


def test_docs__generate__writes_once_and_then_nothing(tmp_path) -> None:
    assert len(generate(tmp_path)) == len(PAGES)
    assert generate(tmp_path) == []


def test_docs__every_example_frame__is_a_good_frame() -> None:
    text = PAGES["docs/protocol.md"]
    examples = re.findall(r"^(00 [0-9a-f ]+ 00)$", text, re.MULTILINE)
    kinds = [Splitter().feed(bytes.fromhex(example))[0].kind for example in examples]
    assert kinds == [row["id"] for row in json.loads(PAGES[DICTIONARY])["messages"]]


def test_docs__numbers_in_the_prose__are_those_of_the_firmware() -> None:
    text = PAGES["docs/protocol.md"]
    assert port._SILENT_TICKS == 2 and "after two heartbeats" in text
    assert (replay.IN_SESSIONS, replay.OF_STRANGERS) == (4, 2)
    assert "last four answers" in text and "the last two to those outside" in text
    assert sessions.WINDOW == 32 and "which of the 31\n  below it have come" in text
