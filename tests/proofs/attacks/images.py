"""Attacks with firmware images: over the link as an update, and straight into the flash chip."""

from __future__ import annotations

import hashlib
import secrets
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from faro.build.image import HEAD_BYTES, HEADER_BYTES, Image, build_rom, make_image
from faro.build.signing import SigningKey, create_key
from faro.update.attest import Reference, attest
from faro.update.sender import UpdateRefused, get_status, send_update
from firmware.trust import image as _image
from hw_sim import unpowered
from hw_sim.rig import BoardRig
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.outcome import Notes, Outcome

im: Any = _image  # the firmware's code has no annotations
_REFERENCE = "shoe_pico2"
_LMS_H5 = 5  # 32 signatures: more than are made here
GOOD_COUNTER = 5
_CODES = {
    im.IMAGE_BAD_SIGNATURE: "bad signature",
    im.IMAGE_ROLLBACK: "older than what has run",
    im.IMAGE_CHANGED: "the code is changed",
    im.IMAGE_WRONG_LENGTH: "wrong length",
    im.IMAGE_MISSING: "an empty slot",
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
def signed(owner: str = "maker", counter: int = GOOD_COUNTER, is_changed: bool = False) -> Image:
    """The present firmware, signed; if wanted with one byte of its code changed before."""
    rom = build_rom(_REFERENCE, is_sim=True)
    if is_changed:
        # a digit of a text that the firmware sends: another program that still runs
        rom = _changed(rom)
    names = {"version": f"1.0.{counter}", "build": f"build{counter}"}
    return make_image(rom, _REFERENCE, key_of(owner), counter=counter, **names)


def _changed(rom: bytes) -> bytes:
    text = b"meter_pico" if _REFERENCE != "shoe_pico2" else b"help"
    at = rom.index(text)
    return rom[:at] + text.upper() + rom[at + len(text) :]


def install_good(board: BoardRig) -> None:
    """Before the first boot: the maker's public key, and a good image in both slots."""
    unpowered.set_signer(board, key_of("maker").public_key)
    unpowered.put_image(board, signed())
    unpowered.activate(board, 1, GOOD_COUNTER)


def _overwrite(board: BoardRig, image: Image) -> None:
    """Into the flash chip of a board without power, beside a good image in the other slot."""
    unpowered.put_image(board, image, 1)
    unpowered.put_image(board, signed(), 2)
    unpowered.activate(board, 1, GOOD_COUNTER)


def _flip(image: Image, at: int) -> Image:
    data = bytearray(image.data)
    data[at] ^= 1
    return Image(bytes(data))


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
    data = signed(counter=6).data
    head = data[:HEADER_BYTES] + bytes(HEAD_BYTES - HEADER_BYTES)
    _try(bench, notes, Image(head + data[HEAD_BYTES:]), (im.IMAGE_BAD_SIGNATURE,))
    return notes.outcome()


def other_key(bench: Bench) -> Outcome:
    notes = bench.begin("a whole image, rightly signed, with somebody else's key")
    _try(bench, notes, signed("thief", 6), (im.IMAGE_BAD_SIGNATURE,))
    return notes.outcome()


def byte_and_hash(bench: Bench) -> Outcome:
    notes = bench.begin("one byte changed, and the hash in the header changed with it")
    good = signed(counter=6)
    rom = _changed(good.rom)
    header = im.pack_header(_REFERENCE, "1.0.6", "build6", 6, rom, good.header.signature_bytes)
    bad = Image(header + good.data[HEADER_BYTES:HEAD_BYTES] + rom)
    notes.expect(bad.header.rom_sha256 == hashlib.sha256(rom).digest(), "the hash does not fit")
    _try(bench, notes, bad, (im.IMAGE_BAD_SIGNATURE,))
    return notes.outcome()


def truncated(bench: Bench) -> Outcome:
    notes = bench.begin("an image that ends too early")
    bad = Image(signed(counter=6).data[:-1])
    # in the chip ones follow: what is missing is a change there
    _try(bench, notes, bad, (im.IMAGE_WRONG_LENGTH, im.IMAGE_CHANGED))
    return notes.outcome()


def padded(bench: Bench) -> Outcome:
    notes = bench.begin("an image with a byte changed and others behind its end")
    good = signed(counter=6)
    bad = Image(_flip(good, len(good.data) - 1).data + bytes(100))
    _try(bench, notes, bad, (im.IMAGE_WRONG_LENGTH, im.IMAGE_CHANGED))
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
    bad = signed("thief", 9, is_changed=True)

    def replace_all() -> None:
        unpowered.set_signer(bench.board, key_of("thief").public_key)
        unpowered.put_image(bench.board, bad)
        unpowered.activate(bench.board, 1, 9)

    bench.power_cycle(replace_all)
    client = bench.client(0x8B)
    client.hello()
    verdict = attest(client, reference, bench.keys.device)
    notes.expect(not verdict.is_right, "the change is not seen")
    notes.answers["the verifier sees it, with signature, hash and key all replaced"] += 1
    notes.note = verdict.findings[0] if verdict.findings else ""
    return notes.outcome()
