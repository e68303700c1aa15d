"""People at the simulated table: they do what a line says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hw_sim.hands.reach import Done, Pace, Reach
from hw_sim.hands.verbs import find_verb
from hw_sim.hands.words import BadWords, split, take
from hw_sim.rig import Rig


class Hands(Reach):
    """`run("deal QH 9S")` does it and lets the time pass that it takes."""

    def __init__(self, rig: Rig, pace: Pace | None = None, is_optical: bool = True) -> None:
        super().__init__(rig, pace, is_optical)
        self.on_done: Callable[[list[str]], None] = lambda _words: None

    def do(self, line: str | Sequence[str]) -> Done:
        """Begin what the line says; BadWords when it cannot be done, and then nothing is."""
        words = split(line)
        if not words:
            raise BadWords("nothing to do: name a verb")
        verb = find_verb(words[0])
        values = take(self.rig, verb.name, verb.args, words[1:])
        self.rig.kernel.settle()
        done = verb.function(self, **values)
        if verb.is_kept:
            self.on_done(words)
        return done

    def run(self, line: str | Sequence[str]) -> str:
        """Do it and let virtual time pass until it is done; gives what it told."""
        done = self.do(line)
        self.rig.kernel.run_for_ms(done.busy_ms)
        return done.told
