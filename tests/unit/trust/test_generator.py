"""The generator over the real store: never the same output, whatever fails and whenever."""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import sha256
from itertools import chain

import pytest

from firmware.drivers.fram import Fram
from firmware.store.cell_store import CellStore
from firmware.store.cells import CELL_GENERATOR
from firmware.trust import generator as g
from firmware.trust.drbg import STATE_BYTES
from firmware.trust.entropy import ENTROPY_BIASED, ENTROPY_STUCK, cutoffs_for
from firmware.trust.sampler import DRAW_FAILED
from hw_sim.parts.fram import FramChip
from hw_sim.parts.local_bus import LocalI2c
from hw_sim.power import CUT_MODES, Cut, PowerCut, Supply
from tests.helpers.mp_run import run_in_micropython

UNIQUE_ID = bytes(range(8))
REPETITION_CUTOFF, PROPORTION_CUTOFF = cutoffs_for(2000)
WINDOW = 512
STARTUP = 1024


class Board:
    """Memory chips that outlive boots, a boot count as the application keeps it, and a source."""

    def __init__(self, sample: Callable[[], int], unique_id: bytes = UNIQUE_ID) -> None:
        self.supply = Supply()
        self.chips = [FramChip(f"fram{i}", self.supply) for i in range(2)]
        self.unique_id = unique_id
        self.sample = sample
        self.samples = 0
        self.boots = 0
        self.failures: list[tuple[int, int]] = []

    def boot(self, is_counted: bool = True) -> g.Generator:
        i2c = LocalI2c(dict(zip((0x50, 0x51), self.chips, strict=True)))
        self.store = CellStore(Fram(i2c, 0x50), Fram(i2c, 0x51), self.unique_id)
        if self.store.open() and not self.store.is_open:
            self.store.format()
        self.boots += is_counted
        made = g.Generator(self.store, self._next, self.unique_id, self.boots, self._raise_fault)
        made.start()
        return made

    def saved(self) -> bytes:
        return bytes(self.store.view(CELL_GENERATOR)[:STATE_BYTES])

    def _next(self) -> int:
        self.samples += 1
        return self.sample()

    def _raise_fault(self, _code: int, failure: int) -> None:
        self.failures.append((failure, self.samples))


def noise(seed: object) -> Callable[[], int]:
    rng = random.Random(str(seed))
    return chain.from_iterable(iter(lambda: rng.randbytes(1024), b"")).__next__


def constant(value: int = 0x55) -> Callable[[], int]:
    return lambda: value


def same_noise() -> Callable[[], int]:
    """A source that starts with the very same samples at each boot: worse than any real one."""
    return noise("same")


@pytest.mark.campaign
def test_generator__1000_boots_of_one_board__no_output_twice() -> None:
    board = Board(same_noise())
    seen: set[bytes] = set()
    for _ in range(1_000):
        board.sample = same_noise()
        seen.add(board.boot().nonce_bytes(16))
    assert len(seen) == 1_000


@pytest.mark.campaign
def test_generator__1000_boards__no_order_twice() -> None:
    """STANDARDS 5, with the same samples on all boards: only their identity differs."""
    orders: set[bytes] = set()
    for number in range(1_000):
        made = Board(same_noise(), number.to_bytes(8, "little")).boot()
        deck = list(range(52))
        for last in range(51, 0, -1):
            pick = made.draw_below(last + 1)
            assert 0 <= pick <= last
            deck[last], deck[pick] = deck[pick], deck[last]
        orders.add(sha256(bytes(deck)).digest())
    assert len(orders) == 1_000


def test_generator__boots_again__goes_on_from_the_saved_state() -> None:
    """STANDARDS 6: with same samples and same boot count the saved state makes the difference."""
    one, two = Board(same_noise()), Board(noise("other past"))
    one.boot()
    two.boot()
    for board in (one, two):
        board.sample = same_noise()
    assert one.boot().nonce_bytes(32) != two.boot().nonce_bytes(32)
    # and with the same past it is the same generator: nothing else decides
    three = Board(same_noise())
    three.boot()
    three.sample = same_noise()
    again = Board(same_noise())
    again.boot()
    again.sample = same_noise()
    assert three.boot().nonce_bytes(32) == again.boot().nonce_bytes(32)


def _use(board: Board, outputs: list[bytes]) -> None:
    """A boot, output, a reseed with its save, output again."""
    made = board.boot()
    outputs.append(made.nonce_bytes(16))
    made._reseed()
    outputs.append(made.nonce_bytes(16))


@pytest.mark.parametrize("mode", CUT_MODES)
@pytest.mark.parametrize("is_counted", [True, False])
def test_generator__cut_at_each_operation__never_repeats(mode: str, is_counted: bool) -> None:
    """Even if the cut took the boot count back, and with the same samples at every boot."""
    plain = Board(same_noise())
    _use(plain, [])
    first = plain.supply.operations
    plain.sample = same_noise()
    _use(plain, [])
    count = plain.supply.operations - first
    assert count > 10
    for operation in range(count):
        board = Board(same_noise())
        outputs: list[bytes] = []
        _use(board, outputs)
        board.sample = same_noise()
        board.supply.cut = Cut(board.supply.operations + operation, mode)  # type: ignore[arg-type]
        with pytest.raises(PowerCut):
            _use(board, outputs)
        had_output = len(outputs) > 2
        for boot in range(2):
            board.sample = same_noise()
            # a boot that gave something out has its count in the store already
            made = board.boot(is_counted or had_output or boot > 0)
            outputs.append(made.nonce_bytes(16))
        assert len(set(outputs)) == len(outputs), f"cut {operation} {mode}"


