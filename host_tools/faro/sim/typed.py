"""Commands that a scenario types: `faro` itself, on the boards of the table that is played."""

from __future__ import annotations

import io
import os
import shlex
from collections.abc import Callable, Mapping
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from faro.cli import main
from faro.sim.ready import write_keys
from faro.sim.rig import Rig
from faro.wire.errors import BadInput, FaroError
from faro.wire.keys import DeviceKeys
from faro.wire.simulators import SimulatedPort, lent
from faro.wire.transports import Transport
from hw_sim.sim_transport import SimTransport

_PLAYED = "played/"  # before a board's name: its port
# what this user has set is not for the scenario's people
_OWN = ("FARO_PORT", "FARO_KEYS", "FARO_STATE_DIR")


def parse_typed(text: str) -> list[str]:
    """The words of a command line; BadInput says what is wrong with it."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadInput(f"{text!r}: {error}") from None
    known = main.list_commands(click.Context(main))
    if len(words) < 2 or words[0] != "faro" or words[1] not in known:
        raise BadInput(f"{text!r} is no command such as 'faro status -p shoe'")
    return words[1:]


class Typist:
    """Types in a folder of its own, which has keys/BOARD when the boards have keys."""

    def __init__(self, rig: Rig, keys: Mapping[str, DeviceKeys]) -> None:
        self._stack = ExitStack()
        self.folder = Path(self._stack.enter_context(TemporaryDirectory()))
        for name, of_board in keys.items():
            write_keys(of_board, self.folder / "keys" / name)
        self._stack.enter_context(lent(_ports(rig), _opener(rig)))

    def close(self) -> None:
        self._stack.close()

    def type(self, words: list[str], refused: str = "") -> str:
        """What it prints; FaroError when it fails, or does not fail as it must."""
        out, errors = io.StringIO(), io.StringIO()
        own = {name: os.environ.pop(name) for name in _OWN if name in os.environ}
        os.environ["FARO_STATE_DIR"] = str(self.folder / "state")
        try:
            with chdir(self.folder), redirect_stdout(out), redirect_stderr(errors):
                code = _run(words)
        finally:
            del os.environ["FARO_STATE_DIR"]
            os.environ.update(own)
        said = errors.getvalue().strip().removeprefix("faro: ")
        if not refused and code == 0:
            return out.getvalue().rstrip()
        if not refused or code == 0:
            raise FaroError(said or "it was carried out, not refused")
        told = f"{out.getvalue()}{said}".strip()
        if refused not in told:
            raise FaroError(f"it was refused otherwise: {told}")
        return told


def _run(words: list[str]) -> int:
    try:
        main(words, prog_name="faro", standalone_mode=False)
    except click.ClickException as error:
        click.echo(error.format_message(), err=True)
        return error.exit_code
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    return 0


def _ports(rig: Rig) -> list[SimulatedPort]:
    return [
        SimulatedPort(
            name, b.model.kind, f"played/{name}", b.board.unique_id.hex(), b.model.reference
        )
        for name, b in rig.boards.items()
    ]


def _opener(rig: Rig) -> Callable[[str], Transport]:
    def open_port(url: str) -> Transport:
        return SimTransport(rig.kernel, rig.boards[url.removeprefix(_PLAYED)].usb_host)

    return open_port
