"""The way back at boot: inputs that were recorded after the cells are taken once more.

An input's consequences are recorded first and the cells come last, with the number of the last
event they know.  What was recorded of an input already is not recorded twice.
"""

from firmware.cards.rows import EV_CARD_READ, EV_CARD_REFUSED, EV_CARD_STRANGE
from firmware.rounds import rows
from firmware.shuffler.rows import EV_BOX_DEALT, EV_CARDS_DEALT

_PACKETS = (EV_CARDS_DEALT, EV_BOX_DEALT)
_CARDS = (EV_CARD_READ, EV_CARD_REFUSED, EV_CARD_STRANGE, EV_CARDS_DEALT, EV_BOX_DEALT)
_DEALT_AT = 7  # the cards in CARDS_DEALT
_BOX_AT = 5  # and in BOX_DEALT


class Replay:
    """`is_recorded` and `is_finding_made` answer for the events after the cells."""

    def __init__(self, journal, recorder):
        self._journal = journal
        self._recorder = recorder
        self._after = 0  # events after this one may be there already
        self._until = 0  # 0: nothing is taken again

    def run(self, after, inputs):
        """Take every input after event `after` again."""
        journal = self._journal
        self._after = after
        self._until = journal.last_number
        number = journal.next_held(after + 1)
        while number <= self._until:
            if journal.load(number):
                if journal.type in _CARDS:
                    inputs.begin(number, journal.type in _PACKETS)
                _take_again(inputs, journal.type, bytes(journal.payload), journal.time_ms)
            number = journal.next_held(number + 1)
        self._until = 0

    def is_recorded(self, event, size):
        """The event that the recorder has packed lies in the journal after the cells."""
        if self._until == 0:
            return False
        recorder, journal = self._recorder, self._journal
        for number in range(self._after + 1, self._until + 1):
            if journal.load(number) and journal.type == event and journal.payload_bytes == size:
                i = 0
                while i < size and journal.payload[i] == recorder.payload[i]:
                    i += 1
                if i == size:
                    return True
        return False

    def is_finding_made(self, code):
        """The rulings have heard of a finding already."""
        journal = self._journal
        for number in range(self._after + 1, self._until + 1):
            if journal.load(number) and journal.type == rows.EV_FINDING_MADE:
                if journal.payload[2] == code:
                    return True
        return self._until == 0


def _take_again(inputs, kind, payload, time_ms):
    a, b, c, d = payload[0], payload[1], payload[2], payload[3]
    if kind == EV_CARD_READ:
        inputs.reading(c, payload[4], time_ms)
    elif kind == EV_CARD_REFUSED or kind == EV_CARD_STRANGE:
        inputs.reading(c, 0, time_ms)
    elif kind == EV_CARDS_DEALT:
        inputs.packet(payload[4] | payload[5] << 8, payload[_DEALT_AT:], payload[6], time_ms)
    elif kind == EV_BOX_DEALT:
        inputs.box(payload[_BOX_AT:], payload[4], time_ms)
    elif kind == rows.EV_TABLE_OPENED:
        inputs.open_table(a, b, c, d, time_ms)
    elif kind == rows.EV_TABLE_CLOSED:
        inputs.open_table(0, 0, 0, 0, time_ms)
    elif kind == rows.EV_AREAS_SET:
        inputs.set_areas(a, time_ms)
    elif kind == rows.EV_PACK_IN_PLAY:
        inputs.pack_loaded(time_ms)
    elif kind == rows.EV_DECIDED:
        inputs.decide(a, b, time_ms)
    elif kind == rows.EV_ROUND_ENDED:
        inputs.end_round(payload[4], time_ms)
    elif kind == rows.EV_ROUND_TOLD:
        inputs.tell(a, b, c, d, time_ms)
