"""States that both boards have: keys, seals, updates, attestation, deeds of two roles."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

from faro.build.image import HEAD_BYTES, Image
from faro.update.sender import send_update
from tests.proofs.fuzz.scene import Scene, State, powered
from tests.signed_boards import Signer, signed_rig

_CODE_BYTES = 20_000


def _blank(kind: str, overlays: Sequence[Path]) -> Scene:
    return powered(kind, overlays, is_provisioned=False)


def _idle(kind: str, overlays: Sequence[Path]) -> Scene:
    return powered(kind, overlays)


def _sealed(kind: str, overlays: Sequence[Path]) -> Scene:
    scene = powered(kind, overlays)
    scene.client("technician").request("SEAL", is_sealed=1)
    return scene


def _attesting(kind: str, overlays: Sequence[Path]) -> Scene:
    scene = powered(kind, overlays)
    scene.client().request("ATTEST", nonce=bytes(16))
    return scene


def _resetting(kind: str, overlays: Sequence[Path]) -> Scene:
    scene = powered(kind, overlays)
    scene.client("technician").request("RESET_STORE")
    scene.is_reset_waiting = True
    return scene


@cache
def _signer() -> Signer:
    return Signer.create(Path(tempfile.mkdtemp(prefix="faro-fuzz-")))


@cache
def _image(kind: str, counter: int) -> Image:
    return _signer().sign(kind, counter)


class _HalfSentError(Exception):
    """Enough of the image has come."""


def _stop_half(_what: str, done_bytes: int, _total_bytes: int) -> None:
    if done_bytes > HEAD_BYTES + _CODE_BYTES:
        raise _HalfSentError


def _updating(kind: str, _overlays: Sequence[Path]) -> Scene:
    """Head and some code of a signed image have come."""
    rig = signed_rig(_image(kind, 1), _signer(), kind)
    scene = Scene(rig, kind)
    try:
        rig.power_on()
        rig.wait_ready(60_000)
        scene.keys = rig.provision(kind)
        with contextlib.suppress(_HalfSentError):
            send_update(scene.client("technician"), _image(kind, 2), _stop_half)
    except BaseException:
        rig.close()
        raise
    return scene


_PREPARE: tuple[tuple[str, Callable[[str, Sequence[Path]], Scene]], ...] = (
    ("blank", _blank),
    ("idle", _idle),
    ("sealed", _sealed),
    ("attesting", _attesting),
    ("reset-waiting", _resetting),
    ("updating", _updating),
)


def states_of(kind: str) -> tuple[State, ...]:
    """The states that every board has."""
    return tuple(
        State(f"{kind}-{name}", kind, partial(prepare, kind)) for name, prepare in _PREPARE
    )
