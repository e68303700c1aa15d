"""The signer: no leaf twice, whatever crashes, fills up, runs at once or is restored."""

import copy
import errno
import multiprocessing
import os
import shutil
from pathlib import Path

import pyhsslms
import pyhsslms.pyhsslms as reference
import pytest

from faro.build import leaf_ledger, signing
from faro.build.image import make_image
from faro.build.signing import SigningError, SigningKey, create_key
from firmware.trust import lms
from tests.helpers.mp_run import run_in_micropython

H5 = 5
OPS = ("open", "write", "fsync", "replace", "unlink", "close")


class Bench:
    """A key in a folder of its own, and this machine's state folder."""

    def __init__(self, root):
        self.folder = root / "keys"
        self.state = root / "state"
        self.path = self.folder / "release"
        self.used_log = root / "used.log"
        self.folder.mkdir()
        create_key(self.path, self.state, lms_type=H5)

    def key(self):
        return SigningKey(self.path, self.state)

    def machine_ledger(self):
        return self.state / (self.key().key_id + ".leaves")

    def used(self):
        """All leaves that were really signed with, by any process."""
        return [int(word) for word in self.used_log.read_text().split()]


@pytest.fixture
def bench(tmp_path, monkeypatch):
    bench = Bench(tmp_path)
    real = reference.LmotsPrivateKey.sign

    def logged(self, message):
        with bench.used_log.open("a") as log:
            log.write("%d\n" % int.from_bytes(self.q, "big"))
        return real(self, message)

    trees = {}

    def cached_tree(**parameters):
        # building the tree is nearly all of the time; every call gets a fresh copy of it
        name = repr({**parameters, "q": 0})
        if name not in trees:
            trees[name] = reference.LmsPrivateKey(**parameters)
        tree = copy.deepcopy(trees[name])
        tree.q = parameters["q"]
        return tree

    bench.used_log.touch()
    monkeypatch.setattr(reference.LmotsPrivateKey, "sign", logged)
    monkeypatch.setattr(signing, "_LmsPrivateKey", cached_tree)
    bench.key()._rebuild()
    return bench


def leaf_of(signature):
    return int.from_bytes(signature[4:8], "big")


def snapshot(folder, to):
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(folder, to, copy_function=shutil.copy2)


def test_sign__in_turn__rising_leaves_that_the_board_accepts(bench):
    for n in range(4):
        message = b"message %d" % n
        signature = bench.key().sign(message)  # opened anew each time, as the tool does
        assert leaf_of(signature) == n
        assert lms.verify(bench.key().public_key, message, signature) == lms.LMS_OK
    assert bench.key().leaves_left() == 28
    assert bench.used() == [0, 1, 2, 3]


def test_sign__same_key_again__tree_made_once_and_a_leaf_for_each(bench, monkeypatch):
    made, make = [], signing._LmsPrivateKey
    monkeypatch.setattr(signing, "_LmsPrivateKey", lambda **given: made.append(1) or make(**given))
    key = bench.key()
    for n in range(3):
        signature = key.sign(b"message")
        assert leaf_of(signature) == n
        assert lms.verify(key.public_key, b"message", signature) == lms.LMS_OK
    assert bench.used() == [0, 1, 2] and made == [1]


def test_create__files__private_and_never_overwritten(bench):
    before = bench.path.read_bytes()
    for path in (bench.path, bench.path.with_name("release.leaves"), bench.machine_ledger()):
        assert path.stat().st_mode & 0o777 == 0o600
    assert bench.state.stat().st_mode & 0o077 == 0
    assert bench.path.with_name("release.pub").read_bytes() == bench.key().public_key
    with pytest.raises(SigningError):
        create_key(bench.path, bench.state, lms_type=H5)
    assert bench.path.read_bytes() == before
    assert not [p for p in bench.folder.iterdir() if p.name.startswith(".")]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o620, 0o601, 0o666])
def test_open__key_open_to_others__refused(bench, mode):
    bench.path.chmod(mode)
    with pytest.raises(SigningError, match="chmod 600"):
        bench.key()


def test_sign__ledger_open_to_others__refused(bench):
    bench.machine_ledger().chmod(0o644)
    with pytest.raises(SigningError):
        bench.key().sign(b"x")
    assert bench.used() == []


def test_open__key_behind_a_link__refused(bench):
    link = bench.folder / "link"
    link.symlink_to(bench.path)
    with pytest.raises(SigningError):
        SigningKey(link, bench.state)


