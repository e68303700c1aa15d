"""Scenario files: what people, hosts and machines do at a simulated table, as YAML.

Everything that can be checked without a board is checked here, before anything runs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from boards.layout import CHECKOUT
from faro.sim.step_words import (
    Asked,
    Awaited,
    Expected,
    parse_ask,
    parse_damage,
    parse_expect,
    parse_login,
    parse_wait,
)
from faro.sim.typed import parse_typed
from faro.wire.errors import BadInput
from hw_sim.hands.verbs import find_verb
from hw_sim.hands.words import BadWords, split, take
from hw_sim.rig import MODELS

FOLDER = CHECKOUT / "hw_sim" / "scenarios"
FOREVER = -1
READY = ("provisioned", "enrolled")
READS = ("pictures", "identity")
_HEAD = ("title", "seed", "boards", "ready", "reads", "steps")
_MOST_BYTES = 4 << 20
_WITHIN_MS = 10_000
_TIME = re.compile(r"(\d+(?:\.\d+)?) ?(ms|s|min)")
_UNIT_US = {"ms": 1_000, "s": 1_000_000, "min": 60_000_000}
# what a step can be, and what may stand beside it
KINDS: dict[str, tuple[str, ...]] = {
    "do": ("at",),
    "pass": (),
    "wait": ("within",),
    "expect": (),
    "login": ("at", "proof"),
    "ask": ("at", "refused"),
    "type": ("refused",),
    "damage": (),
    "say": (),
    "tell": (),
    "repeat": ("steps",),
}


class ScenarioError(BadInput):
    """The file is not a scenario; nothing has run."""


@dataclass(frozen=True)
class Step:
    """One step: `kind` is a row of KINDS, `text` what stands behind it."""

    kind: str
    text: str
    line: int
    at_us: int = 0  # do, login, ask: at this moment; pass: how long
    proof_us: int = 0  # login: the key is proved at this moment, not at once
    within_ms: int = _WITHIN_MS
    times: int = 1
    steps: tuple[Step, ...] = ()
    asked: Asked | None = None
    typed: tuple[str, ...] = ()  # type: words behind `faro`; damage: where, and byte
    refused: str = ""
    awaited: Awaited | None = None
    expected: Expected | None = None


@dataclass(frozen=True)
class Scenario:
    """A whole file."""

    path: Path
    title: str
    seed: int = 1
    boards: tuple[str, ...] = ("shoe", "meter")
    ready: tuple[str, ...] = ()
    reads: str = "pictures"
    steps: tuple[Step, ...] = field(default_factory=tuple)


def step_lines(step: Step, text: str) -> list[str]:
    """What a `say`, `tell` or `type` has for people, for rich's console."""
    if step.kind == "say":
        return [text]
    if step.kind == "type":
        colour = "red" if step.refused else "cyan"
        return [f"[bold]$ {step.text}[/]", *(f"[{colour}]{ln}[/]" for ln in text.splitlines())]
    return [f"[dim]{step.text.split()[0]:6}[/]{line}" for line in text.splitlines()]


def find(name: str) -> Path:
    """A file by its path, or one of those that come with the simulator by its name."""
    path = Path(name)
    if path.suffix in (".yaml", ".yml") or path.exists():
        return path
    known = FOLDER / f"{name}.yaml"
    if known.exists():
        return known
    names = ", ".join(sorted(p.stem for p in FOLDER.glob("*.yaml")))
    raise ScenarioError(f"there is no scenario {name!r}: give a file, or one of {names}")


def load(path: Path) -> Scenario:
    """Read and check a file; ScenarioError names file, line and what would be right."""
    try:
        data = path.read_bytes()[: _MOST_BYTES + 1]
        if len(data) > _MOST_BYTES:
            raise ScenarioError(f"{path} is too long for a scenario")
        text = data.decode("utf-8")
    except OSError as error:
        raise ScenarioError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ScenarioError(f"{path} is not a text file") from None
    return parse(text, path)


def parse(text: str, path: Path) -> Scenario:
    try:
        compose: Any = getattr(yaml, "compose")  # noqa: B009 (its stub leaves types open)
        node = compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        problem = getattr(error, "problem", None) or "not YAML"
        raise ScenarioError(f"{path}:{line}: {problem}") from None
    except RecursionError:
        raise ScenarioError(f"{path}: nested too deeply") from None
    return _Reader(path).scenario(node)


class _Names:
    """Stands for the rig while a file is read: which boards there are."""

    def __init__(self, kinds: tuple[str, ...]) -> None:
        self.boards: Mapping[str, Any] = names_of(kinds)


def names_of(kinds: tuple[str, ...]) -> dict[str, str]:
    """Boards as a rig names them, and their kinds: a second shoe is shoe2."""
    names: dict[str, str] = {}
    for kind in kinds:
        count = list(names.values()).count(kind)
        names[f"{kind}{count + 1}" if count else kind] = kind
    return names


