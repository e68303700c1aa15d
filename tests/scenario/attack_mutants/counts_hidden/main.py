"""A record that is hidden is refused in another way than one that is not there."""

from firmware import shoe
from firmware.core.errors import ERR_NO_SUCH_RECORD
from firmware.journal import requests
from firmware.journal.rows import MSG_READ_JOURNAL

_read = requests._read_journal


def _telling(board, port, number):
    return -ERR_NO_SUCH_RECORD if number > board.journal.last_number else _read(board, port, number)


requests.REQUESTS[MSG_READ_JOURNAL] = _telling
run = shoe.main
