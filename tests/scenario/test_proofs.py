"""The provable shuffle on whole cycles: proofs, refusals, and nothing said too early."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from faro.cli import main as faro_main
from faro.shuffler import proof, proof_commands
from faro.sim.scenarios.shuffler import ShufflerTable, shuffler_table
from faro.wire.client import Client
from faro.wire.errors import FaroError, Refused
from hw_sim.mechanics.machine_cards import SimCard, new_deck
from hw_sim.sim_transport import SimTransport
from tests.conftest import usb_client
from tests.proofs.attacks.undealt_run import PACKET_CARDS, Heard, listen, listen_to_cameras
from tests.proofs.attacks.undealt_scan import NEVER, Pack, differences, leaks

BUILDS = Path(__file__).parent / "leak_mutants"
DEALT = 9


def build(name: str) -> str:
    return (BUILDS / f"{name}.py").read_text() + "\n"


def mix(pack: list[SimCard]) -> None:
    """A pack as it comes from the table: in-feed index and card are different numbers."""
    random.Random(len(pack)).shuffle(pack)


@cache
def heard_from(name: str) -> Heard:
    return listen(source=build(name), change=mix)


@pytest.fixture
def table() -> Iterator[ShufflerTable]:
    """A pack is shuffled, nine cards of it are dealt."""
    with shuffler_table(4) as made:
        made.shuffle(new_deck(1))
        for _ in range(DEALT // PACKET_CARDS):
            made.deliver(PACKET_CARDS)
        yield made


def dealt_cards(client: Client) -> list[int]:
    """What the events say was dealt."""
    cards: list[int] = []
    for event in client.events(0):
        if event.name == "CARDS_DEALT":
            cards.extend(event.fields["dealt_cards"][: event.fields["count"]])
    return cards


def ask_proof(client: Client, position: int, shuffle: int = 1) -> str:
    try:
        return client.request("GET_PROOF", shuffle=shuffle, position=position, height=0).name
    except Refused as refusal:
        return refusal.name


# -- proofs ----------------------------------------------------------------------------------


@pytest.mark.rule("A2", "STANDARDS 19")
def test_proof__dealt_cards__shown_and_all_others_refused_alike(table: ShufflerTable) -> None:
    client = table.client
    for position in range(52):
        wanted = "PROOF" if position < DEALT else "no_such_record"
        assert ask_proof(client, position) == wanted
    assert ask_proof(client, 0, 2) == "no_such_record"
    with pytest.raises(Refused, match="no such record"):
        client.request("GET_PROOF", shuffle=1, position=0, height=6)
    with pytest.raises(Refused):
        client.request("GET_COMMITMENT", age=1)


@pytest.mark.rule("STANDARDS 2")
def test_proof__fetched_from_the_board__proves_what_the_dealer_has(table: ShufflerTable) -> None:
    client = table.client
    fetched = proof_commands.fetch(client)
    assert proof.findings(fetched) == []
    in_hand = [card.code for card in table.machine.taken]
    assert [proof.card_number(card.card) for card in fetched.dealt] == in_hand
    assert dealt_cards(client) == in_hand and len(in_hand) == DEALT
    part = proof_commands.fetch(client, first=2, last=4)
    assert [card.position for card in part.dealt] == [2, 3, 4]
    assert proof.findings(part, fetched.root) == []


def test_proof__root__recorded_before_anything_could_be_dealt(table: ShufflerTable) -> None:
    names = [event.name for event in table.client.events(0)]
    assert names.count("SHUFFLE_COMMITTED") == 1
    assert names.index("SHUFFLE_COMMITTED") < names.index("GATE_OPENED")
    assert names.index("GATE_OPENED") < names.index("CARDS_DEALT")


def test_proof__second_pack_shuffled__both_packs_can_be_proved(table: ShufflerTable) -> None:
    first = proof_commands.fetch(table.client)
    table.deliver()
    table.shuffle(new_deck(2))
    table.deliver(5)
    before, now = (proof_commands.fetch(table.client, age) for age in (1, 0))
    assert before.root == first.root and len(before.dealt) == 52
    assert now.shuffle == 2 and len(now.dealt) == 5
    assert proof.findings(before) == [] == proof.findings(now)


def test_proof__no_pack_yet__clear_error(make_rig) -> None:
    rig = make_rig("shoe")
    rig.power_on()
    rig.wait_ready()
    with pytest.raises(FaroError, match="no such pack yet"):
        proof_commands.fetch(usb_client(rig, "shoe"))


# -- the command -----------------------------------------------------------------------------


def faro(table: ShufflerTable | None, *words: str) -> tuple[int, str]:
    """Run `faro`; its exit code and what it said."""

    def connect(_url: str) -> SimTransport:
        assert table is not None
        return SimTransport(table.rig.kernel, table.shoe.usb_host)

    with patch("faro.wire.client.open_transport", connect):
        result = CliRunner().invoke(faro_main, list(words))
    return result.exit_code, " ".join(result.output.split())


def test_command__export_then_verify_offline__proved_and_anything_changed_refused(
    table: ShufflerTable, tmp_path: Path
) -> None:
    file, journal, keys = (tmp_path / name for name in ("round.json", "journal.faro", "keys.json"))
    code, text = faro(table, "proof", "export", "-p", "x/sim", str(file))
    assert code == 1 and "face down" in text  # nobody has told that the round is over
    assert table.keys is not None
    table.keys.save(keys)
    code, text = faro(table, "proof", "export", "-p", "x/sim", "--keys", str(keys), str(file))
    assert code == 0 and "9 of 52 cards of shuffle 1" in text
    code, _ = faro(table, "journal", "export", "-p", "x/sim", "--keys", str(keys), str(journal))
    assert code == 0
    table.rig.close()  # from here on offline
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


def test_command__journal_of_another_shuffle__refused(
    table: ShufflerTable, tmp_path: Path
) -> None:
    file, journal, keys = (tmp_path / name for name in ("round.json", "journal.faro", "keys.json"))
    assert table.keys is not None
    table.keys.save(keys)
    faro(table, "proof", "export", "-p", "x/sim", "--keys", str(keys), str(file))
    faro(table, "journal", "export", "-p", "x/sim", "--keys", str(keys), str(journal))
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


def packs_with_secrets(heard: Heard) -> list[Pack]:
    secrets = heard_from("oracle").secrets()
    return [
        replace(pack, secrets={"the secret": secret})
        for pack, secret in zip(heard.packs, secrets, strict=True)
    ]


@pytest.mark.rule("A2", "STANDARDS 19")
def test_scan__whole_cycles__no_undealt_card_in_any_byte() -> None:
    heard = listen(cycles=2, packets=6, seed=9, change=mix)
    assert heard.sent_bytes > 50_000
    assert leaks(heard.said, heard.packs) == []


@pytest.mark.slow
@pytest.mark.rule("A2", "STANDARDS 19")
def test_scan__cards_read_from_pictures_and_technician_asks__no_undealt_card() -> None:
    heard = listen_to_cameras()
    assert heard.sent_bytes > 30_000
    assert leaks(heard.said, heard.packs) == []


def test_scan__same_run_with_its_secret_known__nothing_of_it_in_any_byte() -> None:
    heard = heard_from("control")
    assert heard.packs == heard_from("oracle").packs  # the seed fixes the order, and the secret
    assert leaks(heard.said, packs_with_secrets(heard)) == []


@pytest.mark.parametrize(
    ("mutant", "words"),
    [
        ("leak_run", "cards of the order"),
        ("leak_plan", "cards of the order"),
        ("leak_slots", "cards of the order"),
        ("leak_text", "cards of the order"),
        ("leak_secret", "the secret"),
        ("proof_unchecked", "PROOF of position"),
        ("dealt_early", "CARDS_DEALT of position"),
    ],
)
def test_scan__firmware_that_leaks_on_purpose__found(mutant: str, words: str) -> None:
    heard = listen(source=build(mutant), change=mix)
    found = leaks(heard.said, packs_with_secrets(heard))
    print(found[:1])
    assert any(words in text for text in found)


def twin(name: str, late: int, later: int) -> tuple[Heard, Heard]:
    """Two runs in which the cards of two positions have changed places before they were fed."""
    first = heard_from(name)
    pack = first.packs[0]
    left, right = pack.indices[late], pack.indices[later]

    def change(cards: list[SimCard]) -> None:
        mix(cards)
        cards[left], cards[right] = cards[right], cards[left]

    return first, listen(source=build(name), change=change)


@pytest.mark.rule("A2", "STANDARDS 19")
def test_twin_runs__undealt_cards_differ__same_words_but_for_hashes() -> None:
    first, second = twin("control", 40, 45)
    pack, other = first.packs[0], second.packs[0]
    assert (pack.cards[40], pack.cards[45]) == (other.cards[45], other.cards[40])
    assert pack.indices == other.indices
    assert differences(first.said, second.said, pack.dealt_us[40]) == []
    assert differences(first.said, second.said, NEVER) != []  # once dealt, they are named


def test_twin_runs__sly_leak_of_one_rank__found() -> None:
    """No piece of the order, only a status byte that depends on the card to come."""
    pack = heard_from("leak_next").packs[0]
    at = next(p for p in (3, 6, 9) if pack.cards[p] >> 2 != pack.cards[45] >> 2)
    first, second = twin("leak_next", at, 45)
    found = differences(first.said, second.said, pack.dealt_us[at])
    assert any("reset_cause" in text for text in found), found[:3]
    first, second = twin("control", at, 45)
    assert differences(first.said, second.said, pack.dealt_us[at]) == []
