"""Everything the shoe board knows by number: the common rows, then those of its capabilities."""

from firmware.core import event_table, events_proofs, fault_table, settings_table
from firmware.link import messages, messages_proofs

EVENTS = event_table.EVENTS + events_proofs.EVENTS
FAULTS = fault_table.FAULTS
SETTINGS = settings_table.SETTINGS
MESSAGES = messages.MESSAGES + messages_proofs.MESSAGES
