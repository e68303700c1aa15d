"""Commands about the progressive jackpot: payouts, meters, claims, evidence, reconciliation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from faro.console import (
    FILE,
    AddressType,
    Target,
    board_options,
    columns,
    console,
    json_option,
    load_keys,
    port_option,
    print_json,
    progress,
    session_options,
    tell,
    utc_option,
)
from faro.jackpot.link_key import load_link_key
from faro.jackpot.reconcile import reconcile as replay
from faro.jackpot.report import (
    Evidence,
    ask_to_load,
    fetch_evidence,
    read_history,
    read_meters,
    read_state,
    read_terms,
    tables_digest,
)
from faro.journal.verify import read_whole
from faro.sim.vm_call import call
from faro.wire.errors import BadInput, FaroError
from faro.wire.events import iso_utc
from faro.wire.keys import table_key
from faro.words.clock import when_text
from faro.words.jackpot import FIRST_COUNT, TERMS
from faro.words.money import dollars, dollars_uc
from firmware.core.rows import CLOCK_SET
from firmware.link.rows import ADDRESS_BROADCAST

CLASSES = ("royal", "straight", "four", "full", "flush")


def _hands(texts: tuple[str, ...]) -> list[tuple[int, str]]:
    """SEAT=CLASS as pairs."""
    hands: list[tuple[int, str]] = []
    for text in texts:
        seat, equals, name = text.partition("=")
        if not equals or not seat.isascii() or not seat.isdigit():
            raise BadInput(f"{text!r} is no hand; one looks like 3=royal")
        hands.append((int(seat), name.strip().lower()))
    return hands


@click.command()
@click.option("--pool-cents", type=int, required=True, help="The jackpot before the round.")
@click.option("--seed-cents", type=int, required=True, help="What it restarts with after a Royal.")
@click.option("--hand", "hands", multiple=True, metavar="SEAT=CLASS", help=", ".join(CLASSES))
@click.option(
    "--bonus-source",
    type=click.Choice(["house", "pool"]),
    default="house",
    show_default=True,
    help="Who pays Four of a Kind, Full House and Flush.",
)
@json_option
def payout(
    pool_cents: int, seed_cents: int, hands: tuple[str, ...], bonus_source: str, is_json: bool
) -> None:
    """What would a round pay? By the firmware's own code."""
    result: dict[str, Any] = call(
        "firmware.jackpot.what_if", "payout", pool_cents, seed_cents, _hands(hands), bonus_source
    )
    if is_json:
        print_json(result)
        return
    headings = ("seat", "hand", "pays", "from the pool", "from the house")
    cents = ("amount_cents", "from_pool_cents", "from_house_cents")
    rows = [
        (str(row["seat"]), row["class"], *(dollars(row[name]) for name in cents))
        for row in result["payments"]
    ]
    for line in columns(rows, headings, right=(0, 2, 3, 4)):
        console.print(line)
    console.print(f"pool afterwards {dollars(result['pool_after_cents'])}")


@click.command()
@board_options
def meters(target: Target) -> None:
    """Show all meters of the jackpot; amounts exact to the micro-cent."""
    with target.open() as client:
        found = read_meters(client)
    if target.is_json:
        print_json(found)
        return
    rows = [
        (f"[bold]{name}[/]", str(value) if place >= FIRST_COUNT else dollars_uc(value))
        for place, (name, value) in enumerate(found.items())
    ]
    for line in columns(rows, right=(1,)):
        console.print(line)


@click.group()
def jackpot() -> None:
    """The progressive jackpot: state, history, claims, evidence."""


@jackpot.command()
@board_options
def status(target: Target) -> None:
    """Show round and pool."""
    with target.open() as client:
        state = read_state(client)
    if target.is_json:
        print_json(state)
        return
    console.print(f"round {state['round']}: {state['state']}")
    for name in ("offered", "accepted", "voided", "winners", "claimed"):
        if state[name]:
            console.print(f"{name:9} {', '.join(map(str, state[name]))}")
    for name in ("pool_uc", "shown_uc", "pending_uc", "win_uc"):
        console.print(f"{name.removesuffix('_uc'):9} {dollars_uc(state[name])}")
    for name, value in state["deferred"].items():
        console.print(f"with the next jackpot: {name} = {value}")


