"""Answers all text commands in sealed mode, and a prompt to what it does not know."""

from firmware import shoe
from firmware.board import text_requests as text_commands

_answer = text_commands.TextCommands.answer


def _answer_all(self, line):
    was_sealed = self._board.is_sealed
    self._board.is_sealed = False
    text = _answer(self, line)
    self._board.is_sealed = was_sealed
    return ">>> \r\n" if text.startswith("unknown") else text


text_commands.TextCommands.answer = _answer_all
run = shoe.main
