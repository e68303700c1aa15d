"""The shop window: a short evening at a simulated table, told in words, on the real firmware."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from faro.board.commands import status_report, status_rows
from faro.demo import cards, jackpot, proofs, rounds, ruling
from faro.demo.image import ImageScene
from faro.demo.scene import play
from faro.journal import file as journal_file
from faro.journal.commands import fetch
from faro.journal.verify import verify_file
from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.errors import Refused
from faro.wire.keys import DeviceKeys
from faro.words import board as words
from hw_sim.live import LiveTable

_GARBAGE_BYTES = 20_000


class Demo:
    """One scene after another: over serial ports, or as a scenario file in virtual time."""

    def __init__(self, console: Console, live: LiveTable) -> None:
        self.console = console
        self.live = live
        self.seen = {"shoe": 0, "meter": 0}
        self.keys: DeviceKeys | None = None

    def say(self, text: str) -> None:
        self.console.print(f"  {text}")

    def open(self, name: str) -> Client:
        return Client.open(self.live.url(name))

    def news(self, name: str) -> list[str]:
        """Events since the last look, in words."""
        with self.open(name) as client:
            events = list(client.events(self.seen[name]))
        if events:
            self.seen[name] = events[-1].number
        return [words.event_sentence(e.name, e.fields) for e in events]

    # -- scenes ----------------------------------------------------------------------------

    def boards_boot(self) -> None:
        table = Table(box=None, pad_edge=False, show_header=False)
        reports: list[dict[str, str]] = []
        for name in ("shoe", "meter"):
            with self.open(name) as client:
                reports.append(dict(status_rows(status_report(client))))
        for label in reports[0]:
            table.add_row(f"[bold]{label}[/]", *(report.get(label, "") for report in reports))
        self.console.print(table)
        with self.open("shoe") as client:
            self.say(f"a technician types 'stat':  [cyan]{client.text('stat')[0]}[/]")

    def garbage(self) -> None:
        noise = random.Random(1).randbytes(_GARBAGE_BYTES).replace(b"\n", b"?")
        with self.open("shoe") as client:
            before = client.request("GET_HEALTH", first=0).fields["counters"]
            for at in range(0, len(noise), 500):
                client.transport.write(noise[at : at + 500])
                client.status()
            after = client.request("GET_HEALTH", first=0).fields["counters"]
        bad = _counter(after, 1) - _counter(before, 1)
        self.say(f"{_GARBAGE_BYTES} random bytes: {bad} pieces refused, every question answered")

    def strangers(self) -> None:
        with self.open("shoe") as client:
            self.try_to_change(client, "a stranger changes a setting")
            self.keys = DeviceKeys.create(client.identity.unique_id, "shoe")
            self.live.do(lambda: self.live.rig.boards["shoe"].set_lid(True))
            self.wait_for_lid(client)
            client.provision(self.keys)
            self.live.do(lambda: self.live.rig.boards["shoe"].set_lid(False))
            self.try_to_change(client, "a stranger, now that it has keys")
            client.open_session(self.keys, "supervisor")
            client.request("CLEAR_FAULT", fault=10)
        for line in self.news("shoe"):
            self.say(f"[dim]shoe  [/]{line}")

    def try_to_change(self, client: Client, who: str) -> None:
        try:
            client.request("SET_SETTING", setting=3, value=5)
            self.say(f"{who}: [red]it worked, and must not[/]")
        except Refused as refusal:
            self.say(f"{who}: [red]{refusal}[/]")

    def wait_for_lid(self, client: Client) -> None:
        while client.status()["state"] != 3:
            pass

    def firmware(self) -> None:
        """A signed update into the other slot, started and attested."""
        with LiveTable(Rig(("shoe",), seed=8), speed=5.0) as live:
            ImageScene(self.say, live).run()

    def journal_verified(self) -> None:
        with self.open("shoe") as client:
            exported = fetch(client)
        device, records, seal, extra = exported
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "shoe.journal"
            journal_file.write(path, device, records, seal, extra)
            key = self.keys.device if self.keys else None
            findings = verify_file(journal_file.read(path), key)
            self.say(
                f"journal exported: {len(records)} records, chain and seal "
                + ("[green]good[/]" if not findings else "[red]BAD[/]")
            )
            data = bytearray(path.read_bytes())
            data[data.index(records[4]) + 20] ^= 1
            path.write_bytes(data)
            bad = verify_file(journal_file.read(path), key)[0]
            self.say(f"one bit changed by hand: [red]{bad.text}[/]")

    def of(self, scene: Callable[[Callable[[str], None]], None]) -> Callable[[], None]:
        """A scene on boards of its own."""
        return lambda: scene(self.say)

    def run(self) -> None:
        scenes: list[tuple[str, Callable[[], None]]] = [
            ("Two boards boot their firmware on MicroPython and answer", self.boards_boot),
            ("A round: bets, five cards, no more bets", self.of(play("bets"))),
            ("Garbage on the line", self.garbage),
            ("Who may do what", self.strangers),
            ("The plug", self.of(play("plug"))),
            ("Every card is named, what is wrong with a pack too", self.of(cards.scene)),
            ("A round of Three Card Poker followed", self.of(rounds.scene)),
            ("The shuffling device", self.of(rounds.shuffler_scene)),
            ("The order was fixed before the deal", self.of(proofs.provable_shuffle)),
            ("A jam, and what the rules say then", self.of(ruling.scene)),
            ("The jackpot of two tables", self.of(jackpot.scene)),
            ("A cable is pulled out", self.of(play("wires"))),
            ("The firmware itself", self.firmware),
            ("The record", self.journal_verified),
        ]
        for number, (title, scene) in enumerate(scenes, 1):
            self.console.print(f"\n[bold]{number}. {title}[/]")
            scene()


def _counter(data: bytes, index: int) -> int:
    return int.from_bytes(data[4 * index : 4 * index + 4], "little")


def run(console: Console) -> None:
    """The whole show; ends by itself in a few seconds."""
    with LiveTable(Rig(seed=7), speed=2.0) as live:
        Demo(console, live).run()
    console.print(
        "\n[green]All of this ran on the firmware in firmware/; most scenes are files"
        " to open and change in hw_sim/scenarios/demo.[/]"
    )
