"""The demo's scene about the jackpot: two linked tables, a false claim, a hit, a pulled plug."""

from __future__ import annotations

from faro.demo.scene import Say
from faro.jackpot.reconcile import reconcile
from faro.jackpot.report import read_history
from faro.sim.scenarios.jackpot import JackpotTable
from faro.sim.scenarios.linked import LinkedTables
from faro.wire.errors import Refused
from faro.words.money import dollars, dollars_uc


def scene(say: Say) -> None:
    """Everything happens on the firmware of two meter boards on one RS-485 line."""
    with LinkedTables(1) as linked:
        holder, table = linked.tables
        say(f"two tables, one jackpot: both displays show [bold]{table.shown()}[/]")
        _ordinary_round(say, linked, table)
        number = _false_claim(say, table)
        _plug(say, linked, table, number)
        _paid(say, linked, number)
        for name, one in (("table 1", holder), ("table 2", table)):
            books = reconcile(one.client.events(0))
            books.compare(one.meters())
            verdict = "[red]DIFFERS[/]" if books.differences else "[green]agrees[/]"
            say(f"{name}: recomputed from the journal alone, to the micro-cent: {verdict}")


def _ordinary_round(say: Say, linked: LinkedTables, table: JackpotTable) -> None:
    table.place(2, 5, 6)
    table.antes(2, 5)
    linked.wait(300)
    lamps = ", ".join(f"seat {s} {table.lamp_pattern(s)}" for s in (1, 2, 6))
    say(f"lamps before the deal (invited, placed, no ante): {lamps}")
    table.line(1)
    table.ask("table", "FREEZE")
    linked.wait(3_000)
    say(f"first card out: seats 2 and 5 count; both displays {linked.holder.shown()}")
    table.end(table.jackpot()["round"])


def _false_claim(say: Say, table: JackpotTable) -> int:
    number = table.deal(3, 7)
    table.hands(number, {3: "royal", 7: "nothing"})
    try:
        table.claim(number, 7, "flush")
    except Refused as refusal:
        say(f"seat 7 claims a flush: [red]{refusal}[/]")
    table.claim(number, 3, "royal")
    table.wait(1_500)
    return number


def _plug(say: Say, linked: LinkedTables, table: JackpotTable, number: int) -> None:
    state = table.jackpot()
    say(
        f"seat 3 claims a Royal Flush, and the shoe read it: {dollars_uc(state['win_uc'])} held;"
        f" the jackpot restarts at {dollars_uc(state['pool_uc'])}"
    )
    table.board.board.power_off()
    own = linked.holder.deal(1)
    linked.holder.end(own)
    table.board.board.power_on()
    linked.rig.wait_ready()
    linked.wait(2_000)
    state = table.jackpot()
    say(f"plug pulled and in again: round {number} still pending, {dollars_uc(state['win_uc'])}")


def _paid(say: Say, linked: LinkedTables, number: int) -> None:
    table = linked.members[0]
    table.settle(round=number)
    table.end(number)
    linked.wait(1_500)
    (hit,) = read_history(table.client)
    amount = hit["pool_cents"] + hit["house_cents"]
    say(
        f"supervisor asks, inspector confirms: seat {hit['seat']} {hit['hand']}, {dollars(amount)}"
        f" ({dollars(hit['house_cents'])} from the house)"
    )
