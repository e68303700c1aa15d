"""The updater, the slot writer and the spare slot's mirror on a simulated flash chip."""

from __future__ import annotations

from typing import Any

import pytest

from faro.build.image import HEAD_BYTES, Image, make_image
from faro.build.signing import SigningKey, create_key
from faro.sim.scenarios.store_rig import StoreRig
from firmware.drivers.flash_region import FlashRegion
from firmware.trust import image as im
from firmware.trust import slots as sl
from firmware.update import mirror as mi
from firmware.update import updater as u
from firmware.update.rows import EV_IMAGE_REFUSED, EV_UPDATE_STAGED
from hw_sim.parts.flash import FlashChip
from hw_sim.parts.local_bus import LocalFlash
from hw_sim.power import CUT_MODES, Cut, PowerCut, Supply

SECTORS = 4
ROM = b"\xd2\xcd\x31" + bytes(range(251)) * 30
BLANK_HEAD = b"\xff" * HEAD_BYTES


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> SigningKey:
    folder = tmp_path_factory.mktemp("keys")
    return create_key(folder / "key", folder / "state", lms_type=5)


@pytest.fixture(scope="module")
def image(key: SigningKey) -> Image:
    return make_image(ROM, "shoe_pico2", key, counter=3, build="abc")


class Bench:
    """An updater on a chip of its own, with the real store and a list for the events."""

    def __init__(self, key: SigningKey) -> None:
        self.chip = FlashChip("slot", Supply(), SECTORS)
        self.chip.data[:] = b"\x55" * len(self.chip.data)  # what was there before
        self.public_key: bytes | None = key.public_key
        self.events: list[tuple[int, ...]] = []
        self.store: Any = StoreRig().store()
        self.store.open()
        self.store.format()
        self.slots: Any = sl.Slots(self.store, None)
        self.updater: Any = u.Updater(
            FlashRegion(LocalFlash(self.chip), SECTORS),
            sl.SLOT_B,
            self.slots,
            self,
            "shoe_pico2",
            lambda: self.public_key,
            lambda: (77, 0),
        )

    def commit(self, *event: int) -> None:
        """The outbox: commits what is staged, and keeps the event."""
        self.store.commit()
        self.events.append(event)

    def work(self) -> None:
        while self.updater.step():
            pass

    def send(self, data: bytes, start: int, end: int, piece_bytes: int = 100) -> int:
        for at in range(start, end, piece_bytes):
            result = self.updater.data(at, data[at : min(at + piece_bytes, end)])
            if result < 0:
                return result
        return 0

    def update(self, image: Image, piece_bytes: int = 100) -> int:
        """All of it; 0, or the first call that was not taken."""
        assert self.updater.begin(len(image.data)) == 0
        self.work()
        assert self.send(image.data, 0, HEAD_BYTES, piece_bytes) == 0
        self.work()
        result = self.send(image.data, HEAD_BYTES, len(image.data), piece_bytes)
        result = result or self.updater.finish()
        self.work()
        return result


@pytest.fixture
def bench(key: SigningKey) -> Bench:
    return Bench(key)


@pytest.mark.parametrize("piece_bytes", [1, 100, 196, 256, 1000])
def test_updater__good_image__staged_and_nothing_else_in_the_slot(
    bench: Bench, image: Image, piece_bytes: int
) -> None:
    assert bench.update(image, piece_bytes) == 0
    assert bench.updater.state == u.US_STAGED
    assert bytes(bench.chip.data) == image.padded(SECTORS * 4096)
    assert bench.events == [(EV_UPDATE_STAGED, 3, sl.SLOT_B)]
    assert (bench.slots.state, bench.slots.candidate) == (sl.ST_PENDING, sl.SLOT_B)


def test_updater__until_the_code_is_checked__the_slot_has_no_head(
    bench: Bench, image: Image
) -> None:
    bench.updater.begin(len(image.data))
    bench.updater.step()
    assert bench.chip.data[:HEAD_BYTES] == BLANK_HEAD  # the old head goes first of all
    bench.work()
    bench.send(image.data, 0, HEAD_BYTES)
    bench.work()
    bench.send(image.data, HEAD_BYTES, len(image.data))
    bench.updater.finish()
    while bench.updater.state == u.US_CHECKING_ROM:
        assert bench.chip.data[:HEAD_BYTES] == BLANK_HEAD
        bench.updater.step()
    assert bench.updater.state == u.US_STAGED


