"""Signed updates on the whole firmware: good ones run, bad ones are refused, the old one stays."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from faro.client import Client
from faro.errors import NoAnswer, Refused
from faro.image_build import Image
from faro.signing import create_key
from faro.update import (
    UpdateFailed,
    UpdateRefused,
    get_changes,
    get_status,
    send_update,
    wait_proved,
)
from firmware.link import messages as m
from firmware.trust import image as im
from firmware.trust import slots as sl
from hw_sim import flash_files
from hw_sim.powerloss.image import NvImage
from hw_sim.rig import Rig
from hw_sim.vm import ROOT
from tests.conftest import provisioned, usb_client
from tests.signed_boards import (
    Signer,
    changed,
    cut_and_boot,
    install,
    pack_of,
    restarted,
    signed_rig,
    sim_files,
    technician,
    with_file,
)

VICTIM = "firmware/core/clock.mpy"
Make = Callable[..., Rig]


@pytest.fixture(scope="module")
def signer(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    return Signer.create(tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="module")
def thief(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    return Signer.create(tmp_path_factory.mktemp("thief"))


@pytest.fixture(scope="module")
def images(signer: Signer) -> dict[int, Image]:
    """Images of the present firmware by counter."""
    return {counter: signer.sign(counter=counter) for counter in (4, 5, 6)}


@pytest.fixture
def start(signer: Signer) -> Iterator[Make]:
    """Boards that boot from slot a; their processes end with the test."""
    rigs: list[Rig] = []

    def boot(image: Image, kind: str = "shoe") -> Rig:
        rig = signed_rig(image, signer, kind)
        rigs.append(rig)
        rig.power_on()
        rig.wait_ready()
        return rig

    yield boot
    for rig in rigs:
        rig.close()


def names(client: Client) -> list[str]:
    return [event.name for event in client.events(0)]


def flip(data: bytes) -> bytes:
    return data[:-1] + bytes((data[-1] ^ 1,))


def digest_line(files: dict[str, bytes], path: str) -> bytes:
    return b"%s %d %s\n" % (
        hashlib.sha256(files[path]).hexdigest().encode(),
        len(files[path]),
        path.encode(),
    )


def with_hash_too(image: Image) -> Image:
    """One byte changed, and the hash in the manifest changed to match."""
    other = changed(image, VICTIM, flip)
    lines = digest_line(image.files, VICTIM), digest_line(other.files, VICTIM)
    return replace(other, manifest=image.manifest.replace(*lines))


# -- the good way -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["shoe", "meter"])
def test_update__good_image__boots_and_is_proved(start: Make, signer: Signer, kind: str) -> None:
    rig = start(signer.sign(kind, 1), kind)
    client = technician(rig, kind)
    seen: list[int] = []
    second = signer.sign(kind, 2)
    status = send_update(client, second, lambda _what, done, _total: seen.append(done))
    assert (status.active_slot, status.pending_slot) == (1, 2)
    assert seen == sorted(seen) and seen[-1] == second.total_bytes
    restarted(rig, client)
    assert get_status(client).pending_slot == 2  # running, not proved yet
    status = wait_proved(client, 2)
    assert status.minimum_counter == 2
    told = [n for n in names(client) if n.startswith(("UPDATE", "IMAGE", "BOOTED"))]
    assert told == ["BOOTED", "UPDATE_STAGED", "BOOTED", "UPDATE_ACTIVATED"]
    change = get_changes(client)[0]
    assert (change.counter, change.slot, change.result) == (2, "b", "activated")
    assert change.build == "build%d" % signer.made
    cut_and_boot(rig)
    assert get_status(client).active_slot == 2


def test_update__while_it_is_checked__the_link_goes_on(start: Make, images) -> None:
    rig = start(images[4])
    client = technician(rig, "shoe")
    states: list[int] = []

    def look(what: str, _done: int, _total: int) -> None:
        if what.startswith("checking"):
            states.append(usb_client(rig, "shoe").status()["state"])

    send_update(client, images[5], look)
    assert len(states) > 5 and set(states) == {1}


# -- images that must be refused ----------------------------------------------------------------


def attacks(signer: Signer, thief: Signer, image: Image) -> dict[str, tuple[Image, int]]:
    """What is sent, and why the board must refuse it."""
    files = image.files
    wrong_board = signer.sign(counter=9, board="meter_pico")
    without = replace(image, files=with_file(files, VICTIM, None))
    extra = replace(image, files=with_file(files, "firmware/zz.py", b"import os"))
    signature = image.signature
    return {
        "unsigned": (replace(image, signature=bytes(len(signature))), im.IMAGE_BAD_SIGNATURE),
        "signature of another image": (
            replace(image, signature=wrong_board.signature),
            im.IMAGE_BAD_SIGNATURE,
        ),
        "signature cut short": (replace(image, signature=signature[:-1]), im.IMAGE_BAD_SIGNATURE),
        "signature padded": (replace(image, signature=signature + b"\0"), im.IMAGE_BAD_SIGNATURE),
        "another key": (thief.sign(counter=9), im.IMAGE_BAD_SIGNATURE),
        "one byte changed": (changed(image, VICTIM, flip), im.IMAGE_CHANGED),
        "byte and hash changed": (with_hash_too(image), im.IMAGE_BAD_SIGNATURE),
        "truncated": (changed(image, VICTIM, lambda data: data[:-1]), im.IMAGE_TRUNCATED),
        "padded": (changed(image, VICTIM, lambda data: data + b"\0"), im.IMAGE_PADDED),
        "extra file": (extra, im.IMAGE_EXTRA),
        "missing file": (without, im.IMAGE_MISSING),
        "missing last file": (
            replace(image, files=with_file(files, "main.py", None)),
            im.IMAGE_MISSING,
        ),
        "wrong board": (wrong_board, im.IMAGE_WRONG_BOARD),
        "older with a valid signature": (signer.sign(counter=4), im.IMAGE_ROLLBACK),
    }


def test_update__bad_images__refused_with_the_reason_and_the_old_one_goes_on(
    start: Make, signer: Signer, thief: Signer, images
) -> None:
    """STANDARDS 18: unsigned, replayed, truncated, older: refused."""
    rig = start(images[5])
    client = technician(rig, "shoe")
    table = attacks(signer, thief, images[6])
    for name, (image, code) in table.items():
        with pytest.raises(UpdateRefused) as refused:
            send_update(client, image)
        assert refused.value.code == code, name
        status = get_status(client)
        assert (status.active_slot, status.pending_slot) == (1, 0), name
    told = [e for e in client.events(0) if e.name == "IMAGE_REFUSED"]
    assert [e.fields["code"] for e in told] == [code for _, code in table.values()]
    rig.kernel.run_for_ms(500)
    restarted(rig, client)
    assert get_status(client).active_slot == 1
    rig.boards["shoe"].board.power_off()
    left = [path for path in flash_files.read_files(rig.boards["shoe"]) if "slots/b" in path]
    assert left == []


def test_update__steps_out_of_order__refused(start: Make, images) -> None:
    rig = start(images[5])
    client = technician(rig, "shoe")

    def code_of(name: str, **fields: object) -> int:
        with pytest.raises(Refused) as refused:
            client.request(name, **fields)
        return refused.value.code

    assert code_of("UPDATE_FILE", size_bytes=1, path=b"manifest") == m.ERR_UPDATE_STATE
    assert code_of("UPDATE_DATA", offset=0, data=b"x") == m.ERR_UPDATE_STATE
    assert code_of("UPDATE_FINISH") == m.ERR_UPDATE_STATE
    assert code_of("UPDATE_BEGIN", total_bytes=100_000_000) == m.ERR_NO_SPACE
    client.request("UPDATE_BEGIN", total_bytes=100_000)
    rig.kernel.run_for_ms(200)
    assert code_of("UPDATE_FINISH") == m.ERR_UPDATE_STATE
    assert code_of("UPDATE_FILE", size_bytes=5, path=b"../manifest") == m.ERR_OUT_OF_RANGE
    assert code_of("UPDATE_FILE", size_bytes=5, path=b"/manifest") == m.ERR_OUT_OF_RANGE
    assert code_of("UPDATE_FILE", size_bytes=5, path=b"Manifest") == m.ERR_OUT_OF_RANGE
    assert code_of("UPDATE_FILE", size_bytes=5, path=b"signature") == m.ERR_UPDATE_STATE
    assert code_of("UPDATE_FILE", size_bytes=99_999, path=b"manifest") == m.ERR_OUT_OF_RANGE
    client.request("UPDATE_FILE", size_bytes=5, path=b"manifest")
    assert code_of("UPDATE_FILE", size_bytes=5, path=b"manifest") == m.ERR_UPDATE_STATE
    assert code_of("UPDATE_DATA", offset=1, data=b"x") == m.ERR_OUT_OF_RANGE
    assert code_of("UPDATE_DATA", offset=0, data=b"123456") == m.ERR_OUT_OF_RANGE
    # a whole update starts over from anywhere
    send_update(client, images[6])
    assert get_status(client).pending_slot == 2
    send_update(client, images[6])
    assert [c.result for c in get_changes(client)] == ["staged", "replaced before it was started"]


# -- new images that do not run well ------------------------------------------------------------


CRASH = b"raise ValueError('bad image')\n"
CRASH_LATER = (
    b"import machine\ndef crash(t): raise ValueError\n"
    b"machine.Timer(period=2000, mode=0, callback=crash)\n"
    b"from firmware import app_shoe\napp_shoe.main()\n"
)
HANG = b"while True: pass\n"
RETURN = b"x = 1\n"
WRONG_ARCH = b"import nothing_like_this\n"


@pytest.mark.parametrize(
    "main",
    [CRASH, CRASH_LATER, HANG, RETURN, WRONG_ARCH],
    ids=["crash", "crash_later", "hang", "return", "import"],
)
def test_update__new_image_does_not_run_well__back_to_the_old_one(
    start: Make, signer: Signer, images, main: bytes
) -> None:
    rig = start(images[4])
    client = technician(rig, "shoe")
    send_update(client, signer.sign(counter=5, files=with_file(sim_files("shoe"), "main.py", main)))
    board = rig.boards["shoe"].board
    boots = board.boots
    client.request("RESTART")
    client.protocol.session = None
    rig.kernel.run_for_ms(30_000, lambda: board.boots >= boots + 2)
    rig.wait_ready(30_000)
    with pytest.raises(UpdateFailed, match="crashed or hung"):
        wait_proved(client, 2)
    status = get_status(client)
    assert (status.active_slot, status.pending_slot, status.minimum_counter) == (1, 0, 4)
    told = next(e for e in client.events(0) if e.name == "UPDATE_FAILED")
    assert told.fields == {"counter": 5, "slot": 2, "result": sl.RESULT_ENDED}


def test_update__power_goes_in_the_trial__tried_again_but_not_for_ever(start: Make, images) -> None:
    rig = start(images[4])
    keys = provisioned(rig, "shoe")
    client = technician(rig, "shoe", keys)
    send_update(client, images[5])
    restarted(rig, client)
    for _ in range(sl.MAX_TRIES - 1):
        assert get_status(client).pending_slot == 2
        cut_and_boot(rig)
    assert get_status(client).pending_slot == 2
    cut_and_boot(rig)
    assert get_status(client).active_slot == 1
    assert get_changes(client)[0].result == "lost power in every trial"
    # a single cut does no harm
    client = technician(rig, "shoe", keys)
    send_update(client, images[5])
    restarted(rig, client)
    cut_and_boot(rig)
    assert wait_proved(client, 2).active_slot == 2


# -- at boot ------------------------------------------------------------------------------------


def slot_files(image: Image, slot: str = "a") -> dict[str, bytes | None]:
    folder = f"slots/{slot}/"
    return {
        folder + "manifest": image.manifest,
        folder + "signature": image.signature,
        folder + "pack": pack_of(image),
    }


def damages(signer: Signer, thief: Signer, image: Image) -> dict[str, tuple[dict, int]]:
    """What somebody with the flash chip in his hands puts into the slot, and the finding."""
    pack = pack_of(image)
    at = len(pack) // 2
    return {
        "byte changed": (
            {"slots/a/pack": pack[:at] + flip(pack[at : at + 1]) + pack[at + 1 :]},
            im.IMAGE_CHANGED,
        ),
        "byte and hash changed": (slot_files(with_hash_too(image)), im.IMAGE_BAD_SIGNATURE),
        "other key": (slot_files(thief.sign(counter=9)), im.IMAGE_BAD_SIGNATURE),
        "truncated": ({"slots/a/pack": pack[:-1]}, im.IMAGE_TRUNCATED),
        "padded": ({"slots/a/pack": pack + b"\0"}, im.IMAGE_PADDED),
        "extra file": ({"slots/a/os.py": b"x"}, im.IMAGE_EXTRA),
        "no signature": ({"slots/a/signature": None}, im.IMAGE_MISSING),
        "no pack": ({"slots/a/pack": None}, im.IMAGE_MISSING),
        "older": (slot_files(signer.sign(counter=4)), im.IMAGE_ROLLBACK),
        "wrong board": (
            slot_files(signer.sign(counter=9, board="meter_pico")),
            im.IMAGE_WRONG_BOARD,
        ),
    }


def test_boot__active_slot_damaged__other_slot_runs_and_it_is_told(
    start: Make, signer: Signer, thief: Signer, images
) -> None:
    rig = start(images[5])
    board = rig.boards["shoe"]
    board.board.power_off()
    flash_files.write_files(board, slot_files(signer.sign(counter=5), "b"))
    good = NvImage.take(board)
    for name, (files, code) in damages(signer, thief, images[5]).items():
        board.board.power_off()
        good.put(board)
        flash_files.write_files(board, files)
        rig.power_on()
        rig.wait_ready()
        client = usb_client(rig, "shoe")
        told = [e for e in client.events(0) if e.name == "IMAGE_REFUSED"][-1]
        assert (told.fields["slot"], told.fields["code"]) == (1, code), name
        assert get_status(client).active_slot == 2, name
        assert get_changes(client)[0].result == "took over from a damaged slot", name


def test_boot__no_good_slot__red_light_and_silence(start: Make, images) -> None:
    rig = start(images[5])
    board = rig.boards["shoe"]
    board.board.power_off()
    flash_files.write_files(
        board, {"slots/a/pack": b"x", "firmware/app_shoe.py": b"", "main.py": b""}
    )
    rig.power_on()
    rig.kernel.run_for_ms(5_000)
    assert board.lamp.colour == "red"
    with pytest.raises(NoAnswer):
        usb_client(rig, "shoe").hello()
    # the image comes back (by hand): the board does, too, and tells
    board.board.power_off()
    install(board, images[5])
    flash_files.write_files(board, {"main.py": None, "firmware/app_shoe.py": None})
    rig.power_on()
    rig.wait_ready()
    assert "IMAGE_REFUSED" in names(usb_client(rig, "shoe"))


def test_boot__no_signer__built_in_firmware_runs_and_says_so(tmp_path: Path) -> None:
    with flash_files.loader_rig(("shoe",)) as rig:
        rig.power_on()
        rig.wait_ready()
        client = technician(rig, "shoe")
        assert [e.fields for e in client.events(0) if e.name == "RUNS_UNSIGNED"] == [{"reason": 1}]
        with pytest.raises(Refused) as refused:
            client.request("UPDATE_BEGIN", total_bytes=1)
        assert refused.value.code == m.ERR_NOT_PROVISIONED


def test_boot__first_image_of_a_new_board__sent_over_the_link(signer: Signer, images) -> None:
    with flash_files.loader_rig(("shoe",)) as rig:
        flash_files.set_signer(rig.boards["shoe"], signer.key.public_key)
        rig.power_on()
        rig.wait_ready()
        keys = provisioned(rig, "shoe")
        client = technician(rig, "shoe", keys)
        assert [e.fields for e in client.events(0) if e.name == "RUNS_UNSIGNED"] == [{"reason": 2}]
        send_update(client, images[4])
        restarted(rig, client)
        assert wait_proved(client, 1).minimum_counter == 4
        restarted(rig, technician(rig, "shoe", keys))
        assert names(client).count("RUNS_UNSIGNED") == 1


# -- what it costs ------------------------------------------------------------------------------

COST = b"import boot_info, hashlib\nprint('cost', boot_info.check_blocks, hashlib.blocks,"
COST += b" boot_info.check_us)\nfrom firmware import app_%s as app\napp.main()\n"


@pytest.mark.parametrize("kind", ["shoe", "meter"])
def test_boot__check_of_a_signed_image__under_three_seconds_of_board_time(
    kind: str, tmp_path: Path
) -> None:
    """Count of SHA-256 blocks × rate (hw_sim/shims/costly), with the parameters of production.

    The time includes reading store and flash; of the interpreter's own time it has nothing.
    """
    signer = Signer(tmp_path, create_key(tmp_path / "key", tmp_path / "state"))
    main = COST % kind.encode()
    image = signer.sign(kind, files=with_file(sim_files(kind), "main.py", main))
    with flash_files.loader_rig((kind,), 1, (ROOT / "hw_sim/shims/costly",)) as rig:
        flash_files.set_signer(rig.boards[kind], signer.key.public_key)
        install(rig.boards[kind], image)
        rig.power_on()
        rig.wait_ready()
        line = rig.boards[kind].board.vm.log_text().splitlines()[0]
    said_blocks, counted_blocks, check_us = (int(word) for word in line.split()[1:])
    assert said_blocks == counted_blocks
    assert check_us < 1_500_000  # half of the limit: the other half is the interpreter's
