"""What only people see, told to the tracker: a card elsewhere, an area passed over, a card's name.

Each function gives back OK or why not, and then nothing has changed.  Corrections are taken until
the next round begins (FCP 12.9, TCB 12.6, LDB 10.8).
"""

from firmware.cards import codes as c
from firmware.core.compat import const
from firmware.rounds import findings as f
from firmware.rounds import phases as p
from firmware.rounds import steps as st
from firmware.rounds.games.vocabulary import EXPOSED, POKER_HAND, SHOE
from firmware.rounds.round_record import AS_DEALT, BURN_PILE, CARDS_MOST, KEPT

TELL_EXTRA = const(1)
TELL_SKIPPED = const(2)
TELL_NAME = const(3)
TELL_NOT_BURNED = const(4)
TELL_NO_WAGER = const(5)
TELL_EXPOSED = const(6)
TELL_NOT_CUT = const(7)
TELL_MISSING = const(8)
TELL_DEALER_SET = const(9)
TELL_NAMES = (
    (TELL_EXTRA, "extra"),  # this card lies at this place, beyond its number
    (TELL_SKIPPED, "skipped"),  # this card's place was passed over: it went to the next one
    (TELL_NAME, "name"),  # this card could not be read and is …
    (TELL_NOT_BURNED, "not_burned"),  # only so many cards were burned
    (TELL_NO_WAGER, "no_wager"),  # this area got a hand without a wager
    (TELL_EXPOSED, "exposed"),  # a card of this place was shown in error
    (TELL_NOT_CUT, "not_cut"),
    (TELL_MISSING, "missing"),  # the pack lacks a card
    (TELL_DEALER_SET, "dealer_set"),  # the dealer's cards that were set as the hand, a bit each
)


def tell(tracker, what, place, number, value):
    """Take one fact; which of the numbers count depends on it."""
    if tracker.phase == p.ST_CLOSED:
        return st.NO_WRONG_TIME
    if what == TELL_EXTRA:
        return _extra(tracker, place, number)
    if what == TELL_SKIPPED:
        return _skipped(tracker, place, number)
    if what == TELL_NAME:
        return _name(tracker, number, value)
    if what == TELL_NOT_BURNED:
        return _not_burned(tracker, value)
    if what == TELL_NO_WAGER:
        return _no_wager(tracker, place)
    if what == TELL_EXPOSED:
        return _exposed(tracker, place, number)
    if what == TELL_NOT_CUT:
        return _not_cut(tracker)
    if what == TELL_MISSING:
        return _missing(tracker, value)
    if what == TELL_DEALER_SET:
        return _dealer_set(tracker, value)
    return st.NO_BAD_VALUE


def name_unread(tracker, card):
    """A card that could not be read was put through once more: its name, if it is read now."""
    record = tracker.record
    for number in range(record.count, 0, -1):
        if _is_unknown(record.codes[number - 1]) and tracker.phase != p.ST_CLOSED:
            return _name(tracker, number, card)
    return st.NO_WRONG_TIME


def _extra(tracker, place, number):
    record = tracker.record
    if not _is_correctable(tracker):
        return st.NO_WRONG_TIME
    if not 0 < number <= record.count or record.told[number - 1] != AS_DEALT:
        return st.NO_BAD_VALUE
    if place == BURN_PILE or place == KEPT:
        if not tracker.game.IS_EXTRA_CARD_KEPT or record.places[number - 1] != f.NO_PLACE:
            return st.NO_BAD_VALUE
        record.told[number - 1] = place
        _work_out(tracker)
        detail = 1 if place == BURN_PILE else 0
        tracker.find(f.FND_DEALER_EXTRA_CARD, f.DEALER, number, detail)
        return st.OK
    if not _is_in_play(tracker, place):
        return st.NO_BAD_VALUE
    record.told[number - 1] = place
    _work_out(tracker)
    _tell_count(tracker, place, number)
    return st.OK


def _skipped(tracker, place, number):
    record, placing = tracker.record, tracker.placing
    if not _is_correctable(tracker) or not placing.is_open:
        return st.NO_WRONG_TIME
    if not 0 < number <= record.count + 1 or not _is_in_play(tracker, place):
        return st.NO_BAD_VALUE
    placing.again()
    placing.place_up_to(number - 1)
    is_there = record.placed == number - 1 and placing.dealt_place() == place
    if is_there:
        record.skip(placing.order.turn, place)
    _work_out(tracker)
    if not is_there:
        return st.NO_BAD_VALUE
    _tell_count(tracker, place, number)
    return st.OK


def _name(tracker, number, card):
    record = tracker.record
    if not c.is_card(card):
        return st.NO_BAD_VALUE
    if number == 0:
        if record.burn_count == 0 or c.is_card(record.burned[0]):
            return st.NO_BAD_VALUE
        record.burned[0] = card
    elif not 0 < number <= record.count or not _may_be_named(tracker, number):
        return st.NO_BAD_VALUE
    else:
        if c.is_card(record.codes[number - 1]):
            tracker.pack.put_back(record.codes[number - 1])
        record.codes[number - 1] = card
    if not tracker.pack.take_named(card):
        place = record.places[number - 1] if number else BURN_PILE
        tracker.find(f.FND_DOUBLED_CARD, place, number, card)
    if number:
        _work_out(tracker)
    elif record.burn_count > tracker.burn_needed() and tracker.is_first_round:
        _unburn(tracker, tracker.burn_needed())
    else:
        tracker.check_burn()
    return st.OK


