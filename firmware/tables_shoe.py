"""Everything the shoe board knows by number: the common rows, then those of its capabilities."""

from firmware.core import (
    event_table,
    events_cards,
    events_proofs,
    events_shuffler,
    fault_table,
    faults_cards,
    faults_shuffler,
    settings_cards,
    settings_table,
)
from firmware.link import messages, messages_cards, messages_proofs, messages_shuffler

EVENTS = (
    event_table.EVENTS + events_cards.EVENTS + events_shuffler.EVENTS + events_proofs.EVENTS
)
FAULTS = fault_table.FAULTS + faults_cards.FAULTS + faults_shuffler.FAULTS
SETTINGS = settings_table.SETTINGS + settings_cards.SETTINGS
MESSAGES = (
    messages.MESSAGES
    + messages_cards.MESSAGES
    + messages_shuffler.MESSAGES
    + messages_proofs.MESSAGES
)
