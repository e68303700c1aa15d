"""Leaks on purpose: a text command that prints a key in hex, as debug commands do."""

from binascii import hexlify

from firmware import shoe
from firmware.board import text_requests as text_commands

_answer = text_commands.TextCommands.answer


def _leaking(self, line):
    if line == "debug":
        return hexlify(self._board.keys.role_key(8)[4:13]).decode() + "\r\n"
    return _answer(self, line)


text_commands.TextCommands.answer = _leaking
run = shoe.main
