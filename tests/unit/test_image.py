"""Image manifests: one text per content, signature, rollback, and every way a file is wrong."""

import hashlib
import io
import random

import pyhsslms.pyhsslms as reference
import pytest

from firmware.trust import image
from firmware.trust.image import Manifest
from tests.unit import trust_checks
from tests.unit.mp_run import REPO, run_in_micropython

FILES = {
    "app_shoe.py": b"import firmware\n" * 100,
    "firmware/core/a.py": b"",
    "firmware/core/b.py": b"x" * 512,
    "firmware/core/c.py": b"y" * 1025,
    "sim2": b"z",
}


@pytest.fixture(autouse=True)
def _in_repo(monkeypatch):
    monkeypatch.chdir(REPO)


def text_of(files=FILES, board="sim2", counter="7", version="1.2.0", build="2f9c1e0", count=None):
    head = "faro-image 1\nboard %s\ncounter %s\nversion %s\nbuild %s\nfiles %s\n"
    lines = head % (board, counter, version, build, count or len(files))
    for path in sorted(files, key=str.encode):
        lines += "%s %d %s\n" % (hashlib.sha256(files[path]).hexdigest(), len(files[path]), path)
    return lines.encode()


TEXT = text_of()


class Disk:
    """Files in memory; keeps count of what is open."""

    def __init__(self, files=FILES):
        self.files = dict(files)
        self.open_count = 0

    def open(self, path):
        if path not in self.files:
            raise OSError(2)
        disk = self

        class File(io.BytesIO):
            def close(self):
                disk.open_count -= 1
                super().close()

        self.open_count += 1
        return File(self.files[path])


def check(disk, listing=None):
    result = image.check_files(Manifest(TEXT), disk.open, listing)
    assert disk.open_count == 0, "a file was left open"
    return result


@pytest.fixture(scope="module")
def signed():
    """(public key, signature over TEXT), and those of a stranger."""
    pairs = []
    for _ in range(2):
        key = reference.HssPrivateKey(
            levels=1, lms_type=b"\0\0\0\5", lmots_type=reference.lmots_sha256_n32_w4
        )
        pairs += [key.publicKey().serialize(), key.sign(TEXT)]
    return pairs


def test_image__in_micropython__right():
    script = "from tests.unit import trust_checks\nprint(trust_checks.check_image())"
    assert run_in_micropython(script).split() == ["1"]
    assert trust_checks.check_image() == 1


def test_manifest__good_text__fields_and_entries():
    manifest = Manifest(TEXT)
    assert manifest.code == image.IMAGE_OK
    fields = (manifest.board, manifest.counter, manifest.version, manifest.build)
    assert fields == ("sim2", 7, "1.2.0", "2f9c1e0")
    assert manifest.file_count == len(FILES)
    entries = {path: (size, digest.decode()) for path, size, digest in manifest.entries()}
    assert entries == {
        path: (len(data), hashlib.sha256(data).hexdigest()) for path, data in FILES.items()
    }


def test_manifest__any_byte_changed__refused_or_another_content():
    """What still parses must mean something else: no two texts for one content."""
    seen = {content(Manifest(TEXT))}
    rng = random.Random(7)
    for at in range(len(TEXT)):
        for byte in {rng.randrange(256) for _ in range(4)} | {0x20, 0x0A, 0x30, 0x2F}:
            if byte == TEXT[at]:
                continue
            changed = Manifest(TEXT[:at] + bytes((byte,)) + TEXT[at + 1 :])
            if changed.code == image.IMAGE_OK:
                assert content(changed) not in seen
                seen.add(content(changed))


def content(manifest):
    head = (manifest.board, manifest.counter, manifest.version, manifest.build)
    return (*head, *manifest.entries())


def test_manifest__cut_or_padded_anywhere__refused():
    for length in range(len(TEXT)):
        assert Manifest(TEXT[:length]).code == image.IMAGE_BAD_MANIFEST
    for tail in (b"\n", b" ", b"\0", TEXT[-20:]):
        assert Manifest(TEXT + tail).code == image.IMAGE_BAD_MANIFEST


