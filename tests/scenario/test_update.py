"""Signed updates on the whole firmware: good ones run, bad ones are refused, the old one stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from faro.build.image import HEAD_BYTES, HEADER_BYTES, Image
from faro.build.signing import create_key
from faro.sim.rig import Rig
from faro.update.sender import (
    UpdateFailed,
    UpdateRefused,
    get_changes,
    get_status,
    send_update,
    wait_proved,
)
from faro.wire.client import Client
from faro.wire.errors import NoAnswer, Refused
from firmware.core.errors import (
    ERR_BUSY,
    ERR_NO_SPACE,
    ERR_NOT_PROVISIONED,
    ERR_OUT_OF_RANGE,
    ERR_UPDATE_STATE,
)
from firmware.trust import image as im
from firmware.trust import slots as sl
from hw_sim import unpowered
from hw_sim.nv_image import NvImage
from hw_sim.rig import BoardRig
from tests.conftest import provisioned, usb_client
from tests.signed_boards import (
    Signer,
    cut_and_boot,
    flipped,
    install,
    restarted,
    signed_rig,
    technician,
)

IN_CODE = HEAD_BYTES + 50_000
IN_SIGNATURE = HEADER_BYTES + 1_000
BLANK = bytes(4096).replace(b"\0", b"\xff")
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


def with_hash_too(image: Image) -> Image:
    """One byte changed, and the hash in the header changed to match."""
    old = image.header
    rom = flipped(image, IN_CODE).rom
    header = im.pack_header(
        old.board, old.version, old.build, old.counter, rom, old.signature_bytes
    )
    return Image(header + image.data[HEADER_BYTES:HEAD_BYTES] + rom)


def with_signature(image: Image, signature: bytes) -> Image:
    head = image.data[:HEADER_BYTES] + signature
    return Image(head.ljust(HEAD_BYTES, b"\xff") + image.rom)


# -- the good way -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["shoe", "meter"])
def test_update__good_image__boots_and_is_proved(start: Make, signer: Signer, kind: str) -> None:
    rig = start(signer.sign(kind, 1), kind)
    client = technician(rig, kind)
    seen: list[int] = []
    second = signer.sign(kind, 2)
    status = send_update(client, second, lambda _what, done, _total: seen.append(done))
    assert (status.active_slot, status.pending_slot) == (1, 2)
    assert seen == sorted(seen) and seen[-1] == len(second.data)
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
    wrong_board = signer.sign(counter=9, board="meter_pico")
    signature = image.signature
    return {
        "unsigned": (with_signature(image, bytes(len(signature))), im.IMAGE_BAD_SIGNATURE),
        "signature of another image": (
            with_signature(image, wrong_board.signature),
            im.IMAGE_BAD_SIGNATURE,
        ),
        "signature changed": (flipped(image, IN_SIGNATURE), im.IMAGE_BAD_SIGNATURE),
        "signature cut short": (with_signature(image, signature[:-1]), im.IMAGE_BAD_SIGNATURE),
        "another key": (thief.sign(counter=9), im.IMAGE_BAD_SIGNATURE),
        "header changed": (flipped(image, 60), im.IMAGE_BAD_HEADER),
        "one byte changed": (flipped(image, IN_CODE), im.IMAGE_CHANGED),
        "last byte changed": (flipped(image, len(image.data) - 1), im.IMAGE_CHANGED),
        "byte and hash changed": (with_hash_too(image), im.IMAGE_BAD_SIGNATURE),
        "truncated": (Image(image.data[:-1]), im.IMAGE_WRONG_LENGTH),
        "padded": (Image(image.data + b"\0"), im.IMAGE_WRONG_LENGTH),
        "wrong board": (wrong_board, im.IMAGE_WRONG_BOARD),
        "older with a valid signature": (signer.sign(counter=4), im.IMAGE_ROLLBACK),
    }


@pytest.mark.campaign
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
    restarted(rig, client)
    assert get_status(client).active_slot == 1
    rig.boards["shoe"].board.power_off()
    # none has a head, so none can ever run
    assert unpowered.read_slot(rig.boards["shoe"], 2)[:HEAD_BYTES] == BLANK


def test_update__steps_out_of_order__refused(start: Make, images) -> None:
    rig = start(images[5])
    client = technician(rig, "shoe")

    def code_of(name: str, **fields: object) -> int:
        with pytest.raises(Refused) as refused:
            client.request(name, **fields)
        return refused.value.code

    assert code_of("UPDATE_DATA", offset=0, data=b"x") == ERR_UPDATE_STATE
    assert code_of("UPDATE_FINISH") == ERR_UPDATE_STATE
    assert code_of("UPDATE_BEGIN", total_bytes=100_000_000) == ERR_NO_SPACE
    assert code_of("UPDATE_BEGIN", total_bytes=HEAD_BYTES) == ERR_NO_SPACE
    client.request("UPDATE_BEGIN", total_bytes=100_000)
    assert code_of("UPDATE_DATA", offset=0, data=b"x") == ERR_BUSY
    rig.kernel.run_for_ms(10_000)
    assert code_of("UPDATE_FINISH") == ERR_UPDATE_STATE
    assert code_of("UPDATE_DATA", offset=1, data=b"x") == ERR_OUT_OF_RANGE
    assert code_of("UPDATE_DATA", offset=HEAD_BYTES, data=b"x") == ERR_OUT_OF_RANGE
    client.request("UPDATE_DATA", offset=0, data=b"x")
    assert code_of("UPDATE_DATA", offset=0, data=b"x") == ERR_OUT_OF_RANGE
    # a whole update starts over from anywhere
    send_update(client, images[6])
    assert get_status(client).pending_slot == 2
    send_update(client, images[6])
    assert [c.result for c in get_changes(client)] == ["staged", "replaced before it was started"]


# -- new images that do not run well ------------------------------------------------------------


CRASH = "raise ValueError('bad image')\n"
CRASH_LATER = """
import machine
from firmware import shoe


