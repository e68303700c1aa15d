"""Attestation against a reference off the board: any change is seen, whatever the board stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from faro.attest import Attestation, Reference, attest
from faro.keys import DeviceKeys
from hw_sim import flash_files
from hw_sim.compiled import compiled_tree
from hw_sim.rig import MODELS, Rig
from hw_sim.vm import ROOT
from tests.conftest import provisioned, usb_client
from tests.signed_boards import Signer, changed, install, pack_of, signed_rig, sim_files, with_file

VICTIM = "firmware/core/clock.mpy"


@pytest.fixture(scope="module")
def signer(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    return Signer.create(tmp_path_factory.mktemp("keys"))


def ask(rig: Rig, kind: str, reference: Reference, keys: DeviceKeys, **options) -> Attestation:
    return attest(usb_client(rig, kind), reference, keys.device, **options)


def by_hand(kind: str) -> Reference:
    """What a board runs that was started without a loader."""
    root = compiled_tree(ROOT)
    folders = (root / "boards/sim" / kind, root / "boards" / MODELS[kind].reference)
    return Reference.of_tree(root, *folders)


@pytest.mark.parametrize("kind", ["shoe", "meter"])
def test_attest__signed_board_as_it_should_be__nothing_found(signer: Signer, kind: str) -> None:
    image = signer.sign(kind)
    with signed_rig(image, signer, kind) as rig:
        rig.power_on()
        rig.wait_ready()
        keys = provisioned(rig, kind)
        result = ask(rig, kind, Reference.of_image(image), keys, settings={})
        assert result.findings == []
        assert result.slot == 1
        assert result.file_count == len(image.files) + 2
        assert result.hashed_bytes == image.total_bytes


def test_attest__while_it_computes__the_link_goes_on(signer: Signer) -> None:
    image = signer.sign()
    with signed_rig(image, signer) as rig:
        rig.power_on()
        rig.wait_ready()
        client = usb_client(rig, "shoe")
        client.hello()
        client.request("ATTEST", nonce=bytes(16))
        percents = []
        while (answer := client.request("GET_ATTESTATION").fields)["state"] == 1:
            percents.append(answer["percent"])
            assert client.status()["state"] == 1
        assert len(percents) > 20
        assert percents == sorted(percents)


def test_attest__byte_changed_and_everything_stored_changed_with_it__still_seen(
    signer: Signer, tmp_path: Path
) -> None:
    """STANDARDS 17.  The attacker has a key of his own and puts it, the image, its manifest and
    its signature on the board: the board itself is content, the verifier is not."""
    image = signer.sign()
    thief = Signer.create(tmp_path, "thief")
    forged = thief.sign(
        files=with_file(sim_files("shoe"), "main.py", image.files["main.py"] + b"#")
    )
    with signed_rig(image, signer) as rig:
        board = rig.boards["shoe"]
        rig.power_on()
        rig.wait_ready()
        keys = provisioned(rig, "shoe")
        board.board.power_off()
        flash_files.set_signer(board, thief.key.public_key)
        install(board, forged)
        rig.power_on()
        rig.wait_ready()
        result = ask(rig, "shoe", Reference.of_image(image), keys)
        assert result.findings == [
            "changed on the board: manifest",
            "changed on the board: signature",
            "changed on the board: pack/main.py",
        ]


def test_attest__started_by_hand__hashes_the_tree_it_runs_from(make_rig) -> None:
    rig = make_rig("meter")
    rig.power_on()
    rig.wait_ready()
    keys = provisioned(rig, "meter")
    assert ask(rig, "meter", by_hand("meter"), keys, settings={}).findings == []
    reference = by_hand("meter")
    reference.files["firmware/core/clock.mpy"] += b"#"
    del reference.files["firmware/core/ticks.mpy"]
    reference.files["firmware/core/zz.mpy"] = b""
    findings = ask(rig, "meter", reference, keys).findings
    assert findings == [
        "changed on the board: firmware/core/clock.mpy",
        "extra file on the board: firmware/core/ticks.mpy",
        "missing on the board: firmware/core/zz.mpy",
    ]


def test_attest__setting_changed_or_key_of_another_board__named(make_rig) -> None:
    rig = make_rig("shoe")
    rig.power_on()
    rig.wait_ready()
    keys = provisioned(rig, "shoe")
    client = usb_client(rig, "shoe")
    client.hello()
    client.open_session(keys, "technician")
    client.request("SET_SETTING", setting=3, value=5)
    reference = by_hand("shoe")
    assert ask(rig, "shoe", reference, keys, settings={"seats": 5}).findings == []
    assert ask(rig, "shoe", reference, keys, settings={}).findings == ["setting seats is 5, not 7"]
    stranger = DeviceKeys.create("00", "shoe")
    findings = ask(rig, "shoe", reference, stranger).findings
    assert findings == ["the answer is not tagged with this board's own key"]


def test_attest__same_question_twice__answer_depends_on_the_nonce(make_rig) -> None:
    rig = make_rig("shoe")
    rig.power_on()
    rig.wait_ready()
    client = usb_client(rig, "shoe")
    client.hello()
    answers = []
    for nonce in (b"a" * 16, b"b" * 16, b"a" * 16):
        assert attest(client, by_hand("shoe"), None, nonce=nonce).is_right
        answers.append(client.request("GET_ATTESTATION").fields["code_hash"])
    assert answers[0] == answers[2] != answers[1]


def test_reference__written_and_read__the_same(signer: Signer, tmp_path: Path) -> None:
    image = signer.sign(files={"main.py": b"x", "a/b.py": b""})
    image.save(tmp_path / "image")
    reference = Reference.load(tmp_path / "image")
    reference.save(tmp_path / "reference.json")
    assert Reference.load(tmp_path / "reference.json") == reference
    other = Reference.of_image(changed(image, "main.py", lambda data: data + b"y"))
    assert other.code_hash(bytes(16)) != reference.code_hash(bytes(16))
    assert pack_of(image) == b"x"
