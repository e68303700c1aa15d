"""The `faro` command: one group, commands in their own files, errors as one clear line."""

from __future__ import annotations

import sys
from typing import Any

import click

from faro import (
    cli_board,
    cli_cards,
    cli_flash,
    cli_frames,
    cli_games,
    cli_image,
    cli_jackpot,
    cli_journal,
    cli_proof,
    cli_prove,
    cli_recognise,
    cli_rounds,
    cli_rules,
    cli_ruling,
    cli_session,
    cli_shuffle,
    cli_sim,
)
from faro.errors import FaroError
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
    cli_board,
    cli_session,
    cli_shuffle,
    cli_journal,
    cli_proof,
    cli_flash,
    cli_image,
    cli_frames,
    cli_recognise,
    cli_cards,
    cli_sim,
    cli_prove,
    cli_games,
    cli_jackpot,
    cli_rounds,
    cli_ruling,
    cli_rules,
):
    for _command in _module.COMMANDS:
        main.add_command(_command)
