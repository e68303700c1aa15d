"""Attestation against a reference off the board: any change is seen, whatever the board stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from faro.build.image import HEAD_BYTES, Image, build_image
from faro.sim.rig import Rig
from faro.update.attest import Attestation, Reference, attest
from faro.wire.keys import DeviceKeys
from hw_sim import unpowered
from tests.conftest import provisioned, usb_client
from tests.signed_boards import Signer, flipped, install, signed_rig

CODE_DIFFERS = "the code in its slot is not the reference image"


@pytest.fixture(scope="module")
def signer(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    return Signer.create(tmp_path_factory.mktemp("keys"))


def ask(rig: Rig, kind: str, reference: Reference, keys: DeviceKeys, **options) -> Attestation:
    return attest(usb_client(rig, kind), reference, keys.device, **options)


def as_built(board: str) -> Reference:
    """What a simulated board runs that nobody has signed an image for."""
    return Reference.of_image(build_image(board, is_sim=True))


@pytest.mark.parametrize("kind", ["shoe", "meter"])
def test_attest__signed_board_as_it_should_be__nothing_found(signer: Signer, kind: str) -> None:
    image = signer.sign(kind)
    with signed_rig(image, signer, kind) as rig:
        rig.power_on()
        rig.wait_ready()
        keys = provisioned(rig, kind)
        reference = Reference.of_image(image)
        result = ask(rig, kind, reference, keys, settings={})
        assert result.findings == []
        assert (result.slot, result.hashed_bytes) == (1, len(reference.slot))
        assert not result.is_base_hashed  # a simulated board has none


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


def test_attest__code_changed_and_everything_stored_changed_with_it__still_seen(
    signer: Signer, tmp_path: Path
) -> None:
    """STANDARDS 17.  The attacker has a key of his own and puts it, the image, its header and
    its signature on the board: the board itself is content, the verifier is not."""
    image = signer.sign()
    thief = Signer.create(tmp_path, "thief")
    forged = thief.sign(main="from firmware.shoe import main as run\nX = 1\n")
    with signed_rig(image, signer) as rig:
        board = rig.boards["shoe"]
        rig.power_on()
        rig.wait_ready()
        keys = provisioned(rig, "shoe")
        board.board.power_off()
        unpowered.set_signer(board, thief.key.public_key)
        install(board, forged)
        rig.power_on()
        rig.wait_ready()
        assert ask(rig, "shoe", Reference.of_image(image), keys).findings == [CODE_DIFFERS]


@pytest.mark.parametrize("at", [3000, -1])
def test_attest__byte_that_nothing_checks_is_changed__seen(signer: Signer, at: int) -> None:
    """Behind the signature and behind the code: not signed, never run, and still not as it was."""
    image = signer.sign()
    with signed_rig(image, signer) as rig:
        board = rig.boards["shoe"]
        size_bytes = len(unpowered.read_slot(board, 1))
        touched = bytearray(image.padded(size_bytes))
        touched[at] = 0
        unpowered.put_image(board, Image(bytes(touched)), 1)
        rig.power_on()
        rig.wait_ready()
        keys = provisioned(rig, "shoe")
        assert ask(rig, "shoe", Reference.of_image(image), keys).findings == [CODE_DIFFERS]


def test_attest__setting_changed_or_key_of_another_board__named(make_rig) -> None:
    rig = make_rig("shoe")
    rig.power_on()
    rig.wait_ready()
    keys = provisioned(rig, "shoe")
    client = usb_client(rig, "shoe")
    client.hello()
    client.open_session(keys, "technician")
    client.request("SET_SETTING", setting=3, value=5)
    reference = as_built("shoe_pico2")
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
        assert attest(client, as_built("shoe_pico2"), None, nonce=nonce).is_right
        answers.append(client.request("GET_ATTESTATION").fields["code_hash"])
    assert answers[0] == answers[2] != answers[1]


def test_reference__base_given__hashed_as_its_whole_region() -> None:
    image = build_image("meter_pico")
    reference = Reference.of_image(image, b"base")
    assert reference.base is not None and len(reference.base) == 128 * 4096
    assert reference.base_hash(bytes(16)) != Reference.of_image(image, b"Base").base_hash(bytes(16))
    other = Reference.of_image(flipped(image, HEAD_BYTES + 9))
    assert other.code_hash(bytes(16)) != reference.code_hash(bytes(16))
