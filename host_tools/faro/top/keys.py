"""All keys: one row each.  Footer, help and bindings come from here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from faro.top import menus, waiting
from faro.top.state import GROUPS, State
from faro.top.wants import Ask, Item, Menu, Press, Prompt, Say, Want, act, verb

_SPEEDS = (0.1, 0.25, 0.5, 1, 2, 5, 10, 25, 50, 100)
_JAM = "mouth-blocked"  # a card is stuck half way out
STEP_MS = 100


@dataclass(frozen=True)
class Key:
    """`want` gets what is known and the board that is chosen."""

    key: str  # as textual calls it
    sign: str  # as people read it
    short: str  # in the footer; "": only in the help
    help: str
    want: Callable[[State, str], Want | None]
    is_hand: bool = False  # simulated boards only


def _pause(state: State, _board: str) -> Ask:
    return verb("time go" if state.scene.get("is_paused") else "time pause")


def _speed(by: int) -> Callable[[State, str], Ask]:
    def want(state: State, _board: str) -> Ask:
        now = state.scene.get("speed", 1.0)
        nearest = min(range(len(_SPEEDS)), key=lambda at: abs(_SPEEDS[at] - now))
        at = min(max(nearest + by, 0), len(_SPEEDS) - 1)
        return verb(f"time x {_SPEEDS[at]}")

    return want


def _plug(state: State, board: str) -> Ask:
    return verb(f"plug {'pull' if state.seen(board).get('is_powered') else 'in'} board={board}")


def _lid(state: State, board: str) -> Ask:
    return verb(f"lid {'close' if state.seen(board).get('is_lid_open') else 'open'} board={board}")


def _cable(state: State, board: str) -> Ask:
    is_in = state.seen(board).get("cables", {}).get("usb")
    return verb(f"cable usb {'pull' if is_in else 'in'} board={board}")


def _jam(state: State, _board: str) -> Ask:
    is_jammed = any(row["id"] == _JAM for row in state.scene.get("broken", []))
    return verb(f"fault {_JAM} off" if is_jammed else f"fault {_JAM}")


def _group(state: State, _board: str) -> Say:
    at = GROUPS.index(state.group)
    state.group = GROUPS[(at + 1) % len(GROUPS)]
    return Say(f"events: {state.group or 'all'}")


def _chip(seat: int) -> Callable[[State, str], Ask]:
    return lambda state, _board: menus.chip(state, "bet", seat)


def _always(want: Want) -> Callable[[State, str], Want]:
    return lambda _state, _board: want


def _menu(make: Callable[[State], Want]) -> Callable[[State, str], Want]:
    return lambda state, _board: make(state)


def _help(state: State, _board: str) -> Menu:
    """Each key can be chosen here as well."""
    rows = [key for key in offered(state) if key.sign and key.want is not _help]
    items = [Item(f"{key.sign:5} {key.help}", Press(key.key)) for key in rows]
    items += [Item(f"{sign:5} {words}", Press(key)) for key, sign, words in SCREEN_KEYS]
    return Menu("Keys", (), tuple(items))


def offered(state: State) -> list[Key]:
    """Real boards have no hands in this program."""
    return [key for key in KEYS if state.is_simulated or not key.is_hand]


KEYS: tuple[Key, ...] = (
    Key("n", "n", "card", "deal the next card", _always(verb("deal")), True),
    Key("r", "r", "round", "deal a whole round", _always(act("deal_round")), True),
    Key("w", "w", "", "deal a round with a mistake", _menu(menus.mistakes), True),
    Key("enter", "⏎", "answer", "answer, tick off, pay, clear: what waits", _menu(waiting.menu)),
    Key("l", "l", "login", "log in or out", _menu(menus.people)),
    Key("o", "o", "open", "open or close the table", _menu(menus.games)),
    Key("e", "e", "end", "the round is settled", _always(act("end_round"))),
    Key("d", "d", "", "a player decides", _menu(menus.decisions)),
    Key("v", "v", "", "the round is void", _always(act("void_round"))),
    *(Key(str(n), "1-7" if n == 1 else "", "bet" if n == 1 else "", "jackpot chip of a seat",
          _chip(n), True) for n in range(1, 8)),
    Key("a", "a", "", "ante chip of a seat", _menu(menus.antes), True),
    Key("s", "s", "", "the shuffling device", _menu(menus.shuffler)),
    Key("f", "f", "break", "break or mend something", _menu(menus.faults), True),
    Key("j", "j", "", "jam a card in the mouth, or free it", _jam, True),
    Key("m", "m", "", "mend what is broken", _menu(menus.mend_all), True),
    Key("u", "u", "", "pull the chosen board's plug, or put it in", _plug, True),
    Key("i", "i", "", "open or close its lid", _lid, True),
    Key("c", "c", "", "pull its USB cable, or put it in", _cable, True),
    Key("p", "p", "", "stop the clock, or let it go on", _pause, True),
    Key("full_stop", ".", "", f"let {STEP_MS} ms pass",
        _always(verb(f"time step {STEP_MS}")), True),
    Key("plus", "+", "", "faster", _speed(1), True),
    Key("minus", "-", "", "slower", _speed(-1), True),
    Key("R", "R", "", "report what the board cannot see", _menu(menus.reports)),
    Key("W", "W", "", "withdraw a ruling", _menu(menus.withdrawals)),
    Key("h", "h", "", "health, and what the table program says", _menu(menus.health)),
    Key("g", "g", "", "events of another group", _group),
    Key("S", "S", "", "save what was done as a scenario", _always(Prompt("save table.yaml")), True),
    Key("colon", ":", "cmd", "any verb or action, as words", _always(Prompt(""))),
    Key("question_mark", "?", "keys", "all keys", _help),
)  # fmt: skip
SCREEN_KEYS = (  # of the screen itself
    ("tab", "tab", "choose the other board"),
    ("pageup", "PgUp", "older events; PgDn: newer ones"),
    ("q", "q", "quit"),
)
