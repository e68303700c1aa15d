"""The provable shuffle on the running firmware: proofs, refusals, and nothing said too early."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from faro import cli_proof, proof
from faro.cli import main as faro_main
from faro.client import Client
from faro.errors import FaroError, Refused
from hw_sim.attacks.undealt_scan import NEVER, Pack, Said, differences, leaks
from hw_sim.rig import Rig
from hw_sim.sim_transport import SimTransport
from hw_sim.world.shoe import DEAL_INTERVAL_MS, ShoeWorld
from tests.conftest import usb_client

BOARDS = Path(__file__).parent / "proof_boards"
SHUFFLE = 7
DEALT = 9
NEW_DECK = list(range(52))


@dataclass
class Run:
    """A board that dealt some cards while somebody asked it for everything."""

    rig: Rig
    client: Client
    said: list[Said]
    dealt_us: list[int]

    def order(self) -> list[int]:
        """All cards by position: the rest is pulled now, and read off the events."""
        world = ShoeWorld(self.rig.boards["shoe"])
        left = 52 - len(self.dealt_us)
        world.deal(left)
        self.rig.kernel.run_for_ms(DEAL_INTERVAL_MS * left + 1000)
        return dealt_cards(self.client)[:52]


def dealt_cards(client: Client) -> list[int]:
    """What the events say was dealt."""
    cards: list[int] = []
    for event in client.events(0):
        if event.name == "CARDS_DEALT":
            cards.extend(event.fields["dealt_cards"][: event.fields["count"]])
    return cards


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    rigs: list[Rig] = []

    def make(mutant: str = "control", in_feed: list[int] = NEW_DECK, dealt: int = DEALT) -> Run:
        folder = tmp_path / f"{mutant}{len(rigs)}"
        folder.mkdir()
        (folder / "in_feed.py").write_text(f"CARDS = bytes({in_feed})\n")
        rig = Rig(("shoe",), 3, (BOARDS / mutant, BOARDS, folder))
        rigs.append(rig)
        shoe = rig.boards["shoe"]
        shoe.usb.trace = []
        rig.power_on()
        rig.wait_ready()
        client = usb_client(rig, "shoe")
        dealt_us = deal_and_ask(rig, client, dealt)
        said = [
            (time_us, data) for time_us, sender, data in shoe.usb.trace if "host" not in sender
        ]
        return Run(rig, client, said, dealt_us)

    yield make
    for rig in rigs:
        rig.close()


def deal_and_ask(rig: Rig, client: Client, dealt: int) -> list[int]:
    """Cards one by one; between them every question that could be answered too well."""
    world = ShoeWorld(rig.boards["shoe"])
    dealt_us: list[int] = []
    for number in range(dealt):
        rig.kernel.run_for_ms(700)
        client.hello()
        client.status()
        for text in ("ver", "stat", "ev 20", "fault"):
            client.text(text)
        for position in (0, number, number + 1, 51, 52, 65535):
            ask_proof(client, position)
        world.pull_card()
        dealt_us.append(rig.kernel.now_us)
        rig.kernel.run_for_ms(300)
    list(client.events(0))
    info = client.request("GET_JOURNAL").fields
    for number in range(info["first"], info["last"] + 1):
        client.request("READ_JOURNAL", number=number)
    return dealt_us


def ask_proof(client: Client, position: int, shuffle: int = SHUFFLE) -> str:
    try:
        return client.request("GET_PROOF", shuffle=shuffle, position=position, height=0).name
    except Refused as refusal:
        return refusal.name


def pack(run: Run, order: list[int], secrets: dict[str, bytes] | None = None) -> Pack:
    dealt_us = [*run.dealt_us, *[NEVER] * (52 - len(run.dealt_us))]
    # the deck went in as a new one: in-feed index and card are the same number
    return Pack(bytes(order), dealt_us, order, SHUFFLE, 0, NEVER, secrets or {})


# -- proofs ----------------------------------------------------------------------------------


@pytest.mark.rule("A2", "STANDARDS 19")
def test_proof__dealt_cards__shown_and_all_others_refused_alike(start) -> None:
    run = start()
    for position in range(52):
        wanted = "PROOF" if position < DEALT else "no_such_record"
        assert ask_proof(run.client, position) == wanted
    assert ask_proof(run.client, 0, SHUFFLE + 1) == "no_such_record"
    with pytest.raises(Refused, match="no such record"):
        run.client.request("GET_PROOF", shuffle=SHUFFLE, position=0, height=6)
    with pytest.raises(Refused):
        run.client.request("GET_COMMITMENT", age=1)


def test_proof__fetched_from_the_board__proves_what_was_dealt(start) -> None:
    run = start()
    fetched = cli_proof.fetch(run.client)
    assert proof.findings(fetched) == []
    events = [e for e in run.client.events(0) if e.name in ("SHUFFLE_COMMITTED", "CARDS_DEALT")]
    assert events[0].fields["root"].hex() == fetched.root  # published before the first card
    cards = [proof.card_number(card.card) for card in fetched.dealt]
    assert cards == dealt_cards(run.client)
    assert len(fetched.dealt) == DEALT
    part = cli_proof.fetch(run.client, first=2, last=4)
    assert [card.position for card in part.dealt] == [2, 3, 4]
    assert proof.findings(part, fetched.root) == []


def test_proof__no_pack_yet__clear_error(make_rig) -> None:
    rig = make_rig("shoe")
    rig.power_on()
    rig.wait_ready()
    with pytest.raises((FaroError, Refused)):
        cli_proof.fetch(usb_client(rig, "shoe"))


# -- the command -----------------------------------------------------------------------------


def faro(run: Run | None, *words: str) -> tuple[int, str]:
    """Run `faro`; its exit code and what it said."""

    def connect(_url: str) -> SimTransport:
        assert run is not None
        return SimTransport(run.rig.kernel, run.rig.boards["shoe"].usb_host)

    with patch("faro.client.SerialTransport", connect):
        result = CliRunner().invoke(faro_main, list(words))
    return result.exit_code, " ".join(result.output.split())


def test_command__export_then_verify_offline__proved_and_anything_changed_refused(
    start, tmp_path: Path
) -> None:
    run = start()
    file, journal = tmp_path / "round.json", tmp_path / "journal.faro"
    assert faro(run, "proof", "export", "-p", "sim", str(file)) == (
        0,
        f"9 of 52 cards of shuffle 7 in {file}",
    )
    assert faro(run, "journal", "export", "-p", "sim", str(journal))[0] == 0
    run.rig.close()  # from here on offline
    code, text = faro(None, "proof", "verify", str(file))
    assert code == 0 and "proved" in text and "--root" in text
    good = json.loads(file.read_text())
    for extra in (["--root", good["root"]], ["--journal", str(journal)]):
        code, text = faro(None, "proof", "verify", str(file), "--json", *extra)
        assert (code, json.loads(text)["is_proved"], json.loads(text)["findings"]) == (0, True, [])
    code, text = faro(None, "proof", "verify", str(file), "--root", "ab" * 32)
    assert code == 1 and "not the one that was published" in text

    good["dealt"][3]["card"] = "AS" if good["dealt"][3]["card"] != "AS" else "KS"
    file.write_text(json.dumps(good))
    code, text = faro(None, "proof", "verify", str(file), "--json", "--journal", str(journal))
    found = json.loads(text)["findings"]
    assert code == 1 and not json.loads(text)["is_proved"]
    assert "position 3" in found[0] and "does not lead to the root" in found[0]
    assert any("the journal says" in text for text in found)


def test_command__journal_of_another_shuffle__refused(start, tmp_path: Path) -> None:
    run = start(dealt=2)
    file, journal = tmp_path / "round.json", tmp_path / "journal.faro"
    faro(run, "proof", "export", "-p", "sim", str(file))
    faro(run, "journal", "export", "-p", "sim", str(journal))
    values = json.loads(file.read_text())
    values["shuffle"] = 8
    file.write_text(json.dumps(values))
    code, text = faro(None, "proof", "verify", str(file), "--journal", str(journal))
    assert code == 1 and "no root of shuffle 8" in text and "no such deal" in text


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "there is no file"),
        ("", "is not a proof file"),
        ("[]", "is not a proof file"),
        ('{"format": "faro-journal"}', "is not a proof file"),
        ('{"format": "faro-proof", "version": 2}', "version 2"),
        ('{"format": "faro-proof", "version": 1}', "is damaged"),
        (
            '{"format": "faro-proof", "version": 1, "device": "", "shuffle": "1", "cards": 52,'
            ' "root": "", "dealt": []}',
            "is damaged",
        ),
    ],
)
def test_command__not_a_proof_file__one_clear_line(
    content: str | None, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "x.json"
    if content is not None:
        file.write_text(content)
    code, text = faro(None, "proof", "verify", str(file))
    assert code == 1 and words in text and "Traceback" not in text


# -- nothing about undealt cards -----------------------------------------------------------------


@pytest.mark.rule("A2", "STANDARDS 19")
def test_scan__firmware_as_it_is__no_undealt_card_in_any_byte(start) -> None:
    run = start()
    assert sum(len(data) for _, data in run.said) > 10_000
    order, secret = oracle(start)
    assert sorted(order) == NEW_DECK
    assert leaks(run.said, [pack(run, order, {"the secret": secret})]) == []


def swapped(order: list[int]) -> list[int]:
    """The in-feed with two cards changed over that come out late (40th and 45th)."""
    in_feed = list(NEW_DECK)
    in_feed[order[40]], in_feed[order[45]] = order[45], order[40]
    return in_feed


@pytest.mark.rule("A2", "STANDARDS 19")
def test_twin_runs__undealt_cards_differ__same_words_but_for_hashes(start) -> None:
    first = start()
    order = first.order()
    second = start(in_feed=swapped(order))
    assert differences(first.said, second.said, NEVER) == []
    roots = [cli_proof.fetch(run.client).root for run in (first, second)]
    assert roots[0] != roots[1]
    other = second.order()
    assert (other[40], other[45]) == (order[45], order[40])


def oracle(start) -> tuple[list[int], bytes]:
    """Order and secret that this seed gives, from a build that tells the test."""
    run = start("oracle")
    log = run.rig.boards["shoe"].board.vm.log_text()
    secret = next(line.split()[1] for line in log.splitlines() if line.startswith("secret "))
    return run.order(), bytes.fromhex(secret)


@pytest.mark.parametrize(
    ("mutant", "words"),
    [
        ("leak_run", "cards of the order"),
        ("leak_plan", "cards of the order"),
        ("leak_text", "cards of the order"),
        ("leak_secret", "the secret"),
        ("proof_unchecked", "PROOF of position"),
        ("dealt_early", "CARDS_DEALT of position"),
    ],
)
def test_scan__firmware_that_leaks_on_purpose__found(start, mutant: str, words: str) -> None:
    order, secret = oracle(start)
    run = start(mutant)
    found = leaks(run.said, [pack(run, order, {"the secret": secret})])
    print(found[:1])
    assert any(words in text for text in found)


def test_twin_runs__sly_leak_of_one_rank__found(start) -> None:
    """No piece of the order, only a voltage that depends on the card to come."""
    order = start().order()
    in_feed = list(NEW_DECK)
    at = next(p for p in range(2, DEALT) if order[p] >> 2 != order[45] >> 2)
    in_feed[order[at]], in_feed[order[45]] = order[45], order[at]
    runs = [start("leak_next", cards) for cards in (NEW_DECK, in_feed)]
    until_us = runs[0].dealt_us[at]
    found = differences(runs[0].said, runs[1].said, until_us)
    assert any("supply_mv" in text for text in found), found[:3]
    good = [start("control", cards) for cards in (NEW_DECK, in_feed)]
    assert differences(good[0].said, good[1].said, until_us) == []
