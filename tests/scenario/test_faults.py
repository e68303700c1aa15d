"""Every fault of both catalogues, as its scenario file tells: found, kept, cleared when mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from faro.sim import scenario_file
from faro.sim.play import Player
from faro.sim.rig import Rig
from faro.wire.dictionary import own_dictionary
from faro.wire.errors import Refused
from firmware.board.rows import FAULT_LID_OPEN
from hw_sim import faults, machine_faults
from hw_sim.hands.hands import Hands
from tests.conftest import has_failed, provisioned, usb_client

FILES = sorted((scenario_file.FOLDER / "faults").glob("*.yaml"))
FINDINGS = {f.id: {f.board_fault} for f in faults.CATALOGUE} | {
    f.id: {f.finding, *f.also} for f in machine_faults.CATALOGUE
}


@pytest.mark.rule("J12", "S1")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_fault__as_its_file_tells__found_mended_and_cleared(path: Path) -> None:
    with Player(scenario_file.load(path)) as player:
        player.run()
        assert not any(has_failed(player.rig, name) for name in player.rig.boards)


def test_faults__both_catalogues__each_has_a_file_that_expects_its_finding() -> None:
    assert {path.stem for path in FILES} == FINDINGS.keys()
    codes = {spec.name: number for number, spec in own_dictionary().faults.items()}
    for path in FILES:
        steps = scenario_file.load(path).steps
        waited = [s.awaited for s in steps if s.awaited and s.awaited.event == "FAULT_RAISED"]
        found = [awaited.fields["fault"] for awaited in waited]
        right = {codes[name] for name in FINDINGS[path.stem] if name}
        assert any(step.text.startswith(f"fault {path.stem}") for step in steps), path
        if right:
            assert len(found) == 1 and found[0] in right, path
        else:
            assert not found and steps[-1].kind == "expect", path


def test_fault__usb_cut__silence_is_noticed_in_time(rig: Rig) -> None:
    """STANDARDS 20, 25."""
    hands = Hands(rig)
    usb_client(rig, "shoe").hello()
    hands.run("cable usb pull")
    hands.run("time step 12000")
    hands.run("cable usb in")
    client = usb_client(rig, "shoe")
    down = next(event for event in client.events(0) if event.name == "LINK_DOWN")
    assert down.fields["silence_ms"] <= 5_000


def test_fault__cause_still_there__clearing_refused(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    Hands(rig).run("lid open")
    client = usb_client(rig, "shoe")
    client.open_session(keys, "supervisor")
    with pytest.raises(Refused, match="caused the fault is still there"):
        client.request("CLEAR_FAULT", fault=FAULT_LID_OPEN)


@pytest.mark.rule("J12")
def test_fault__display_dead__only_an_inspector_may_clear(rig: Rig) -> None:
    """CSP 14.15: the game goes on only after an inspector's approval."""
    keys = provisioned(rig, "meter")
    board = rig.boards["meter"]
    assert board.display is not None
    board.display.is_dead = True
    rig.kernel.run_for_ms(2_500)
    board.display.is_dead = False
    client = usb_client(rig, "meter")
    client.open_session(keys, "supervisor")
    with pytest.raises(Refused, match="this role may not"):
        client.request("CLEAR_FAULT", fault=9)
    client.open_session(keys, "inspector")
    client.request("CLEAR_FAULT", fault=9)
    assert client.status()["state"] == 1
