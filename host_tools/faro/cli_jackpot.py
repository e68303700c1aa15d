"""Commands about the progressive jackpot: payouts, meters, claims, evidence, reconciliation."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table

from faro.cli_common import console, print_json
from faro.errors import BadInput
from faro.money import dollars
from faro.vm_call import call

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
@click.option("--json", "is_json", is_flag=True, help="Print JSON for programs.")
def payout(
    pool_cents: int, seed_cents: int, hands: tuple[str, ...], bonus_source: str, is_json: bool
) -> None:
    """What would a round pay? Computed by the firmware's own code, inside MicroPython."""
    result: dict[str, Any] = call(
        "firmware.meter.what_if", "payout", pool_cents, seed_cents, _hands(hands), bonus_source
    )
    if is_json:
        print_json(result)
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("seat", "hand", "pays", "from the pool", "from the house"):
        table.add_column(heading, justify="left" if heading == "hand" else "right")
    for row in result["payments"]:
        table.add_row(
            str(row["seat"]),
            row["class"],
            dollars(row["amount_cents"]),
            dollars(row["from_pool_cents"]),
            dollars(row["from_house_cents"]),
        )
    console.print(table)
    console.print(f"pool afterwards {dollars(result['pool_after_cents'])}")


COMMANDS = (payout,)