def test_updater__stored_byte_changes_before_the_check__refused(
    bench: Bench, image: Image
) -> None:
    bench.updater.begin(len(image.data))
    bench.work()
    bench.send(image.data, 0, HEAD_BYTES)
    bench.work()
    bench.send(image.data, HEAD_BYTES, len(image.data))
    bench.chip.data[5000] ^= 1
    bench.updater.finish()
    bench.work()
    assert (bench.updater.state, bench.updater.code) == (u.US_REFUSED, im.IMAGE_CHANGED)
    assert bench.events == [(EV_IMAGE_REFUSED, 3, sl.SLOT_B, im.IMAGE_CHANGED)]
    assert bench.chip.data[:HEAD_BYTES] == BLANK_HEAD


def test_updater__wrong_signature__refused_before_any_code_is_taken(
    bench: Bench, image: Image
) -> None:
    bad = bytearray(image.data)
    bad[500] ^= 1
    bench.updater.begin(len(bad))
    bench.work()
    bench.send(bytes(bad), 0, HEAD_BYTES)
    bench.work()
    assert bench.updater.code == im.IMAGE_BAD_SIGNATURE
    assert bench.updater.data(HEAD_BYTES, b"x") == -u.NOT_NOW_REFUSED
    assert bytes(bench.chip.data) == b"\xff" * len(bench.chip.data)


def test_updater__no_key_or_trial_or_too_long__nothing_can_begin(
    bench: Bench, image: Image
) -> None:
    before = bytes(bench.chip.data)
    assert bench.updater.begin(SECTORS * 4096 + 1) == -u.NO_SPACE
    assert bench.updater.begin(HEAD_BYTES) == -u.NO_SPACE
    bench.slots.pick(sl.SLOT_B, 3, b"abc", 0, 0)
    bench.slots.handle(sl.SEV_STARTED)
    assert bench.updater.begin(len(image.data)) == -u.NOT_NOW_ORDER
    bench.public_key = None
    assert bench.updater.begin(len(image.data)) == -u.NO_KEY
    assert not bench.updater.step()
    assert bytes(bench.chip.data) == before


def test_updater__while_it_works__requests_wait(bench: Bench, image: Image) -> None:
    assert bench.updater.data(0, b"x") == -u.NOT_NOW_ORDER
    bench.updater.begin(len(image.data))
    assert bench.updater.begin(len(image.data)) == -u.NOT_NOW_BUSY
    assert bench.updater.data(0, b"x") == -u.NOT_NOW_BUSY
    bench.work()
    assert bench.updater.data(0, b"") == -u.OUT_OF_RANGE
    assert bench.updater.data(1, b"x") == -u.OUT_OF_RANGE
    assert bench.updater.data(0, bytes(HEAD_BYTES + 1)) == -u.OUT_OF_RANGE
    assert bench.updater.finish() == -u.NOT_NOW_ORDER
    bench.send(image.data, 0, HEAD_BYTES)
    assert bench.updater.data(HEAD_BYTES, b"x") == -u.NOT_NOW_BUSY
    bench.work()
    assert bench.updater.data(HEAD_BYTES, image.rom + b"x") == -u.OUT_OF_RANGE
    bench.send(image.data, HEAD_BYTES, len(image.data) - 1)
    assert bench.updater.finish() == -u.NOT_NOW_REFUSED
    assert bench.updater.code == im.IMAGE_WRONG_LENGTH


def test_updater__sender_gone__can_begin_anew(bench: Bench, image: Image) -> None:
    bench.updater.begin(len(image.data))
    bench.work()
    bench.send(image.data, 0, 1000)
    assert not bench.updater.is_over()
    bench.updater.abandon()
    assert bench.updater.is_over()
    assert bench.update(image) == 0 and bench.updater.state == u.US_STAGED


def test_updater__page_that_does_not_hold__refused(bench: Bench, image: Image) -> None:
    bench.updater.begin(len(image.data))
    bench.work()
    bench.send(image.data, 0, HEAD_BYTES)
    bench.work()
    bench.chip.data[4096 + 300] = 0  # a bit that the erase did not set
    chip_program = bench.chip.program_page
    bench.chip.program_page = lambda page, data: None if page == 17 else chip_program(page, data)
    assert bench.send(image.data, HEAD_BYTES, len(image.data)) == -u.NOT_NOW_REFUSED
    assert bench.updater.code == im.IMAGE_READ_ERROR


