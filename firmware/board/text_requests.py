"""Read-only commands for a technician with nothing but a terminal program."""

import struct

from firmware.board.board_state import STATE_NAMES

_HELP = (
    "help      this list",
    "ver       what board and firmware this is",
    "stat      how the board is doing",
    "fault     active faults",
    "ev 5      the last 5 events (at most 20)",
)
_MOST_EVENTS = 20
_SEALED_COMMANDS = ("ver", "stat")


class TextCommands:
    """Answers one line; `board` is the whole board."""

    def __init__(self, board):
        self._board = board

    def answer(self, line):
        words = line.split()
        if not words:
            return ""
        command = words[0].lower()
        if command == "help" and not self._board.is_sealed:
            lines = list(_HELP)
        elif self._board.is_sealed and command not in _SEALED_COMMANDS:
            lines = ["sealed: only ver and stat"]
        elif command == "ver":
            lines = [self._version()]
        elif command == "stat":
            lines = [self._status()]
        elif command == "fault":
            lines = self._faults()
        elif command == "ev":
            lines = self._events(words)
        else:
            lines = ["unknown command '%s'; try help" % command[:20]]
        return "\r\n".join(lines) + "\r\n"

    def _version(self):
        board = self._board
        return "faro %s %s, address %02x, MicroPython %s" % (
            board.name,
            "%d.%d.%d" % board.version,
            board.address,
            "%d.%d.%d" % board.micropython,
        )

    def _status(self):
        board = self._board
        return "%s %s, up %d s, supply %d mV, faults %d, events %d to %d, heap free %d of %d" % (
            board.kind,
            STATE_NAMES[board.state.state],
            board.clock.uptime_ms // 1000,
            board.guard.supply_mv,
            board.faults.count,
            board.journal.first_number,
            self._last_record(),
            board.heap.free_bytes,
            board.heap.total_bytes,
        )

    def _faults(self):
        faults = self._board.faults
        lines = []
        row = faults.next_active(0)
        while row >= 0:
            code, name = self._board.tables.FAULTS[row][:2]
            lines.append("%d %s detail %d" % (code, name, faults.detail_at(row)))
            row = faults.next_active(row + 1)
        return lines or ["no faults"]

    def _events(self, words):
        if len(words) > 1 and not words[1].isdigit():
            return ["ev takes a number, like: ev 5"]
        wanted = min(int(words[1]) if len(words) > 1 else 5, _MOST_EVENTS)
        journal = self._board.journal
        last = self._last_record()
        number = max(last - wanted + 1, journal.first_number)
        lines = []
        number = journal.next_held(number)
        while number <= last and journal.load(number):
            lines.append("%d %s" % (number, self._event_text(journal)))
            number = journal.next_held(number + 1)
        return lines or ["no events"]

    def _last_record(self):
        """A text line has no session."""
        return self._board.curtain.last_for(0, self._board.journal.last_number)

    def _event_text(self, journal):
        for kind, name, fmt, fields in self._board.tables.EVENTS:
            if kind == journal.type:
                values = struct.unpack_from(fmt, journal.payload, 0)
                pairs = ["%s=%s" % pair for pair in zip(fields.split(), values)]
                return "%d.%03d s %s %s" % (
                    journal.time_ms // 1000,
                    journal.time_ms % 1000,
                    name,
                    " ".join(pairs),
                )
        return "type %d" % journal.type
