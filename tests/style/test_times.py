"""Moments wrap: only firmware/core/ticks.py subtracts, adds and compares them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.style.imports import name_of, sources, tree

HOME = "firmware/core/ticks.py"
FORBIDDEN = {"ticks_diff", "ticks_add"}
# how long something takes: such numbers are small, and may be reckoned with like others
DURATIONS = {
    "credit_ms",
    "deal_pause_ms",
    "duration_ms",
    "elapsed_ms",
    "left_us",
    "longest_ms",
    "pass_ms",
    "past_ms",
    "ramp_ms",
    "silence_ms",
    "unused_ms",
    "usual_ms",
}
# uptime does not wrap: it is summed up by the clock, and is a number of any size
BY_UPTIME = {
    "firmware/board/clock.py",
    "firmware/journal/rations.py",
    "firmware/trust/two_roles.py",
    "firmware/update/room.py",
}
# moments that ticks can always tell, and why: all others are `aged` once a heartbeat
SHORT_LIVED = {
    "firmware/board/clock.py": {"last_ms": "taken again at each heartbeat"},
    "firmware/board/serving.py": {"held_until_ms": "only asked while a hold runs, 120 ms"},
    "firmware/drivers/deadline.py": {"armed_ms": "only asked while armed, for seconds"},
    "firmware/drivers/rs485.py": {"ends_us": "only asked while a frame leaves"},
    "firmware/jackpot/freeze.py": {"told_ms": "only asked until both sources agree, 3 s"},
    "firmware/jackpot/linked/holder_book.py": {"ticked_ms": "taken again at each heartbeat"},
    "firmware/jackpot/linked/holder_wire.py": {"heard_ms": "forgotten after 5 s of silence"},
    "firmware/jackpot/linked/member_wire.py": {"heard_ms": "told after 5 s, then not asked"},
    "firmware/jackpot/linked/opening.py": {"since_ms": "only asked while tables may answer, 10 s"},
    "firmware/link/port.py": {"frame_ms": "down after 5 s of silence, then not asked"},
    "firmware/rounds/deal.py": {"card_ms": "after a day its heartbeat notes that it is long ago"},
    "firmware/shuffler/actuators.py": {"ejected_ms": "10 ms too many, once in 12 days, do no harm"},
    "firmware/shuffler/card_way.py": {"at_gate_ms": "a card stands there for seconds: a jam"},
    "firmware/shuffler/health/step_deadlines.py": {"since_ms": "told at its limit, minutes"},
    "firmware/shuffler/shuffler.py": {
        "now_ms": "the moment of the input that is taken now",
        "taken_ms": "the flag ends at the next heartbeat",
    },
    "firmware/trust/sessions.py": {"used_ms": "an idle session ends after ten minutes"},
    "firmware/trust/throttle.py": {"paused_at_ms": "a pause ends after five minutes"},
}
_ORDER = ast.Lt | ast.LtE | ast.Gt | ast.GtE
COUNTS = {  # of the encoder, which goes round too
    "firmware/cards/reader.py",
    "firmware/shuffler/jam_watch.py",
    "firmware/shuffler/throat_pass.py",
}


def word(node: ast.expr) -> str:
    """The name of a variable, an attribute or a list that an operand is taken from."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def is_moment(node: ast.expr) -> bool:
    name = word(node).lstrip("_")
    return name.endswith(("_ms", "_us")) and not name.isupper() and name not in DURATIONS


def operands(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        return [node.left, node.right]
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub):
        return [node.target, node.value]
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], _ORDER):
        both = [node.left, *node.comparators]
        return both if all(map(is_moment, both)) else []
    return []


def raw_uses(path: Path, name: str) -> list[str]:
    """Lines of a file that reckon with a moment themselves."""
    found: list[str] = []
    for node in ast.walk(tree(path)):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Name | ast.Attribute) and word(node) in FORBIDDEN:
            found.append(f"{name}:{line}: {word(node)}")
        if isinstance(node, ast.ImportFrom) and FORBIDDEN & {alias.name for alias in node.names}:
            found.append(f"{name}:{line}: import of ticks")
        if name not in BY_UPTIME and any(map(is_moment, operands(node))):
            found.append(f"{name}:{line}: {ast.unparse(node)}")
        is_sub = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)
        if name in COUNTS and is_sub and word(operands(node)[0]) == "count":
            found.append(f"{name}:{line}: {ast.unparse(node)}")
    return found


def kept_moments(path: Path) -> set[str]:
    """What is asked of its age and kept beyond a call, but for what each heartbeat ages."""
    asked: set[str] = set()
    aging: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and word(node.func) in ("elapsed", "left", "aged"):
            names = {word(arg).lstrip("_") for arg in node.args if not isinstance(arg, ast.Name)}
            (aging if word(node.func) == "aged" else asked).update(names - {""})
    return asked - aging


def firmware() -> list[Path]:
    return [path for path in sources("firmware") if name_of(path) != HOME]


def test_moments__all_of_the_firmware__reckoned_with_by_the_helpers_alone() -> None:
    found = [use for path in firmware() for use in raw_uses(path, name_of(path))]
    assert not found, "use elapsed, later, left, aged or turned of firmware.core.ticks:\n" + (
        "\n".join(found)
    )


def test_moments__kept_for_longer_than_a_call__aged_or_known_to_end_soon() -> None:
    """Ticks tell 6.2 days: what is older looks like a moment that has not come yet."""
    found = {name_of(path): kept_moments(path) for path in firmware()}
    ends = {name: set(moments) for name, moments in SHORT_LIVED.items()}
    assert {name: moments for name, moments in found.items() if moments} == ends


@pytest.mark.parametrize(
    "line",
    (
        "from time import ticks_diff",
        "x = time.ticks_add(now_ms, 5)",
        "past_ms = now_ms - self._start_ms",
        "self._due_ms += 5",
        "if now_ms > self._due_ms: pass",
        "age = self._first_ms[seat] - 3",
        "due = now_us + wait_us",
    ),
)
def test_moments__reckoned_with_in_any_other_way__found(tmp_path: Path, line: str) -> None:
    path = tmp_path / "raw.py"
    path.write_text(line + "\n")
    assert raw_uses(path, "raw.py")
