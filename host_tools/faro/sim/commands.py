"""`faro sim`: boards on real ports without hardware."""

from __future__ import annotations

import signal
from pathlib import Path

import click

from faro.console import console, json_option, print_json, tell
from faro.sim.announce import check_links, simulated_ports
from faro.sim.flashable import FlashableBoard
from faro.sim.rig import Rig
from faro.sim.scenarios import SCENARIOS
from faro.wire.simulators import announced
from hw_sim.faults import BY_ID
from hw_sim.gateway import PtyPort, TcpPort
from hw_sim.pacing import PacedRunner, use_one_core
from hw_sim.rig import MODELS

_BREAK_AFTER_US = 5_000_000


@click.command()
@click.option(
    "-b",
    "--board",
    "kinds",
    multiple=True,
    type=click.Choice(sorted(MODELS)),
    help="Which boards (repeatable); without it, one shoe and one meter.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Same seed, same bytes.")
@click.option(
    "--speed", type=click.FloatRange(0.01, 1000), default=1.0, help="Virtual / real time."
)
@click.option("--tcp", is_flag=True, help="TCP ports beside the pseudo terminals.")
@click.option("--links", type=click.Path(file_okay=False, path_type=Path), help="Symlinks here.")
@click.option(
    "--scenario", type=click.Choice(sorted(SCENARIOS)), default="quiet", help="What happens."
)
@click.option(
    "--fault",
    "faults",
    multiple=True,
    type=click.Choice(sorted(BY_ID)),
    metavar="ID",
    help="Break this five seconds after the start (repeatable; docs/faults.md lists them).",
)
@json_option
def sim(
    kinds: tuple[str, ...],
    seed: int,
    speed: float,
    tcp: bool,
    links: Path | None,
    scenario: str,
    faults: tuple[str, ...],
    is_json: bool,
) -> None:
    """Run simulated boards behind real serial ports, until Ctrl-C.

    They run the real firmware; 'faro ports' lists them.
    """
    stop_at_signal: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda caught, _frame: stop_at_signal.append(caught))
    use_one_core()
    check_links(links)
    with Rig(kinds or ("shoe", "meter"), seed) as rig:
        ports: dict[str, PtyPort | TcpPort] = {}
        for name, board in rig.boards.items():
            ports[name] = PtyPort(board.usb_host, links / name if links else None)
        ports["bus"] = PtyPort(rig.bus_host, links / "bus" if links else None)
        if tcp:  # a line has one host: TCP takes the place of the pseudo terminal
            for name in list(ports):
                ports[name].close()
                ports[name] = TcpPort(ports[name].end)
        rig.power_on()
        rig.wait_ready()  # nobody at the ports has to wait for a boot
        SCENARIOS[scenario](rig)
        for fault in faults:
            rig.kernel.after(_BREAK_AFTER_US, lambda fault=fault: _break(rig, fault))
        runner = PacedRunner(rig, list(ports.values()), speed)
        try:
            urls = {name: port.url for name, port in ports.items()}
            with announced(simulated_ports(rig, urls, links)):
                _tell_ports(urls, is_json)
                runner.run(lambda: bool(stop_at_signal))
        finally:
            runner.close()
    if not is_json:
        console.print("simulator stopped")


def _break(rig: Rig, fault_id: str) -> None:
    fault = BY_ID[fault_id]
    for board in rig.boards.values():
        if board.model.kind in fault.kinds:
            fault.start(rig, board)


def _tell_ports(urls: dict[str, str], is_json: bool) -> None:
    if is_json:
        print_json(urls)
        return
    for name, url in urls.items():
        what = "RS-485, all boards" if name == "bus" else "USB"
        console.print(f"  {name:8} {url}   [dim]{what}[/]")
    console.print(f"[dim]try: faro status -p {next(iter(urls))}     stop with Ctrl-C[/]")


@click.command("sim-blank")
@click.option("-b", "--board", "kind", type=click.Choice(sorted(MODELS)), default="shoe")
@click.option(
    "--state",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder that holds the board's flash.",
)
@json_option
def sim_blank(kind: str, state: Path, is_json: bool) -> None:
    """Run a board that must be flashed first.

    A raw REPL for mpremote, then the firmware.
    """
    stop: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda caught, _frame: stop.append(caught))
    with FlashableBoard(kind, state) as board:
        reference = MODELS[kind].reference
        tell(
            is_json,
            {"kind": kind, "board": reference, "port": board.url},
            f"  {kind:8} {board.url}",
            f"[dim]try: faro flash --board {reference} --march x64 --port {board.url}[/]",
        )
        while not stop and board.failure is None:
            signal.pause()
    if board.failure is not None:
        raise board.failure


COMMANDS = (sim, sim_blank)
