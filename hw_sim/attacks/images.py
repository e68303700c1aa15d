"""Attacks with firmware images: over the link as an update, and straight into the flash chip."""

from __future__ import annotations

import hashlib
import secrets
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from faro.attest import Reference, attest
from faro.image_build import Image, sign_image
from faro.signing import SigningKey, create_key
from faro.sim_image import sim_files
from faro.update import UpdateRefused, get_status, send_update
from firmware.trust import image as im
from hw_sim import flash_files
from hw_sim.attacks.bench import Bench
from hw_sim.attacks.outcome import Notes, Outcome
from hw_sim.rig import BoardRig

_REFERENCE = "shoe_pico2"
_VICTIM = "firmware/core/clock.mpy"
_LMS_H5 = 5  # 32 signatures: more than are made here
GOOD_COUNTER = 5
_CODES = {
    im.IMAGE_BAD_SIGNATURE: "bad signature",
    im.IMAGE_ROLLBACK: "older than what has run",
    im.IMAGE_CHANGED: "a file is changed",
    im.IMAGE_TRUNCATED: "a file is too short",
    im.IMAGE_PADDED: "a file is too long",
    im.IMAGE_MISSING: "a file is missing",
}


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="faro-attacks-")


@cache
def key_of(owner: str) -> SigningKey:
    """The maker's signing key, or a thief's."""
    path = Path(_folder().name)
    return create_key(path / owner, path / "state", lms_type=_LMS_H5)


@cache
def signed(owner: str = "maker", counter: int = GOOD_COUNTER) -> Image:
    """The present firmware, signed."""
    return sign_image(
        sim_files("shoe"),
        key_of(owner),
        Path(_folder().name) / f"{owner}{counter}",
        board=_REFERENCE,
        counter=counter,
        version=f"1.0.{counter}",
        build_id=f"build{counter}",
    )


def install_good(board: BoardRig) -> None:
    """Before the first boot: the maker's public key, and a good image in slot a."""
    flash_files.set_signer(board, key_of("maker").public_key)
    _put(board, signed(), GOOD_COUNTER)


def _put(board: BoardRig, image: Image, minimum: int) -> None:
    pack = b"".join(image.files.values())
    flash_files.install(board, image.manifest, image.signature, pack, 1, minimum)


def _overwrite(board: BoardRig, image: Image) -> None:
    """Into the flash chip of a board without power, beside a good image in the other slot."""
    flash_files.write_files(board, {**_slot("a", image), **_slot("b", signed())})


def _slot(name: str, image: Image) -> dict[str, bytes]:
    folder = f"slots/{name}/"
    return {
        folder + "manifest": image.manifest,
        folder + "signature": image.signature,
        folder + "pack": b"".join(image.files.values()),
    }


def _changed(image: Image, change: Callable[[bytes], bytes]) -> Image:
    files: Mapping[str, bytes] = image.files
    return replace(image, files={**files, _VICTIM: change(files[_VICTIM])})


def _flip(data: bytes) -> bytes:
    return data[:-1] + bytes((data[-1] ^ 1,))


def _line(files: Mapping[str, bytes]) -> bytes:
    data = files[_VICTIM]
    digest = hashlib.sha256(data).hexdigest().encode()
    return b"%s %d %s\n" % (digest, len(data), _VICTIM.encode())


def _try(bench: Bench, notes: Notes, image: Image, codes: tuple[int, ...]) -> None:
    """As an update with the technician's own key, then into the chip: it must run neither way."""
    client = bench.session("technician")
    first = bench.last_event()
    before = bench.kept()
    try:
        send_update(client, image)
        notes.findings.append("the board took it as an update")
    except UpdateRefused as refused:
        is_right = refused.code in codes
        notes.answers["update refused: " + _CODES.get(refused.code, str(refused.code))] += 1
        notes.expect(is_right, f"refused for another reason: {refused}")
    bench.check_recorded(notes, first, "IMAGE_REFUSED")
    bench.check_kept(notes, before)
    bench.wait_ms(1_000)  # the board removes what it refused
    last = bench.last_event()
    bench.power_cycle(lambda: _overwrite(bench.board, image))
    status = get_status(bench.client(0x8D))
    notes.expect(status.active_slot == 2, f"slot {status.active_slot} runs, not the good one")
    told = bench.events_since(last, "IMAGE_REFUSED", "RUNS_UNSIGNED")
    notes.events += [event.number for event in told]
    at_boot = [e.fields["code"] for e in told if e.name == "IMAGE_REFUSED"]
    notes.expect(len(at_boot) == 1 and at_boot[0] in codes, f"the loader's findings: {at_boot}")
    notes.answers["refused at boot"] += 1


