"""The demo's scene about firmware: signed, refused when touched, started, attested."""

from __future__ import annotations

import tempfile
from pathlib import Path

from faro.build.image import Image, build_image
from faro.build.signing import SigningKey, create_key
from faro.demo.scene import Say
from faro.sim.rig import Rig
from faro.update.attest import Reference, attest
from faro.update.sender import UpdateRefused, get_status, send_update, wait_proved
from faro.wire.client import Client
from faro.wire.keys import DeviceKeys
from faro.words import board as words
from hw_sim.live import LiveTable

_SMALL_TREE = 5  # LMS height: 32 signatures are plenty for one evening
_SLOT_B = 2
_LID_MS = 200
_COPY_MS = 90_000  # of the board's time
_PAGE_AT = 100 * 256
_TOLD = (
    "SIGNER_SET",
    "IMAGE_REFUSED",
    "UPDATE_STAGED",
    "BOOTED",
    "UPDATE_ACTIVATED",
    "SLOT_RENEWED",
)


def scene(say: Say) -> None:
    """A signed update into the other slot, started and attested."""
    with LiveTable(Rig(("shoe",), seed=8), speed=5.0) as live:
        ImageScene(say, live).run()


class ImageScene:
    """A maker with a signing key, and one board that comes to trust it."""

    def __init__(self, say: Say, live: LiveTable) -> None:
        self._say = say
        self._live = live
        self._board = live.rig.boards["shoe"]

    def run(self) -> None:
        with tempfile.TemporaryDirectory() as name, Client.open(self._live.url("shoe")) as client:
            folder = Path(name)
            key = create_key(folder / "key", folder / "state", lms_type=_SMALL_TREE)
            image = _signed(key)
            keys = self._provision(client, key)
            self._send(client, image)
            self._restart(client)
            self._prove(client, image, keys)
            self._damage(client)
            for event in client.events(0):
                if event.name in _TOLD:
                    sentence = words.event_sentence(event.name, event.fields)
                    self._say(f"[dim]shoe  [/]{sentence}")

    def _provision(self, client: Client, key: SigningKey) -> DeviceKeys:
        """On the bench, lid open: keys of its own, and whose firmware it may boot."""
        keys = DeviceKeys.create(client.identity.unique_id, client.identity.name)
        self._live.do(lambda: self._board.set_lid(True))
        self._live.do(lambda: self._live.wait_ms(_LID_MS))
        client.provision(keys)
        client.open_session(keys, "technician")
        client.request("SET_SIGNER", public_key=key.public_key)
        return keys

    def _send(self, client: Client, image: Image) -> None:
        """First an image with one byte changed, then the signed one."""
        data = bytearray(image.data)
        data[len(data) // 2] ^= 1
        try:
            send_update(client, Image(bytes(data)))
            self._say("an image with one byte changed: [red]accepted, and must not be[/]")
        except UpdateRefused as refusal:
            self._say(f"an image with one byte changed: [red]{refusal}[/]")
        send_update(client, image)
        size = f"{len(image.data) // 1024} kB"
        self._say(f"the image as it was signed: {size}, checked, starts with the next boot")

    def _restart(self, client: Client) -> None:
        boots = self._board.board.boots
        client.request("RESTART")
        while self._board.board.boots == boots:
            self._live.do(lambda: self._live.wait_ms(100))
        self._live.do(self._live.rig.wait_ready)

    def _prove(self, client: Client, image: Image, keys: DeviceKeys) -> None:
        """It runs, and the board can show that it does, to somebody who trusts nothing."""
        wait_proved(client, _SLOT_B)
        result = attest(client, Reference.of_image(image), keys.device)
        verdict = "[green]right[/]" if result.is_right else f"[red]{result.findings[0]}[/]"
        self._say(f"asked with a nonce what it runs, compared off the board: {verdict}")

    def _damage(self, client: Client) -> None:
        """The proved image goes to both slots: a bad page in the one that runs does no harm."""
        self._live.do(lambda: self._live.wait_ms(_COPY_MS))
        self._say(f"a while later: the spare slot {get_status(client).spare_text}")
        self._live.do(self._board.board.power_off)
        page = bytearray(self._board.read_region("slot_b"))
        page[_PAGE_AT : _PAGE_AT + 256] = bytes(256)
        self._board.write_region("slot_b", bytes(page))
        self._live.do(self._board.board.power_on)
        self._live.do(self._live.rig.wait_ready)
        slot = words.slot_name(get_status(client).active_slot)
        self._say(f"a page of slot b wiped by hand: the same firmware now runs from slot {slot}")


def _signed(key: SigningKey) -> Image:
    return build_image("shoe_pico2", key, is_sim=True, counter=1, build="demo")
