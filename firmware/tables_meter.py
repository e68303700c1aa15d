"""Everything the meter board knows by number: the common rows, then those of the jackpot.

EVENTS and MESSAGES are needed at boot and by DESCRIBE only: made when asked for, then forgotten
again, because this board is short of memory.
"""

from firmware.core import on_demand
from firmware.core.fault_table import FAULTS as COMMON_FAULTS
from firmware.core.faults_jackpot import FAULTS as JACKPOT_FAULTS
from firmware.core.settings_jackpot import SETTINGS as JACKPOT_SETTINGS
from firmware.core.settings_table import SETTINGS as COMMON_SETTINGS

FAULTS = COMMON_FAULTS + JACKPOT_FAULTS
SETTINGS = COMMON_SETTINGS + JACKPOT_SETTINGS
on_demand.forget(
    (
        "firmware.core.fault_table",
        "firmware.core.faults_jackpot",
        "firmware.core.settings_jackpot",
        "firmware.core.settings_table",
    )
)

_ROWS = (
    "firmware.core.event_rows",
    "firmware.core.event_rows_jackpot",
    "firmware.link.message_rows",
    "firmware.link.message_rows_jackpot",
)


def _events():
    from firmware.core.event_rows import EVENTS
    from firmware.core.event_rows_jackpot import EVENTS as JACKPOT_EVENTS

    return EVENTS + JACKPOT_EVENTS


def _messages():
    from firmware.link.message_rows import MESSAGES
    from firmware.link.message_rows_jackpot import MESSAGES as JACKPOT_MESSAGES

    return MESSAGES + JACKPOT_MESSAGES


def __getattr__(name):
    """EVENTS or MESSAGES."""
    if name == "EVENTS":
        rows = _events()
    elif name == "MESSAGES":
        rows = _messages()
    else:
        raise AttributeError(name)
    on_demand.forget(_ROWS)
    return rows
