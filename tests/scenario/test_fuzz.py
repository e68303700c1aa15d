"""The short form of `make fuzz` on both boards, and broken firmware that it must find."""

from __future__ import annotations

from pathlib import Path

import pytest

from faro.wire.dictionary import board_dictionaries
from firmware.board import board_state
from firmware.board.rows import MSG_RESTART, MSG_SET_SETTING, MSG_STATUS
from firmware.jackpot import round_states
from firmware.jackpot.rows import CFG_LINK_ROLE, LINK_HOLDER, LINK_MEMBER
from firmware.rounds import phases
from firmware.rounds.rows import NO_HAND
from firmware.shuffler import cycle
from firmware.update import updater
from tests.proofs.fuzz.case import STATES, Case, draw, run_case
from tests.proofs.fuzz.lines import plain
from tests.proofs.fuzz.minimise import shortest
from tests.proofs.fuzz.steps import BUS, SENDERS, Step, cases_per_sweep, field_codes, written

MUTANTS = Path(__file__).parent / "fuzz_mutants"
SEED = 16

# what is broken, and what must be found
BROKEN = [
    ("raises", "GET_EVIDENCE meets a bug"),
    ("silent", "no answer to"),
    ("short_answer", "GET_HEALTH: "),
    ("ends_sessions", "session"),
    ("locks", "the board was locked"),
    ("prints", "the firmware printed something"),
    ("restarts", "the board restarted"),
    ("wrong_books", "the books do not agree"),
]

# what shows that a board is in a state: request, its fields, a field of the answer, its value
_GAMES = ("tcp", "fcp", "csp", "tcb", "ldb")
_TABLE = {"place": NO_HAND}
THERE: dict[str, tuple[str, dict[str, int], str, int]] = {
    "shoe-attesting": ("GET_ATTESTATION", {}, "state", 1),
    "meter-attesting": ("GET_ATTESTATION", {}, "state", 1),
    "shoe-updating": ("GET_UPDATE", {}, "state", updater.US_ROM),
    "meter-updating": ("GET_UPDATE", {}, "state", updater.US_ROM),
    "shoe-table": ("GET_TABLE", _TABLE, "phase", phases.ST_READY),
    **{f"shoe-round-{g}": ("GET_TABLE", _TABLE, "phase", phases.ST_DEALING) for g in _GAMES},
    "shoe-ruling": ("GET_RULING", {"case_number": 0}, "open_count", 1),
    "shoe-audit": ("GET_AUDIT", {}, "is_running", 1),
    "shoe-enrolling": ("GET_ENROLMENT", {}, "state", 2),
    "shoe-feeding": ("GET_CYCLE", {}, "state", cycle.ST_FEEDING),
    "shoe-ready": ("GET_CYCLE", {}, "state", cycle.ST_READY),
    "shoe-delivering": ("GET_CYCLE", {}, "state", cycle.ST_DELIVERING),
    "shoe-offered": ("GET_CYCLE", {}, "state", cycle.ST_OFFERED),
    "shoe-calling": ("GET_CYCLE", {}, "state", cycle.ST_CALLING),
    "meter-wagers": ("GET_JACKPOT", {}, "antes", 0b110),
    "meter-frozen": ("GET_JACKPOT", {}, "state", round_states.ST_FROZEN),
    "meter-hit": ("GET_JACKPOT", {}, "state", round_states.ST_PENDING),
    "meter-hit-asked": ("GET_JACKPOT", {}, "state", round_states.ST_PENDING),
    "meter-locked": ("STATUS", {}, "state", board_state.ST_LOCKED),
    "meter-holder": ("GET_SETTING", {"setting": CFG_LINK_ROLE}, "value", LINK_HOLDER),
    "meter-member": ("GET_SETTING", {"setting": CFG_LINK_ROLE}, "value", LINK_MEMBER),
}


@pytest.mark.campaign
@pytest.mark.parametrize("state", list(THERE))
def test_state__when_the_steps_begin__the_board_is_in_it(state: str) -> None:
    request, fields, field, value = THERE[state]
    case = Case(state, "inspector")
    with case.scene.rig:
        role = "supervisor" if request == "GET_RULING" else ""
        assert case.scene.client(role).request(request, **fields).fields[field] == value


