"""Does a board run what it should?  Recomputes its answer from a reference kept off the board.

The board hashes everything anew with our nonce, so stored hashes, manifests and signatures on
the board prove nothing and are not asked for; they are hashed like any other file.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from faro.client import Client
from faro.errors import FaroError, Refused
from faro.image_build import Image
from firmware.link import messages as m
from firmware.trust import attest as _attest
from firmware.trust import hmac_sha256 as _hmac_sha256
from firmware.trust.slots import MANIFEST, PACK, SIGNATURE

# the firmware's code has no annotations; these are the doors to it
board_side: Any = _attest
hmac_sha256: Any = _hmac_sha256

FORMAT = "faro-reference 1"
_PAUSE_MS = 20
_LIMIT_MS = 120_000
_TOP_FILES = ("board", "main")
_CODE_ENDINGS = (".py", ".mpy")


class AttestError(FaroError):
    """The attestation could not be made; says nothing about the board's code."""


@dataclass(frozen=True)
class Reference:
    """What the board should run: contents by path, in the order in which it hashes them."""

    files: dict[str, bytes]

    @classmethod
    def of_image(cls, image: Image) -> Reference:
        """A signed image, as its slot holds it."""
        files = {MANIFEST: image.manifest, SIGNATURE: image.signature}
        files |= {f"{PACK}/{path}": data for path, data in image.files.items()}
        return cls(files)

    @classmethod
    def of_tree(cls, root: Path, *start_folders: Path) -> Reference:
        """A board started by hand: firmware/ below root, board and main from the folders."""
        files: dict[str, bytes] = {}
        for module in _TOP_FILES:
            found = [f / (module + e) for f in (*start_folders, root) for e in _CODE_ENDINGS]
            found = [path for path in found if path.is_file()]
            if found:
                files[found[0].name] = found[0].read_bytes()
        paths = [p for p in (root / "firmware").rglob("*") if p.suffix in _CODE_ENDINGS]
        names = sorted((p.relative_to(root).as_posix() for p in paths), key=str.encode)
        return cls(files | {name: (root / name).read_bytes() for name in names})

    @classmethod
    def load(cls, path: Path) -> Reference:
        """An image folder, or a reference file."""
        if path.is_dir():
            return cls.of_image(Image.load(path))
        try:
            data = json.loads(path.read_text())
            if data["format"] != FORMAT:
                raise ValueError("format")
            return cls({name: base64.b64decode(text) for name, text in data["files"].items()})
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise AttestError(f"{path} is neither a signed image nor a reference file") from error

    def save(self, path: Path) -> None:
        """Write a reference file; keep it where nobody who can touch the board can touch it."""
        files = {name: base64.b64encode(data).decode() for name, data in self.files.items()}
        path.write_text(json.dumps({"format": FORMAT, "files": files}, indent=1) + "\n")

    def digest(self, nonce: bytes, path: str) -> bytes:
        """Digest of one file as the board must give it."""
        data = self.files[path]
        return hashlib.sha256(board_side.file_head(nonce, path, len(data)) + data).digest()

    def code_hash(self, nonce: bytes) -> bytes:
        """The hash over all code as the board must give it."""
        return hashlib.sha256(
            nonce + b"".join(self.digest(nonce, path) for path in self.files)
        ).digest()


@dataclass
class Attestation:
    """The verdict: right when there are no findings."""

    slot: int
    file_count: int
    hashed_bytes: int
    is_boot_image_hashed: bool
    findings: list[str] = field(default_factory=list[str])

    @property
    def is_right(self) -> bool:
        return not self.findings


def attest(
    client: Client,
    reference: Reference,
    device_key: bytes | None,
    settings: Mapping[str, int] | None = None,
    boot_image: bytes | None = None,
    nonce: bytes | None = None,
) -> Attestation:
    """Ask the board, recompute, compare.  `settings` None: whatever it answers is accepted."""
    nonce = nonce or secrets.token_bytes(board_side.NONCE_BYTES)
    client.request("ATTEST", nonce=nonce)
    answer = _wait(client)
    boot_hash = answer["boot_hash"]
    result = Attestation(
        answer["slot"], answer["file_count"], answer["hashed_bytes"], any(boot_hash)
    )
    if device_key is not None and not _is_mac_right(client, answer, nonce, device_key):
        result.findings.append("the answer is not tagged with this board's own key")
    if answer["code_hash"] != reference.code_hash(nonce):
        named = _name_files(client, reference, nonce)
        result.findings += named or ["the code differs, though each file's own digest agrees"]
    if settings is not None:
        result.findings += _compare_settings(client, answer["settings_hash"], settings, nonce)
    if boot_image is not None and boot_hash != hashlib.sha256(nonce + boot_image).digest():
        result.findings.append("the boot image differs, or this board cannot read it")
    return result


def _wait(client: Client) -> dict[str, Any]:
    due_ms = client.transport.now_ms() + _LIMIT_MS
    while True:
        answer = client.request("GET_ATTESTATION").fields
        if answer["state"] == board_side.AS_DONE:
            return answer
        if answer["state"] != board_side.AS_WORKING:
            raise AttestError("the board could not read all of its code")
        if client.transport.now_ms() >= due_ms:
            raise AttestError(f"no answer after {_LIMIT_MS // 1000} s")
        client.protocol.receive(client.transport.read(_PAUSE_MS))


def _is_mac_right(client: Client, answer: dict[str, Any], nonce: bytes, device_key: bytes) -> bool:
    unique_id = bytes.fromhex(client.identity.unique_id)
    hashes = answer["code_hash"] + answer["settings_hash"] + answer["boot_hash"]
    text: bytes = board_side.tagged_text(
        nonce, unique_id, answer["slot"], answer["file_count"], answer["hashed_bytes"], hashes
    )
    key: bytes = hmac_sha256.derive(device_key, board_side.LABEL, unique_id)
    return hmac.compare_digest(hmac.digest(key, text, "sha256"), answer["mac"])


def _name_files(client: Client, reference: Reference, nonce: bytes) -> list[str]:
    """Which files differ, by their digests; helps people, proves nothing beyond the code hash."""
    findings: list[str] = []
    seen: set[str] = set()
    index = 0
    while True:
        try:
            fields = client.request("GET_ATTESTED_FILE", index=index).fields
        except Refused as refused:
            if refused.code != m.ERR_NO_SUCH_RECORD:
                raise
            break
        path = fields["path"].decode(errors="replace")
        seen.add(path)
        if path not in reference.files:
            findings.append(f"extra file on the board: {path}")
        elif reference.digest(nonce, path)[: board_side.DIGEST_BYTES] != fields["digest"]:
            findings.append(f"changed on the board: {path}")
        index += 1
    return findings + [f"missing on the board: {p}" for p in reference.files if p not in seen]


def _compare_settings(
    client: Client, settings_hash: bytes, wanted: Mapping[str, int], nonce: bytes
) -> list[str]:
    """Settings that `wanted` does not name must have their defaults."""
    specs = list(client.protocol.dictionary.settings.values())
    values = {spec.name: wanted.get(spec.name, spec.default) for spec in specs}
    packed = b"".join(struct.pack("<Bi", spec.number, values[spec.name]) for spec in specs)
    if hashlib.sha256(nonce + packed).digest() == settings_hash:
        return []
    findings: list[str] = []
    for spec in specs:
        value = client.request("GET_SETTING", setting=spec.number).fields["value"]
        if value != values[spec.name]:
            findings.append(f"setting {spec.name} is {value}, not {values[spec.name]}")
    return findings or ["the settings differ, though each one reads as it should"]
