"""The updater and the slot check on plain files: order, limits, every refusal, little memory."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from faro.board_files import needed_modules
from faro.flash_plan import as_on_board
from faro.image_build import Image, sign_image
from faro.signing import SigningKey, create_key
from firmware.core.event_table import EV_IMAGE_REFUSED, EV_UPDATE_STAGED
from firmware.drivers.files import BoardFiles
from firmware.trust import image as im
from firmware.trust import slots as sl
from firmware.trust.image import Manifest
from firmware.trust.manifest_file import ManifestFile
from firmware.trust.pack import PackFs, PackIndex
from firmware.trust.slot_check import SlotCheck
from firmware.update import updater as u
from hw_sim.scenarios.store_rig import StoreRig
from hw_sim.vm import ROOT
from tests.unit.mp_run import run_in_micropython

FILES = {
    "board.py": b"NAME = 'shoe_pico2'\n",
    "firmware/__init__.py": b"",
    "firmware/core/clock.py": bytes(range(256)) * 9,
    "firmware/corelike.py": b"x" * 512,
    "main.py": b"import firmware\n",
}


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> SigningKey:
    folder = tmp_path_factory.mktemp("key")
    return create_key(folder / "key", folder / "state", lms_type=5)


@pytest.fixture(scope="module")
def image(key: SigningKey, tmp_path_factory: pytest.TempPathFactory) -> Image:
    folder = tmp_path_factory.mktemp("image")
    facts = {"board": "shoe_pico2", "counter": 3, "version": "1.0", "build_id": "abc"}
    return sign_image(FILES, key, folder / "image", **facts)


class Bench:
    """An updater on a temporary folder, with the real store and a list for the events."""

    def __init__(self, folder: Path, key: SigningKey) -> None:
        self.folder = folder
        self.files: Any = BoardFiles(str(folder))
        self.public_key: bytes | None = key.public_key
        self.events: list[tuple[int, ...]] = []
        self.store: Any = StoreRig().store()
        self.store.open()
        self.store.format()
        self.slots = sl.Slots(self.store, None)
        self.updater = u.Updater(
            self.files,
            self.slots,
            self,
            "shoe_pico2",
            lambda: self.public_key,
            sl.SLOT_A,
            lambda: (77, 0),
        )

    def commit(self, *event: int) -> None:
        """The outbox: commits what is staged, and keeps the event."""
        self.store.commit()
        self.events.append(event)

    def work(self) -> None:
        while self.updater.step():
            pass

    def send(self, path: str, data: bytes, piece_bytes: int = 100) -> int:
        result = self.updater.file(path.encode(), len(data))
        for at in range(0, len(data), piece_bytes):
            if result < 0:
                return result
            result = self.updater.data(at, data[at : at + piece_bytes])
        return result

    def update(self, image: Image) -> None:
        assert self.updater.begin(image.total_bytes) == 0
        self.work()
        for path, data in (("manifest", image.manifest), ("signature", image.signature)):
            assert self.send(path, data) == 0
        self.work()
        for path, data in image.files.items():
            assert self.send(path, data) == 0, path
        assert self.updater.finish() == 0
        self.work()


@pytest.fixture
def bench(tmp_path: Path, key: SigningKey) -> Bench:
    return Bench(tmp_path, key)


def test_updater__good_image__staged_in_the_other_slot(bench: Bench, image: Image) -> None:
    bench.update(image)
    assert bench.updater.state == u.US_STAGED
    slot = bench.folder / "slots/b"
    assert sorted(p.name for p in slot.iterdir()) == ["manifest", "pack", "signature"]
    assert (slot / "pack").read_bytes() == b"".join(FILES.values())
    assert bench.events == [(EV_UPDATE_STAGED, 3, 2)]
    assert (bench.slots.state, bench.slots.candidate) == (sl.ST_PENDING, 2)
    assert bench.slots.change(0) == (3, b"abc\0\0\0\0\0", 77, sl.RESULT_STAGED, 2, 0)


def test_updater__before_the_verdict__no_file_has_its_real_name(bench: Bench, image: Image) -> None:
    assert bench.updater.begin(image.total_bytes) == 0
    bench.work()
    bench.send("manifest", image.manifest)
    bench.send("signature", image.signature)
    bench.work()
    names = {p.name for p in (bench.folder / "slots/b").iterdir()}
    assert names == {"manifest.new", "signature.new", "pack.new"}
    assert bench.slots.state == sl.ST_STABLE


def test_updater__stored_byte_changes_before_the_check__refused_and_removed(
    bench: Bench, image: Image
) -> None:
    """What counts is what lies in the flash, not what came over the line."""
    bench.updater.begin(image.total_bytes)
    bench.work()
    bench.send("manifest", image.manifest)
    bench.send("signature", image.signature)
    bench.work()
    for path, data in image.files.items():
        bench.send(path, data)
    assert bench.updater.finish() == 0
    pack = bench.folder / "slots/b/pack.new"
    data = bytearray(pack.read_bytes())
    data[1000] ^= 1
    pack.write_bytes(data)
    bench.work()
    assert (bench.updater.state, bench.updater.code) == (u.US_REFUSED, im.IMAGE_CHANGED)
    assert bench.updater.path == "firmware/core/clock.py"
    assert not (bench.folder / "slots/b").exists()
    assert bench.events == [(EV_IMAGE_REFUSED, 3, 2, im.IMAGE_CHANGED)]


def test_updater__no_key__nothing_can_begin(bench: Bench) -> None:
    bench.public_key = None
    assert bench.updater.begin(100) == -u.NO_KEY


def test_updater__during_a_trial__nothing_can_begin(bench: Bench, image: Image) -> None:
    bench.update(image)
    bench.slots.handle(sl.SEV_STARTED)
    assert bench.updater.begin(100) == -u.NOT_NOW_ORDER


def test_updater__while_it_checks__requests_wait(bench: Bench, image: Image) -> None:
    assert bench.updater.begin(image.total_bytes) == 0
    assert bench.updater.file(b"manifest", 5) == -u.NOT_NOW_BUSY
    bench.work()
    bench.send("manifest", image.manifest)
    bench.send("signature", image.signature)
    assert bench.updater.begin(5) == -u.NOT_NOW_BUSY
    assert bench.updater.file(b"main.py", 5) == -u.NOT_NOW_BUSY
    assert bench.updater.data(0, b"x") == -u.NOT_NOW_BUSY
    assert bench.updater.finish() == -u.NOT_NOW_BUSY


@pytest.mark.parametrize(
    "path",
    [b"/manifest", b"../manifest", b"a/../manifest", b"./manifest", b"mani fest", b"Manifest",
     b"manifest\0", b"a//b", b"", b"a" * 97, b"manifest\n", "mänifest".encode()],
)  # fmt: skip
def test_updater__path_outside_the_whitelist__refused(bench: Bench, path: bytes) -> None:
    bench.updater.begin(1000)
    bench.work()
    assert bench.updater.file(path, 5) == -u.OUT_OF_RANGE
    assert {p.name for p in bench.folder.rglob("*")} <= {"slots", "b"}


def test_updater__not_enough_room__refused_before_anything_goes(bench: Bench, image: Image) -> None:
    bench.update(image)
    assert bench.updater.begin(1 << 60) == -u.NO_SPACE
    assert (bench.folder / "slots/b/pack").exists()


# -- the parts that it stands on ----------------------------------------------------------------


def check(bench: Bench, key: SigningKey, board: str = "shoe_pico2", minimum: int = 3) -> SlotCheck:
    found = SlotCheck(bench.files, 2, "", board, minimum, key.public_key)
    found.finish()
    return found


def test_slot_check__good_slot__right_and_its_cost_is_known(
    bench: Bench, image: Image, key: SigningKey
) -> None:
    bench.update(image)
    found = check(bench, key)
    assert (found.code, found.path) == (im.IMAGE_OK, "")
    assert found.index is not None and found.index.count == len(FILES)
    file_blocks = sum((len(data) + 9 + 63) // 64 for data in FILES.values())
    assert 400 < found.blocks - file_blocks < 800  # W4: about 67 x 7.5 hashes and the path
    assert check(bench, key, minimum=4).code == im.IMAGE_ROLLBACK
    assert check(bench, key, board="meter_pico").code == im.IMAGE_WRONG_BOARD


def test_slot_check__any_file_gone_or_new__named(
    bench: Bench, image: Image, key: SigningKey
) -> None:
    for name in ("manifest", "signature", "pack"):
        bench.update(image)
        (bench.folder / "slots/b" / name).unlink()
        found = check(bench, key)
        assert (found.code, found.path) == (im.IMAGE_MISSING, name)
    bench.update(image)
    (bench.folder / "slots/b/extra.py").write_bytes(b"")
    found = check(bench, key)
    assert (found.code, found.path) == (im.IMAGE_EXTRA, "extra.py")


def test_slot_check__each_byte_of_the_pack__a_change_is_seen(
    bench: Bench, image: Image, key: SigningKey
) -> None:
    bench.update(image)
    pack = bench.folder / "slots/b/pack"
    good = pack.read_bytes()
    for at in (0, len(good) // 2, len(good) - 1):
        pack.write_bytes(good[:at] + bytes((good[at] ^ 0x80,)) + good[at + 1 :])
        assert check(bench, key).code == im.IMAGE_CHANGED
    for data, code in ((good[:-1], im.IMAGE_TRUNCATED), (good + b"x", im.IMAGE_PADDED)):
        pack.write_bytes(data)
        assert check(bench, key).code == code


def test_manifest_file__same_text_as_the_whole_manifest__same_verdict(
    image: Image, tmp_path: Path
) -> None:
    """Line by line or in one piece: one idea of what a manifest is."""
    path = tmp_path / "manifest"
    text = image.manifest
    changes = [text]
    for at in range(len(text)):
        changes += [text[:at] + bytes((byte,)) + text[at + 1 :] for byte in b"\n 0z/."]
    changes += [text[:-1], text + b"\n", text + text, b"", text.replace(b"\n", b"\r\n")]
    for changed in changes:
        path.write_bytes(changed)
        whole = Manifest(changed)
        lines = ManifestFile(lambda: path.open("rb"))
        assert lines.code == whole.code, changed
        if whole.code == im.IMAGE_OK:
            assert list(lines.entries()) == list(whole.entries())
            fields = ("board", "counter", "version", "build", "file_count")
            assert [getattr(lines, f) for f in fields] == [getattr(whole, f) for f in fields]


def test_pack_index__many_files__each_found_where_it_lies() -> None:
    files = {"firmware/part%03d/module.mpy" % i: b"m" * (i % 5) for i in range(150)}
    lines = ["faro-image 1", "board b", "counter 1", "version v", "build b", "files 150"]
    for path in sorted(files):
        digest = hashlib.sha256(files[path]).hexdigest()
        lines.append("%s %d %s" % (digest, len(files[path]), path))
    index = PackIndex(Manifest(("\n".join(lines) + "\n").encode()))
    at = 0
    for number, path in enumerate(sorted(files)):
        assert index.find(path) == number and index.name(number) == path
        assert (index.offset(number), index.size(number)) == (at, len(files[path]))
        at += len(files[path])
    assert index.total_bytes == at
    assert index.find("firmware/part000") == -1 and index.is_folder("firmware/part149")
    assert not index.is_folder("firmware/part14") and index.is_folder("")


def test_pack_fs__only_what_is_in_the_pack__can_be_opened(tmp_path: Path, image: Image) -> None:
    (tmp_path / "pack").write_bytes(b"".join(FILES.values()))
    fs = PackFs(lambda: (tmp_path / "pack").open("rb"), PackIndex(Manifest(image.manifest)))
    for path, data in FILES.items():
        assert fs.open("/" + path, "rb").read() == data
        assert fs.stat("/" + path)[6] == len(data)
    assert fs.stat("/firmware/core")[0] == 0x4000
    for path in ("/nothing", "/firmware", "/firmware/core/clock"):
        with pytest.raises(OSError):
            fs.open(path, "rb")
    with pytest.raises(OSError):
        fs.open("/main.py", "wb")


def test_slot_check__in_micropython__same_verdict_in_little_memory(
    bench: Bench, image: Image, key: SigningKey
) -> None:
    bench.update(image)
    script = (
        "import gc, sys\n"
        "from binascii import unhexlify\n"
        "from firmware.drivers.files import BoardFiles\n"
        "from firmware.trust.slot_check import SlotCheck\n"
        "c = SlotCheck(BoardFiles(sys.argv[1]), 2, '', 'shoe_pico2', 3, unhexlify(sys.argv[2]))\n"
        "gc.collect(); free = gc.mem_free()\n"
        "print(c.finish(), c.blocks)\n"
        "gc.collect(); print(free - gc.mem_free() < 4096)\n"
    )
    out = run_in_micropython(script, bench.folder, key.public_key.hex(), heap="160k").split()
    assert out == ["0", str(check(bench, key).blocks), "True"]


def test_needed_modules__of_a_board__its_own_and_no_other_boards() -> None:
    folder = ROOT / "boards/meter_pico"
    needed = needed_modules([folder / "main.py"], ROOT, folder, as_on_board(ROOT))
    assert {"firmware/app_meter.py", "firmware/core/__init__.py"} <= needed
    assert "firmware/core/viper_bytes.py" in needed  # imported inside a condition
    assert "firmware/update/updater.py" in needed  # imported inside a function
    assert "firmware/app_shoe.py" not in needed
    assert "firmware/core/compat.py" not in needed  # numbers only: nobody imports it there
