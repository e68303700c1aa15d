"""The shop window: a short evening at a simulated table, told in words, on the real firmware."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console

from faro.demo import shelves
from faro.demo.scene import Say, play, title_of

Scene = tuple[str, Callable[[Say], None]]


def _file(name: str) -> Scene:
    return title_of(name), play(name)


def scenes() -> list[Scene]:
    """In the order of the evening; all but one are files in hw_sim/scenarios/demo."""
    return [
        _file("boards"),
        _file("bets"),
        _file("garbage"),
        _file("strangers"),
        _file("plug"),
        _file("cards"),
        _file("round"),
        _file("shuffler"),
        _file("proof"),
        ("A shuffler that is broken on purpose", shelves.scene),
        _file("jam"),
        _file("jackpot"),
        _file("wires"),
        _file("image"),
        _file("record"),
    ]


def run(console: Console) -> None:
    """The whole show; ends by itself in less than a minute."""

    def say(text: str) -> None:
        console.print(f"  {text}")

    for number, (title, scene) in enumerate(scenes(), 1):
        console.print(f"\n[bold]{number}. {title}[/]")
        scene(say)
    console.print(
        "\n[green]All of this ran on the firmware in firmware/; all scenes but one are files to"
        " open, change and play: faro play demo/jam, from hw_sim/scenarios/demo."
        " To sit down at this table yourself, in a browser: make table.[/]"
    )
