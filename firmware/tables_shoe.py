"""Everything the shoe board knows by number: the common rows, then those of its capabilities."""

from firmware.core import (
    event_table,
    events_cards,
    events_proofs,
    events_rounds,
    events_ruling,
    events_shuffler,
    fault_table,
    faults_cards,
    faults_shuffler,
    settings_cards,
    settings_rounds,
    settings_table,
)
from firmware.link import (
    message_rows,
    messages_cards,
    messages_proofs,
    messages_rounds,
    messages_ruling,
    messages_shuffler,
)

EVENTS = (
    event_table.EVENTS
    + events_cards.EVENTS
    + events_shuffler.EVENTS
    + events_proofs.EVENTS
    + events_rounds.EVENTS
    + events_ruling.EVENTS
)
FAULTS = fault_table.FAULTS + faults_cards.FAULTS + faults_shuffler.FAULTS
SETTINGS = settings_table.SETTINGS + settings_cards.SETTINGS + settings_rounds.SETTINGS
MESSAGES = (
    message_rows.MESSAGES
    + messages_cards.MESSAGES
    + messages_shuffler.MESSAGES
    + messages_proofs.MESSAGES
    + messages_rounds.MESSAGES
    + messages_ruling.MESSAGES
)
