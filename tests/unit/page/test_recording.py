"""What was done is a scenario file that the simulator's own reader takes."""

from __future__ import annotations

from pathlib import Path

from faro.page.recording import Recording
from faro.sim.scenario_file import parse


def test_yaml__verbs_commands_refusals__read_back_in_order_and_time() -> None:
    now_ms = [8_000]
    recording = Recording(lambda: now_ms[0], seed=7)
    fields = {"game": 3, "areas": 3, "decks": 0, "equipment": 0}
    recording.made("shoe", "table", "OPEN_TABLE", fields, "")
    now_ms[0] += 500
    recording.done("time pause", now_ms[0])
    begun_ms = now_ms[0]
    now_ms[0] += 900
    recording.done("deal QH 9S", begun_ms)
    now_ms[0] += 100
    recording.made("shoe", "table", "PACK_LOADED", {}, "wrong_phase")
    recording.made("meter", "inspector", "CONFIRM", {"number": 1, "digest": bytes(16)}, "")
    scenario = parse(recording.yaml(), Path("page.yaml"))
    assert scenario.seed == 7 and scenario.ready == ("provisioned", "enrolled")
    assert [(step.kind, step.at_us // 1000) for step in scenario.steps] == [
        ("ask", 0), ("pass", 500), ("do", 0), ("pass", 100), ("ask", 0), ("ask", 0),
    ]  # fmt: skip
    asked = [step.asked for step in scenario.steps if step.asked]
    assert asked[0].fields == fields and asked[1].refused == "wrong_phase"
    assert asked[2].role == "inspector" and asked[2].fields["digest"] == bytes(16)


def test_yaml__nothing_done__a_scenario_too() -> None:
    assert parse(Recording(lambda: 0, 1).yaml(), Path("page.yaml")).steps[0].kind == "pass"