def crash(t):
    raise ValueError


def run():
    machine.Timer(period=2000, mode=0, callback=crash)
    shoe.main()
"""
HANG = "def run():\n    while True: pass\n"
RETURN = "def run():\n    pass\n"
NO_RUN = "x = 1\n"
NO_MODULE = "import nothing_like_this\n"


@pytest.mark.parametrize(
    "main",
    [CRASH, CRASH_LATER, HANG, RETURN, NO_RUN, NO_MODULE],
    ids=["crash", "crash_later", "hang", "return", "no_run", "import"],
)
def test_update__new_image_does_not_run_well__back_to_the_old_one(
    start: Make, signer: Signer, images, main: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hw_sim.vm.HANG_LIMIT_S", 1.0)
    rig = start(images[4])
    client = technician(rig, "shoe")
    send_update(client, signer.sign(counter=5, main=main))
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


@pytest.mark.campaign
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


def damages(signer: Signer, thief: Signer, image: Image) -> dict[str, tuple[Image, int]]:
    """What somebody with the flash chip in his hands puts into the slot, and the finding."""
    return {
        "byte changed": (flipped(image, IN_CODE), im.IMAGE_CHANGED),
        "byte and hash changed": (with_hash_too(image), im.IMAGE_BAD_SIGNATURE),
        "other key": (thief.sign(counter=9), im.IMAGE_BAD_SIGNATURE),
        "truncated": (Image(image.data[:-1]), im.IMAGE_CHANGED),
        "no signature": (with_signature(image, b""), im.IMAGE_BAD_SIGNATURE),
        "no header": (Image(BLANK + image.rom), im.IMAGE_MISSING),
        "header damaged": (flipped(image, 125), im.IMAGE_BAD_HEADER),
        "older": (signer.sign(counter=4), im.IMAGE_ROLLBACK),
        "wrong board": (signer.sign(counter=9, board="meter_pico"), im.IMAGE_WRONG_BOARD),
    }


def test_boot__active_slot_damaged__other_slot_runs_and_it_is_told(
    start: Make, signer: Signer, thief: Signer, images
) -> None:
    rig = start(images[5])
    board = rig.boards["shoe"]
    board.board.power_off()
    unpowered.put_image(board, signer.sign(counter=5), 2)
    good = NvImage.take(board)
    for name, (image, code) in damages(signer, thief, images[5]).items():
        board.board.power_off()
        good.put(board)
        unpowered.put_image(board, image, 1)
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
    unpowered.put_image(board, flipped(images[5], IN_CODE))
    rig.power_on()
    rig.kernel.run_for_ms(5_000)
    assert board.lamp.colour == "red"
    with pytest.raises(NoAnswer):
        usb_client(rig, "shoe").hello()
    # the image comes back (by hand): the board does, too, and tells
    board.board.power_off()
    install(board, images[5])
    rig.power_on()
    rig.wait_ready()
    assert "IMAGE_REFUSED" in names(usb_client(rig, "shoe"))


def test_boot__no_signer__the_hash_decides_and_it_is_told() -> None:
    with Rig(("shoe",)) as rig:
        rig.power_on()
        rig.wait_ready()
        keys = provisioned(rig, "shoe")
        client = technician(rig, "shoe", keys)
        assert "RUNS_UNSIGNED" not in names(client)  # nobody to be told until it had keys
        restarted(rig, client)
        assert [e.fields for e in client.events(0) if e.name == "RUNS_UNSIGNED"] == [{"reason": 1}]
        client.open_session(keys, "technician")
        with pytest.raises(Refused) as refused:
            client.request("UPDATE_BEGIN", total_bytes=5_000)
        assert refused.value.code == ERR_NOT_PROVISIONED


def test_boot__first_image_of_a_new_board__sent_over_the_link(signer: Signer, images) -> None:
    with Rig(("shoe",)) as rig:
        unpowered.set_signer(rig.boards["shoe"], signer.key.public_key)
        rig.power_on()
        rig.wait_ready()
        keys = provisioned(rig, "shoe")
        client = technician(rig, "shoe", keys)
        assert [e.fields for e in client.events(0) if e.name == "RUNS_UNSIGNED"] == [{"reason": 2}]
        send_update(client, images[4])
        restarted(rig, client)
        assert wait_proved(client, 2).minimum_counter == 4
        restarted(rig, technician(rig, "shoe", keys))
        assert names(client).count("RUNS_UNSIGNED") == 1


def test_boot__signed_image_from_the_factory_has_run__nothing_unsigned_runs_again(
    signer: Signer, images
) -> None:
    with Rig(("shoe",)) as rig:
        board = rig.boards["shoe"]
        unsigned = Image(unpowered.read_slot(board, 1))
        unpowered.put_image(board, images[4])
        unpowered.set_signer(board, signer.key.public_key)
        rig.power_on()
        rig.wait_ready()
        status = get_status(usb_client(rig, "shoe"))
        assert (status.active_slot, status.minimum_counter) == (1, 4)
        board.board.power_off()
        unpowered.put_image(board, unsigned)
        rig.power_on()
        rig.kernel.run_for_ms(5_000)
        assert board.lamp.colour == "red"


# -- the spare slot -----------------------------------------------------------------------------


def is_same_in_both(board: BoardRig) -> bool:
    return unpowered.read_slot(board, 1) == unpowered.read_slot(board, 2)


def test_spare__proved_update__goes_to_both_slots(start: Make, images) -> None:
    rig = start(images[4])
    board = rig.boards["shoe"]
    client = technician(rig, "shoe")
    send_update(client, images[5])
    restarted(rig, client)
    wait_proved(client, 2)
    rig.kernel.run_for_ms(120_000, lambda: get_status(client).is_spare_same)
    assert get_status(client).is_spare_same and is_same_in_both(board)
    assert unpowered.read_slot(board, 1)[: len(images[5].data)] == images[5].data
    told = [e.fields for e in client.events(0) if e.name == "SLOT_RENEWED"]
    assert told == [{"counter": 5, "slot": 1}]
    # one bad page in the slot that runs: the other one takes over with the same image
    board.board.power_off()
    unpowered.put_image(board, flipped(images[5], IN_CODE), 2)
    rig.power_on()
    rig.wait_ready()
    assert get_status(client).active_slot == 1
    rig.kernel.run_for_ms(120_000, lambda: get_status(client).is_spare_same)
    assert is_same_in_both(board)


def test_spare__page_rots__found_and_written_anew(start: Make, images) -> None:
    rig = start(images[4])
    board = rig.boards["shoe"]
    client = usb_client(rig, "shoe")
    rig.kernel.run_for_ms(120_000, lambda: get_status(client).is_spare_same)
    assert is_same_in_both(board)
    board.board.power_off()
    unpowered.put_image(board, flipped(images[4], IN_CODE), 2)
    rig.power_on()
    rig.wait_ready()
    rig.kernel.run_for_ms(120_000, lambda: get_status(client).is_spare_same)
    assert is_same_in_both(board)
    assert names(client).count("SLOT_RENEWED") == 2


def test_spare__update_in_it__left_alone(start: Make, images) -> None:
    rig = start(images[4])
    client = technician(rig, "shoe")
    send_update(client, images[5])
    rig.kernel.run_for_ms(120_000)
    assert "SLOT_RENEWED" not in names(client)
    client = technician(rig, "shoe", None) if client.protocol.session is None else client
    restarted(rig, client)
    assert wait_proved(client, 2).active_slot == 2


# -- what it costs ------------------------------------------------------------------------------

COST = """
import boot_info, hashlib
print('cost', hashlib.blocks, boot_info.check_us)
from firmware.%s import main as run
"""


@pytest.fixture(scope="module")
def production_signer(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    """A key of production's size: a second to make."""
    folder = tmp_path_factory.mktemp("production")
    return Signer(folder, create_key(folder / "key", folder / "state"))


@pytest.mark.parametrize("kind", ["shoe", "meter"])
def test_boot__check_of_a_signed_image__under_a_second_of_board_time(
    kind: str, production_signer: Signer
) -> None:
    """Count of SHA-256 blocks × rate (hw_sim/charges.py), with the parameters of production.

    The time includes reading store and flash; of the interpreter's own time it has nothing.
    """
    signer = production_signer
    image = signer.sign(kind, main=COST % kind)
    with Rig((kind,), 1) as rig:
        unpowered.set_signer(rig.boards[kind], signer.key.public_key)
        install(rig.boards[kind], image)
        rig.power_on()
        rig.wait_ready()
        line = rig.boards[kind].board.vm.log_text().splitlines()[0]
    blocks, check_us = (int(word) for word in line.split()[1:])
    assert blocks > len(image.rom) // 64  # all of the code was hashed
    assert check_us < 1_000_000
