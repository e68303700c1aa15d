"""Power cuts through a whole update: whatever is left, the board boots the old or the new image.

From the first erase of the spare slot until the proved image is in both slots.

python -m tests.proofs.powerloss.update_sweep [--stride N] [--jobs N]    every N-th operation
python -m tests.proofs.powerloss.update_sweep --only 137-torn            one cut again
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from faro.build.image import Image
from faro.sim.rig import Rig
from faro.update.sender import UpdateFailed, get_status, send_update, wait_proved
from faro.wire.client import Client
from faro.wire.errors import FaroError
from faro.wire.keys import DeviceKeys
from firmware.trust.slots import MAX_TRIES
from hw_sim.nv_image import NvImage
from hw_sim.power import CUT_MODES, Cut, CutMode
from hw_sim.rig import BoardRig
from tests.conftest import provisioned
from tests.signed_boards import Signer, restarted, signed_rig, technician

KIND = "meter"  # the smaller image: fewer pages to cut at, the same code
_SPARE_MS = 120_000


@dataclass(frozen=True)
class Bench:
    """Where every case starts: a board that runs the old image, and the new one to send."""

    start: NvImage
    keys: DeviceKeys
    old: Image
    new: Image
    signer: Signer
    operations: int


@cache
def bench() -> Bench:
    """Made once per process."""
    signer = Signer.create(Path(tempfile.mkdtemp(prefix="faro-sweep-")))
    old, new = signer.sign(KIND, 1), signer.sign(KIND, 2)
    with signed_rig(old, signer, KIND) as rig:
        rig.start()
        keys = provisioned(rig, KIND)
        rig.boards[KIND].board.power_off()
        start = NvImage.take(rig.boards[KIND])
        supply = rig.boards[KIND].board.supply
        before = supply.operations
        _update(rig, keys, new)
        operations = supply.operations - before
    return Bench(start, keys, old, new, signer, operations)


def _update(rig: Rig, keys: DeviceKeys, new: Image) -> None:
    """Boot, transfer, restart, prove, copy to the spare slot: what a cut may fall into."""
    rig.start()
    client = technician(rig, KIND, keys)
    send_update(client, new)
    restarted(rig, client)
    wait_proved(client, 2)
    _wait_for_spare(rig, client)


def _wait_for_spare(rig: Rig, client: Client) -> None:
    due_us = rig.kernel.now_us + _SPARE_MS * 1000
    while not get_status(client).is_spare_same:
        if rig.kernel.now_us > due_us:
            raise AssertionError("the spare slot does not become the same")
        rig.kernel.run_for_ms(1_000)


@contextmanager
def powered_down() -> Iterator[tuple[Rig, BoardRig]]:
    """The bench's board without power."""
    at = bench()
    with signed_rig(at.old, at.signer, KIND) as rig:
        board = rig.boards[KIND]
        at.start.put(board)
        board.board.supply.operations = 0
        yield rig, board


def run_case(operation: int, mode: CutMode) -> str:
    """One cut; gives 'old' or 'new', whichever runs in the end; raises when neither does."""
    at = bench()
    with powered_down() as (rig, board):
        supply = board.board.supply
        supply.rng = random.Random(f"{operation}-{mode}")
        supply.cut = Cut(operation, mode)
        try:
            _update(rig, at.keys, at.new)
        except (FaroError, Exception) as error:
            # the plug was pulled somewhere in there: the host sees silence, or a rig not ready
            if board.board.power_cuts == 0:
                raise AssertionError(f"{operation}-{mode}: not cut, but {error!r}") from error
        if board.board.power_cuts == 0:
            raise AssertionError(f"{operation}-{mode}: the update made fewer operations")
        supply.cut = None
        return _outcome(rig, at)


def _outcome(rig: Rig, at: Bench) -> str:
    """Boot as often as it takes to settle; the board speaks each time, and an update works."""
    client: Client | None = None
    for _ in range(MAX_TRIES + 1):
        rig.start()
        client = technician(rig, KIND, at.keys)
        status = get_status(client)
        if status.pending_slot == 0:
            break
        try:
            wait_proved(client, 2, 10_000)
            break
        except UpdateFailed:
            rig.boards[KIND].board.power_off()
    assert client is not None
    status = get_status(client)
    assert status.pending_slot == 0 and status.active_slot in (1, 2), status
    if status.active_slot == 1:  # and the same update goes through now
        send_update(client, at.new)
        return "old"
    assert status.minimum_counter == 2
    _wait_for_spare(rig, client)
    board = rig.boards[KIND]
    assert board.read_region("slot_a") == board.read_region("slot_b")
    return "new"


def run_named(name: str) -> tuple[str, str]:
    """One case by its id, for a pool; the second text is the outcome or what went wrong."""
    operation, mode = name.split("-")
    try:
        return name, run_case(int(operation), cast(CutMode, mode))
    except Exception as error:  # noqa: BLE001 (any failure is a finding with an id)
        return name, f"FAILED {error!r}"


def sweep(stride: int = 1, jobs: int = 2, offset: int = 0) -> dict[str, str]:
    """Cut at every `stride`-th operation, before, in and after it; gives outcome by id."""
    points = range(offset, bench().operations, stride)
    names = [f"{operation}-{mode}" for operation in points for mode in CUT_MODES]
    with ProcessPoolExecutor(jobs) as pool:
        return dict(pool.map(run_named, names))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if options.only:
        print(*run_named(options.only))
        return 0
    found = sweep(options.stride, options.jobs)
    bad = {name: text for name, text in found.items() if text not in ("old", "new")}
    ended = list(found.values())
    print(f"{len(found)} cuts in {bench().operations} operations:", end=" ")
    print(f"{ended.count('old')} old, {ended.count('new')} new, {len(bad)} neither")
    for name, text in bad.items():
        print(f"  {name}: {text}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
