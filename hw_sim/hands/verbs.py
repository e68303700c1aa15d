"""All verbs: one row each.  `faro sim do`, scenario files, Python and the docs come from here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hw_sim.hands import breaking, chance, dealing, people
from hw_sim.hands.card_words import CARD, CARD_OR_COUNT, CHANGE, MARKS
from hw_sim.hands.reach import Done
from hw_sim.hands.words import (
    AMOUNT,
    BOARD,
    HEX,
    MS,
    PORT,
    SEATS,
    Arg,
    arg,
    listed,
    many,
    number,
    one_of,
    option,
    perhaps,
)
from hw_sim.power import CUT_MODES
from hw_sim.world.cards import BACKS
from hw_sim.world.shoe import CARD_PASS_MS


@dataclass(frozen=True)
class Verb:
    """One thing that people do at the table."""

    name: str
    args: tuple[Arg, ...]
    help: str
    function: Callable[..., Done]
    is_kept: bool = True  # in a recording; time is in it anyway

    @property
    def usage(self) -> str:
        return " ".join([self.name, *(a.usage for a in self.args)])


_AT = option("board", BOARD)
_IN = option("in", one_of("shoe", "tray"), "shoe", field="place")
_COUNT = number("COUNT", 1, 1_000)
_CHIPS = (arg("move", one_of("place", "take")), many("seats", SEATS), _AT)

VERBS: tuple[Verb, ...] = (
    Verb("lid", (arg("move", one_of("open", "close")), _AT), "Open or close a lid.", people.lid),
    Verb("key",
         (arg("which", one_of("supervisor", "inspector")), arg("move", one_of("turn", "back")),
          _AT),
         "Turn a key switch of the meter, or turn it back.", people.key),
    Verb("button", (arg("which", one_of("A", "B")), _AT), "Press and let go.", people.button),
    Verb("bet", _CHIPS, "Chips on the jackpot's bet spots.", people.bet),
    Verb("ante", _CHIPS, "Chips on the ante spots that have a sensor.", people.ante),
    Verb("load",
         (arg("order", one_of("order", "shuffled")), many("changes", CHANGE, is_needed=False), _IN,
          option("decks", number("COUNT", 1, 8), 1), option("back", one_of(*BACKS), "red"), _AT),
         "A pack behind the mouth or into the feed tray, with wrong cards if named: QD/JD a jack"
         " for the queen, AS/ no ace, /JOKER one too many.", dealing.load),
    Verb("insert", (arg("card", CARD), option("at", _COUNT, 1), _IN, _AT),
         "Put a card among those that wait; `at=1` comes next.", dealing.insert),
    Verb("replace", (arg("old", CARD), arg("new", CARD), _IN, _AT),
         "Swap the first such card for another.", dealing.replace),
    Verb("arrange", (many("words", CARD_OR_COUNT), _IN, _AT),
         "Bring cards of those that wait to the front, in this order: `1 AS 3 KS` makes the ace the"
         " second card and the king the sixth.", dealing.arrange),
    Verb("mark", (arg("how", one_of(*MARKS)), option("at", _COUNT, 1), _IN, _AT),
         "Do this to a card that waits, whichever it is; `at=1` comes next.", dealing.mark),
    Verb("feed",
         (many("cards", CARD_OR_COUNT, is_needed=False), option("every", MS, dealing.FEED_MS), _AT),
         "Cards through the mouth as for a deck check: named ones, or so many of those loaded.",
         dealing.feed),
    Verb("deal",
         (many("cards", CARD_OR_COUNT, is_needed=False), option("every", MS, dealing.DEAL_MS), _AT),
         "Deal named cards, out of the pack while they are there, or so many of those loaded;"
         " alone: the next one.", dealing.deal),
    Verb("pull",
         (perhaps("card", CARD), option("ms", MS, CARD_PASS_MS),
          option("mm", number("MM", 1, 60)), option("over", CARD), _AT),
         "One card otherwise: snatched (`ms=40`), half way and back (`mm=25`), two at once"
         " (`over=9S`).", dealing.pull),
    Verb("beam",
         (arg("gate", one_of("feed", "carousel", "output", "throat", "mouth")),
          option("ms", MS, CARD_PASS_MS), _AT),
         "Something that is no card breaks a gate's beam for so long.", dealing.beam),
    Verb("take", (perhaps("cards", _COUNT), _AT),
         "Take what the shuffling device offers, or so many cards of it.", dealing.take),
    Verb("clear",
         (perhaps("place", one_of("way", "tray", "output", "shoe", "all"), "way"), _AT),
         "Clear the way: cards caught there go back on the feed tray; or take cards out elsewhere.",
         dealing.clear),
    Verb("fault",
         (arg("id", listed("FAULT", breaking.FAULTS)), perhaps("move", one_of("on", "off"), "on"),
          option("at", _COUNT), option("in", one_of(*breaking.WHEN), field="step"), _AT),
         "Break something (docs/faults.md lists all): now, with card n, in a step of the device,"
         " after a hand was taken there (`in=hand`); `off` mends it.", breaking.fault),
    Verb("plug",
         (arg("move", one_of("pull", "in")), option("write", one_of(*CUT_MODES)),
          option("nth", _COUNT, 1), _AT),
         "Pull the plug, now or at the n-th non-volatile write from now; put it in again.",
         breaking.plug),
    Verb("cable", (arg("line", one_of("usb", "bus", "bets")), arg("move", one_of("pull", "in")),
                   _AT),
         "A cable: to the host, between boards, or the line \"no more bets\".", breaking.cable),
    Verb("noise", (arg("line", one_of("usb", "bus")), arg("ppm", number("PPM", 0, 1_000_000)), _AT),
         "So many of a million bytes on a line are damaged or lost; 0: none.", breaking.noise),
    Verb("send", (arg("line", PORT), arg("data", HEX)),
         "Bytes from a host into a port, right or wrong.", breaking.send),
    Verb("time",
         (arg("move", one_of("pause", "go", "step", "x")), perhaps("value", AMOUNT)),
         "Stop the clock, let it go on, let so many ms pass at once, or run x times as fast.",
         chance.time, is_kept=False),
    Verb("seed", (arg("number", number("SEED", 0, 1 << 62)),),
         "Where chance comes from, from now on.", chance.seed),
    Verb("look", (), "What a person sees at the table.", chance.look, is_kept=False),
)  # fmt: skip

_BY_NAME = {verb.name: verb for verb in VERBS}
_VERB = listed("verb", tuple(_BY_NAME))


def find_verb(name: str) -> Verb:
    """BadWords names the nearest when there is no such verb."""
    return _BY_NAME[_VERB.parse(None, name)]  # type: ignore[arg-type]
