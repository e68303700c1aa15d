"""What was done is a scenario file that the simulator's own reader takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from faro.page.recording import Recording
from faro.sim.scenario_file import Step, parse
from faro.wire.errors import PortError

HELLO = {"protocol": 2, "nonce": bytes(16)}


def steps_of(recording: Recording) -> list[Step]:
    return list(parse(recording.yaml(), Path("page.yaml")).steps)


def test_yaml__verbs_commands_refusals__each_with_its_moment_in_their_order() -> None:
    recording = Recording(lambda: {"shoe": 8_000_123, "meter": 7}, seed=7)
    fields = {"game": 3, "areas": 3, "decks": 0, "equipment": 0}
    at_us = recording.sent_us("shoe")
    recording.made("shoe", "table", "OPEN_TABLE", fields, "", at_us)
    recording.done("time pause", 8_400_000)
    recording.made("meter", "table", "FREEZE", {}, "", 8_900_000)
    recording.done("deal QH 9S", 8_500_000)  # told when the hand is done
    recording.made("shoe", "table", "PACK_LOADED", {}, "wrong_phase", 9_500_000)
    recording.made("meter", "inspector", "CONFIRM", {"number": 1, "digest": bytes(16)},
                   "no_answer", 61_000_001)  # fmt: skip
    scenario = parse(recording.yaml(), Path("page.yaml"))
    assert scenario.seed == 7 and scenario.ready == ("provisioned", "enrolled")
    assert [(step.kind, step.at_us) for step in scenario.steps] == [
        ("ask", 8_000_123), ("do", 8_500_000), ("ask", 8_900_000), ("ask", 9_500_000),
        ("ask", 61_000_001),
    ]  # fmt: skip
    asked: list[Any] = [step.asked for step in scenario.steps if step.asked]
    assert asked[0].fields == fields and asked[2].refused == "wrong_phase"
    assert asked[3].role == "inspector" and asked[3].fields["digest"] == bytes(16)
    assert asked[3].refused == "no_answer"


def test_yaml__session_opened__one_login_with_the_moments_of_hello_and_proof() -> None:
    recording = Recording(dict, seed=1)
    recording.made("meter", "table", "HELLO", HELLO, "", 1_000)
    recording.made("meter", "table", "HELLO", HELLO, "", 2_000)
    recording.made("meter", "supervisor", "HELLO", HELLO, "", 2_500)
    recording.made("meter", "table", "OPEN_SESSION", {"proof": bytes(16)}, "", 3_000)
    recording.made("meter", "supervisor", "OPEN_SESSION", {"proof": bytes(16)}, "", 3_500)
    told = [
        (step.kind, step.text.split()[1], step.at_us, step.proof_us)
        for step in steps_of(recording)
    ]
    assert told == [
        ("ask", "anyone", 1_000, 0), ("login", "table", 2_000, 3_000),
        ("login", "supervisor", 2_500, 3_500),
    ]  # fmt: skip


def test_made__what_changed_nothing_or_never_left__is_left_out() -> None:
    recording = Recording(dict, seed=1)
    recording.made("meter", "table", "FREEZE", {}, "no_session", 1_000)
    recording.made("meter", "table", "FREEZE", {}, "no_answer", 0)
    recording.made("meter", "inspector", "OPEN_SESSION", {}, "bad_tag", 1_000)
    recording.made("meter", "table", "HELLO", HELLO, "no_answer", 1_000)
    assert [step.kind for step in steps_of(recording)] == ["pass"]


def test_made__nobody_knows_when__at_the_moment_of_the_step_before() -> None:
    recording = Recording(dict, seed=1)
    recording.done("deal", 2_000)
    recording.made("shoe", "table", "PACK_LOADED", {}, "", 0)
    told = [(step.kind, step.at_us) for step in steps_of(recording)]
    assert told == [("do", 2_000), ("ask", 2_000)]


def test_sent_us__simulator_gone__nothing_is_noted() -> None:
    def gone() -> dict[str, int]:
        raise PortError("the simulator does not answer")

    assert Recording(gone, 1).sent_us("shoe") == 0


def test_yaml__nothing_done__a_scenario_too() -> None:
    assert steps_of(Recording(dict, 1))[0].kind == "pass"
