"""Signed firmware: make a signing key, sign an image, update a board, attest what it runs."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from faro.build.image import Image, build_image
from faro.build.signing import SigningError, SigningKey, create_key
from faro.console import (
    FILE,
    Target,
    board_options,
    console,
    json_option,
    load_keys,
    print_json,
    progress,
    session_options,
    tell,
)
from faro.update.attest import Reference
from faro.update.attest import attest as attest_board
from faro.update.sender import UpdateStatus, get_changes, get_status, send_update
from faro.wire.client import Client
from faro.wire.errors import FaroError
from faro.words.board import slot_name


@click.group()
def sign() -> None:
    """Sign firmware images with one-time keys (LMS, RFC 8554)."""


@sign.command("new-key")
@click.argument("key_file", type=FILE)
@json_option
def new_key(key_file: Path, is_json: bool) -> None:
    """Make a signing key for 1,024 images; its public half goes to KEY_FILE.pub."""
    try:
        with progress("making 1,024 one-time keys", is_json):
            key = create_key(key_file)
    except SigningError as error:
        raise FaroError(str(error)) from None
    public = key_file.with_name(key_file.name + ".pub")
    tell(
        is_json,
        {"key": str(key_file), "public_key": str(public), "images_left": key.leaves_left()},
        f"signing key in {key_file}, public key in {public}, {key.leaves_left()} images",
    )


@sign.command("image")
@click.argument("file", type=FILE)
@click.option("--key", "key_file", type=FILE, required=True, help="Signing key.")
@click.option("-b", "--board", required=True, help="shoe_pico2 or meter_pico.")
@click.option("--counter", type=click.IntRange(1), required=True, help="Never goes back.")
@click.option("--version", default="0.1.0", show_default=True)
@click.option("--build-id", default="local", show_default=True)
@click.option("--sim", is_flag=True, help="For the simulated board.")
@json_option
def image(
    file: Path,
    key_file: Path,
    board: str,
    counter: int,
    version: str,
    build_id: str,
    sim: bool,
    is_json: bool,
) -> None:
    """Compile the firmware of a board into one image, sign it, and write it to FILE."""
    if file.exists():
        raise FaroError(f"{file} is there already; choose a new name")
    try:
        key = SigningKey(key_file)
        made = build_image(
            board, key, is_sim=sim, counter=counter, version=version, build=build_id
        )
    except SigningError as error:
        raise FaroError(str(error)) from None
    made.save(file)
    left = key.leaves_left()
    tell(
        is_json,
        {
            "file": str(file),
            "bytes": len(made.data),
            "board": board,
            "counter": counter,
            "version": version,
            "images_left": left,
        },
        f"{len(made.data)} bytes signed for {board} in {file}; {left} signatures left",
    )


@click.group()
def update() -> None:
    """Signed updates over the wire, into the slot that is not in use."""


@update.command("send")
@session_options("technician")
@click.argument("file", type=FILE)
def send(target: Target, file: Path) -> None:
    """Send a signed image; the board checks it and starts it at the next restart."""
    loaded = Image.load(file)
    with target.open_as() as client, progress("sending", target.is_json) as show:
        check_before_sending(client, loaded)
        status = send_update(client, loaded, show)
    target.tell(_status_json(status), "checked and staged; 'faro restart' starts it")


def check_board(client: Client, image: Image, what: str) -> None:
    """Say at once that this is another board than the image is for."""
    who = client.identity
    if image.header.board != who.name:
        raise FaroError(
            f"this is a {who.kind_name} ({who.name}); {what} is for {image.header.board}"
        )


def check_before_sending(client: Client, image: Image) -> None:
    """What the board would refuse after minutes is refused at once; it decides all the same."""
    check_board(client, image, "the image")
    if not image.signature:
        raise FaroError("this image is not signed; 'faro sign image' makes one that is")
    oldest = get_status(client).minimum_counter
    if image.counter < oldest:
        raise FaroError(
            f"the image has counter {image.counter}, and the board has run {oldest} already:"
            " it never goes back"
        )


def _status_json(status: UpdateStatus) -> dict[str, Any]:
    """Numbers and words."""
    return {**asdict(status), "state_text": status.text, "spare_text": status.spare_text}


@update.command("status")
@board_options
def update_status(target: Target) -> None:
    """Which slot runs, what waits, and the last ten changes."""
    with target.open() as client:
        status, changes = get_status(client), get_changes(client)
    target.tell(
        {**_status_json(status), "changes": [asdict(change) for change in changes]},
        f"proved: slot {slot_name(status.active_slot)}; {status.text};"
        f" the spare slot: {status.spare_text}",
        *(f"  {c.build} (counter {c.counter}), slot {c.slot}: {c.result}" for c in changes),
    )


@update.command("signer")
@session_options("technician")
@click.argument("public_key", type=FILE)
def signer(target: Target, public_key: Path) -> None:
    """Tell a board whose images it may boot; lid open. Nothing unsigned runs after that."""
    try:
        key = public_key.read_bytes()
    except OSError as error:
        raise FaroError(f"cannot read {public_key}: {error.strerror}") from None
    if len(key) != 60:
        raise FaroError(f"{public_key} is not a public key of 'faro sign new-key'")
    with target.open_as() as client:
        client.request("SET_SIGNER", public_key=key)
    sentence = "from its next restart on the board runs only what this key has signed"
    target.tell({"signer": key.hex()}, sentence)


@click.command()
@board_options
@click.option(
    "--reference",
    type=FILE,
    required=True,
    help="The signed image, kept off the board.",
)
@click.option(
    "--base",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The base of 'make image': checks MicroPython, too.",
)
@click.option("-k", "--keys", type=FILE, help="Key file: checks who answered, too.")
def attest(target: Target, reference: Path, base: Path | None, keys: Path | None) -> None:
    """Ask a board what it runs, and compare with a reference.

    It hashes its code anew with our nonce; the reference is an image kept off the board.
    """
    device_key = load_keys(keys).known_device if keys else None
    loaded = Image.load(reference)
    wanted = Reference.of_image(loaded, base.read_bytes() if base else None)
    with target.open() as client, progress("the board hashes its code", target.is_json):
        check_board(client, loaded, "the reference")
        result = attest_board(client, wanted, device_key)
    if target.is_json:
        verdict = "right" if result.is_right else "WRONG"
        print_json({**asdict(result), "is_right": result.is_right, "text": verdict})
    else:
        for finding in result.findings:
            console.print(f"[red]WRONG[/] {finding}")
        if result.is_right:
            who = "answered by this very board" if device_key else "who answered is not checked"
            what = "slot and base" if base else "slot"
            console.print(f"[green]right[/]: {what}, {result.hashed_bytes} bytes hashed, {who}")
    if not result.is_right:
        raise SystemExit(1)


COMMANDS = (sign, update, attest)
