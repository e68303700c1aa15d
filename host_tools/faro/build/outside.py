"""What a restored signing machine cannot take back: a register elsewhere, or published images.

A snapshot of the whole machine restores key, ledgers and state folder together: nothing on it shows
that it has signed since.  So images are signed only beside something that stands outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from boards.layout import BuildError
from faro.build.image import HEADER_BYTES, Image
from faro.build.signing import SigningError, SigningKey, create_key, default_state_dir
from firmware.trust import lms

_MOST_IMAGE_BYTES = 4 << 20


def create_outside(path: Path, register: Path | None) -> SigningKey:
    """A new key, and its register if one is named."""
    if register is not None:
        _refuse_same_medium(path, register)
    return create_key(path, register=register)


def open_to_sign(path: Path, register: Path | None, published: Sequence[Path]) -> SigningKey:
    """The key; refuses if nothing outside shows that its ledgers are not old copies."""
    key = _open(path, register, published)
    leaves = _published_leaves(key, published)
    last = key.last_signed()
    if published and last is not None and last not in leaves:
        raise SigningError(
            "the newest image signed with this key (leaf %d) is not among the published ones: "
            "give all of them, or adopt the key" % last
        )
    return key


def adopt(path: Path, first_leaf: int, register: Path | None, published: Sequence[Path]) -> None:
    """Continue at `first_leaf`; makes the register if it is not there."""
    key = _open(path, register, published, is_adopting=True)
    newest = max(_published_leaves(key, published), default=-1)
    if first_leaf <= newest:
        raise SigningError("a published image has leaf %d: it is used" % newest)
    key.adopt(first_leaf)


def _open(
    path: Path, register: Path | None, published: Sequence[Path], is_adopting: bool = False
) -> SigningKey:
    if register is None and not published:
        raise SigningError(
            "a restored backup of this machine would sign twice with one leaf: give --register "
            "(a file on another medium) or --published (the images signed so far)"
        )
    if register is not None:
        _refuse_same_medium(path, register)
    key = SigningKey(path, register=register)
    if not is_adopting:
        key.refuse_if_behind(_signatures(key, published))
    return key


def _refuse_same_medium(path: Path, register: Path) -> None:
    """A backup that has the key must not have the register, too."""
    try:
        away = register.parent.stat().st_dev
        own = {path.parent.stat().st_dev}
        state = default_state_dir()
        own.add(next(p for p in (state, *state.parents) if p.exists()).stat().st_dev)
    except OSError as error:
        raise SigningError("can't use %s: %s" % (error.filename, error.strerror)) from error
    if away in own:
        raise SigningError(
            "%s is on the same medium as the key: a restore would take both back" % register
        )


def _published_leaves(key: SigningKey, published: Sequence[Path]) -> set[int]:
    return {int.from_bytes(text[4:8], "big") for text in _signatures(key, published)}


def _signatures(key: SigningKey, published: Sequence[Path]) -> list[bytes]:
    """Of all images in these files and folders that this very key has signed."""
    files: list[Path] = []
    for path in published:
        if path.is_dir():
            files += [file for file in sorted(path.iterdir()) if file.is_file()]
        else:
            Image.load(path)  # a file that is named must be an image
            files.append(path)
    return [text for file in files if (text := _signature(key, file))]


def _signature(key: SigningKey, file: Path) -> bytes:
    """Nothing for a file that is no image, or an image of another key."""
    try:
        if file.stat().st_size > _MOST_IMAGE_BYTES:
            return b""
        image = Image.load(file)
    except (OSError, BuildError):
        return b""
    message = image.data[:HEADER_BYTES]
    is_own = lms.verify(key.public_key, message, image.signature) == lms.LMS_OK
    return image.signature if is_own else b""
