"""One shoe board on the bench, with its plug in our hand and a witness on its USB line."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from faro.sim.rig import Rig
from faro.wire.deeds import Unconfirmed
from faro.wire.errors import NoAnswer
from faro.wire.events import Event, EventStream
from hw_sim.nv_image import NvImage
from hw_sim.power import Cut
from hw_sim.rig import BoardRig
from hw_sim.sim_transport import SimTransport
from hw_sim.vm_process import SimError
from tests.proofs.powerloss import commands
from tests.proofs.powerloss.case import Broken, Unpowered
from tests.proofs.powerloss.commands import BenchClient

SEED = 1  # of the rig: the board's id, to which its memory is bound
_READY_LIMIT_MS = 30_000  # erasing the whole journal takes 9 s
_CREDIT_FRAMES = 250
_T = TypeVar("_T")


class Bench:
    """What the world saw before the cut (`seen`, `promised`) is kept over boots."""

    def __init__(
        self, image: NvImage | None, supply_seed: str = "", extra_path: Sequence[Path] = ()
    ) -> None:
        self.rig = Rig(("shoe",), SEED, extra_path)
        self.shoe: BoardRig = self.rig.boards["shoe"]
        self.kernel = self.rig.kernel
        self.supply = self.shoe.board.supply
        self.supply.rng = random.Random(supply_seed)
        self.supply.is_counting = False
        if image is not None:
            image.put(self.shoe)
            self.shoe.load_firmware()  # the image may come from a board with another one
        self.seen: dict[int, Event] = {}
        self.promised: list[tuple[str, dict[str, Any]]] = []
        self.acked_at_most = image.acked_at_most if image else 0
        self.boots_at_least = image.boots_at_least if image else 0
        self._boots_before = image.boots_at_most if image else 0
        self.client = self._new_client()
        self._stream: EventStream | None = None
        self._is_plugged = False
        self._cuts_before = 0

    def close(self) -> None:
        self.rig.close()

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    # -- the plug --------------------------------------------------------------------------

    @property
    def is_powered(self) -> bool:
        """A board that restarts itself is without a VM for a moment, but not without power."""
        return self._is_plugged and self.shoe.board.power_cuts == self._cuts_before

    def count(self, cut: Cut | None = None) -> None:
        """From now on non-volatile operations count, from 0; the plug is pulled at `cut`."""
        self.supply.operations = 0
        self.supply.is_counting = True
        self.supply.cut = cut

    def stop_counting(self) -> int:
        """The cut is over; gives the operations."""
        self.supply.is_counting = False
        self.supply.cut = None
        return self.supply.operations

    def image(self) -> NvImage:
        """What the board remembers without power."""
        return replace(
            NvImage.take(self.shoe),
            acked_at_most=self.acked_at_most,
            boots_at_least=self.boots_at_least,
            boots_at_most=self.boots_at_most,
        )

    @property
    def boots_at_most(self) -> int:
        return self._boots_before + self.shoe.board.boots

    def pull(self) -> None:
        """Pull the plug while nothing is being written."""
        if self.is_powered:
            self.shoe.board.power_off()
        self.kernel.run_for_ms(1)  # what was on the line still arrives
        self.collect()

    def boot(self) -> None:
        """Plug in and wait until the board speaks; Unpowered when the cut falls into that."""
        self._stream = None
        self.client = self._new_client()
        self.shoe.usb_host.rx.clear()
        self._is_plugged = True
        self._cuts_before = self.shoe.board.power_cuts
        self.shoe.board.power_on()
        self.wait_speaking()

    def wait_speaking(self) -> None:
        """Let time pass until the self-test has ended."""
        self.kernel.run_for_ms(
            _READY_LIMIT_MS, lambda: self.shoe.is_speaking or not self.is_powered
        )
        if not self.is_powered:
            raise Unpowered
        if not self.shoe.is_speaking:
            raise SimError(f"not ready after {_READY_LIMIT_MS} ms")
        self.boots_at_least += 1

    # -- the witness -----------------------------------------------------------------------

    def listen(self, after: int) -> None:
        """From now on the board pushes its events; everything that arrives is kept."""
        identity = self.ask(self.client.hello)
        known = self.client.protocol.dictionary
        self._stream = EventStream(identity.unique_id, identity.epoch, known, after)
        fields = self.ask(
            lambda: self.client.request("POLL", after=after, credit_frames=_CREDIT_FRAMES)
        ).fields
        self._keep(self._stream.feed(fields))
        self.collect()

    def wait(self, duration_ms: int, is_done: Callable[[], bool] | None = None) -> None:
        """Let time pass (less if the board loses power) and keep what it reports."""
        self.kernel.run_for_ms(
            duration_ms, lambda: not self.is_powered or (is_done is not None and is_done())
        )
        self.collect()
        if not self.is_powered:
            raise Unpowered

    def collect(self) -> None:
        """Take in what has arrived."""
        protocol = self.client.protocol
        protocol.receive(self.shoe.usb_host.take())
        pushed, protocol.pushed[:] = list(protocol.pushed), []
        if self._stream is not None:
            for message in pushed:
                if message.name == "EVENTS":
                    self._keep(self._stream.feed(message.fields))

    def order(self, name: str, **fields: Any) -> None:
        """Give a command that must be answered, unless the plug is out."""
        self.ask(lambda: commands.command(self.client, name, **fields))
        self.collect()

    def order_reset(self) -> None:
        """Let two roles order the board to forget everything."""
        self.ask(lambda: commands.reset_store(self.client))

    def forget(self) -> None:
        """The board has been made new: nothing from before binds it."""
        self.seen.clear()
        self.promised.clear()
        self.boots_at_least = 1
        self.acked_at_most = 0

    def ack(self, number: int) -> None:
        """Take responsibility for all events up to `number`."""
        self.acked_at_most = max(self.acked_at_most, number)
        self.ask(
            lambda: commands.tell(self.client, "ACK", number=number, credit_frames=_CREDIT_FRAMES)
        )

    def promise(self, name: str, **fields: Any) -> None:
        """The board has said OK: this event must be in its journal from now on, once."""
        self.promised.append((name, fields))

    def ask(self, request: Callable[[], _T]) -> _T:
        """Carry a request out; no answer from a board without power is no error."""
        try:
            return request()
        except (NoAnswer, Unconfirmed):
            if self.is_powered:
                raise
            raise Unpowered from None

    def _keep(self, events: list[Event]) -> None:
        for event in events:
            known = self.seen.setdefault(event.number, event)
            if known != event:
                raise Broken(f"event {event.number} was {known}, now it is {event}")

    def _new_client(self) -> BenchClient:
        return BenchClient(SimTransport(self.kernel, self.shoe.usb_host), tries=4)
