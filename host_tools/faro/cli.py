"""The `faro` command: one group, commands in their own files, errors as one clear line."""

from __future__ import annotations

import sys
from typing import Any

import click

from faro.bench import commands as bench
from faro.board import commands as board
from faro.board import session_commands as sessions
from faro.build import flash_commands as flash
from faro.build import image_commands as image
from faro.cards import commands as cards
from faro.cards import picture_commands as pictures
from faro.cards import recognise_commands as recognise
from faro.jackpot import commands as jackpot
from faro.journal import commands as journal
from faro.rounds import commands as rounds
from faro.rounds import game_commands as games
from faro.rules import commands as rules
from faro.ruling import commands as ruling
from faro.shuffler import commands as shuffler
from faro.shuffler import proof_commands as proof
from faro.sim import commands as sim
from faro.wire.errors import FaroError
from hw_sim.vm import SimError


class FaroGroup(click.Group):
    """Turns expected errors into one line on stderr and exit code 1."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (FaroError, SimError) as error:
            click.echo(f"faro: {error}", err=True)
            sys.exit(error.exit_code if isinstance(error, FaroError) else 1)
        except KeyboardInterrupt:
            click.echo("stopped", err=True)
            sys.exit(130)
        except BrokenPipeError:
            sys.exit(0)


@click.group(cls=FaroGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="faro-table", prog_name="faro")
def main() -> None:
    """Talk to Faro's boards over a serial port, or run them on the simulator."""


for _module in (
    board,
    sessions,
    shuffler,
    journal,
    proof,
    flash,
    image,
    pictures,
    recognise,
    cards,
    sim,
    bench,
    games,
    jackpot,
    rounds,
    ruling,
    rules,
):
    for _command in _module.COMMANDS:
        main.add_command(_command)
