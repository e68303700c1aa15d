"""Bugs as any firmware may have them: a request wants too much memory, one breaks off midway."""

from firmware.board import requests
from firmware.board.rows import MSG_SET_SETTING
from firmware.link.rows import MSG_DESCRIBE
from firmware.store.cells import CELL_SEALS

TOO_MUCH_SECTION = 0xEE
TORN_VALUE = 3

_describe = requests.REQUESTS[MSG_DESCRIBE]
_set_setting = requests.REQUESTS[MSG_SET_SETTING]


def _describe_too_much(board, port, section, index, offset):
    if section == TOO_MUCH_SECTION:
        return len(bytearray(1 << 28))  # no board has that
    return _describe(board, port, section, index, offset)


def _set_setting_torn(board, port, setting, value):
    if value == TORN_VALUE:
        board.store.edit(CELL_SEALS)[0] ^= 1
        return board.no_such_part.commit()
    return _set_setting(board, port, setting, value)


requests.REQUESTS[MSG_DESCRIBE] = _describe_too_much
requests.REQUESTS[MSG_SET_SETTING] = _set_setting_torn
