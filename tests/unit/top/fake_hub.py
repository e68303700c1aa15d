"""A table at the hub's seam: messages as the page's hub sends them, requests only noted."""

from __future__ import annotations

from typing import Any

from faro.page import actions, sections
from faro.page.dealing import MISTAKES, at_simulator
from faro.page.viewer import Viewer
from faro.top.state import State
from hw_sim import faults
from hw_sim.hands.verbs import VERBS

Data = dict[str, Any]
FAULT = {
    "name": "GATE_STUCK", "text": "The mouth gate sees a card all the time.",
    "clear": "Clear the mouth, then clear the fault.", "who": ["supervisor", "technician"],
    "severity": "stop",
}  # fmt: skip
QUESTION = {
    "case": 1, "round_number": 4, "finding": "a card came more often than the decks hold it",
    "seat": 2, "when": "in the deal", "question": "misread", "facts": {}, "stopped": "",
    "ask": "Look at the card on the table: is it another card than the one that was read?",
    "outcomes": [{"answers": {"misread": False}, "text": "All wagers are void."}],
}  # fmt: skip
RULING = {
    "case": 2, "round_number": 4, "finding": "a joker came", "seat": None, "when": "in the deal",
    "question": "", "facts": {}, "stopped": "no round may begin", "also": "CSP 14.9.4",
    "text": "All wagers of this round, jackpot wagers included, are void and are returned to the"
            " players. The deck is checked before play goes on. Rule CSP 14.9.2.",
    "steps": [
        {"number": 1, "text": "Notify surveillance.", "by": ["supervisor"], "open": False,
         "stops": ""},
        {"number": 2, "text": "Collect the cards.", "by": [], "open": False, "stops": ""},
        {"number": 3, "text": "Check the deck.", "by": ["supervisor", "inspector"], "open": True,
         "stops": "no round may begin"},
    ],
}  # fmt: skip


def hello(is_simulated: bool = True) -> Data:
    return {
        "kind": "hello",
        "is_simulated": is_simulated,
        "needs_login": False,
        "games": sections.games(),
        "faults": [
            {"id": row.id, "boards": list(row.kinds), "part": row.part, "effect": row.effect}
            for row in faults.CATALOGUE
        ],
        "actions": [row.as_json() for row in (at_simulator() if is_simulated else actions.ACTIONS)],
        "verbs": [{"name": v.name, "usage": v.usage, "help": v.help} for v in VERBS],
        "people": [
            {"id": "inspector", "role": "inspector", "needs_passphrase": False},
            {"id": "supervisor", "role": "supervisor", "needs_passphrase": False},
            {"id": "ann", "role": "", "needs_passphrase": True},
            {"id": "table", "role": "table", "needs_passphrase": False},
        ],
        "mistakes": [{"id": m.id, "title": m.title} for m in MISTAKES],
        "reasons": actions.reasons(),
        "findings": actions.findings(),
        "version": "0",
    }


def board(**others: Any) -> Data:
    found = {"is_there": True, "age_ms": 0, "state": "ready", "supply_mv": 4999, "clock": "set",
             "faults": [], "trouble": "", "port": "shoe"}  # fmt: skip
    return {**found, **others}


def hand(cards: str, text: str = "pair", result: str = "win") -> Data:
    wagers = {"ante": {"result": result, "odds": "1:1" if result == "win" else None}}
    return {"cards": cards.split(), "count": 5, "text": text, "wagers": wagers}


def table(**others: Any) -> Data:
    """A round of Caribbean Stud with all seats taken."""
    hands = {str(at): hand("5S AD TH QC JOKER", "three of a kind", "lose") for at in range(2, 8)}
    hands |= {"0": {**hand("QH 4D 3C 4C 9H"), "wagers": {}}, "1": hand("5S AD 5D 4S QC")}
    found = {
        "game": "csp", "game_name": "Caribbean Stud Poker", "round_word": "round", "decks": 1,
        "phase": "dealt", "round": 4, "areas": [1, 2, 3, 4, 5, 6, 7], "hands": hands,
        "is_stopped": False, "is_void": False, "last_round": False, "shuffle_due": False,
        "awaited_seat": None, "is_settled": False, "is_in_play": True,
        "sentence": "Round 4 is dealt: settle the wagers.",
    }  # fmt: skip
    return {**found, **others}


