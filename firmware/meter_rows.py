"""Everything the meter board knows by number, room by room."""

from firmware.board import rows as board
from firmware.jackpot import rows as jackpot
from firmware.journal import rows as journal
from firmware.link import rows as link
from firmware.store import rows as store
from firmware.trust import rows as trust
from firmware.update import rows as update

EVENTS = (
    link.EVENTS
    + board.EVENTS
    + store.EVENTS
    + journal.EVENTS
    + trust.EVENTS
    + update.EVENTS
    + jackpot.EVENTS
)
RATIONS = (
    link.RATIONS
    + board.RATIONS
    + store.RATIONS
    + journal.RATIONS
    + trust.RATIONS
    + jackpot.RATIONS
)
SETTINGS = link.SETTINGS + board.SETTINGS + jackpot.SETTINGS
MESSAGES = (
    link.MESSAGES
    + board.MESSAGES
    + journal.MESSAGES
    + trust.MESSAGES
    + update.MESSAGES
    + jackpot.MESSAGES
)
FAULTS = board.FAULTS + store.FAULTS + journal.FAULTS + trust.FAULTS + jackpot.FAULTS