# -- the spare slot -----------------------------------------------------------------------------


class Pair:
    """A running slot with an image and a spare one; `renewed` keeps what was told."""

    def __init__(self, image: Image, spare: bytes = b"") -> None:
        self.supply = Supply()
        self.running = FlashChip("running", self.supply, SECTORS)
        self.running.data[:] = image.padded(SECTORS * 4096)
        self.spare = FlashChip("spare", self.supply, SECTORS)
        self.spare.data[: len(spare)] = spare
        self.renewed: list[int] = []

    def work(self) -> int:
        """A boot: a new mirror works until there is nothing left to do."""
        regions = [FlashRegion(LocalFlash(chip), SECTORS) for chip in (self.running, self.spare)]
        running, spare = regions
        mirror: Any = mi.Mirror(running, spare, self.renewed.append)
        while mirror.step():
            pass
        return mirror.state

    @property
    def is_same(self) -> bool:
        return self.running.data == self.spare.data


def test_mirror__empty_old_or_rotten_spare__written_anew(image: Image, key: SigningKey) -> None:
    rotten = bytearray(image.data)
    rotten[7000] ^= 4
    older = make_image(ROM[:-9], "shoe_pico2", key, counter=2)
    for spare in (b"", older.data, bytes(rotten), b"\0" * 16384):
        pair = Pair(image, spare)
        assert pair.work() == mi.MS_SAME
        assert pair.is_same and pair.renewed == [3]
        erases = pair.spare.erase_count
        assert pair.work() == mi.MS_SAME and pair.spare.erase_count == erases


def test_mirror__same_already__nothing_is_written(image: Image) -> None:
    pair = Pair(image, image.data)
    assert pair.work() == mi.MS_SAME
    assert (pair.spare.erase_count, pair.spare.program_count, pair.renewed) == (0, 0, [])


def test_mirror__cut_at_every_operation__running_slot_untouched_and_the_next_boot_ends_it(
    image: Image,
) -> None:
    whole = Pair(image)
    whole.work()
    for operation in range(whole.supply.operations):
        for mode in CUT_MODES:
            pair = Pair(image)
            pair.supply.cut = Cut(operation, mode)
            with pytest.raises(PowerCut):
                pair.work()
            assert bytes(pair.running.data) == image.padded(SECTORS * 4096)
            assert pair.work() == mi.MS_SAME and pair.is_same, (operation, mode)


def test_mirror__spare_does_not_hold__given_up(image: Image) -> None:
    pair = Pair(image)
    pair.spare.program_page = lambda page, data: None
    assert pair.work() == mi.MS_FAILED
    assert pair.spare.data[:HEAD_BYTES] == BLANK_HEAD


# -- the plug ------------------------------------------------------------------------------------


def test_updater__cut_at_every_flash_operation__slot_is_empty_or_whole_and_the_next_try_works(
    key: SigningKey, image: Image
) -> None:
    """A slot with a head holds a whole image, wherever the plug was pulled."""
    whole = Bench(key)
    whole.update(image)
    operations = whole.chip.supply.operations
    assert operations > SECTORS + len(ROM) // 256
    for operation in range(operations):
        for mode in CUT_MODES:
            bench = Bench(key)
            bench.chip.supply.cut = Cut(operation, mode)
            with pytest.raises(PowerCut):
                bench.update(image)
            region: Any = FlashRegion(LocalFlash(bench.chip), SECTORS)
            code, _header = im.check_slot(region, "shoe_pico2", 0, key.public_key)
            right = [im.IMAGE_OK, im.IMAGE_MISSING, im.IMAGE_BAD_HEADER]
            if operation == operations - 1 and mode == "torn":
                right.append(im.IMAGE_BAD_SIGNATURE)  # the header's page has a piece of it
            assert code in right, (operation, mode)
            after = Bench(key)
            after.chip.data[:] = bench.chip.data
            after.chip.weak_sectors.update(bench.chip.weak_sectors)
            assert after.update(image) == 0 and after.updater.state == u.US_STAGED
