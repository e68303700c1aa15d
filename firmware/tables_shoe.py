"""Everything the shoe board knows by number: the common rows, then those of its capabilities."""

from firmware.core import (
    event_table,
    events_cards,
    events_rounds,
    events_ruling,
    fault_table,
    faults_cards,
    settings_cards,
    settings_rounds,
    settings_table,
)
from firmware.link import messages, messages_cards, messages_rounds, messages_ruling

EVENTS = (
    event_table.EVENTS + events_cards.EVENTS + events_rounds.EVENTS + events_ruling.EVENTS
)
FAULTS = fault_table.FAULTS + faults_cards.FAULTS
SETTINGS = settings_table.SETTINGS + settings_cards.SETTINGS + settings_rounds.SETTINGS
MESSAGES = (
    messages.MESSAGES
    + messages_cards.MESSAGES
    + messages_rounds.MESSAGES
    + messages_ruling.MESSAGES
)
