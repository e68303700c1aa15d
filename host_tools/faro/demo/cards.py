"""The demo's scene about cards: counted, a dirty one refused, a wrong pack named."""

from __future__ import annotations

from faro.cards.deck_check import census
from faro.demo.scene import Say, played


def scene(say: Say) -> None:
    """The file, and what the board says of the last pack."""
    with played(say, "cards") as player:
        for line in census(player.client("shoe")).lines():
            say(f"[cyan]{line}[/]")
