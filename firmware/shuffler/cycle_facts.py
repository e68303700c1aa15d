"""What a cycle is for and how far it is: mode, decks, the next card, the pack's back, the verdict.

The shuffler builds on it; nothing here moves a card.
"""

from firmware.shuffler.modes import MODE_CONTINUOUS, MODE_SHUFFLE, NO_BACK


class CycleFacts:
    """`plan` has the order of a shuffle, `stirring` what lies where in continuous mode."""

    def __init__(self, plan, stirring):
        self.plan = plan
        self.stirring = stirring
        self.box = 0  # continuous mode: the compartment that is emptied next
        self.boxes = 0  # so many are to be stirred
        self.mode = 0
        self.decks = 1
        self.expected = 0
        self.cycle_number = 0
        self.position = 0  # the next card to deal
        self.back = NO_BACK  # of the pack inside
        self.back_in_play = NO_BACK  # of the pack last delivered
        self.is_refused_early = False
        self.is_good = False

    def is_continuous(self):
        return self.mode == MODE_CONTINUOUS

    def is_dealable(self):
        is_for_game = self.mode in (MODE_SHUFFLE, MODE_CONTINUOUS)
        return self.is_good and is_for_game and self.plan.is_shuffled()

    def begin(self, mode, decks, expected):
        """Another pack, by a new plan."""
        self.cycle_number += 1
        self.restore_pack(mode, decks, expected, 0, NO_BACK)
        self.is_refused_early = self.is_good = False

    def restore_past(self, cycle_number, back_in_play):
        """After a boot: how many cycles there were, and the back of the pack on the table."""
        self.cycle_number = cycle_number
        self.back_in_play = back_in_play

    def restore_pack(self, mode, decks, expected, position, back):
        """After a boot: a pack was inside."""
        self.mode = mode
        self.decks = decks
        self.expected = expected
        self.position = position
        self.back = back

    def choose_boxes(self, boxes):
        """So many compartments are to be stirred."""
        self.boxes = boxes

    def take_box(self):
        """Choose the compartment to empty next; gives the count of its cards, -1: none."""
        self.box = self.stirring.take()
        return self.stirring.count_in(self.box) if self.box >= 0 else -1

    def packet_out(self, cards):
        """So many cards lie behind the gate."""
        self.position += cards
        if self.mode == MODE_CONTINUOUS:
            self.stirring.emptied(self.box)

    def bring_into_play(self):
        """The pack is on the table from now on, as far as its back is concerned."""
        self.back_in_play = self.back

    def note_back(self, back):
        """The first card's: it is the pack's."""
        self.back = back

    def note_verdict(self, is_good):
        self.is_good = is_good

    def refuse_early(self):
        """The pack can't be right any more: no further card is fed."""
        self.is_refused_early = True
