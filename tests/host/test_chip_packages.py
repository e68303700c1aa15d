"""The pinned packages of `make image`: where they come from, and what is said if they do not."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

import pytest

from boards.layout import BuildError
from faro.build import packages
from faro.build.packages import LOCK, Package, fetch, find_mirror, read_lock


def test_lock__as_it_is__every_file_has_a_hash_and_no_host() -> None:
    pinned = read_lock()
    assert {"gcc-arm-none-eabi", "micropython", "pico-sdk-source", "mbedtls"} <= {
        package.file_name.split("_")[0] for package in pinned
    }
    assert all(len(package.sha256) == 64 for package in pinned)
    assert "://" not in LOCK.read_text()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("sources.list", "# deb http://old.test/debian x main\ndeb http://a.test/debian/ x main\n"),
        ("sources.list", "deb [signed-by=/k.gpg arch=amd64] http://a.test/debian trixie main\n"),
        ("sources.list.d/d.sources", "Types: deb\nURIs: http://a.test/debian\nSuites: trixie\n"),
    ],
)
def test_mirror__each_form_of_the_sources__is_found(
    tmp_path: Path, name: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CHIP_MIRROR", raising=False)
    (tmp_path / "sources.list.d").mkdir()
    other = "deb https://b.test/debian-security x main\ndeb https://c.test/apt x main\n"
    (tmp_path / "sources.list.d/a.list").write_text(other)
    (tmp_path / name).write_text(text)
    assert find_mirror(tmp_path) == "http://a.test/debian"


def test_mirror__none_or_given__says_so_or_takes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CHIP_MIRROR", raising=False)
    with pytest.raises(BuildError, match="CHIP_MIRROR"):
        find_mirror(tmp_path)
    monkeypatch.setenv("CHIP_MIRROR", "http://d.test/old/")
    assert find_mirror(tmp_path) == "http://d.test/old"


def _fetch_with(
    monkeypatch: pytest.MonkeyPatch, folder: Path, content: bytes | None, said: str
) -> Path:
    """Fetch one file while apt's downloader writes `content` and says something."""

    def run(command: list[str], **_options: object) -> subprocess.CompletedProcess[str]:
        if content is not None:
            Path(command[5]).write_bytes(content)
        return subprocess.CompletedProcess(command, 0 if content else 100, said, "")

    monkeypatch.setenv("CHIP_MIRROR", "http://d.test")
    monkeypatch.setattr(packages.subprocess, "run", run)
    monkeypatch.setattr(packages, "_HELPER", Path(__file__))
    return fetch(Package("pool/a/a+b_1.deb", hashlib.sha256(b"good").hexdigest()), folder)


def test_fetch__the_pinned_bytes__are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _fetch_with(monkeypatch, tmp_path, b"good", "")
    assert path.read_bytes() == b"good"
    # the next time nothing is asked for
    assert _fetch_with(monkeypatch, tmp_path, None, "404") == path


@pytest.mark.parametrize(
    ("content", "said", "words"),
    [
        (None, "E: Failed to fetch … 404  Not Found", "has left the mirror"),
        (None, "E: Failed to fetch … Hash Sum mismatch", "is not the pinned file"),
        (b"bad", "", "is not the pinned file"),
        (None, "E: Could not resolve", "cannot be fetched: E: Could not resolve"),
    ],
)
def test_fetch__anything_else__is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None, said: str, words: str
) -> None:
    with pytest.raises(BuildError, match=words) as caught:
        _fetch_with(monkeypatch, tmp_path, content, said)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []
