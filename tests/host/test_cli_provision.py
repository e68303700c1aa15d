"""`faro provision` when the line fails: the only copy of the keys stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.errors import NoAnswer, Refused
from faro.wire.keys import DeviceKeys, KeyFileError
from hw_sim.live import LiveTable
from tests.host.running_sim import faro


@pytest.fixture
def live() -> Iterator[LiveTable]:
    """A shoe with its lid open, in real time."""
    with LiveTable(Rig(("shoe",)), speed=5.0) as table:
        table.do(lambda: table.rig.boards["shoe"].set_lid(True))
        table.do(lambda: table.wait_ms(1_500))
        yield table


def losing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """The board commits the keys; its answer never comes."""
    send = Client.provision

    def provision(client: Client, keys: DeviceKeys) -> int:
        send(client, keys)
        raise error

    monkeypatch.setattr(Client, "provision", provision)


@pytest.mark.parametrize(
    "error",
    [
        NoAnswer("no answer"),
        Refused("PROVISION", 18, "already_provisioned", "this board has keys already"),
    ],
    ids=["lost", "lost_and_repeated"],
)
def test_provision__answer_lost_after_the_commit__the_keys_stay_and_work(
    live: LiveTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    folder = tmp_path / "keys"
    with monkeypatch.context() as patched:
        losing(patched, error)
        result = faro("provision", "-p", live.url("shoe"), str(folder))
    assert result.exit_code != 0 and "only copy" in result.stderr
    assert len(list(folder.iterdir())) == 6
    key = str(folder / "technician.keys")
    assert faro("seal", "-p", live.url("shoe"), "-k", key).exit_code == 0


def test_provision__refused__nothing_stays(live: LiveTable, tmp_path: Path) -> None:
    port = live.url("shoe")
    live.do(lambda: live.rig.boards["shoe"].set_lid(False))
    live.do(lambda: live.wait_ms(1_500))
    assert "lid" in faro("provision", "-p", port, str(tmp_path / "a")).stderr
    assert not (tmp_path / "a").exists()
    live.do(lambda: live.rig.boards["shoe"].set_lid(True))
    live.do(lambda: live.wait_ms(1_500))
    assert faro("provision", "-p", port, str(tmp_path / "b")).exit_code == 0
    assert "technician" in faro("provision", "-p", port, str(tmp_path / "c")).stderr
    assert not (tmp_path / "c").exists()


def test_provision__sealed__no_file_in_clear(
    live: LiveTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FARO_PASSPHRASE", "long enough a phrase")
    folder = tmp_path / "keys"
    assert faro("provision", "-p", live.url("shoe"), "--seal", str(folder)).exit_code == 0
    monkeypatch.delenv("FARO_PASSPHRASE")
    for path in folder.iterdir():
        with pytest.raises(KeyFileError):
            DeviceKeys.load(path)
