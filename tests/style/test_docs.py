"""What is made from the tables is current: `make docs` would change nothing."""

from __future__ import annotations

import json
import re

import pytest

from faro.docs.make import DICTIONARY, generate, render
from faro.wire.framing import Splitter
from firmware.jackpot import requests as jackpot_requests
from firmware.jackpot.linked import frames as linked_frames
from firmware.journal import record
from firmware.link import port, replay
from firmware.trust import attest, sessions, two_roles
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
    assert (replay.SHORT_ANSWERS, replay.LONG_ANSWERS, replay.OF_STRANGERS) == (8, 4, 2)
    assert "last eight answers" in text and "the last two to those outside" in text
    assert sessions.PLACES == 16 and "16 places" in text and sessions.IN_USE_MS == 10_000
    assert sessions.WINDOW == 32 and "which of the 31\n  below it have come" in text


@pytest.mark.parametrize(
    "label",
    [
        record.SEAL_LABEL,
        jackpot_requests.EVIDENCE_LABEL,
        attest.LABEL,
        linked_frames.LABEL,
        linked_frames.KEY_LABEL,
        sessions.SESSION_LABEL,
        two_roles.LABEL,
    ],
)
def test_docs__labels_of_seals_and_tags__in_the_reference(label: bytes) -> None:
    assert f"`{label.decode()}`" in PAGES["docs/protocol.md"]
