"""Both boards boot the real firmware on MicroPython and answer."""

from __future__ import annotations

from faro.sim.rig import Rig
from tests.conftest import bus_client, usb_client


def test_boot__both_boards__answer_on_usb_and_bus(rig: Rig) -> None:
    for name, address in (("shoe", 0xA0), ("meter", 0xB0)):
        assert usb_client(rig, name).hello().kind == (1 if name == "shoe" else 2)
        assert bus_client(rig, address).status()["state"] == 1
        assert rig.boards[name].lamp.colour == "green"
    assert rig.bus.collisions == 0
    assert rig.bus.cut_off_bytes == 0


def test_boot__self_test_running__nothing_on_the_wire(make_rig) -> None:
    """STANDARDS 16: silent until the self-test has passed."""
    rig = make_rig("shoe")
    board = rig.boards["shoe"]
    board.usb.trace = []
    board.usb_host.write(b"stat\n")
    rig.power_on()
    rig.kernel.run_for_ms(100)
    assert not board.is_speaking
    assert [sender for _, sender, _ in board.usb.trace] == ["shoe-usb-host"]
    rig.wait_ready()
    names = [e.name for e in usb_client(rig, "shoe").events(0)]
    assert names.index("SELF_TEST_PASSED") < names.index("LINK_UP")


def test_status__free_heap__told_in_sixteenths_only(rig: Rig) -> None:
    """Its exact figure depends on the cards in memory (see `Board._note_heap`)."""
    for name in rig.boards:
        status = usb_client(rig, name).status()
        step_bytes, odd = divmod(status["heap_total_bytes"], 16)
        assert odd == 0 < status["heap_free_bytes"] < status["heap_total_bytes"]
        assert status["heap_free_bytes"] % step_bytes == 0
