"""The machine-readable dictionary: one line of text per message, event, fault, setting …

DESCRIBE hands the lines out one by one; HELLO carries the CRC over all of them, so that a host
knows whether its own copy fits this board.
"""

from binascii import crc32

from firmware.core.event_table import EVENTS
from firmware.core.fault_table import FAULTS
from firmware.core.health import COUNTERS
from firmware.core.settings_table import SETTINGS
from firmware.link.messages import ERRORS, MESSAGES, SECTION_NAMES

_SECTIONS = (MESSAGES, EVENTS, FAULTS, SETTINGS, COUNTERS, ERRORS)


def count(section: int) -> int:
    """How many lines a section has; -1 for a section that does not exist."""
    return len(_SECTIONS[section]) if section < len(_SECTIONS) else -1


def line(section: int, index: int) -> str:
    """One row as text, its columns parted by '|'; counters are numbered from 0."""
    row = _SECTIONS[section][index]
    if isinstance(row, str):
        return "%d|%s" % (index, row)
    return "|".join([str(column) for column in row])


def dictionary_crc():
    """CRC-32 over all lines of all sections, each ended by a line feed."""
    crc = 0
    for section in range(len(SECTION_NAMES)):
        for index in range(count(section)):
            crc = crc32((line(section, index) + "\n").encode(), crc)
    return crc