def test_generator__saved_state__gives_no_output_of_the_running_one() -> None:
    board = Board(noise(1))
    made = board.boot()
    heir = g.HmacDrbg()
    assert heir.import_state(board.saved()) == 0
    out = bytearray(64)
    heir.generate_into(out)
    running = b"".join(made.nonce_bytes(16) for _ in range(200))
    assert all(bytes(out[i : i + 16]) not in running for i in range(48))


def test_generator__output_before_the_save__none() -> None:
    board = Board(noise(1))
    board.boot()
    saved = board.saved()
    made = board.boot()
    assert board.saved() != saved  # start() itself has committed, before any output
    after = board.saved()
    made.nonce_bytes(16)
    assert board.saved() == after


@pytest.mark.parametrize("value", [0, 0x55, 0xFF])
def test_generator__stuck_at_boot__found_within_the_promised_samples(value: int) -> None:
    board = Board(constant(value))
    made = board.boot()
    assert board.failures == [(ENTROPY_STUCK, REPETITION_CUTOFF)]
    assert not made.is_ready()
    assert made.random_bytes(16) is None
    assert made.draw_below(52) == DRAW_FAILED


def test_generator__stuck_in_use__found_with_the_next_heartbeat() -> None:
    board = Board(noise(3))
    made = board.boot()
    assert made.is_ready()
    board.sample = constant()
    before = board.samples
    made.tick()
    failure, at = board.failures[0]
    assert failure == ENTROPY_STUCK and at - before <= REPETITION_CUTOFF
    assert made.draw_below(52) == DRAW_FAILED
    made.tick()
    assert len(board.failures) == 1  # told once


@pytest.mark.parametrize("seed", range(20))
def test_generator__biased_in_use__found_within_two_windows(seed: int) -> None:
    board = Board(noise(seed))
    made = board.boot()
    rng = random.Random(seed)
    turn = iter(range(1 << 30))
    board.sample = lambda: rng.randrange(1, 256) if next(turn) % 10 == 0 else 0
    before = board.samples
    beats = 0
    while not board.failures:
        made.tick()
        beats += 1
    failure, at = board.failures[0]
    assert failure == ENTROPY_BIASED
    # the window that runs may have begun with a good sample, and so may one in ten of the next
    assert at - before <= 3 * WINDOW
    assert beats <= 3 * WINDOW // g.SAMPLES_PER_BEAT


def test_generator__source_is_mended__ready_after_a_new_start_up_test() -> None:
    board = Board(noise(4))
    made = board.boot()
    board.sample = constant()
    made.tick()
    assert made.is_failing()
    board.sample = noise(5)
    before = board.samples
    assert not made.is_failing()
    assert board.samples - before >= STARTUP
    assert made.is_ready()
    assert 0 <= made.draw_below(52) < 52


def test_generator__source_dead_from_the_first_boot__nonces_differ_all_the_same() -> None:
    seen: set[bytes] = set()
    for unit in range(10):
        board = Board(constant(), bytes((unit,)) * 8)
        for _ in range(10):
            made = board.boot()
            seen |= {made.nonce_bytes(16) for _ in range(5)}
    assert len(seen) == 500


def test_generator__store_is_lost__works_from_fresh_entropy_alone() -> None:
    board = Board(noise(6))
    board.boot()
    for chip in board.chips:
        chip.is_dead = True
    made = board.boot()
    assert made.is_ready() and len(made.nonce_bytes(16)) == 16


def test_generator__not_started__raises_instead_of_giving_zeros() -> None:
    board = Board(noise(7))
    board.boot()
    made = g.Generator(board.store, noise(8), UNIQUE_ID, 1, lambda _code, _failure: None)
    with pytest.raises(RuntimeError):
        made.nonce_bytes(16)
    assert made.random_bytes(16) is None


def test_generator__many_requests__reseeds_and_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(g, "RESEED_INTERVAL", 10)
    board = Board(noise(9))
    made = board.boot()
    saved = {board.saved()}
    for _ in range(50):
        assert made.random_bytes(16)
        saved.add(board.saved())
    assert len(saved) >= 5
    board.sample = constant()
    while made.random_bytes(16):
        pass  # what the last seed allows; then the dead source is found
    assert board.failures and made.nonce_bytes(16)


def test_generator__an_hour__reseeds_once() -> None:
    board = Board(noise(10))
    made = board.boot()
    saved = board.saved()
    for _ in range(g.BEATS_PER_RESEED - 1):
        made._beats += 1
    made.tick()
    assert board.saved() != saved


def test_generator__inside_micropython__same_bytes_as_here() -> None:
    script = """
from firmware.trust.generator import Generator
class Store:
    is_open = False
state = [1]
def sample():
    state[0] = (state[0] * 1103515245 + 12345) & 0x7FFFFFFF
    return state[0] >> 16 & 255
g = Generator(Store(), sample, b"01234567", 3, print)
print(g.start(), g.nonce_bytes(16).hex(), g.draw_below(416))
"""
    out = run_in_micropython(script).split()
    values: list[object] = []
    names: dict[str, object] = {"print": lambda *args: values.extend(args)}
    exec(script, names)  # noqa: S102 (the same text on both)
    assert out == [str(value) for value in values]