def _not_burned(tracker, keep):
    record = tracker.record
    if record.is_corrected() or not _is_burn_before_this_round(tracker):
        return st.NO_WRONG_TIME
    if not 0 <= keep < record.burn_count:
        return st.NO_BAD_VALUE
    moved = record.burn_count - keep
    if record.count + moved > CARDS_MOST:
        return st.NO_BAD_VALUE
    _unburn(tracker, keep)
    tracker.find(f.FND_NOT_BURNED, f.NO_PLACE, 0, moved)
    return st.OK


def _no_wager(tracker, seat):
    record = tracker.record
    if not _is_correctable(tracker) or not tracker.placing.is_open:
        return st.NO_WRONG_TIME
    if not 1 <= seat <= 7 or _is_in_play(tracker, seat):
        return st.NO_BAD_VALUE
    record.note_no_wager(seat)
    _work_out(tracker)
    tracker.find(f.FND_HAND_WITHOUT_WAGER, seat, 0, 0)
    return st.OK


def _exposed(tracker, place, number):
    if tracker.phase != p.ST_DEALING and tracker.phase != p.ST_DEALT:
        return st.NO_WRONG_TIME
    if tracker.game.FACE_UP[1] != EXPOSED or not _is_in_play(tracker, place):
        return st.NO_BAD_VALUE
    if place == f.DEALER and tracker.is_turned(_number_at(tracker.record, number, place)):
        return st.NO_BAD_VALUE  # that one is dealt face up (FCP 7.3.4, CSP 7.3.3)
    exposed = tracker.record.expose(place)
    finding = f.FND_EXPOSED_MORE
    if exposed == 1:
        finding = f.FND_EXPOSED_DEALER if place == f.DEALER else f.FND_EXPOSED_ONE
    tracker.find(finding, place, number, exposed)
    return st.OK


def _not_cut(tracker):
    pack = tracker.pack
    if tracker.equipment != SHOE:
        return st.NO_BAD_VALUE  # a shuffling device's cards are never cut (4.4, 4.9 of each)
    if pack.is_not_cut_told:
        return st.NO_WRONG_TIME
    pack.note_not_cut()
    tracker.find(f.FND_NOT_CUT, f.NO_PLACE, 0, 0)
    return st.OK


def _dealer_set(tracker, chosen):
    """Which of the dealer's cards were set as the hand: as set it may have to stand (FCP 12.8)."""
    game = tracker.game
    dealer_cards = game.DEALER_CARDS[0]
    if game.VALUED_AS != POKER_HAND or dealer_cards == game.VALUED_CARDS:
        return st.NO_BAD_VALUE
    if tracker.record.count_at(f.DEALER) != dealer_cards:
        return st.NO_WRONG_TIME
    bits = 0
    for i in range(8):
        bits += chosen >> i & 1
    if bits != game.VALUED_CARDS or chosen >> dealer_cards:
        return st.NO_BAD_VALUE
    tracker.record.note_set(chosen)
    if tracker.phase == p.ST_READY:
        tracker.tell_step(st.STEP_PLACES_CHANGED, tracker.record.count)
    return st.OK


def _missing(tracker, card):
    if not c.is_card(card):
        return st.NO_BAD_VALUE
    tracker.find(f.FND_MISSING_CARD, f.NO_PLACE, 0, card)
    return st.OK


def _number_at(record, number, place):
    """The card of this number in the round is which one of its place; 0 when it lies elsewhere."""
    if not 0 < number <= record.count or record.places[number - 1] != place:
        return 0
    found = 0
    for i in range(number):
        if record.places[i] == place:
            found += 1
    return found


# -- shared ------------------------------------------------------------------------------------


def _is_correctable(tracker):
    """A round is in play, or is over and the next one has not begun."""
    return tracker.record.count > 0


def _is_in_play(tracker, place):
    seats = tracker.placing.seats | tracker.record.unwagered
    return place == f.DEALER or (1 <= place <= 7 and seats >> (place - 1) & 1 == 1)


def _may_be_named(tracker, number):
    """It has no name yet, or one that came too often and was misread."""
    code = tracker.record.codes[number - 1]
    return _is_unknown(code) or (c.is_card(code) and tracker.pack.is_doubled(code))


def _is_unknown(code):
    return not c.is_card(code) and code != c.CUT_CARD


def _is_burn_before_this_round(tracker):
    """The cards burned last came right before the first card of this round, or none came yet."""
    return tracker.record.burn_count > 0 and tracker.is_first_round


def _unburn(tracker, keep):
    record = tracker.record
    tracker.end_burning()
    if tracker.phase == p.ST_READY or tracker.phase == p.ST_BURNING:
        tracker.move(p.REV_CORRECT)
        tracker.open_round()
    record.unburn(keep)
    _work_out(tracker)


def _work_out(tracker):
    """All places again from the first card; a closed round stays closed, but irregular."""
    tracker.placing.again()
    if tracker.phase == p.ST_READY:
        tracker.placing.place_cards()
        tracker.close_as_irregular()
    else:
        tracker.move(p.REV_CORRECT)
        tracker.place_cards()
    tracker.tell_step(st.STEP_PLACES_CHANGED, tracker.record.count)


def _tell_count(tracker, place, number):
    """How many cards a place has beyond its number, or lacks."""
    finding = f.FND_DEALER_COUNT if place == f.DEALER else f.FND_HAND_COUNT
    tracker.find(finding, place, number, tracker.placing.surplus(place))
