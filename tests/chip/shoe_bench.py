"""The shoe's drivers on the test board: images (also with a driver spoilt), what tests ask for."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from hw_sim.chip.tools import CACHE, ROOT
from tests.chip.bench import Bench, BenchImage, bench_image
from tests.chip.bench_truth import CARD_LINES, COUNTS_A_LINE, LINES, PIXELS, RED_EVERY
from tests.chip.states import ELF, UF2

PROGRAM = Path(__file__).parent / "bench_overlay"
COUNTS_S = 12_000  # 600 mm/s
BEFORE_COUNTS = 100  # the roller turns 5 mm before a card comes,
AFTER_COUNTS = 100  # and after it has gone
STAND_LINES = 40  # of the card, where it may stand still
MOUTH, THROAT = 11, 14  # pins of bench_overlay/bench_pins.py
IN, OUT = 1, -1  # which way the encoder turns

_CAMERA = (
    "from uctypes import addressof\n"
    "camera = LineCamera(chip, pins.CAMERA_SI, pins.ENCODER_A, pins.ADC_CAMERA_A,"
    " pins.ADC_CAMERA_B, (pins.MOUTH, pins.THROAT, pins.THROAT))\n"
    "for frame in camera.green + camera.red: print(addressof(frame))"
)
_FRAME_BYTES = [LINES * PIXELS] * 2 + [LINES * PIXELS // RED_EVERY] * 2


def good_image() -> BenchImage:
    return bench_image(UF2, ELF, [PROGRAM])


def spoilt_image(name: str, *changes: tuple[str, str]) -> BenchImage:
    """The same with one driver changed: what a test must not let pass."""
    path = f"firmware/drivers/{name}.py"
    text = (ROOT / path).read_text()
    for old, new in changes:
        assert old in text, f"{path} has no {old!r} any more"
        text = text.replace(old, new)
    overlay = CACHE / "spoilt" / f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
    (overlay / path).parent.mkdir(parents=True, exist_ok=True)
    (overlay / path).write_text(text)
    return bench_image(UF2, ELF, [overlay, PROGRAM])


class ShoeBench(Bench):
    """Sets drivers up and moves cards past them."""

    def __init__(self, image: BenchImage) -> None:
        super().__init__(image)
        self.start()
        self.frames_at: list[int] = []

    def set_up(self, *names: str) -> None:
        for name in names:
            getattr(self, f"_set_up_{name}")()

    def _set_up_encoder(self) -> None:
        self.do("encoder = RollerEncoder(chip, pins.ENCODER_A)")

    def _set_up_camera(self) -> None:
        self.frames_at = [int(word) for word in self.do(_CAMERA).split()]

    def _set_up_feed(self) -> None:
        self.do("feed = FeedRoller(pins.FEED_PWM, pins.FEED_DIR, pins.ADC_CURRENT)")

    def _set_up_ring(self) -> None:
        self.do(
            "ring = EdgeRing()\n"
            "def wake(): pass\n"
            "def edges():\n"
            "  while ring.take(): print(ring.source, ring.level, ring.time_ms, ring.count)"
        )

    def _set_up_steps(self) -> None:
        self.do("steps = StepGenerator(pins.STEP, pins.DIR, pins.ENABLE)")

    def watch(self, pin: str, source: int, count: str) -> None:
        """An EdgeInput on one of bench_pins' pins."""
        self.do(f"input_{pin} = EdgeInput(pins.{pin}, {source}, ring, wake, count={count})")

    def edges(self) -> list[tuple[int, int, int, int]]:
        """What the ring holds: source, level, time in ms, count."""
        rows = [[int(word) for word in line.split()] for line in self.do("edges()").splitlines()]
        return [(source, level, time_ms, count) for source, level, time_ms, count in rows]

    def pull(self, card: int, sign: int = IN, pin: int = MOUTH, rate: int = COUNTS_S) -> None:
        """A card goes through at 600 mm/s (or as told), the roller a little longer."""
        self.begin_pull(card, sign, pin, rate)
        self.finish_turns()

    def begin_pull(
        self, card: int, sign: int = IN, pin: int = MOUTH, rate: int = COUNTS_S, stand_ms: int = 0
    ) -> None:
        """With `stand_ms` it stands still for a while under the cameras."""
        half = BEFORE_COUNTS + STAND_LINES * COUNTS_A_LINE
        rest = (CARD_LINES - STAND_LINES) * COUNTS_A_LINE + AFTER_COUNTS
        turns: list[list[float]] = [[sign * half, rate], [sign * rest, rate]]
        if stand_ms:
            turns.insert(1, [0, 1000 / stand_ms])
        self.move(cards=[[card, BEFORE_COUNTS, sign, pin]], turns=turns)

    def finish_turns(self) -> None:
        for _ in range(10_000):
            if not self.truth(keep=True)["isTurning"]:
                return
            self.run(1)
        raise TimeoutError("the roller turns for ever")

    def take(self) -> list[bytes]:
        """The driver's take(); the four frames from the chip's memory."""
        self.do("camera.take()")
        return self.frames()

    def frames(self) -> list[bytes]:
        return [self.memory(at, n) for at, n in zip(self.frames_at, _FRAME_BYTES, strict=True)]

    def memory(self, address: int, size: int) -> bytes:
        return bytes.fromhex(self.emulator.ask("ram", address=address, size=size)["data"])

    def truth(self, keep: bool = False) -> dict[str, Any]:
        """What the parts know; `keep`: their lists of edges and steps stay for the next time."""
        return self.move(keep=keep)


def camera_faults(truth: dict[str, Any]) -> dict[str, int]:
    """What was done wrong to the cameras and the converter, if anything."""
    fine = {"starts", "clocks", "samples", "lit", "givenUp"}
    found = {name: n for name, n in truth["cameras"].items() if name not in fine and n}
    return found | {k: n for k, n in truth["adc"].items() if k != "conversions" and n}
