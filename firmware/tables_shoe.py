"""Everything the shoe board knows by number: the common rows, then those of its capabilities."""

from firmware.core import event_table, fault_table, settings_table
from firmware.link import messages

EVENTS = event_table.EVENTS
FAULTS = fault_table.FAULTS
SETTINGS = settings_table.SETTINGS
MESSAGES = messages.MESSAGES
