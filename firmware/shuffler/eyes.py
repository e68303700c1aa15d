"""What the shuffler may ask of its reader after a card has passed."""

from firmware.cards.codes import UNREADABLE


class OneLook:
    """A reader that has said all it knows of a card in passing."""

    def look_again(self):
        """The last card, which stands still now, looked at in every way: its code, or -1."""
        return -1

    def seen_by_one(self):
        """What one camera read of the last card where the other read nothing."""
        return UNREADABLE