@pytest.mark.campaign
@pytest.mark.parametrize("kind", ["shoe", "meter"])
def test_fuzz__every_state_from_other_senders__everything_holds(kind: str) -> None:
    states = [state.name for state in STATES.values() if state.kind == kind]
    for number, state in enumerate(states):
        result = run_case(state, SEED, number)
        assert not result.broken, f"{state}: {result.detail}\n{written(result.steps)}"
        assert result.frames > 5


@pytest.mark.campaign
@pytest.mark.parametrize(("mutant", "finding"), BROKEN)
def test_fuzz__firmware_broken_on_purpose__found(mutant: str, finding: str) -> None:
    sweep = cases_per_sweep(board_dictionaries()["meter"])
    for number in range(2 * sweep):
        broken = run_case("meter-idle", SEED, number, overlays=(MUTANTS / mutant,)).broken
        if broken:
            break
    assert finding in broken


# what a board may do: come back at the address that was set; restart although the answer was lost
# on a line that others speak on; take a frame with a line feed in front for a line of text
ALLOWED = [
    (
        "shoe-enrolling",
        [
            plain(MSG_SET_SETTING, b"\x01\xc8\0\0\0", "technician"),
            plain(MSG_RESTART, b"", "technician"),
        ],
    ),
    (
        "meter-holder",
        [
            plain(MSG_SET_SETTING, b"\x32\0\0\0\0", "supervisor", BUS),
            plain(MSG_RESTART, b"", "supervisor", BUS),
            plain(MSG_STATUS, b"", "supervisor", BUS),
        ],
    ),
    ("shoe-idle", [plain(10, bytes(range(1, 90)), port=BUS)]),
]


@pytest.mark.campaign
@pytest.mark.parametrize(("state", "steps"), ALLOWED)
def test_fuzz__what_a_board_may_do__nothing_found(state: str, steps: list[Step]) -> None:
    assert not run_case(state, SEED, 0, steps).broken


@pytest.mark.campaign
def test_fuzz__each_frame_leaves_something_in_memory__found() -> None:
    steps = [plain(MSG_STATUS)] * 200
    result = run_case("meter-idle", SEED, 0, steps, overlays=(MUTANTS / "leaks",))
    assert result.broken in ("the heap did not come back", "no answer to STATUS")
    assert not run_case("meter-idle", SEED, 0, steps).broken


@pytest.mark.parametrize("state", ["shoe-table", "meter-hit"])
def test_draw__one_sweep__each_message_from_each_sender(state: str) -> None:
    known = board_dictionaries()[STATES[state].kind]
    sent = {
        (step.sender, step.message)
        for number in range(cases_per_sweep(known))
        for step in draw(state, SEED, number)[0]
        if step.do == "ask"
    }
    assert sent >= {(sender, message) for sender in SENDERS for message in known.messages}
    assert any(message not in known.messages for _sender, message in sent)


def test_draw__same_case__same_steps_and_the_control_role_is_left_alone() -> None:
    steps, control = draw("shoe-table", SEED, 3)
    assert draw("shoe-table", SEED, 3) == (steps, control)
    assert draw("shoe-table", SEED + 1, 3)[0] != steps
    assert control not in {step.sender for step in steps}


def test_steps__written_and_read__the_same() -> None:
    steps, _control = draw("meter-hit", SEED, 2)
    assert [Step.from_json(line) for line in written(steps).splitlines()] == steps


def test_field_codes__formats_with_counts__one_code_per_field() -> None:
    assert field_codes("<B16s2Iq") == ["B", "16s", "I", "I", "q"]


def test_shortest__two_steps_are_needed__only_those_are_left() -> None:
    steps = [Step("wait", value=value) for value in range(41)]

    def fails(tried: object) -> bool:
        return {steps[5], steps[30]} <= set(tried)  # type: ignore[call-overload]

    assert shortest(steps, fails, limit_s=10) == [steps[5], steps[30]]
