"""Simulated boards that boot signed firmware from their own flash: keys, images, clients."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from faro.client import Client
from faro.image_build import Image, sign_image
from faro.keys import DeviceKeys
from faro.signing import SigningKey, create_key
from faro.sim_image import sim_files
from hw_sim import flash_files
from hw_sim.rig import MODELS, BoardRig, Rig
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
        files: Mapping[str, bytes] | None = None,
        board: str | None = None,
    ) -> Image:
        """A signed image; by default of the firmware as it is."""
        self.made += 1
        return sign_image(
            sim_files(kind) if files is None else files,
            self.key,
            self.folder / f"image{self.made}",
            board=board or MODELS[kind].reference,
            counter=counter,
            version="1.0.%d" % counter,
            build_id="build%d" % self.made,
        )


def pack_of(image: Image) -> bytes:
    """The image's files as a slot holds them."""
    return b"".join(image.files.values())


def install(board: BoardRig, image: Image, slot: int = 1, minimum: int | None = None) -> None:
    """Put an image into a slot of a board without power, as the active one."""
    flash_files.install(
        board,
        image.manifest,
        image.signature,
        pack_of(image),
        slot,
        image.counter if minimum is None else minimum,
    )


def signed_rig(image: Image, signer: Signer, kind: str = "shoe", seed: int = 1) -> Rig:
    """A board that boots the image from slot a; not powered yet."""
    rig = flash_files.loader_rig((kind,), seed)
    flash_files.set_signer(rig.boards[kind], signer.key.public_key)
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


def with_file(files: Mapping[str, bytes], name: str, data: bytes | None) -> dict[str, bytes]:
    """The same files with one changed, added or (None) removed."""
    changed = {path: text for path, text in files.items() if path != name}
    if data is not None:
        changed[name] = data
    return dict(sorted(changed.items(), key=lambda item: item[0].encode()))


def changed(image: Image, name: str, change: Callable[[bytes], bytes]) -> Image:
    """The image with one file changed after signing."""
    return replace(image, files=with_file(image.files, name, change(image.files[name])))