def test_open__damaged_key__refused(bench):
    text = bench.path.read_text()
    public = bench.key().public_key.hex()
    for bad in (
        "",
        "[]",
        text[:-9],
        text.replace("key 1", "key 2"),
        text.replace(public, public[:-2]),
        text.replace(public, "00000002" + public[8:]),
        text.replace(public, public[:8] + "000000ff" + public[16:]),
    ):
        bench.path.write_text(bad)
        with pytest.raises(SigningError):
            bench.key()


def test_sign__seed_changed__refused_before_a_leaf_is_reserved(bench):
    seed = bench.key()._seed
    bench.path.write_text(bench.path.read_text().replace(seed.hex(), bytes(32).hex()))
    with pytest.raises(SigningError, match="belong together"):
        bench.key().sign(b"x")
    assert bench.used() == []
    assert bench.key().leaves_left() == 32


def test_secrets__repr_and_errors__seed_not_in_them(bench):
    key = bench.key()
    seed = key._seed.hex()
    bench.machine_ledger().unlink()
    with pytest.raises(SigningError) as caught:
        key.sign(b"x")
    for text in (repr(key), str(key), str(caught.value), repr(caught.value)):
        assert seed not in text
        assert repr(key._seed) not in text
    assert seed not in bench.path.with_name("release.leaves").read_text()


def test_sign__all_leaves_used__refused(bench):
    bench.key().adopt(31)
    assert bench.key().leaves_left() == 1
    assert leaf_of(bench.key().sign(b"last")) == 31
    for _ in range(2):
        with pytest.raises(SigningError, match="used up"):
            bench.key().sign(b"x")
    assert bench.key().leaves_left() == 0
    assert bench.used() == [31]


def test_sign__order_of_operations__both_ledgers_are_on_disk_before_the_leaf_is_used(
    bench, monkeypatch
):
    trace = []
    names = {}
    real = {name: getattr(os, name) for name in OPS}

    def traced_open(path, *args, **kwargs):
        fd = real["open"](path, *args, **kwargs)
        names[fd] = Path(path)
        return fd

    def traced_fsync(fd):
        trace.append(("fsync", names[fd]))
        real["fsync"](fd)

    def traced_replace(source, target):
        trace.append(("replace", Path(source), Path(target)))
        real["replace"](source, target)

    key = bench.key()
    machine, beside = bench.machine_ledger(), bench.path.with_name("release.leaves")
    logged = reference.LmotsPrivateKey.sign

    def traced_sign(self, message):
        trace.append(("sign",))
        return logged(self, message)

    monkeypatch.setattr(os, "open", traced_open)
    monkeypatch.setattr(os, "fsync", traced_fsync)
    monkeypatch.setattr(os, "replace", traced_replace)
    monkeypatch.setattr(reference.LmotsPrivateKey, "sign", traced_sign)
    key.sign(b"x")
    temps = [entry[1] for entry in trace if entry[0] == "replace"]
    assert trace == [
        ("fsync", temps[0]),
        ("replace", temps[0], machine),
        ("fsync", machine.parent),
        ("fsync", temps[1]),
        ("replace", temps[1], beside),
        ("fsync", beside.parent),
        ("sign",),
    ]


