"""The dealer's hand at the shoe: cards that slide out through the mouth gate."""

from __future__ import annotations

from hw_sim.rig import BoardRig

CARD_PASS_MS = 120  # a card pulled at an ordinary pace
DEAL_INTERVAL_MS = 400


class ShoeWorld:
    """Pulls cards; how many have really left is the world's truth."""

    def __init__(self, rig: BoardRig) -> None:
        self._rig = rig
        self.cards_dealt = 0

    def pull_card(self, pass_ms: int = CARD_PASS_MS) -> None:
        self.cards_dealt += 1
        self._rig.gates["mouth"].pass_card(pass_ms)

    def deal(self, cards: int, interval_ms: int = DEAL_INTERVAL_MS) -> None:
        """Pull cards one after another, starting now."""
        kernel = self._rig.board.kernel
        for i in range(cards):
            kernel.after(i * interval_ms * 1000, self.pull_card)
