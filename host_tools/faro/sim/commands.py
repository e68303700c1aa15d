"""`faro sim`: boards on real ports without hardware, and hands that act there; `faro play`."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import Any

import click

from faro.console import console, json_option, print_json, tell
from faro.sim.scenario_file import Step, find, load, step_lines
from hw_sim.hands.verbs import VERBS
from hw_sim.rig import MODELS

_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.group(invoke_without_command=True, subcommand_metavar="[do VERB …]")
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
@click.option("--tcp", "is_tcp", is_flag=True, help="A TCP port beside each pseudo terminal.")
@click.option("--links", type=_FOLDER, help="Symlinks to the ports here.")
@click.option("--state", type=_FOLDER, help="Keep flash and FRAM here from run to run.")
@click.option("--provisioned", "is_provisioned", is_flag=True, help="With keys; see --keys.")
@click.option("--enrolled", "is_enrolled", is_flag=True, help="The shoe knows its deck.")
@click.option("--keys", type=_FOLDER, help="Where keys go: a folder per board.  [STATE|LINKS/keys]")
@click.option("--record", type=_FILE, help="Write what happens as a scenario file.")
@click.option("--scenario", "name", metavar="NAME|FILE", help="Play this beside everything else.")
@click.option("--with-parent", "is_child", is_flag=True, help="Stop when standard input ends.")
@json_option
@click.pass_context
def sim(
    ctx: click.Context, name: str | None, is_child: bool, is_json: bool, **options: Any
) -> None:
    """Run simulated boards behind real serial ports, until Ctrl-C.

    They run the real firmware; 'faro ports' lists them.
    """
    if ctx.invoked_subcommand:
        return
    from faro.sim.live_sim import LiveSim, Options
    from hw_sim.pacing import use_one_core

    if options["record"] and options["state"]:
        raise click.UsageError("a recording starts from new boards: leave --state away")
    scenario = load(find(name)) if name else None
    options["kinds"] = options["kinds"] or (scenario.boards if scenario else ("shoe", "meter"))
    stop: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda caught, _frame: stop.append(caught))
    if is_child:
        threading.Thread(target=_wait_for_end, args=(stop,), daemon=True).start()
    use_one_core()

    def say(text: str) -> None:
        click.echo(text, err=True)

    if not is_json:
        say("starting the boards …")  # after a change their image is built first
    with LiveSim(Options(**options), say) as running:
        if scenario:
            running.play(scenario)
        _tell_ports(running, is_json)
        running.run(lambda: bool(stop))
    if not is_json:
        console.print("simulator stopped")


def _wait_for_end(stop: list[int]) -> None:
    """Whoever started us has gone, or wants us to go."""
    while os.read(0, 4096):
        pass
    stop.append(0)


def _tell_ports(running: Any, is_json: bool) -> None:
    if is_json:
        print_json(running.urls)
        return
    for name, url in running.urls.items():
        what = "RS-485, all boards" if name.startswith("bus") else "USB"
        console.print(f"  {name:8} {url}   [dim]{what}[/]")
    folder = running.options.keys_folder
    for name in running.keys:
        console.print(f"  {'keys':8} {folder / name}")
    example = next(iter(running.urls))
    console.print(f"[dim]try: faro status -p {example}     faro sim do look[/]")
    console.print("[dim]stop with Ctrl-C[/]")


def _verbs() -> str:
    return "\n".join(f"  {verb.usage}\n      {verb.help}" for verb in VERBS)


@sim.command(
    "do",
    context_settings={"ignore_unknown_options": True},
    epilog="\b\n" + _verbs(),
)
@click.option("--at", type=click.Path(path_type=Path), envvar="FARO_SIM",
              help="The simulator's folder of links; needed when several run.")  # fmt: skip
@json_option
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED)
def do_verb(at: Path | None, is_json: bool, words: tuple[str, ...]) -> None:
    """Let hands act at a running simulator: faro sim do deal QH 9S."""
    from faro.sim.control import do, find_control

    answer = do(find_control(at), words)
    if is_json:
        print_json(answer)
    else:
        click.echo(answer["told"])


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="NAME|FILE…")
@click.option("-q", "--quiet", "is_quiet", is_flag=True, help="Only the verdict of each file.")
@json_option
def play(files: tuple[str, ...], is_quiet: bool, is_json: bool) -> None:
    """Play scenario files on simulated boards, in virtual time.

    What may stand in a file: docs/simulator.md.
    """
    from faro.sim.play import Player

    for scenario in [load(find(name)) for name in files]:  # all are checked before one runs
        steps: list[dict[str, Any]] = []
        if not is_json:
            console.print(f"[bold]{scenario.title}[/]  [dim]{scenario.path}[/]")

        def hear(step: Step, text: str, steps: list[dict[str, Any]] = steps) -> None:
            now_ms = player.rig.kernel.now_us // 1000
            steps.append({"line": step.line, "step": step.kind, "text": step.text,
                          "told": text, "now_ms": now_ms})  # fmt: skip
            if not is_json and not is_quiet:
                _tell_step(step, text, now_ms)

        with Player(scenario, hear) as player:
            player.run()
        tell(is_json, {"file": str(scenario.path), "title": scenario.title, "steps": steps},
             f"  [green]as it should be[/], {len(steps)} steps")  # fmt: skip


def _tell_step(step: Step, text: str, now_ms: int) -> None:
    if step.kind in ("say", "tell"):
        for line in step_lines(step, text):
            console.print(f"  {line}")
        return
    told = f"  [dim]{text}[/]" if text else ""
    head = f"  [dim]{now_ms / 1000:8.3f} s[/]  {step.kind:6} "
    console.print(f"{head}{step.text}{told}")


@click.command("sim-blank")
@click.option("-b", "--board", "kind", type=click.Choice(sorted(MODELS)), default="shoe")
@click.option(
    "--state",
    type=_FOLDER,
    required=True,
    help="Folder that holds the board's flash.",
)
@json_option
def sim_blank(kind: str, state: Path, is_json: bool) -> None:
    """Run a board that must be flashed first.

    A raw REPL for mpremote, then the firmware.
    """
    from faro.sim.flashable import FlashableBoard

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


COMMANDS = (sim, play, sim_blank)
