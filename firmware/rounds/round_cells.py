"""The tracker's state in two cells, so that a power cut leads back to the exact state.

CELL_ROUND has what changes with a round, CELL_ROUND_MORE what changes with a card; both begin
with a layout number, 0 in a new store.  Places are not kept: they follow from the cards.
"""

import struct

from firmware.core.bytes_into import copy_into
from firmware.core.compat import const
from firmware.rounds.games import catalogue
from firmware.rounds.round_record import BURN_MOST, CARDS_MOST, PLACES, WAGERS_MOST

LAYOUT = const(2)
_HEAD = "<BBBBBBIBB"  # layout, phase, game, equipment, decks, seats, round, closed as, flags
_MORE_AT = const(16)  # behind the curtain's number: odds, rulings, who was warned, what stops
HEAD_BYTES = const(32)
# layout, cards, burned, kept, exposed, set cards, unwagered, areas, out, flags
_CARDS = "<BBBBBBBBHB"
_CARDS_BYTES = const(11)

_CUT_CARD_OUT = const(1)
_NOT_CUT_TOLD = const(2)
_AREAS_KNOWN = const(4)


def pack_round(tracker, cell):
    """The table and the round as a whole."""
    struct.pack_into(
        _HEAD,
        cell,
        0,
        LAYOUT,
        tracker.phase,
        tracker.game_number,
        tracker.equipment,
        tracker.pack.decks,
        tracker.seats,
        tracker.round_number,
        tracker.closed_as,
        tracker.flags(),
    )
    copy_into(cell, _MORE_AT, tracker.record.choices, WAGERS_MOST)
    copy_into(cell, _MORE_AT + WAGERS_MOST, tracker.record.ruled, PLACES)
    at = _MORE_AT + WAGERS_MOST + PLACES
    cell[at] = tracker.warned
    cell[at + 1] = tracker.stops
    cell[at + 2] = tracker.back_told
    cell[at + 3] = tracker.warned_now


def pack_cards(tracker, cell):
    """The cards of the round, and the pack since its shuffle."""
    record, pack, placing = tracker.record, tracker.pack, tracker.placing
    flags = _CUT_CARD_OUT if pack.is_cut_card_out else 0
    flags |= _NOT_CUT_TOLD if pack.is_not_cut_told else 0
    flags |= _AREAS_KNOWN if placing.is_open else 0
    struct.pack_into(
        _CARDS,
        cell,
        0,
        LAYOUT,
        record.count,
        record.burn_count,
        record.kept,
        record.exposed_byte(),
        record.set_cards,
        record.unwagered,
        placing.seats,
        pack.cards_out,
        flags,
    )
    at = _CARDS_BYTES
    copy_into(cell, at, record.codes, CARDS_MOST)
    copy_into(cell, at + CARDS_MOST, record.told, CARDS_MOST)
    at += 2 * CARDS_MOST
    copy_into(cell, at, record.skips, len(record.skips))
    at += len(record.skips)
    copy_into(cell, at, record.skip_counts, PLACES)
    copy_into(cell, at + PLACES, record.decisions, PLACES)
    at += 2 * PLACES
    copy_into(cell, at, record.burned, BURN_MOST)
    copy_into(cell, at + BURN_MOST, pack.seen, len(pack.seen))


def unpack(tracker, cell, more):
    """At boot: the state that was committed last; False when there is none."""
    if cell[0] != LAYOUT or more[0] != LAYOUT or not _unpack_round(tracker, cell):
        return False
    _unpack_cards(tracker, more)
    return True


def _unpack_round(tracker, cell):
    fields = struct.unpack_from(_HEAD, cell, 0)
    _layout, phase, number, equipment, decks, seats, round_number, closed_as, flags = fields
    tracker.restore_number(round_number)
    if number and not catalogue.is_known(number):
        return False
    game = catalogue.table_of(number) if number else None
    tracker.restore(phase, number, game, equipment, decks, seats, closed_as, flags)
    at = _MORE_AT
    for buf in (tracker.record.choices, tracker.record.ruled):
        for i in range(len(buf)):
            buf[i] = cell[at + i]
        at += len(buf)
    tracker.restore_ruled(cell[at], cell[at + 1], cell[at + 2], cell[at + 3])
    return True


def _unpack_cards(tracker, cell):
    record, pack, placing = tracker.record, tracker.pack, tracker.placing
    fields = struct.unpack_from(_CARDS, cell, 0)
    areas, cards_out, flags = fields[7:]
    record.restore(*fields[1:7])
    pack.restore(cards_out, flags & _CUT_CARD_OUT != 0, flags & _NOT_CUT_TOLD != 0)
    at = _CARDS_BYTES
    for buf in (
        record.codes,
        record.told,
        record.skips,
        record.skip_counts,
        record.decisions,
        record.burned,
        pack.seen,
    ):
        for i in range(len(buf)):
            buf[i] = cell[at + i]
        at += len(buf)
    if tracker.game is None:
        return
    steps = tracker.game.DEAL[tracker.equipment]
    if flags & _AREAS_KNOWN:
        placing.start(steps, tracker.game.DEALER_DRAWS_TO, areas)
        placing.place_cards()
    else:
        placing.start_unknown(steps)