@jackpot.command()
@board_options
@utc_option
def history(target: Target, is_utc: bool) -> None:
    """List the last 100 payments, newest first."""
    with target.open() as client, progress("reading the payments", target.is_json):
        found = [{**hit, "utc": iso_utc(hit["utc_s"])} for hit in read_history(client)]
    lines = [_hit_line(hit, is_utc) for hit in found]
    target.tell(found, *lines or ["no payments yet"])


def _hit_line(hit: dict[str, Any], is_utc: bool) -> str:
    amount = hit["pool_cents"] + hit["bonus_cents"] + hit["house_cents"]
    when = when_text(hit["utc_s"], CLOCK_SET, is_utc)
    return (
        f"{hit['number']:6} round {hit['round']} seat {hit['seat']} {hit['hand']}:"
        f" {dollars(amount)} ({dollars(hit['house_cents'])} from the house) {when}"
    ).rstrip()


@jackpot.command()
@session_options("table")
@click.argument("seat", type=click.IntRange(1, 7))
@click.argument("hand", type=click.Choice(CLASSES))
def claim(target: Target, seat: int, hand: str) -> None:
    """Claim a hand for a seat; refused unless the shoe read these cards."""
    with target.open_as() as client:
        number: int = client.request("GET_JACKPOT").fields["round"]
        client.request("CLAIM", round=number, seat=seat, hand_class=CLASSES.index(hand) + 1)
        state = read_state(client)
    target.tell(state, f"round {number}, seat {seat}: {hand} claimed; {state['state']}")


@jackpot.command()
@session_options("supervisor")
@click.option("--cancel", is_flag=True, help="The claims do not stand.")
def confirm(target: Target, cancel: bool) -> None:
    """Ask that the pending winners be paid; an inspector confirms it with 'faro confirm'."""
    with target.open_as() as client:
        number: int = client.request("GET_JACKPOT").fields["round"]
        asked = client.request("CANCEL_HIT" if cancel else "CONFIRM_HIT", round=number).fields
        state = read_state(client)
    if asked["number"]:
        target.tell_asked(asked)
    else:  # small: one role is enough
        target.tell(state, f"round {number}: {state['state']}")


@jackpot.command()
@board_options
@click.argument("file", type=FILE)
def evidence(target: Target, file: Path) -> None:
    """Fetch the sealed evidence of the last hit into FILE."""
    with target.open() as client, progress("fetching the evidence", target.is_json):
        found = fetch_evidence(client)
    found.save(file)
    told = found.as_json()
    target.tell(told, f"hit {told['hit']} of round {told['round']}: sealed evidence in {file}")


@jackpot.command("check-evidence")
@click.argument("file", type=FILE)
@click.option("-k", "--keys", type=click.Path(path_type=Path), required=True, help="Key file.")
@json_option
def check_evidence(file: Path, keys: Path, is_json: bool) -> None:
    """Check a file of evidence against the board's keys. Needs no board."""
    found = Evidence.load(file)
    is_good = found.is_sealed_by(load_keys(keys).known_device)
    verdict = "[green]sealed by the board[/]" if is_good else "[red]the seal is BAD[/]"
    tell(is_json, {**found.as_json(), "is_sealed": is_good}, verdict)
    sys.exit(0 if is_good else 1)


@jackpot.command()
@session_options("supervisor")
@click.argument("changes", nargs=-1, metavar="[TERM=VALUE]...")
def terms(target: Target, changes: tuple[str, ...]) -> None:
    """Show the jackpot's terms; with changes ask for all of them, which an inspector confirms."""
    wanted = _term_changes(changes)
    with target.open_as() if wanted else target.open() as client:
        found = read_terms(client)
        if not wanted:
            target.tell(found, *(f"{name:15} {value}" for name, value in found.items()))
            return
        asked = client.request("SET_TERMS", **{**found, **wanted}).fields
    target.tell_asked(asked)


