"""Everything the shoe board knows by number, room by room."""

from firmware.board import rows as board
from firmware.cards import rows as cards
from firmware.journal import rows as journal
from firmware.link import rows as link
from firmware.rounds import rows as rounds
from firmware.ruling import rows as ruling
from firmware.shuffler import rows as shuffler
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
    + cards.EVENTS
    + shuffler.EVENTS
    + rounds.EVENTS
    + ruling.EVENTS
)
RATIONS = (
    link.RATIONS
    + board.RATIONS
    + store.RATIONS
    + journal.RATIONS
    + trust.RATIONS
    + cards.RATIONS
    + shuffler.RATIONS
)
SETTINGS = link.SETTINGS + board.SETTINGS + cards.SETTINGS + rounds.SETTINGS
MESSAGES = (
    link.MESSAGES
    + board.MESSAGES
    + journal.MESSAGES
    + trust.MESSAGES
    + update.MESSAGES
    + cards.MESSAGES
    + shuffler.MESSAGES
    + rounds.MESSAGES
    + ruling.MESSAGES
)
FAULTS = (
    board.FAULTS
    + store.FAULTS
    + journal.FAULTS
    + trust.FAULTS
    + cards.FAULTS
    + shuffler.FAULTS
)