class _Reader:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._table = _Names(())

    def scenario(self, node: Any) -> Scenario:
        if not isinstance(node, yaml.MappingNode):
            raise self._bad(node, "a scenario has 'title:' and 'steps:'")
        head = self._mapping(node)
        strange = next((key for key in head if key not in _HEAD), None)
        if strange:
            raise self._bad(head[strange], f"there is no {strange!r}; right are {', '.join(_HEAD)}")
        for name in ("title", "steps"):
            if name not in head:
                raise self._bad(node, f"{name!r} is missing")
        boards = tuple(self._texts(head["boards"])) if "boards" in head else ("shoe", "meter")
        for kind in boards:
            if kind not in MODELS:
                raise self._bad(head["boards"], f"{kind!r} is not a board: {', '.join(MODELS)}")
        if not boards:
            raise self._bad(head["boards"], "at least one board")
        self._table = _Names(boards)
        ready = tuple(self._texts(head["ready"])) if "ready" in head else ()
        for name in ready:
            if name not in READY:
                raise self._bad(head["ready"], f"boards can be {' and '.join(READY)}, not {name}")
        reads = self._text(head["reads"]) if "reads" in head else READS[0]
        if reads not in READS:
            raise self._bad(head["reads"], f"cards are read by {' or '.join(READS)}")
        return Scenario(
            self._path,
            self._text(head["title"]),
            self._number(head["seed"], 0, 1 << 62) if "seed" in head else 1,
            boards,
            ready,
            reads,
            self._steps(head["steps"]),
        )

    def _steps(self, node: Any) -> tuple[Step, ...]:
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            raise self._bad(node, "steps are a list: - do: deal QH")
        return tuple(self._step(step) for step in node.value)

    def _step(self, node: Any) -> Step:
        if not isinstance(node, yaml.MappingNode):
            raise self._bad(node, "a step is, for example, - do: deal QH")
        parts = self._mapping(node)
        kinds = [key for key in parts if key in KINDS]
        if len(kinds) != 1:
            raise self._bad(node, f"a step is one of {', '.join(KINDS)}")
        kind = kinds[0]
        strange = next((key for key in parts if key != kind and key not in KINDS[kind]), None)
        if strange:
            beside = ", ".join(KINDS[kind]) or "nothing"
            raise self._bad(parts[strange], f"beside {kind!r} stands {beside}, not {strange!r}")
        try:
            return self._made(kind, parts, node.start_mark.line + 1)
        except (BadWords, BadInput) as error:
            if isinstance(error, ScenarioError):
                raise
            raise self._bad(parts[kind], str(error)) from None

    def _made(self, kind: str, parts: dict[str, Any], line: int) -> Step:
        if kind == "repeat":
            times = self._text(parts["repeat"])
            count = FOREVER if times == "forever" else self._number(parts["repeat"], 1, 1_000_000)
            if "steps" not in parts:
                raise self._bad(parts["repeat"], "'steps' is missing beside 'repeat'")
            return Step(kind, times, line, times=count, steps=self._steps(parts["steps"]))
        text = self._text(parts[kind])
        at_us = self._time_us(parts["at"]) if "at" in parts else 0
        if kind == "do":
            words = split(text)
            verb = find_verb(words[0] if words else "")
            take(self._table, verb.name, verb.args, words[1:])
            return Step(kind, text, line, at_us=at_us)
        if kind == "pass":
            return Step(kind, text, line, at_us=self._time_us(parts["pass"]))
        names = dict(self._table.boards)
        if kind == "wait":
            limit_ms = self._time_us(parts["within"]) // 1000 if "within" in parts else _WITHIN_MS
            return Step(kind, text, line, within_ms=limit_ms, awaited=parse_wait(text, names))
        if kind == "ask":
            refused = self._text(parts["refused"]) if "refused" in parts else ""
            return Step(kind, text, line, at_us=at_us, asked=parse_ask(text, names, refused))
        if kind == "login":
            proof_us = self._time_us(parts["proof"]) if "proof" in parts else 0
            asked = parse_login(text, names)
            return Step(kind, text, line, at_us=at_us, proof_us=proof_us, asked=asked)
        if kind == "type":
            refused = self._text(parts["refused"]) if "refused" in parts else ""
            return Step(kind, text, line, typed=tuple(parse_typed(text)), refused=refused)
        if kind == "damage":
            return Step(kind, text, line, typed=parse_damage(text, names))
        if kind == "expect":
            return Step(kind, text, line, expected=parse_expect(text, names))
        if kind == "tell" and text.split()[0] not in names:
            raise self._bad(parts[kind], f"{text!r}: tell names a board: {', '.join(names)}")
        return Step(kind, text, line)

    # -- small things ----------------------------------------------------------------------

    def _mapping(self, node: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in node.value:
            name = self._text(key)
            if name in found:
                raise self._bad(key, f"{name!r} stands there twice")
            found[name] = value
        return found

    def _text(self, node: Any) -> str:
        if not isinstance(node, yaml.ScalarNode) or not node.value.strip():
            raise self._bad(node, "here stands a text")
        return node.value

    def _texts(self, node: Any) -> list[str]:
        if not isinstance(node, yaml.SequenceNode):
            raise self._bad(node, "here stands a list: [shoe, meter]")
        return [self._text(item) for item in node.value]

    def _number(self, node: Any, least: int, most: int) -> int:
        text = self._text(node)
        if not text.isdigit() or not least <= int(text) <= most:
            raise self._bad(node, f"{text!r} is not a number from {least} to {most}")
        return int(text)

    def _time_us(self, node: Any) -> int:
        text = self._text(node)
        found = _TIME.fullmatch(text)
        if not found:
            raise self._bad(node, f"{text!r} is not a time such as 500 ms, 12 s or 3 min")
        return round(float(found[1]) * _UNIT_US[found[2]])

    def _bad(self, node: Any, what: str) -> ScenarioError:
        line = node.start_mark.line + 1 if node is not None else 1
        return ScenarioError(f"{self._path}:{line}: {what}")
