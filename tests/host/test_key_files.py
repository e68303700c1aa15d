"""Key files: one for the office, one per role, one per person; under a passphrase or not."""

from __future__ import annotations

import hmac
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from faro.cli import main
from faro.trust.commands import check_second, deed_lines
from faro.wire.deeds import Deed
from faro.wire.dictionary import own_dictionary
from faro.wire.errors import FaroError
from faro.wire.keys import ROLES, DeviceKeys, KeyFileError
from faro.wire.sealed_text import seal, unseal
from firmware.trust.two_roles import fingerprint

UNIQUE_ID = "0102030405060708"
OFFICE = DeviceKeys.create(UNIQUE_ID, "meter")


def faro(*words: object, passphrase: str = "") -> Result:
    env = {"FARO_PASSPHRASE": passphrase}
    return CliRunner().invoke(main, [str(word) for word in words], env=env)


@pytest.fixture
def office(tmp_path: Path) -> Path:
    path = tmp_path / "office.keys"
    OFFICE.save(path)
    return path


def test_split__office_file__one_key_in_each_and_no_more(office: Path, tmp_path: Path) -> None:
    assert faro("keys", "split", office, tmp_path / "roles").exit_code == 0
    for role in ROLES:
        path = tmp_path / "roles" / f"{role}.keys"
        assert path.stat().st_mode & 0o777 == 0o600
        found = DeviceKeys.load(path)
        assert found.roles == {role: OFFICE.roles[role]} and found.device == b""
        text = path.read_text()
        others = [OFFICE.device, *(key for name, key in OFFICE.roles.items() if name != role)]
        assert not any(key.hex() in text for key in others)
        with pytest.raises(KeyFileError, match="office's"):
            _ = found.known_device
    again = faro("keys", "split", office, tmp_path / "roles")
    assert again.exit_code == 1 and "exists already" in again.stderr


def test_person__from_a_roles_file__derived_key_and_nothing_behind_it(
    office: Path, tmp_path: Path
) -> None:
    several = faro("keys", "person", office, 7, tmp_path / "x")
    assert several.exit_code == 1 and "--role" in several.stderr
    ann = tmp_path / "ann.keys"
    words = ("keys", "person", office, 7, ann, "--name", "Ann", "--role", "supervisor")
    assert faro(*words).exit_code == 0
    found = DeviceKeys.load(ann)
    data = b"faro-person-1" + (7).to_bytes(2, "little")
    assert found.roles == {"supervisor": hmac.digest(OFFICE.roles["supervisor"], data, "sha256")}
    assert (found.person, found.name, found.whose) == (7, "Ann", "supervisor")
    for words in (("split", ann, tmp_path / "y"), ("person", ann, 8, tmp_path / "z")):
        result = faro("keys", *words)
        assert result.exit_code == 1 and result.stderr.startswith("faro: ")
    assert faro("keys", "person", office, 0, tmp_path / "z").exit_code == 2


def test_show__any_file__says_what_it_can_and_prints_no_key(office: Path, tmp_path: Path) -> None:
    OFFICE.of_person("inspector", 9, "Bob").save(tmp_path / "bob.keys")
    told = faro("keys", "show", office).stdout + faro("keys", "show", tmp_path / "bob.keys").stdout
    assert "lock it away" in told and "person 9 Bob" in told and UNIQUE_ID in told
    told += faro("keys", "show", office, "--json").stdout
    secrets = [OFFICE.device, *OFFICE.roles.values()]
    assert not any(key.hex()[:16] in told for key in secrets)


def test_role_to_use__asked_usual_or_the_only_one() -> None:
    assert OFFICE.role_to_use(None, "technician") == "technician"
    assert OFFICE.role_to_use("table", "technician") == "table"
    inspector = OFFICE.of_role("inspector")
    assert inspector.role_to_use(None, "technician") == "inspector"
    with pytest.raises(KeyFileError, match="not the technician's but the inspector's"):
        inspector.role_to_use("technician", "technician")


# -- passphrase -----------------------------------------------------------------------------------


def test_seal__right_passphrase__the_same_keys(office: Path, tmp_path: Path) -> None:
    sealed = tmp_path / "sealed.keys"
    assert faro("keys", "seal", office, sealed, passphrase="two words").exit_code == 0
    assert OFFICE.device.hex() not in sealed.read_text() and UNIQUE_ID not in sealed.read_text()
    assert DeviceKeys.load(sealed, lambda: "two words") == OFFICE
    shown = faro("keys", "show", sealed, passphrase="two words")
    assert shown.exit_code == 0 and "lock it away" in shown.stdout
    wrong = faro("keys", "show", sealed, passphrase="two word")
    assert wrong.exit_code == 1 and "wrong passphrase" in wrong.stderr
    with pytest.raises(KeyFileError, match="under a passphrase"):
        DeviceKeys.load(sealed)


