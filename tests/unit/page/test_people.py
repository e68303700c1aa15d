"""Key files of a folder are the people who can log in."""

from __future__ import annotations

from pathlib import Path

import pytest

from faro.page.people import people_in, table_keys, under_passphrase
from faro.wire.errors import BadInput
from faro.wire.keys import DeviceKeys, KeyFileError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for board in ("shoe", "meter"):
        keys = DeviceKeys.create("00" * 8, board)
        (tmp_path / board).mkdir()
        keys.save(tmp_path / board / "office.keys")
        for role in ("table", "supervisor", "inspector"):
            keys.of_role(role).save(tmp_path / board / f"{role}.keys")
    (tmp_path / "meter" / "inspector.keys").unlink()
    return tmp_path


def test_people__each_file_but_the_offices__with_role_and_boards(folder: Path) -> None:
    found = people_in(folder)
    assert set(found) == {"table", "supervisor", "inspector"}
    assert found["supervisor"].as_json() == {
        "id": "supervisor",
        "role": "supervisor",
        "needs_passphrase": False,
    }
    role, keys = found["inspector"].unlock("")
    assert role == "inspector" and set(keys) == {"shoe"}
    assert table_keys(folder, "meter").roles.keys() == {"table"}


def test_unlock__passphrase__right_one_only(folder: Path) -> None:
    made = DeviceKeys.create("00" * 8, "shoe").of_person("supervisor", 7, "Ann")
    made.save(folder / "shoe" / "ann.keys", "four words")
    ann = people_in(folder)["ann"]
    assert ann.as_json() == {"id": "ann", "role": "", "needs_passphrase": True}
    role, keys = ann.unlock("four words")
    assert role == "supervisor" and keys["shoe"].person == 7
    with pytest.raises(KeyFileError, match="wrong passphrase"):
        ann.unlock("three words")


def test_under_passphrase__files_without_one__nobody_of_them(folder: Path) -> None:
    with pytest.raises(BadInput, match="under a passphrase"):
        under_passphrase(people_in(folder))
    DeviceKeys.create("00" * 8, "shoe").of_role("inspector").save(folder / "shoe/eve.keys", "four")
    assert set(under_passphrase(people_in(folder))) == {"eve"}


def test_unlock__files_of_two_roles__refused(folder: Path) -> None:
    path = folder / "meter" / "supervisor.keys"
    path.unlink()
    DeviceKeys.create("00" * 8, "meter").of_role("inspector").save(path)
    with pytest.raises(KeyFileError, match="several roles"):
        people_in(folder)["supervisor"].unlock("")


def test_people__no_key_files__one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there are no key files"):
        people_in(tmp_path)
    with pytest.raises(KeyFileError, match="there is no key file"):
        table_keys(tmp_path, "shoe")
