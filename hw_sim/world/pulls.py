"""One pull of a card past the cameras: the optics' pictures as the cameras hand them over."""

from __future__ import annotations

from dataclasses import dataclass

from hw_sim.optics.geometry import LINE_MM
from hw_sim.optics.station import Optics
from hw_sim.optics.things import Thing
from hw_sim.parts.line_camera import AFTER, BEFORE, SLOT_LINES, Catch, LineCameras
from hw_sim.rig import BoardRig
from hw_sim.world.cards import Card

_FASTEST_MS = 101  # for a whole card: below this the converter cannot keep up with the lines


@dataclass(frozen=True)
class Pull:
    """What gate, roller and cameras get of it."""

    catch: Catch
    counted_mm: float  # by the roller, which may slip, while the gate is broken


def optics_of(rig: BoardRig) -> Optics:
    """The optics of this shoe, the same for everybody who pulls: lamps age, glass gets dirty."""
    cameras: LineCameras = rig.cameras
    if cameras.optics is None:
        seed = rig.board.kernel.rng(rig.board.name + "/optics").randrange(1 << 30)
        cameras.optics = Optics(seed=seed)
    return cameras.optics


def pull(
    rig: BoardRig, card: Card, pass_ms: int, with_face: str = "", offset_mm: float = 0.0
) -> Pull:
    """The card's whole way; `with_face` is a second card on top of it, so far ahead."""
    thing = Thing(
        design=card.design,
        face=card.face,
        is_face_up=card.is_face_up,
        is_turned=card.is_turned,
        cut=card.cut,
        damage=card.damage,
        with_face=with_face,
        offset_mm=offset_mm,
    )
    spoil = card.spoil
    if pass_ms < _FASTEST_MS:
        spoil = (*spoil, ("fast_pull", "ab", min(1.0, (_FASTEST_MS / pass_ms - 1) / 3)))
    seen = optics_of(rig).pass_card(thing, spoil, card.wear, margin=(BEFORE, AFTER))
    rig.colour.lamp = optics_of(rig).back_lamp
    catch = Catch(
        green=(seen.green[0].tobytes(), seen.green[1].tobytes()),
        red=(seen.red[0].tobytes(), seen.red[1].tobytes()),
    )
    return Pull(catch, (seen.lines_total + 2 * SLOT_LINES) * LINE_MM)