def jackpot(**others: Any) -> Data:
    found = {"state": "cards out", "round": 4, "display": "$50,002.13", "pool_cents": 5000213,
             "pending_cents": 0, "accepted": [1, 2], "claimed": [], "winners": [], "pending": [],
             "linked": [], "deed": None}  # fmt: skip
    return {**found, **others}


def machine(**others: Any) -> Data:
    return {"cycle": 0, "step_text": "empty", "is_calling": False, "trouble": "", "call": "",
            **others}  # fmt: skip


def view(**others: Any) -> Data:
    found = {"boards": {"shoe": board(), "meter": board()}, "table": table(),
             "jackpot": jackpot(), "machine": machine(), "cases": [], "health": [],
             "program": {"notices": [], "question": None}}  # fmt: skip
    return {**found, **others}


def scene() -> Data:
    cables = {"usb": True, "bus": True, "bets": True}
    head = {"is_powered": True, "lamp": "green", "is_lid_open": False, "cables": cables}
    meter = {"antes": [True] * 7, "bets": [True] + [False] * 6, "seat_lamps": [True] * 7,
             "segments": "00006d003f003f003f00db0006004f00"}  # fmt: skip
    boards = {"shoe": {**head, "shoe_cards": 31}, "meter": {**head, **meter}}
    return {"now_ms": 61_500, "speed": 1.0, "is_paused": False, "boards": boards, "broken": []}


def event(number: int, **others: Any) -> Data:
    found = {
        "board": "shoe",
        "number": number,
        "name": "CARD_READ",
        "text": f"card {number}",
        "time_text": "2026-11-18 00:55:24",
        "group": "cards",
        "severity": "",
        "fields": {},
    }
    return {**found, **others}  # fmt: skip


def events(count: int = 30) -> list[Data]:
    return [event(number) for number in range(1, count + 1)]


def known(is_simulated: bool = True, role: str = "table", **others: Any) -> State:
    """A state that has heard all that."""
    state = State()
    state.take(hello(is_simulated))
    state.take({"kind": "login", "person": None if role == "table" else role, "role": role})
    state.take({"kind": "view", "sections": view(**others)})
    if is_simulated:
        state.take({"kind": "scene", **scene()})
    state.take({"kind": "events", "is_history": True, "events": events()})
    return state


class FakeHub:
    """Notes what is asked; `answer` makes an error of it."""

    def __init__(self, is_simulated: bool = True, **others: Any) -> None:
        self.is_simulated = is_simulated
        self.view = view(**others)
        self.asked: list[Data] = []
        self.error = ""
        self.has_left = False

    async def follow(self) -> None:
        pass

    def join(self, viewer: Viewer) -> None:
        viewer.put(hello(self.is_simulated))
        viewer.put({"kind": "login", "person": None, "role": viewer.role})
        viewer.put_sections(self.view)
        if self.is_simulated:
            viewer.put_scene(scene(), is_whole=True)
        viewer.put_events(events(), is_in_play=False, is_history=True)

    async def leave(self, viewer: Viewer) -> None:
        self.has_left = True

    async def carry_out(self, viewer: Viewer, asked: Data) -> None:
        self.asked.append({key: value for key, value in asked.items() if key != "id"})
        done = {"kind": "done", "id": asked["id"], "ok": not self.error}
        if self.error:
            viewer.put({**done, "error": self.error})
            return
        if "login" in asked:
            viewer.put({"kind": "login", "person": asked["login"], "role": asked["login"]})
        if "recording" in asked:
            viewer.put({"kind": "recording", "yaml": "title: Played\n"})
        viewer.put({**done, "told": "done so", "command": "faro x", "frames": []})
