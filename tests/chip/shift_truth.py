"""A shift of all drivers at once: what the hands do, what the chip told, what was lost.

`python -m tests.chip.shift_truth 60` works a simulated minute and prints the counts.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any

from tests.chip import bench_truth
from tests.chip.shoe_bench import COUNTS_S, MOUTH, THROAT, ShoeBench, camera_faults, good_image

CARD_MS = 240
CARD_COUNTS = CARD_MS * COUNTS_S // 1000
BLOCK_CARDS = 10  # of bench_overlay/shift.py
REST_MS = 300
BEGIN_COUNTS = 200
FEED, BUTTON, HOME = 12, 7, 3  # pins
SOURCES = {MOUTH: 1, THROAT: 2, FEED: 3, BUTTON: 4, HOME: 5}
# in the time of each card: counts from its beginning, pin, level
HANDS = ((50, BUTTON, 0), (333, FEED, 0), (900, BUTTON, 1), (1777, FEED, 1))
FRAME_BYTES = 60
FRAME_MS = 80
CURRENT = 1_241  # of 4,095: 666 mA
READINGS = [666, 666, 4_996, 4_996]  # least and most mA and mV
MOVES = (700, -350, 27, -377, 800, -800)


@dataclass
class Result:
    """What happened, and what should have."""

    rows: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    faults: dict[str, Any] = field(default_factory=dict[str, Any])
    notes: dict[str, Any] = field(default_factory=dict[str, Any])  # how much there was of what

    def table(self) -> str:
        lines = [f"{'':<44}{'wanted':>12}{'seen':>12}{'lost':>6}"]
        for name, (wanted, seen) in self.rows.items():
            lines.append(f"{name:<44}{wanted:>12,}{seen:>12,}{wanted - seen:>6}")
        lines += [f"{name:<44}{value:>12,}" for name, value in self.notes.items()]
        return "\n".join([*lines, f"faults: {self.faults or 'none'}"])


class Work:
    """Plans the hands' part of so many cards, then follows what the chip tells."""

    def __init__(self, board: ShoeBench, cards: int) -> None:
        self.board = board
        self.cards = cards
        self.told: list[list[str]] = []
        self.edges: list[list[Any]] = []
        self.right_frames = 0
        self.wrong: list[str] = []
        self.plan_ms = 0.0
        self.sent = b""

    def run(self) -> Result:
        board = self.board
        board.do("shift = Shift()")
        addresses = board.do(
            "from uctypes import addressof\n"
            "for frame in shift.camera.green + shift.camera.red: print(addressof(frame))"
        )
        board.frames_at = [int(word) for word in addresses.split()]
        board.do("while shift.ring.take(): pass")
        board.truth()
        board.seen.bus.clear()
        board.send(f"shift.run({self.cards})")
        board.run(2)
        self._plan()
        self._follow()
        return self._result()

    def _plan(self) -> None:
        begin, sign = 0, 1  # counts that the roller will have turned, whichever way
        turns: list[list[float]] = []
        cards: list[list[int]] = []
        marks: list[list[int]] = []
        for card in range(self.cards):
            if card and card % BLOCK_CARDS == 0:
                turns.append([0, 1000 / REST_MS])
                self.plan_ms += REST_MS
                sign = -sign
            pin = MOUTH if sign > 0 else THROAT
            cards.append([card, begin + BEGIN_COUNTS, sign, pin])
            marks += [[begin + place, other, level] for place, other, level in HANDS]
            turns.append([sign * CARD_COUNTS, COUNTS_S])
            begin += CARD_COUNTS
            self.plan_ms += CARD_MS
        frames = [bytes([n & 0xFF, *range(1, FRAME_BYTES)]) for n in range(self.frame_count)]
        self.sent = b"".join(frames)
        uart = [[n * FRAME_MS, frame.hex()] for n, frame in enumerate(frames)]
        self.board.move(turns=turns, cards=cards, marks=marks, uart=uart, current=CURRENT)

    @property
    def frame_count(self) -> int:
        return int(self.plan_ms // FRAME_MS)

    def _follow(self) -> None:
        board = self.board
        end_ns = board.now_ns + (self.plan_ms + 2_000) * 1e6
        text = b""
        while board.now_ns < end_ns:
            board.run(200, usb=True)
            text += bytes(board.seen.usb)
            board.seen.usb.clear()
            *lines, text = text.split(b"\r\n")
            for line in lines:
                self._line(line.decode().split())
            if b"\x04" in text:
                return
        raise TimeoutError(f"the shift has not ended: {self.told[-3:]}")

    def _line(self, words: list[str]) -> None:
        if words and words[0] == "Traceback":
            raise RuntimeError(f"the program on the chip failed: {self.told[-3:]}")
        self.told.append(words)
        if not words or words[0] != "c":
            return
        card = int(words[1])
        wanted = bench_truth.frames(card, way_out=card // BLOCK_CARDS % 2 == 1)
        for number, (seen, right) in enumerate(zip(self.board.frames(), wanted, strict=True)):
            if bench_truth.is_like(seen, right):
                self.right_frames += 1
            else:
                self.wrong.append(f"card {card} {bench_truth.difference(number, seen, right)}")

    def _result(self) -> Result:
        truth = self.board.truth()
        result = Result()
        rows = result.rows
        cards = sum(words[0] == "c" for words in self.told)
        rows["cards"] = (self.cards, cards)
        rows["pictures of 96 or 24 lines, each pixel"] = (4 * self.cards, self.right_frames)
        rows["roller counts"] = (truth["count"], int(self.board.do("print(shift.encoder.count())")))
        steps = [MOVES[i % len(MOVES)] for i in range(self.cards)]
        rows["steps"] = (sum(map(abs, steps)), truth["stepper"]["steps"])
        rows["carousel's place"] = (sum(steps), int(self.board.do("print(shift.steps.count())")))
        self._compare_edges(truth["edges"], result)
        echo = bytes(byte for byte, _start, _end in self.board.seen.bus)
        rows["RS-485 bytes there and back"] = (len(self.sent), len(echo))
        end = next(words for words in self.told if words[0] == "end")
        rows["edges dropped by the ring"] = (0, int(end[4]))
        values = [int(w) for w in next(words for words in self.told if words[0] == "values")[1:]]
        result.notes = {
            "encoder edges": truth["encoderEdges"],
            "lines read": truth["cameras"]["starts"],
            "pixels converted": truth["cameras"]["samples"],
            "words moved by DMA": sum(truth["dma"]),
            "most steps a second": int(1e9 / truth["stepper"]["shortestNs"]),
            "readings of current and supply": int(end[1]),
            "collections": int(end[2]),
            "erases": self.board.counters()["erases"],
        }
        faults = camera_faults(truth)
        faults |= {k: truth["stepper"][k] for k in ("disabled", "shortPulses", "setup")}
        faults["UART overruns"] = truth["overruns"]
        faults["frames changed"] = int(echo != self.sent)
        faults["moves begun too late"] = sum(words[0] == "late" for words in self.told)
        faults["readings wrong"] = int(values != READINGS)
        result.faults = {name: n for name, n in faults.items() if n}
        if self.wrong:
            result.faults["pictures"] = self.wrong[:9]
        return result

    def _compare_edges(self, truth: list[list[Any]], result: Result) -> None:
        """Each edge once, in order, its time right to a millisecond and its count to one."""
        for pin, source in SOURCES.items():
            wanted = [(level, ns, count, place) for p, level, ns, count, place in truth if p == pin]
            seen = [[int(w) for w in words[1:]] for words in self.told
                    if words[0] == "e" and int(words[1]) == source]  # fmt: skip
            good = 0
            for (level, ns, count, place), (_s, l, ms, n) in zip(wanted, seen, strict=False):
                where = place if pin == HOME else count
                good += l == level and 0 <= ms - int(ns / 1e6) <= 1 and abs(n - where) <= 1
            result.rows[f"edges at pin {pin} with time and count"] = (len(wanted), good)


def main(seconds: float) -> int:
    cards = int(seconds * 1000 // (CARD_MS + REST_MS / BLOCK_CARDS))
    board = ShoeBench(good_image())
    result = Work(board, cards).run()
    print(result.table())
    print(f"{board.now_ms:.0f} ms simulated")
    return 1 if result.faults or any(a != b for a, b in result.rows.values()) else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