def _child_that_dies(bench, die_at, how):
    """Sign in a forked process that is gone, without clean-up, at its die_at-th operation."""
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    count = 0

    def deadly(name):
        real = getattr(os, name)

        def call(*args, **kwargs):
            nonlocal count
            count += 1
            if count == die_at:
                if how == "torn" and name == "write":
                    real(args[0], bytes(args[1])[: len(args[1]) // 2])
                elif how == "after":
                    real(*args, **kwargs)
                os._exit(9)
            return real(*args, **kwargs)

        return call

    try:
        key = bench.key()
        for name in OPS:
            setattr(os, name, deadly(name))
        key.sign(b"message")
    except BaseException:  # noqa: BLE001 (a forked test process must not go on)
        os._exit(1)
    os._exit(0)


@pytest.mark.parametrize("how", ["before", "torn", "after"])
def test_sign__process_dies_at_every_operation__no_leaf_twice_and_next_one_works(bench, how):
    codes = []
    for die_at in range(1, 60):
        codes.append(_child_that_dies(bench, die_at, how))
        if codes[-1] == 0:
            break
        if die_at % 5 == 0:
            bench.key().sign(b"in between")
    assert set(codes[:-1]) == {9}, codes
    assert codes[-1] == 0, "the tool never got through"
    assert len(codes) > 15
    used = bench.used()
    assert len(set(used)) == len(used)
    signature = bench.key().sign(b"after all that")
    assert leaf_of(signature) > max(used)


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_sign__disk_full_at_every_operation__refused_and_nothing_left_behind(
    bench, monkeypatch, error
):
    real = {name: getattr(os, name) for name in ("write", "fsync", "replace")}
    count = fail_at = 0

    def failing(name):
        def call(*args, **kwargs):
            nonlocal count
            count += 1
            if count == fail_at:
                raise OSError(error, os.strerror(error))
            return real[name](*args, **kwargs)

        return call

    key = bench.key()
    for name in real:
        monkeypatch.setattr(os, name, failing(name))
    failures = 0
    for fail_at in range(1, 30):
        count = 0
        try:
            key.sign(b"message")
        except SigningError as caught:
            assert os.strerror(error) in str(caught)
            failures += 1
        if count < fail_at:
            break
    assert failures >= 8
    used = bench.used()
    assert len(set(used)) == len(used)
    assert not [p for p in bench.folder.iterdir() if p.name.startswith(".")]
    fail_at = 0
    assert leaf_of(key.sign(b"space again")) > max(used, default=-1)


def test_sign__same_ledger_fails_again_and_again__still_not_taken_for_a_restore(bench, monkeypatch):
    key = bench.key()
    real = os.replace

    def full(source, target):
        if Path(target).parent == bench.folder:
            raise OSError(errno.ENOSPC, "full")
        real(source, target)

    monkeypatch.setattr(os, "replace", full)
    for _ in range(5):
        with pytest.raises(SigningError):
            key.sign(b"x")
    monkeypatch.setattr(os, "replace", real)
    assert leaf_of(key.sign(b"x")) == 1  # one leaf lost, not five
    assert bench.used() == [1]


def _sign_some(path, state, count, out):
    key = SigningKey(path, state)
    out.put([leaf_of(key.sign(b"m")) for _ in range(count)])


def test_sign__four_processes_at_once__all_leaves_differ(bench):
    context = multiprocessing.get_context("fork")
    out = context.Queue()
    workers = [
        context.Process(target=_sign_some, args=(bench.path, bench.state, 4, out)) for _ in range(4)
    ]
    for worker in workers:
        worker.start()
    leaves = sorted(leaf for _ in workers for leaf in out.get(timeout=60))
    for worker in workers:
        worker.join()
    assert leaves == list(range(16))
    assert sorted(bench.used()) == list(range(16))


def test_sign__lock_held_by_another__refused_after_the_wait(bench):
    lock = leaf_ledger.locked(bench.path.with_name("release.lock"), 0)
    with lock, pytest.raises(SigningError, match="another process"):
        bench.key().sign(b"x", lock_wait_s=0.05)
    assert bench.used() == []
    bench.key().sign(b"x")


def test_pyhsslms__old_copy_of_its_key_file__uses_a_leaf_again(tmp_path):
    """Why its files are not used: this is the accident that the ledgers are there for."""
    name = str(tmp_path / "k")
    pyhsslms.HssLmsPrivateKey.genkey(
        name, levels=1, lms_type=reference.lms_sha256_m32_h5, lmots_type=b"\0\0\0\3"
    )
    old = Path(name + ".prv").read_bytes()
    first = pyhsslms.HssLmsPrivateKey(name).sign(b"one")
    Path(name + ".prv").write_bytes(old)
    second = pyhsslms.HssLmsPrivateKey(name).sign(b"two")
    assert leaf_of(first) == leaf_of(second) == 0


@pytest.mark.parametrize("behind", [1, 2, 3])
@pytest.mark.parametrize("which", ["folder", "state"])
def test_sign__one_folder_restored_from_a_backup__no_leaf_twice(bench, tmp_path, which, behind):
    bench.key().sign(b"0")
    snapshot(getattr(bench, which), tmp_path / "backup")
    for n in range(behind):
        bench.key().sign(b"later %d" % n)
    snapshot(tmp_path / "backup", getattr(bench, which))
    if behind == 1:
        # can't be told from a crash, and needn't be: the other ledger knows
        assert leaf_of(bench.key().sign(b"x")) == 2
    else:
        with pytest.raises(SigningError, match="old copy"):
            bench.key().sign(b"x")
        with pytest.raises(SigningError, match="old copy"):
            bench.key().leaves_left()
        bench.key().adopt(behind + 2)
        assert leaf_of(bench.key().sign(b"x")) == behind + 2
    assert len(set(bench.used())) == len(bench.used())


def test_sign__two_histories_of_the_same_length__refused(bench, tmp_path):
    bench.key().sign(b"0")
    snapshot(bench.folder, tmp_path / "copy")
    bench.key().sign(b"here")
    for ledger in (tmp_path / "copy" / "release.leaves",):
        text = ledger.read_text() + leaf_ledger.make_record(1, "ab" * 32) + "\n"
        ledger.write_text(text)
    snapshot(tmp_path / "copy", bench.folder)
    with pytest.raises(SigningError, match="disagree"):
        bench.key().sign(b"x")


def test_sign__key_copied_to_another_machine__refused_until_adopted(bench, tmp_path):
    for n in range(3):
        bench.key().sign(b"%d" % n)
    other = SigningKey(bench.path, tmp_path / "other machine")
    with pytest.raises(SigningError):
        other.sign(b"x")
    for too_low in (0, 2, 3, 33):
        with pytest.raises(SigningError, match="can't be the next"):
            other.adopt(too_low)
    other.adopt(10)
    assert leaf_of(other.sign(b"x")) == 10
    # and the old machine sees that the key has moved on
    with pytest.raises(SigningError, match="disagree"):
        bench.key().sign(b"x")


@pytest.mark.parametrize("which", ["beside", "machine"])
def test_sign__ledger_deleted_or_damaged__refused(bench, which):
    bench.key().sign(b"0")
    path = bench.machine_ledger()
    if which == "beside":
        path = bench.path.with_name("release.leaves")
    text = path.read_text()
    head, record = text.split("\n")[:2]
    for bad in ("", head, head + "\nx\n", text[:-1], text + text, text + record + "\n",
                text.replace("leaves 1", "leaves 2"), text.replace("\n0 ", "\n00 ")):  # fmt: skip
        path.write_text(bad)
        with pytest.raises(SigningError):
            bench.key().sign(b"x")
    path.unlink()
    with pytest.raises(SigningError, match="missing"):
        bench.key().sign(b"x")
    assert bench.used() == [0]


def test_refuse_if_behind__whole_machine_restored__published_signature_tells(bench, tmp_path):
    bench.key().sign(b"0")
    snapshot(bench.folder, tmp_path / "a")
    snapshot(bench.state, tmp_path / "b")
    published = [bench.key().sign(b"%d" % n) for n in range(3)]
    bench.key().refuse_if_behind([*published, b"something else"])
    snapshot(tmp_path / "a", bench.folder)
    snapshot(tmp_path / "b", bench.state)
    bench.key().refuse_if_behind([])
    with pytest.raises(SigningError, match="leaf 1"):
        bench.key().refuse_if_behind(published)


@pytest.mark.campaign
def test_release__real_parameter_set__verified_inside_micropython(tmp_path):
    key = create_key(tmp_path / "release", tmp_path / "state")
    assert key.leaves == 1024
    made = make_image(b"code" * 999, "shoe_pico2", key, counter=3)
    assert len(made.signature) == key.signature_bytes == 2512
    (tmp_path / "header").write_bytes(made.data[:128])
    (tmp_path / "signature").write_bytes(made.signature)
    script = """
import sys
from firmware.trust import lms
root = sys.argv[1] + "/"
text, sig, pub = [open(root + n, "rb").read() for n in ("header", "signature", "release.pub")]
print(lms.verify(pub, text, sig), lms.verify(pub, text[:-1] + b"x", sig))
"""
    out = run_in_micropython(script, tmp_path).split()
    assert out == [str(lms.LMS_OK), str(lms.LMS_BAD_SIGNATURE)]


def test_state_dir__environment__decides(monkeypatch, tmp_path):
    monkeypatch.setenv("FARO_STATE_DIR", str(tmp_path / "s"))
    assert signing.default_state_dir() == tmp_path / "s"
    monkeypatch.delenv("FARO_STATE_DIR")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert signing.default_state_dir() == tmp_path / "faro" / "leaves"


def test_create_durably__file_appears_in_between__kept(tmp_path):
    """Two tools that create the same key at once: the check for the file alone is a race."""
    path = tmp_path / "key"
    path.write_bytes(b"first")
    with pytest.raises(FileExistsError):
        leaf_ledger.create_durably(path, b"second")
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]
