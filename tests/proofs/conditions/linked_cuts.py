"""A linked board loses power around a win: the win is paid once, and no table waits for it."""

from __future__ import annotations

from faro.sim.scenarios.jackpot import JackpotTable
from faro.sim.scenarios.linked import LinkedTables

HOLDER, WINNER, OTHER = "holder", "winner", "other"
VICTIMS = (HOLDER, WINNER, OTHER)
MOMENTS_MS = (0, 60, 150, 250, 400, 1_000)  # after the claim; a cycle of polls takes 250
_OFF_MS = 2_000
_RESULT_MS = 6_000


def cases() -> list[str]:
    """victim/moment, and with -off the board stays without power until the other table has won."""
    return [f"{v}{off}/{at_ms}" for v in VICTIMS for off in ("", "-off") for at_ms in MOMENTS_MS
            if not (off and v != WINNER)]  # fmt: skip


def wrong_with(case: str) -> str:
    victim, _, at_ms = case.partition("/")
    name, _, off = victim.partition("-")
    try:
        with LinkedTables(2) as linked:
            return "; ".join(_play(linked, VICTIMS.index(name), bool(off), int(at_ms)))
    except Exception as error:  # noqa: BLE001 (one broken case must not hide the others)
        return f"{type(error).__name__}: {error}"[:300]


def _play(linked: LinkedTables, place: int, stays_off: bool, at_ms: int) -> list[str]:
    first, second = linked.members
    number = first.deal(3)
    first.hands(number, {3: "royal"})
    first.claim(number, 3, "royal")
    linked.wait(at_ms)
    board = linked.tables[place].board.board
    board.power_off()
    if not stays_off:
        _put_on(linked, place)
    linked.wait(_RESULT_MS)
    wrong: list[str] = []
    own = second.deal(5)
    second.hands(own, {5: "royal"})
    second.claim(own, 5, "royal")
    linked.wait(_RESULT_MS)
    if not second.jackpot()["win_uc"]:
        wrong.append("the other table's win has no result")
    if stays_off:
        _put_on(linked, place)
        linked.wait(_RESULT_MS)
    if not first.jackpot()["win_uc"]:
        wrong.append("the first win has no result")
    if not wrong:
        wins_uc = sum(table.jackpot()["win_uc"] for table in (first, second))
        _settle(linked, first, number)
        _settle(linked, second, own)
        meters = linked.holder.meters()
        if (meters["paid"], meters["pending"]) != (wins_uc, 0):
            wrong.append(f"paid {meters['paid']}, pending {meters['pending']}, won {wins_uc}")
    return wrong


def _settle(linked: LinkedTables, table: JackpotTable, number: int) -> None:
    table.settle(round=number)
    linked.wait(1_500)
    table.end(number)
    linked.wait(1_500)


def _put_on(linked: LinkedTables, place: int) -> None:
    linked.wait(_OFF_MS)
    linked.tables[place].board.board.power_on()
    linked.rig.wait_ready()