@pytest.mark.parametrize("number", ["07", "+7", "-1", "7 ", "", "0x7", "1073741824", "9" * 30, "٣"])
def test_manifest__number_in_another_spelling__refused(number):
    assert Manifest(text_of(counter=number)).code == image.IMAGE_BAD_MANIFEST


@pytest.mark.parametrize("name", ["", "a b", "a\tb", "a/b", "x" * 41, "é"])
def test_manifest__bad_name__refused(name):
    for field in ("board", "version", "build"):
        assert Manifest(text_of(**{field: name})).code == image.IMAGE_BAD_MANIFEST


@pytest.mark.parametrize(
    "path",
    ["/etc/x", "../x", "a/../b", "a//b", "a/", "./a", ".", "..", "a\\b", "a:b", "a" * 97, "é.py"],
)
def test_manifest__path_that_leaves_the_image__refused(path):
    assert Manifest(text_of({path: b"x"})).code == image.IMAGE_BAD_MANIFEST
    assert not Manifest(TEXT).has(path)


def test_manifest__wrong_order_double_or_wrong_count__refused():
    lines = TEXT.split(b"\n")[:-1]
    swapped = [*lines[:6], lines[7], lines[6], *lines[8:]]
    double = [*lines[:6], lines[6], *lines[6:-1]]
    for bad in (swapped, double):
        assert Manifest(b"\n".join(bad) + b"\n").code == image.IMAGE_BAD_MANIFEST
    for count in (1, 4, 6, 201):
        assert Manifest(text_of(count=count)).code == image.IMAGE_BAD_MANIFEST
    assert Manifest(text_of({})).code == image.IMAGE_BAD_MANIFEST
    assert Manifest(TEXT.replace(b"\n", b"\r\n")).code == image.IMAGE_BAD_MANIFEST
    assert Manifest(b"").code == image.IMAGE_BAD_MANIFEST


def test_manifest__too_big__refused():
    files = {"%090d" % i: b"" for i in range(300)}
    assert len(text_of(files)) > image.MAX_MANIFEST_BYTES
    assert Manifest(text_of(files)).code == image.IMAGE_BAD_MANIFEST


def test_has__name_that_is_in_the_header_only__is_extra():
    assert Manifest(text_of({"a": b""})).has("a")
    assert not Manifest(text_of({"a": b""})).has("sim2")
    assert not Manifest(TEXT).has("a.py")  # the end of a path is not the path
    assert not Manifest(TEXT).has("firmware/core")


def test_check_target__board_and_counter__decide():
    manifest = Manifest(TEXT)
    for minimum in (0, 6, 7):
        assert manifest.check_target("sim2", minimum) == image.IMAGE_OK
    for minimum in (8, 1000):
        assert manifest.check_target("sim2", minimum) == image.IMAGE_ROLLBACK
    assert manifest.check_target("meter_pico", 0) == image.IMAGE_WRONG_BOARD
    assert Manifest(TEXT[:-1]).check_target("sim2", 0) == image.IMAGE_BAD_MANIFEST


def test_verify_manifest__right_key__ok(signed):
    public, signature, _, _ = signed
    assert image.verify_manifest(TEXT, signature, public) == image.IMAGE_OK


def test_verify_manifest__unsigned_foreign_or_changed__refused(signed):
    public, signature, other_public, other_signature = signed
    for text, sig, key in (
        (TEXT, b"", public),
        (TEXT, bytes(len(signature)), public),
        (TEXT, other_signature, public),
        (TEXT, signature, other_public),
        (TEXT, signature[:-1], public),
        (TEXT, signature + b"\0", public),
        (TEXT.replace(b"counter 7", b"counter 8"), signature, public),
        (TEXT + b"\n", signature, public),
    ):
        assert image.verify_manifest(text, sig, key) == image.IMAGE_BAD_SIGNATURE


