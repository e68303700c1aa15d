"""Simulated boards that boot signed firmware from their own flash: keys, images, clients."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from faro.build.image import Image, build_rom, make_image
from faro.build.signing import SigningKey, create_key
from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.keys import DeviceKeys
from hw_sim import unpowered
from hw_sim.rig import MODELS, BoardRig
from tests.conftest import provisioned, usb_client

LMS_H5 = 5  # 32 signatures: enough for tests, made in no time


@dataclass
class Signer:
    """A signing key in a temporary folder, and images made with it."""

    folder: Path
    key: SigningKey
    made: int = 0

    @classmethod
    def create(cls, folder: Path, name: str = "maker") -> Signer:
        return cls(folder, create_key(folder / name, folder / "state", lms_type=LMS_H5))

    def sign(
        self,
        kind: str = "shoe",
        counter: int = 1,
        main: str | None = None,
        board: str | None = None,
    ) -> Image:
        """A signed image; by default of the firmware as it is, or with another main.py."""
        self.made += 1
        overlays: tuple[Path, ...] = ()
        if main is not None:
            overlays = (self.folder / f"overlay{self.made}",)
            overlays[0].mkdir()
            (overlays[0] / "main.py").write_text(main)
        rom = build_rom(MODELS[kind].reference, is_sim=True, overlays=overlays)
        return make_image(
            rom,
            board or MODELS[kind].reference,
            self.key,
            counter=counter,
            version="1.0.%d" % counter,
            build="build%d" % self.made,
        )


def install(board: BoardRig, image: Image, slot: int = 1, minimum: int | None = None) -> None:
    """Put an image into a slot of a board without power, as the active one; the other is empty."""
    unpowered.put_image(board, image, slot)
    unpowered.clear_slot(board, 3 - slot)
    unpowered.activate(board, slot, image.counter if minimum is None else minimum)


def signed_rig(image: Image, signer: Signer, kind: str = "shoe", seed: int = 1) -> Rig:
    """A board that boots the image from slot a; not powered yet."""
    rig = Rig((kind,), seed)
    unpowered.set_signer(rig.boards[kind], signer.key.public_key)
    install(rig.boards[kind], image)
    return rig


def technician(rig: Rig, kind: str, keys: DeviceKeys | None = None) -> Client:
    """A client with the technician's session; provisions the board when it has no keys."""
    keys = keys or provisioned(rig, kind)
    client = usb_client(rig, kind)
    client.hello()
    client.open_session(keys, "technician")
    return client


def restarted(rig: Rig, client: Client, limit_ms: int = 30_000) -> None:
    """Order a restart and wait until the board speaks again."""
    board = next(iter(rig.boards.values()))
    boots = board.board.boots
    client.request("RESTART")
    client.protocol.session = None
    rig.kernel.run_for_ms(limit_ms, lambda: board.board.boots > boots)
    rig.wait_ready(limit_ms)


def cut_and_boot(rig: Rig, limit_ms: int = 30_000) -> None:
    """Pull the plug, put it in again, wait until the board speaks."""
    for board in rig.boards.values():
        board.board.power_off()
    rig.power_on()
    rig.wait_ready(limit_ms)


def flipped(image: Image, at: int) -> Image:
    """The image with one bit changed after signing."""
    data = bytearray(image.data)
    data[at] ^= 1
    return Image(bytes(data))
