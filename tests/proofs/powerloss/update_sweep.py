"""Power cuts through a whole update: whatever is left, the board boots the old or the new image.

From the first boot until the proved image is in both slots.  The update runs once, on a tape
(nv_tape.py); each cut is what the tape leaves there, fitted to a board that then has to boot.

python -m tests.proofs.powerloss.update_sweep [--stride N] [--jobs N]    every N-th operation
python -m tests.proofs.powerloss.update_sweep --only 137-torn            one cut again
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
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
from hw_sim.pacing import use_one_core
from hw_sim.power import Cut, CutMode
from hw_sim.vm_process import SimError
from tests.conftest import provisioned
from tests.proofs.powerloss.nv_tape import Tape, cut_seed
from tests.proofs.powerloss.progress import Progress
from tests.signed_boards import Signer, restarted, signed_rig, technician

KIND = "meter"  # the smaller image: fewer pages to cut at, the same code
THOROUGH_EVERY = 10  # there an update, or the copy to the spare slot, must go through as well
_SPARE_MS = 120_000
_GOOD = ("old", "new")
_CHUNK = 20  # cuts in a row: a tape is walked forward


@dataclass(frozen=True)
class Bench:
    """The whole update on a board that runs the old image, as its chips saw it."""

    tape: Tape
    keys: DeviceKeys
    old: Image
    new: Image
    signer: Signer

    @property
    def operations(self) -> int:
        return len(self.tape.operations)


@cache
def bench() -> Bench:
    """Made once per process."""
    signer = Signer.create(Path(tempfile.mkdtemp(prefix="faro-sweep-")))
    old, new = signer.sign(KIND, 1), signer.sign(KIND, 2)
    with signed_rig(old, signer, KIND) as rig:
        rig.start()
        keys = provisioned(rig, KIND)
        rig.boards[KIND].board.power_off()
        tape = Tape(NvImage.take(rig.boards[KIND]))
    at = Bench(tape, keys, old, new, signer)
    with powered_down(at, tape.start) as rig:
        tape.watch(rig.boards[KIND])
        _update(rig, at)
    return at


def _update(rig: Rig, at: Bench) -> None:
    """Boot, transfer, restart, prove, copy to the spare slot: what a cut may fall into."""
    rig.start()
    client = technician(rig, KIND, at.keys)
    send_update(client, at.new)
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
def powered_down(at: Bench, image: NvImage) -> Iterator[Rig]:
    """The bench's board without power."""
    with signed_rig(at.old, at.signer, KIND) as rig:
        image.put(rig.boards[KIND])
        rig.boards[KIND].board.supply.operations = 0
        yield rig


def cut_live(operation: int, mode: CutMode) -> NvImage:
    """Pull the plug of a whole board in the middle of the update: slow, what the tape is for."""
    at = bench()
    with powered_down(at, at.tape.start) as rig:
        board = rig.boards[KIND]
        supply = board.board.supply
        supply.rng = random.Random(cut_seed(operation, mode))
        supply.cut = Cut(operation, mode)
        with suppress(FaroError, SimError):  # the host sees silence, or a rig that is not ready
            _update(rig, at)
        assert board.board.power_cuts == 1, f"{operation}-{mode}: not cut"
        return NvImage.take(board)


def run_case(operation: int, mode: CutMode, is_thorough: bool = True) -> str:
    """One cut; gives 'old' or 'new', whichever runs in the end; raises when neither does."""
    return outcome(bench().tape.left_by(operation, mode), is_thorough)


def outcome(left: NvImage, is_thorough: bool) -> str:
    """Boot as often as it takes to settle; the board speaks each time, and an update works."""
    at = bench()
    with powered_down(at, left) as rig:
        client = _settled(rig, at)
        status = get_status(client)
        assert status.pending_slot == 0 and status.active_slot in (1, 2), status
        if status.active_slot == 1:
            if is_thorough:  # the same update goes through now
                send_update(client, at.new)
            return "old"
        assert status.minimum_counter == 2
        if is_thorough:
            _wait_for_spare(rig, client)
            board = rig.boards[KIND]
            assert board.read_region("slot_a") == board.read_region("slot_b")
        return "new"


def _settled(rig: Rig, at: Bench) -> Client:
    for _ in range(MAX_TRIES):
        rig.start()
        client = technician(rig, KIND, at.keys)
        if get_status(client).pending_slot == 0:
            return client
        try:
            wait_proved(client, 2, 10_000)
            return client
        except UpdateFailed:
            rig.boards[KIND].board.power_off()
    rig.start()
    return technician(rig, KIND, at.keys)


def run_named(name: str, thorough_every: int = 1) -> tuple[str, str]:
    """One case by its id, for a pool; the second text is the outcome or what went wrong."""
    operation, mode = name.split("-")
    is_thorough = int(operation) % thorough_every == 0
    try:
        return name, run_case(int(operation), cast(CutMode, mode), is_thorough)
    except Exception as error:  # noqa: BLE001 (any failure is a finding with an id)
        return name, f"FAILED {error!r}"


def sweep(stride: int = 1, jobs: int = 2, thorough_every: int = THOROUGH_EVERY) -> dict[str, str]:
    """Cut before and in every `stride`-th operation, and after the last; gives outcome by id."""
    last = bench().operations - 1
    names = [f"{at}-{mode}" for at in range(0, last + 1, stride) for mode in ("before", "torn")]
    names.append(f"{last}-after")
    found: dict[str, str] = {}
    progress = Progress("cuts", len(names))
    context = multiprocessing.get_context("fork")  # workers inherit the bench
    with context.Pool(jobs, use_one_core) as pool:
        run = partial(run_named, thorough_every=thorough_every)
        for name, text in pool.imap_unordered(run, names, _CHUNK):
            found[name] = text
            progress.add("" if text in _GOOD else text, name=f"--only {name}")
    return found


def _count_bad(found: dict[str, str]) -> int:
    return sum(text not in _GOOD for text in found.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--thorough-every", type=int, default=THOROUGH_EVERY)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if options.only:
        name, text = run_named(options.only)
        print(name, text)
        return 0 if text in _GOOD else 1
    found = sweep(options.stride, options.jobs, options.thorough_every)
    ended = list(found.values())
    print(f"{len(found)} cuts in {bench().operations} operations:", end=" ")
    print(f"{ended.count('old')} old, {ended.count('new')} new, {_count_bad(found)} neither")
    for name, text in found.items():
        if text not in _GOOD:
            print(f"  {name}: {text}")
    return 1 if _count_bad(found) else 0


if __name__ == "__main__":
    sys.exit(main())
