"""`faro sim`: boards on real ports without hardware, and hands that act there; `faro play`.

The simulator is loaded by what runs one: `faro sim do` is typed for every card.
"""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faro.console import console, json_option, print_json, tell
from faro.wire.errors import BadInput

if TYPE_CHECKING:
    from faro.sim.scenario_file import Step

KINDS = ("meter", "shoe")  # of hw_sim/rig.py
_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.group(invoke_without_command=True, subcommand_metavar="[do VERB …]")
@click.option(
    "-b",
    "--board",
    "kinds",
    multiple=True,
    type=click.Choice(KINDS),
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
@click.option("--blank", "is_blank", is_flag=True, help="Without firmware: faro flash comes first.")
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
    from faro.sim.scenario_file import find, load
    from hw_sim.pacing import use_one_core

    _check(options)
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


_NOT_BLANK = {
    "is_provisioned": "a board without firmware keeps no keys: leave --blank or --provisioned away",
    "is_enrolled": "a board without firmware knows no deck: leave --blank or --enrolled away",
    "state": "--state keeps boards that are flashed: leave --blank or --state away",
    "record": "flashing is not recorded: leave --blank or --record away",
    "is_tcp": "boards are flashed by their own ports: leave --blank or --tcp away",
}


def _check(options: dict[str, Any]) -> None:
    """What does not go together, before a board is started."""
    if options["record"] and options["state"]:
        raise BadInput("a recording starts from new boards: leave --state away")
    if options["keys"] and not options["is_provisioned"]:
        raise BadInput("--keys is where --provisioned puts its key files: give both")
    for name, why in _NOT_BLANK.items():
        if options["is_blank"] and options[name]:
            raise BadInput(why)


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
    first = f"faro status -p {example}"
    if running.options.is_blank:
        first = f"faro flash -b {running.rig.boards[example].model.reference} -p {example}"
    console.print(f"[dim]try: {first}     faro sim do look[/]")
    console.print("[dim]stop with Ctrl-C[/]")


class _VerbsBelow(click.Command):
    """Its help ends with all verbs."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from hw_sim.hands.verbs import VERBS

        formatter.write("\n")
        for verb in VERBS:
            formatter.write(f"  {verb.usage}\n      {verb.help}\n")


@sim.command("do", cls=_VerbsBelow, context_settings={"ignore_unknown_options": True})
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
    from faro.sim.scenario_file import find, load

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
    from faro.sim.scenario_file import step_lines

    if step.kind in ("say", "tell", "type"):
        for line in step_lines(step, text):
            console.print(f"  {line}")
        return
    told = f"  [dim]{text}[/]" if text else ""
    head = f"  [dim]{now_ms / 1000:8.3f} s[/]  {step.kind:6} "
    console.print(f"{head}{step.text}{told}")


COMMANDS = (sim, play)