def test_verify_manifest__signed_but_not_a_manifest__refused():
    key = reference.HssPrivateKey(
        levels=1, lms_type=b"\0\0\0\5", lmots_type=reference.lmots_sha256_n32_w4
    )
    public = key.publicKey().serialize()
    text = TEXT.replace(b"app_shoe.py", b"/app_sh.py")
    assert image.verify_manifest(text, key.sign(text), public) == image.IMAGE_BAD_MANIFEST
    too_long = bytes(image.MAX_MANIFEST_BYTES + 1)
    assert image.verify_manifest(too_long, b"", public) == image.IMAGE_BAD_MANIFEST


def test_check_files__all_right__ok():
    assert check(Disk()) == (image.IMAGE_OK, "")
    assert check(Disk(), list(FILES)) == (image.IMAGE_OK, "")


@pytest.mark.parametrize("path", FILES)
def test_check_files__each_file_missing_changed_cut_or_padded__named(path):
    data = FILES[path]
    disk = Disk()
    del disk.files[path]
    assert check(disk) == (image.IMAGE_MISSING, path)
    for extra in (b"\0", data + b"1", bytes(5000)):
        assert check(Disk({**FILES, path: data + extra})) == (image.IMAGE_PADDED, path)
    for at in {0, len(data) // 2, len(data) - 1} if data else ():
        assert check(Disk({**FILES, path: data[:at]})) == (image.IMAGE_TRUNCATED, path)
        changed = data[:at] + bytes((data[at] ^ 1,)) + data[at + 1 :]
        assert check(Disk({**FILES, path: changed})) == (image.IMAGE_CHANGED, path)


@pytest.mark.parametrize("path", ["evil.py", "firmware/core/a.pyc", "app_shoe", "board", "../x"])
def test_check_files__extra_file_in_the_listing__named(path):
    assert check(Disk(), [*FILES, path]) == (image.IMAGE_EXTRA, path)


@pytest.mark.parametrize("result", ["error", None])
def test_check_files__read_fails__named_and_closed(result):
    disk = Disk()
    real = disk.open

    def open_bad(path):
        file = real(path)
        if path == "firmware/core/c.py":

            def readinto(_):
                if result == "error":
                    raise OSError(5)

            setattr(file, "readinto", readinto)  # noqa: B010
        return file

    disk.open = open_bad
    assert check(disk) == (image.IMAGE_READ_ERROR, "firmware/core/c.py")


def test_check_files__bad_manifest__no_file_is_opened():
    assert image.check_files(Manifest(TEXT[:-1]), None) == (image.IMAGE_BAD_MANIFEST, "")


def test_file_check__steps__at_most_one_piece_each():
    disk = Disk()
    file_check = image.FileCheck(Manifest(TEXT), disk.open)
    before = 0
    while file_check.step() == image.IMAGE_BUSY:
        assert 0 < file_check.hashed_bytes - before <= image.PIECE_BYTES
        before = file_check.hashed_bytes
    assert file_check.hashed_bytes == sum(len(data) for data in FILES.values())
    assert file_check.step() == image.IMAGE_OK


def test_boot_check__whole_image_in_micropython_with_96k__fits_and_passes(tmp_path, signed):
    """Signature, manifest and files of a 60-file image, in a quarter of the usual heap."""
    rng = random.Random(1)
    files = {"firmware/part%02d/module.py" % i: rng.randbytes(4000) for i in range(60)}
    for path, data in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    text = text_of(files)
    key = reference.HssPrivateKey(
        levels=1, lms_type=b"\0\0\0\5", lmots_type=reference.lmots_sha256_n32_w4
    )
    (tmp_path / "m.txt").write_bytes(text)
    (tmp_path / "m.sig").write_bytes(key.sign(text))
    (tmp_path / "m.pub").write_bytes(key.publicKey().serialize())
    script = """
import sys
from firmware.trust import image
root = sys.argv[1] + "/"
data, sig, pub = [open(root + "m." + end, "rb").read() for end in ("txt", "sig", "pub")]
print(image.verify_manifest(data, sig, pub))
manifest = image.Manifest(data)
print(image.check_files(manifest, lambda path: open(root + path, "rb")))
"""
    out = run_in_micropython(script, tmp_path, heap="96k").split("\n")
    assert out[:2] == ["0", "(0, '')"]
