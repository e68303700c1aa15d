"""Everything the meter board knows by number: the common rows, then those of the jackpot."""

from firmware.core import (
    event_table,
    events_jackpot,
    fault_table,
    faults_jackpot,
    settings_jackpot,
    settings_table,
)
from firmware.link import message_rows, messages_jackpot

EVENTS = event_table.EVENTS + events_jackpot.EVENTS
FAULTS = fault_table.FAULTS + faults_jackpot.FAULTS
SETTINGS = settings_table.SETTINGS + settings_jackpot.SETTINGS
MESSAGES = message_rows.MESSAGES + messages_jackpot.MESSAGES