def _term_changes(texts: tuple[str, ...]) -> dict[str, int]:
    """TERM=VALUE as pairs."""
    found: dict[str, int] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in TERMS or not value.isascii() or not value.isdigit():
            raise BadInput(f"{text!r} is no term; one looks like seed_cents=5000000")
        found[name] = int(value)
    return found


@jackpot.command("link-key")
@session_options("technician")
@click.argument("file", type=FILE)
@click.option("--table", type=AddressType(), help="This board is the linked table there.")
def link_key(target: Target, file: Path, table: int | None) -> None:
    """Give this board its key for linked tables: by USB, lid open.

    FILE is the holder's key, made if it is not there; each table gets its own, made from it.
    """
    is_new = not file.exists()
    holder_key = load_link_key(file)
    try:
        with target.open_as() as client:
            key = holder_key if table is None else table_key(holder_key, table)
            client.request("SET_LINK_KEY", key=key)
    except FaroError:
        if is_new:
            file.unlink()  # no board has it
        raise
    whose = "the holder's key" if table is None else f"the key of table {table:#04x}"
    target.tell({"table": table}, f"{whose} is set; restart the board")


@jackpot.command("take-over")
@session_options("supervisor")
@click.argument("journal_path", type=FILE)
@click.option("--dead", type=AddressType(), default="meter", show_default=True)
def take_over(target: Target, journal_path: Path, dead: int) -> None:
    """Load a dead holder's jackpot from its exported journal into this spare board.

    `faro reconcile --journal` tells the inspector the tables' digest that he should be asked to
    confirm.
    """
    books = replay(read_whole(journal_path).events())
    pool, digest = books.meters["pool"] if books.meters else 0, tables_digest(books).hex()
    with target.open_as() as client:
        asked = ask_to_load(client, books, dead)
    target.tell_asked(
        {**asked, "pool_uc": pool, "tables": books.tables, "tables_digest": digest},
        f"{dollars_uc(pool)} and {len(books.tables)} tables ({digest});"
        " then set link_role to 1 and restart the board",
    )


@click.command()
@port_option
@click.option(
    "--journal",
    "journal_path",
    type=FILE,
    help="An exported journal instead of the board's own.",
)
@json_option
def reconcile(port: str | None, journal_path: Path | None, is_json: bool) -> None:
    """Recompute the jackpot from the journal alone and compare.

    To the micro-cent: from a board's own journal, from an exported one (--journal), or with both
    from the exported one, compared with the board's meters.
    """
    exported = read_whole(journal_path).events() if journal_path else None
    if exported is not None and port is None:
        books = replay(exported)
    else:
        target = Target(port, ADDRESS_BROADCAST, is_json)
        with target.open() as client, progress("reading the journal", is_json):
            books = replay(exported or client.events(0))
            books.compare(read_meters(client))
    report = {
        "rounds": books.rounds,
        "payments": books.payments,
        "statements": books.statements,
        "meters": books.meters,
        "tables_digest": tables_digest(books).hex(),
        "differences": [{"event": d.number, "text": d.text} for d in books.differences],
    }
    lines = [f"[red]event {d.number}[/]: {d.text}" for d in books.differences]
    if books.meters is None:
        lines.append("[red]the journal states no meters: nothing to start from[/]")
    elif not lines:
        linked = f"; linked tables {report['tables_digest']}" if books.tables else ""
        lines = [
            f"[green]agrees[/]: {books.rounds} rounds, {books.payments} payments,"
            f" {books.statements} statements; jackpot {dollars_uc(books.meters['pool'])}{linked}"
        ]
    tell(is_json, report, *lines)
    if books.differences or books.meters is None:
        sys.exit(1)


COMMANDS = (payout, meters, jackpot, reconcile)
