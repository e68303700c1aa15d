"""Which board holds the linked pool: its generation and id, in the cell POOLS of every table.

A take-over raises the generation.  A table follows the highest that it has heard, and of that one
board only; so an old holder that comes back is refused by all tables that follow the new one.
"""

from firmware.core.bytes_into import copy_into, fill_into, get_u32, put_u32
from firmware.core.compat import const
from firmware.jackpot.rows import EV_HOLDER_ACCEPTED
from firmware.store.cells import CELL_POOLS

_GENERATION_AT = const(108)
_HOLDER_AT = const(112)
_LINKS_AT = const(120)  # how often it has been given to another linked jackpot
ID_BYTES = const(8)
NOBODY = bytes(8)
MOST_GENERATION = const(0xFFFFFFFF)


def generation(store):
    return get_u32(store.view(CELL_POOLS), _GENERATION_AT)


def holder_id(store):
    """Of the board that this table follows; NOBODY before the first."""
    return bytes(store.view(CELL_POOLS)[_HOLDER_AT : _HOLDER_AT + ID_BYTES])


def links(store):
    cell = store.view(CELL_POOLS)
    return cell[_LINKS_AT] | cell[_LINKS_AT + 1] << 8


def may_lead(store, number, board_id):
    """Whether a table may follow that board: a higher generation, or the same board as before."""
    known = generation(store)
    if number != known:
        return number > known
    return holder_id(store) in (NOBODY, board_id)


def follow(store, outbox, number, board_id):
    """Durable before anything that the board says counts; False when it cannot be kept."""
    if number != generation(store) or holder_id(store) != board_id:
        cell = store.edit(CELL_POOLS)
        put_u32(cell, _GENERATION_AT, number)
        copy_into(cell, _HOLDER_AT, board_id, ID_BYTES)
        outbox.commit(EV_HOLDER_ACCEPTED, number, board_id)
    return store.is_open


def stage_generation(store, number):
    """Of a spare board that takes over."""
    put_u32(store.edit(CELL_POOLS), _GENERATION_AT, number)


def stage_other_jackpot(store):
    """The board's key has changed: it belongs to another linked jackpot from now on."""
    cell = store.edit(CELL_POOLS)
    count = links(store) + 1
    cell[_LINKS_AT] = count & 0xFF
    cell[_LINKS_AT + 1] = count >> 8 & 0xFF
    fill_into(cell, _GENERATION_AT, _LINKS_AT - _GENERATION_AT, 0)
