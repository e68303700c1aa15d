"""Everything the meter board knows by number: the common rows, then those of the jackpot.

The rows are needed at boot, by DESCRIBE and by a technician only: made when asked for, then
forgotten again, because this board is short of memory.
"""

from firmware.core import on_demand

_ROWS = (
    "firmware.core.event_rows",
    "firmware.core.event_rows_jackpot",
    "firmware.core.fault_table",
    "firmware.core.faults_jackpot",
    "firmware.core.settings_jackpot",
    "firmware.core.settings_table",
    "firmware.link.message_rows",
    "firmware.link.message_rows_jackpot",
)


def _events():
    from firmware.core.event_rows import EVENTS
    from firmware.core.event_rows_jackpot import EVENTS as JACKPOT_EVENTS

    return EVENTS + JACKPOT_EVENTS


def _faults():
    from firmware.core.fault_table import FAULTS
    from firmware.core.faults_jackpot import FAULTS as JACKPOT_FAULTS

    return FAULTS + JACKPOT_FAULTS


def _settings():
    from firmware.core.settings_jackpot import SETTINGS as JACKPOT_SETTINGS
    from firmware.core.settings_table import SETTINGS

    return SETTINGS + JACKPOT_SETTINGS


def _messages():
    from firmware.link.message_rows import MESSAGES
    from firmware.link.message_rows_jackpot import MESSAGES as JACKPOT_MESSAGES

    return MESSAGES + JACKPOT_MESSAGES


def __getattr__(name):
    """EVENTS, FAULTS, SETTINGS or MESSAGES."""
    if name == "EVENTS":
        rows = _events()
    elif name == "FAULTS":
        rows = _faults()
    elif name == "SETTINGS":
        rows = _settings()
    elif name == "MESSAGES":
        rows = _messages()
    else:
        raise AttributeError(name)
    on_demand.forget(_ROWS)
    return rows