def unsigned(bench: Bench) -> Outcome:
    notes = bench.begin("an image whose signature is all zeros")
    image = signed(counter=6)
    image = replace(image, signature=bytes(len(image.signature)))
    _try(bench, notes, image, (im.IMAGE_BAD_SIGNATURE,))
    return notes.outcome()


def other_key(bench: Bench) -> Outcome:
    notes = bench.begin("a whole image, rightly signed, with somebody else's key")
    _try(bench, notes, signed("thief", 6), (im.IMAGE_BAD_SIGNATURE,))
    return notes.outcome()


def byte_and_hash(bench: Bench) -> Outcome:
    notes = bench.begin("one byte changed, and the hash in the manifest changed with it")
    good = signed(counter=6)
    bad = _changed(good, _flip)
    bad = replace(bad, manifest=good.manifest.replace(_line(good.files), _line(bad.files)))
    notes.expect(bad.manifest != good.manifest, "the hash was not found in the manifest")
    _try(bench, notes, bad, (im.IMAGE_BAD_SIGNATURE,))
    return notes.outcome()


def truncated(bench: Bench) -> Outcome:
    notes = bench.begin("an image that ends too early")
    bad = _changed(signed(counter=6), lambda data: data[:-1])
    # in the chip all files lie in one row: what is short moves what follows
    _try(bench, notes, bad, (im.IMAGE_TRUNCATED, im.IMAGE_CHANGED))
    return notes.outcome()


def padded(bench: Bench) -> Outcome:
    notes = bench.begin("an image with a byte too many")
    bad = _changed(signed(counter=6), lambda data: data + b"\0")
    _try(bench, notes, bad, (im.IMAGE_PADDED, im.IMAGE_CHANGED))
    return notes.outcome()


def old_but_valid(bench: Bench) -> Outcome:
    notes = bench.begin("an older image with the maker's valid signature")
    _try(bench, notes, signed(counter=GOOD_COUNTER - 1), (im.IMAGE_ROLLBACK,))
    return notes.outcome()


def downgrade(bench: Bench) -> Outcome:
    notes = bench.begin("a good update, and then the image that ran before it")
    client = bench.session("technician")
    send_update(client, signed(counter=6))
    boots = bench.board.board.boots
    client.request("RESTART")
    bench.wait_ms(10_000, lambda: bench.board.board.boots > boots)
    bench.rig.wait_ready(30_000)
    bench.wait_ms(5_000)
    status = get_status(bench.client(0x8D))
    notes.expect(status.active_slot == 2, "the good update does not run")
    notes.expect(status.minimum_counter == 6, "the counter against going back did not move")
    client = bench.session("technician")
    first = bench.last_event()
    try:
        send_update(client, signed())
        notes.findings.append("the board took the image of before as an update")
    except UpdateRefused as refused:
        notes.answers["update refused: " + _CODES.get(refused.code, str(refused.code))] += 1
        notes.expect(refused.code == im.IMAGE_ROLLBACK, f"for another reason: {refused}")
    bench.check_recorded(notes, first, "IMAGE_REFUSED")
    return notes.outcome()


def lying_code(bench: Bench) -> Outcome:
    """STANDARDS 17: whatever the board says of itself, the verifier's own reference decides."""
    notes = bench.begin("code changed behind the signature check; the verifier asks with a nonce")
    reference = Reference.of_image(signed())
    client = bench.client(0x8B)
    client.hello()
    good = attest(client, reference, bench.keys.device)
    notes.expect(good.is_right, f"a good board fails: {good.findings}")
    # an answer recorded earlier is worth nothing with the next nonce
    old = client.request("GET_ATTESTATION").fields["code_hash"]
    nonce = secrets.token_bytes(16)
    notes.expect(old != reference.code_hash(nonce), "the answer does not depend on the nonce")
    # the strongest case: the thief's image, and the thief's key in the place of the maker's
    bad = sign_image(
        _changed(signed(), _flip).files,
        key_of("thief"),
        Path(_folder().name) / "lying",
        board=_REFERENCE,
        counter=9,
        version="9.9.9",
        build_id="evil",
    )

    def replace_all() -> None:
        flash_files.set_signer(bench.board, key_of("thief").public_key)
        _put(bench.board, bad, 9)

    bench.power_cycle(replace_all)
    client = bench.client(0x8B)
    client.hello()
    verdict = attest(client, reference, bench.keys.device)
    notes.expect(not verdict.is_right, "the change is not seen")
    notes.answers["the verifier sees it, with signature, hash and key all replaced"] += 1
    notes.note = verdict.findings[0] if verdict.findings else ""
    return notes.outcome()
