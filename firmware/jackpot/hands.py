"""What the shoe read in this round, brought by the table software: the proof for claims (J14)."""

import struct

from firmware.cards.codes import is_card
from firmware.core.bytes_into import copy_into, get_u32
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot.hand_class import class_of
from firmware.jackpot.round_book import R_BROKEN, R_CLAIM, R_STATE
from firmware.jackpot.rows import EV_HANDS_READ
from firmware.store.cells import CELL_ROUND_MORE


def packed(cards, shoe_first, shoe_last, digest):
    """A reading as the cell ROUND_MORE keeps it."""
    return struct.pack(rc.HANDS, cards, 0, shoe_first, shoe_last, digest)


def read_hands(book, number, seats, hands):
    """The shoe's reading of the round: 7 x 5 cards, its event range and digest; once a round."""
    refusal = book.may(rs.REV_HANDS, number)
    if refusal:
        return refusal
    more = book.store.view(CELL_ROUND_MORE)
    if book.cell[rc.HAS_HANDS]:
        return 0 if bytes(more[: rc.HANDS_BYTES]) == bytes(hands) else R_STATE
    if not _are_different(seats, hands):
        return R_CLAIM
    cell = book.edit(rs.REV_HANDS)
    cell[rc.HAS_HANDS] = 1
    for seat in range(rc.SEATS):
        if seats >> seat & 1:
            cell[rc.CLASSES + seat] = class_of(hands[5 * seat : 5 * seat + 5])
    more = book.store.edit(CELL_ROUND_MORE)
    copy_into(more, 0, hands, rc.HANDS_BYTES)
    is_done = book.commit(
        EV_HANDS_READ,
        number,
        seats,
        bytes(hands[:35]),
        get_u32(hands, rc.SHOE_FIRST),
        get_u32(hands, rc.SHOE_LAST),
        bytes(hands[rc.SHOE_DIGEST : rc.HANDS_BYTES]),
    )
    return 0 if is_done else R_BROKEN


def _are_different(seats, hands):
    """One deck: no card can be in two hands, and none is anything but a card."""
    seen = 0
    for seat in range(rc.SEATS):
        if seats >> seat & 1:
            for i in range(5 * seat, 5 * seat + 5):
                if not is_card(hands[i]) or seen >> hands[i] & 1:
                    return False
                seen |= 1 << hands[i]
    return True