def test_seal__text__every_byte_is_covered_by_the_tag() -> None:
    text = bytes(range(100))
    sealed = seal(text, "x")
    assert unseal(sealed, "x") == text
    assert seal(text, "x")["cipher"] != sealed["cipher"]  # a new salt, a new stream
    for name in ("salt", "cipher", "tag"):
        changed = dict(sealed)
        changed[name] = ("1" if sealed[name][0] == "0" else "0") + sealed[name][1:]
        assert unseal(changed, "x") is None
    assert unseal(sealed | {"cipher": sealed["cipher"][:-2]}, "x") is None


def test_seal__known_text__as_documented() -> None:
    """A second implementation must read it: the format of docs/security.md, by hand."""
    import hashlib

    sealed = {
        name: bytes.fromhex(text) for name, text in seal(b"text", "x").items() if name != "format"
    }
    keys = hashlib.scrypt(b"x", salt=sealed["salt"], n=32768, r=8, p=1, maxmem=1 << 26, dklen=64)
    stream = hmac.digest(keys[:32], bytes(8), "sha256")
    assert bytes(a ^ b for a, b in zip(sealed["cipher"], stream, strict=False)) == b"text"
    data = b"faro-sealed-1" + sealed["salt"] + sealed["cipher"]
    assert sealed["tag"] == hmac.digest(keys[32:], data, "sha256")


@pytest.mark.parametrize(
    "text",
    [
        "", "hello", "[]", "{}", "[" * 9_000,
        '{"format": "faro-keys-1"}', '{"format": "faro-sealed-1"}',
        '{"format": "faro-keys-2", "unique_id": "00", "board": "x", "roles": {}}',
        '{"format": "faro-keys-2", "unique_id": "00", "board": "x", "roles": {"king": "00"}}',
        '{"format": "faro-keys-2", "unique_id": "00", "board": "x", "roles": {"table": "00"}}',
        '{"format": "faro-sealed-1", "salt": "00", "cipher": "00", "tag": "00"}',
        '{"format": "faro-sealed-1", "salt": 5, "cipher": "00", "tag": "00"}',
    ],
)  # fmt: skip
def test_load__foreign_file__one_clear_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.keys"
    path.write_text(text)
    path.chmod(0o600)
    result = faro("keys", "show", path, passphrase="x")
    assert result.exit_code == 1 and "is not a key file" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_load__cut_short_or_missing__one_clear_line(office: Path, tmp_path: Path) -> None:
    data = office.read_text()
    cut = tmp_path / "cut.keys"
    cut.write_text(data[: len(data) // 2])
    cut.chmod(0o600)
    assert "cut short or damaged" in faro("keys", "show", cut).stderr
    for path in (cut, tmp_path / "none", tmp_path):
        result = faro("keys", "show", path)
        assert result.exit_code in (1, 2) and "Traceback" not in result.stderr


# -- deeds ----------------------------------------------------------------------------------------


def deed(**changes: object) -> Deed:
    number = own_dictionary().message_names["ADJUST_POOL"].number
    amount = (100_000_000 * 1_000_000).to_bytes(8, "little", signed=True)
    fields = {"request": number, "number": 12, "role": 2, "person": 7, "left_s": 55}
    return Deed.of(UNIQUE_ID, fields | {"parameters": amount} | changes)


def test_deed__in_words__money_as_dollars_and_who_asked() -> None:
    lines = deed_lines(deed(), own_dictionary())
    assert lines[0] == "deed 12, asked for by the supervisor (person 7), 55 s left"
    assert lines[1].startswith("ADJUST_POOL: ") and lines[2] == "  amount $1,000,000.00"
    for changed in (deed(request=127), deed(parameters=bytes(9)), deed(parameters=b"")):
        with pytest.raises(FaroError, match="does not know"):
            deed_lines(changed, own_dictionary())


def test_deed__new_keys__shown_by_their_fingerprint_alone() -> None:
    new = DeviceKeys.create(UNIQUE_ID, "shoe")
    number = own_dictionary().message_names["PROVISION"].number
    shown = deed(request=number, parameters=bytes.fromhex(new.fingerprint))
    assert deed_lines(shown, own_dictionary())[2:] == [f"  fingerprint {new.fingerprint}"]
    keys = new.device + b"".join(new.roles[name] for name in ROLES)
    assert fingerprint(keys).hex() == new.fingerprint  # as the board makes it


def test_second__file_that_could_have_asked__refused() -> None:
    for keys in (OFFICE, OFFICE.of_role("supervisor"), OFFICE.of_person("inspector", 7, "Ann")):
        with pytest.raises(FaroError):
            check_second(keys, deed())
    check_second(OFFICE.of_role("inspector"), deed())
    check_second(OFFICE.of_person("inspector", 8, "Bob"), deed())


def test_file__json__has_what_the_page_says(office: Path) -> None:
    assert set(json.loads(office.read_text())) == {
        "format",
        "unique_id",
        "board",
        "roles",
        "device",
    }
