"""What the loader found before the firmware ran: as events, and in the slots' cell."""

from firmware.store.rows import EV_STORE_FINDING
from firmware.trust import slots as sl
from firmware.update.rows import EV_IMAGE_REFUSED, EV_RUNS_UNSIGNED, EV_UPDATE_FAILED


def report(board, slots, loaded):
    """Once the boot is recorded; `loaded` is what the loader left (boot_info)."""
    for code, a, b in loaded.damage:
        board.record(EV_STORE_FINDING, code, a, b)
    # a board that has no keys at all yet is on a bench: there is nobody to be told
    if loaded.unsigned and (loaded.unsigned > 1 or board.keys.known_device_key()):
        board.record(EV_RUNS_UNSIGNED, loaded.unsigned)
    _tell_notes(board, slots)
    if not board.store.is_open:
        return
    if slots.active == sl.NO_SLOT:
        slots.found(loaded.slot)
    # a trial raises it once it has run well
    if not loaded.unsigned and slots.state == sl.ST_STABLE:
        if loaded.counter > slots.minimum_counter:
            slots.raise_minimum(loaded.counter)
    slots.commit()


def _tell_notes(board, slots):
    """The loader itself records nothing: it leaves notes in the cell."""
    note = slots.take_note()
    while note:
        event, slot, code, counter = note
        if event in (EV_IMAGE_REFUSED, EV_UPDATE_FAILED):
            board.commit(event, counter, slot, code)
        else:
            slots.commit()
        note = slots.take_note()
