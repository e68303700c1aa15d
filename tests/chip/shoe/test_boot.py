"""The shoe's shipping image on the emulated RP2350: ready, provisioned, sealed, attested."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from faro.update.attest import Reference, attest
from hw_sim import unpowered
from hw_sim.chip.tools import ROOT
from hw_sim.live import LiveTable
from tests.chip.shoe.rig import DIST, SHOE, ChipRig, signed_image, stack_spare
from tests.chip.states import signing_key

READY_LIMIT_MS = 4_000
STACK_SPARE_BYTES = 1_024
BIN = Path(sys.executable).parent
LIMIT_S = 280
_TRIES = 3  # on a busy machine the chip's seconds are longer than a program's patience


def test_boot__new_chips__green_with_heap_and_stack_to_spare(rig: ChipRig) -> None:
    rig.start()
    assert rig.kernel.now_us < READY_LIMIT_MS * 1000
    client = rig.client("shoe")
    status = client.status()
    assert (rig.shoe.lamp.colour, status["fault_count"]) == ("green", 0)
    assert client.hello().name == SHOE
    assert client.describe().hash == client.hello().dictionary_hash
    assert status["heap_free_bytes"] * 100 >= status["heap_total_bytes"] * 20
    assert stack_spare(rig.chip) >= STACK_SPARE_BYTES
    assert rig.board.resets == [] and rig.chip.count("unsafe_aborts") == 0


def test_boot__supply_gone_and_back__counts_its_boots(rig: ChipRig) -> None:
    rig.start()
    rig.board.power_off()
    rig.kernel.run_for_ms(300)
    rig.board.power_on()
    rig.wait_ready()
    status = rig.client("shoe").status()
    assert (status["boot_count"], status["reset_cause"]) == (2, 1)


def test_boot__hung_bus__watchdog_is_not_needed(rig: ChipRig) -> None:
    """Both memories off the bus: red, and it still answers."""
    for fram in rig.shoe.frams:
        fram.is_dead = True
    rig.power_on()
    rig.kernel.run_for_ms(8_000, lambda: rig.shoe.is_speaking)
    assert rig.shoe.lamp.colour == "red" and rig.board.resets == []
    assert rig.client("shoe").status()["fault_count"] > 0


def test_signed__provisioned_and_attested__slot_and_base_right(rig: ChipRig) -> None:
    image = signed_image()
    unpowered.set_signer(rig.shoe, signing_key().public_key)
    unpowered.put_image(rig.shoe, image)
    unpowered.activate(rig.shoe, 1, image.counter)
    rig.start()
    keys = rig.provision("shoe")
    client = rig.client("shoe")
    reference = Reference.of_image(image, (DIST / f"{SHOE}.base").read_bytes())
    result = attest(client, reference, keys.device, settings={})
    assert result.findings == [] and result.is_base_hashed
    assert stack_spare(rig.chip) >= STACK_SPARE_BYTES


def test_usb__host_stalls_suspends_and_unplugs__answers_when_it_is_back(rig: ChipRig) -> None:
    rig.start()
    client = rig.client("shoe")
    client.hello()
    for what in ("is_stalled", "is_suspended", "is_unplugged"):
        rig.chip.usb_host(**{what: True})
        rig.kernel.run_for_ms(7_000)
        assert rig.board.resets == [], what
        rig.chip.usb_host()
        rig.kernel.run_for_ms(500)
        rig.shoe.usb_host.take()
        assert client.status()["fault_count"] == 0, what


@pytest.mark.timeout(900)
def test_tools__unmodified_faro_over_a_port__provision_seal_status_and_device_test(
    rig: ChipRig, tmp_path: Path
) -> None:
    """As a technician has them: in real time, behind a pseudo terminal."""

    def faro(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(BIN / "faro"), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=LIMIT_S)

    with LiveTable(rig) as live:
        url = live.url("shoe")
        live.do(lambda: rig.shoe.set_lid(True))
        done = faro("provision", "-p", url, str(tmp_path / "keys"))
        assert done.returncode == 0, done.stderr
        live.do(lambda: rig.shoe.set_lid(False))
        keys = str(tmp_path / "keys" / "technician.keys")
        done = faro("clear-fault", "-p", url, "-k", keys, "LID_OPEN")
        assert done.returncode == 0, done.stderr
        done = faro("status", "-p", url, "--json")
        assert done.returncode == 0 and json.loads(done.stdout), done.stderr
        environment = {**os.environ, "FARO_DEVICE_PORT": url}
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "tests/device"]
        for _ in range(_TRIES):
            done = subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
                timeout=LIMIT_S,
            )  # fmt: skip
            if done.returncode == 0:
                break
        assert done.returncode == 0, done.stdout
        assert "5 passed" in done.stdout
        done = faro("seal", "-p", url, "-k", keys)
        assert done.returncode == 0, done.stderr
