"""The camera throat with pictures: what the optics see of each card that the machine moves by."""

from __future__ import annotations

from firmware.cards import codes
from hw_sim.mechanics.card_path import PathCard
from hw_sim.mechanics.machine_cards import SimCard
from hw_sim.parts.line_camera import Catch
from hw_sim.parts.tcs34725 import DARK_PATH
from hw_sim.rig import BoardRig
from hw_sim.world.cards import BACKS, Card
from hw_sim.world.pulls import pull

_BACK_NAMES = ("", *BACKS)  # as firmware.cards.back_colour numbers them
_FACES = {codes.JOKER: "JOKER", codes.BLANK: "BLANK"}
_PICTURES = 3
PASS_MS = 116  # rollers at 600 mm/s: the lines are a tenth wider, which the optics have as slip


class CameraThroat:
    """Puts cameras, back sensor and face-up sensor of a shoe into its machine's throat."""

    def __init__(self, rig: BoardRig, design: str = "plain", wear: int = 1) -> None:
        self._rig = rig
        self._design = design
        self._wear = wear
        self._pictures: dict[tuple[Card, str, float], list[Catch]] = {}
        self._taken: dict[tuple[Card, str, float], int] = {}
        machine = rig.machine
        if machine is None:
            raise ValueError("a throat belongs to a shoe")
        self._machine = machine
        machine.on_entered = self._entered
        machine.on_seen = self._seen

    def _entered(self, card: PathCard, direction: int) -> None:
        """The first of one or two cards reaches the throat; pictures are of both."""
        rig, machine = self._rig, self._machine
        riders = [c for c in machine.path.cards if c.rides_on is card]
        if card.rides_on is not None and direction > 0:
            return  # it comes with the card that it lies on
        last = riders[0] if riders else card
        thing = self.thing(last.card)
        rig.colour.surface_rgb = thing.back_rgb() if thing else DARK_PATH
        rig.wiring["PIN_FACE_UP"].show(card.card.is_face_up)
        if thing is None or machine.is_blind:
            return
        with_face, offset_mm = "", 0.0
        if last.rides_on is not None:
            with_face = codes.name_of(last.rides_on.card.code)
            offset_mm = last.card.stack_shift_mm
        rig.cameras.enter(self._picture(thing, with_face, offset_mm), direction < 0)

    def _seen(self, _card: PathCard, _direction: int) -> None:
        """Its last line has passed; the gate's edge follows."""
        self._rig.cameras.leave()
        self._rig.wiring["PIN_FACE_UP"].show(False)

    def _picture(self, thing: Card, with_face: str, offset_mm: float) -> Catch:
        """A card's pictures differ from pass to pass; a few of each are made and used in turn."""
        key = (thing.but(back="red"), with_face, offset_mm)  # the cameras see its face
        taken = self._taken.get(key, 0)
        self._taken[key] = taken + 1
        made = self._pictures.setdefault(key, [])
        if len(made) < _PICTURES:
            made.append(pull(self._rig, thing, PASS_MS, with_face, offset_mm).catch)
            return made[-1]
        return made[taken % _PICTURES]

    def thing(self, card: SimCard) -> Card | None:
        """The card as the optics know it."""
        if card.code == codes.CUT_CARD:
            return Card(cut="yellow")
        face = codes.name_of(card.code) if card.code < 52 else _FACES.get(card.code, "")
        if not face:
            return Card("8H", design="slab")  # of another design
        spoil: tuple[tuple[str, str, float], ...] = ()
        if card.unreadable_passes:
            card.unreadable_passes -= 1
            spoil = (("patch", "ab", 1.0),)
        return Card(
            face,
            back=_BACK_NAMES[card.back],
            design=self._design,
            wear=self._wear,
            is_face_up=card.is_face_up,
            is_turned=card.number % 2 == 1,
            damage="folded" if card.is_folded else "",
            spoil=spoil,
        )
