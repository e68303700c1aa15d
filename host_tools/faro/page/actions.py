"""Everything a person can do from the page beside the simulator's verbs: one row each.

Who may do it comes from the boards' own table of messages; the board decides in the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from faro.page.desk import Desk, Session
from faro.page.params import (
    ANSWER,
    AT_SEAT,
    DETAIL,
    PLACE,
    SEAT,
    SEATS,
    VALUE,
    Param,
    choice,
    number,
    switch,
)
from faro.page.sections import games
from faro.ruling.cases import ask, case_of
from faro.trust.commands import check_second
from faro.wire.dictionary import own_dictionary
from faro.wire.errors import BadInput, FaroError, Refused
from faro.wire.transports import utc_now
from faro.words import ruling as words
from faro.words import ruling_texts as texts
from faro.words.jackpot import CLASSES
from firmware.core.rows import ROLE_NAMES
from firmware.rounds.deal_order import DECISION_NAMES
from firmware.rounds.findings import FINDINGS, NO_PLACE
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import EQUIPMENT_NAMES
from firmware.rounds.phases import ST_CLOSED
from firmware.rounds.rows import NO_HAND
from firmware.rounds.telling import TELL_NAMES
from firmware.ruling.rows import REASON_NAMES
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import FACTS

Do = Callable[[Desk, Session | None, dict[str, Any]], str]
_GAMES = tuple(game["id"] for game in games())
_TOLD = {name: number for number, name in TELL_NAMES}
MODES = {"shuffle": 1, "sort": 2, "verify": 3}
FINDING_CODES = {row[1].lower(): row[0] for row in (*FINDINGS, *TOLD)}
_BOARD = choice("board", ("shoe", "meter"))
_CASE = number("case", 0, 0xFFFF)
_HANDS = ("royal", "straight", "four", "full", "flush")


@dataclass(frozen=True)
class Action:
    """A button: `message` says by its row who may press it."""

    id: str
    title: str
    message: str
    command: str
    params: tuple[Param, ...]
    do: Do | None  # None: the dealer's hands and the desk together (dealing.py)
    only: tuple[str, ...] = ()  # fewer roles than the message's row has
    hands: tuple[str, ...] = ()  # what a dealer's hands do after it, at simulated boards

    @property
    def roles(self) -> tuple[str, ...]:
        spec = own_dictionary().message_names[self.message]
        return self.only or tuple(name for bit, name in ROLE_NAMES if spec.roles & bit)

    @property
    def with_hands(self) -> Action:
        """At simulated boards: the command that does all of it."""
        lines = [self.command, *(f"faro sim do {line}" for line in self.hands)]
        return replace(self, command=" && ".join(lines))

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "title": self.title,
            "role": self.roles[0],
            "roles": self.roles,
            "command": self.command,
            "params": [param.name for param in self.params],
        }


# -- the table ---------------------------------------------------------------------------------


def _shoe(desk: Desk, session: Session | None, name: str, **fields: Any) -> None:
    """A request about the round; refused on a closed table it says so."""
    client = desk.client(session, "shoe")
    try:
        client.request(name, **fields)
    except Refused as refusal:
        state = client.request("GET_TABLE", place=NO_HAND).fields
        if refusal.name == "wrong_phase" and state["phase"] == ST_CLOSED:
            raise FaroError("no table is open: open one first") from None
        raise


def _open_table(desk: Desk, session: Session | None, p: dict[str, Any]) -> str:
    fields = {"game": catalogue.number_of(p["game"]), "areas": p["seats"], "decks": p["decks"]}
    fields["equipment"] = EQUIPMENT_NAMES.index(p["equipment"])
    _shoe(desk, session, "OPEN_TABLE", **fields)
    return f"{p['game']} is open"


def _close_table(desk: Desk, session: Session | None, _p: dict[str, Any]) -> str:
    _shoe(desk, session, "OPEN_TABLE", game=0, equipment=0, decks=0, areas=0)
    return "the table is closed"


def _pack_loaded(desk: Desk, session: Session | None, _p: dict[str, Any]) -> str:
    _shoe(desk, session, "PACK_LOADED")
    return "shuffled cards are in the shoe"


def _set_seats(desk: Desk, session: Session | None, p: dict[str, Any]) -> str:
    _shoe(desk, session, "SET_AREAS", areas=p["seats"])
    return "seats told"


def _decide(desk: Desk, session: Session | None, p: dict[str, Any]) -> str:
    decision = DECISION_NAMES.index(p["decision"])
    _shoe(desk, session, "DECIDE", seat=p["seat"], decision=decision)
    return f"seat {p['seat']} {p['decision']}"


def _end_round(desk: Desk, session: Session | None, _p: dict[str, Any]) -> str:
    _shoe(desk, session, "END_ROUND", is_void=0)
    return "the round is settled"


def _void_round(desk: Desk, session: Session | None, _p: dict[str, Any]) -> str:
    _shoe(desk, session, "END_ROUND", is_void=1)
    return "the round is void"


def _tell(desk: Desk, session: Session | None, p: dict[str, Any]) -> str:
    fields = {"place": p["place"], "card_number": p["card"], "value": p["value"] & 0xFF}
    _shoe(desk, session, "TELL_ROUND", told=_TOLD[p["told"]], **fields)
    return "told"


# -- the shuffling device ----------------------------------------------------------------------


def _shuffle_start(desk: Desk, session: Session | None, p: dict[str, Any]) -> str:
    desk.ask(session, "shoe", "SHUFFLE", mode=MODES[p["mode"]], decks=p["decks"])
    return f"{p['mode']} started"


def _deliver(desk: Desk, session: Session | None, p: dict[str, Any]) -> str:
    desk.ask(session, "shoe", "DELIVER", cards=p["cards"])
    return f"{p['cards'] or 'all'} cards are brought behind the gate"


def _simple(board: str, message: str, told: str) -> Do:
    def do(desk: Desk, session: Session | None, _p: dict[str, Any]) -> str:
        answer = desk.ask(session, board, message)
        if answer.get("number"):
            return _asked(answer)
        return told

    return do


def _asked(answer: dict[str, Any]) -> str:
    return f"deed {answer['number']}: an inspector must confirm within {answer['limit_s']} s"


# -- faults, clock -----------------------------------------------------------------------------


def _clear_fault(desk: Desk, session: Session | None, p: dict[str, Any]) -> str:
    client = desk.client(session, p["board"])
    codes = {spec.name: spec.number for spec in client.protocol.dictionary.faults.values()}
    if p["fault"] not in codes:
        raise BadInput(f"there is no fault {p['fault']!r}"[:80])
    client.request("CLEAR_FAULT", fault=codes[p["fault"]])
    return f"{p['fault']} cleared"


def _set_time(desk: Desk, session: Session | None, p: dict[str, Any]) -> str:
    desk.ask(session, p["board"], "TIME", utc_s=utc_now())
    return f"the {p['board']}'s clock is set"


# -- rulings -----------------------------------------------------------------------------------


def _told_case(fields: dict[str, Any]) -> str:
    told = case_of(fields)
    return told.get("ask") or told.get("text") or f"case {told['case']}"


def _answer(desk: Desk, session: Session | None, p: dict[str, Any]) -> str:
    fact, value = p["fact"], p["value"]
    is_seat = fact == "whose"
    if is_seat != (type(value) is int):
        raise BadInput(f"'{fact}' is answered with {'a seat' if is_seat else 'yes or no'}")
    fields = {
        "case_number": p["case"],
        "fact": words.fact_bit(fact),
        "is_so": 1 if is_seat else int(value),
        "place": value if is_seat else NO_PLACE,
    }
    return _told_case(ask(desk.client(session, "shoe"), "ANSWER", **fields))


def _step_done(desk: Desk, session: Session | None, p: dict[str, Any]) -> str:
    client = desk.client(session, "shoe")
    fields = ask(client, "GET_RULING", case_number=p["case"])
    steps = words.ruling_row(fields["ruling"])[5] if fields["ruling"] else ()
    if not 1 <= p["step"] <= len(steps):
        raise BadInput(f"case {p['case']} has no step {p['step']}")
    ask(client, "RULING_DONE", case_number=p["case"], step=steps[p["step"] - 1])
    return f"step {p['step']} of case {p['case']} is done"


def _withdraw(desk: Desk, session: Session | None, p: dict[str, Any]) -> str:
    reason = REASON_NAMES.index(p["reason"])
    fields = {"case_number": p["case"], "reason": reason, "is_again": int(p["again"])}
    ask(desk.client(session, "shoe"), "WITHDRAW_RULING", **fields)
    return f"the ruling of case {p['case']} is withdrawn: {texts.REASONS[p['reason']]}"


def _report(desk: Desk, session: Session | None, p: dict[str, Any]) -> str:
    fields = {"irregularity": FINDING_CODES[p["finding"]], "place": p["seat"]}
    fields["detail"] = p["detail"]
    return _told_case(ask(desk.client(session, "shoe"), "REPORT_FINDING", **fields))


# -- jackpot, two roles ------------------------------------------------------------------------


def _claim(desk: Desk, session: Session | None, p: dict[str, Any]) -> str:
    number: int = desk.ask(session, "meter", "GET_JACKPOT")["round"]
    kind = _HANDS.index(p["hand"]) + 1
    desk.ask(session, "meter", "CLAIM", round=number, seat=p["seat"], hand_class=kind)
    return f"round {number}, seat {p['seat']}: {CLASSES[kind]} claimed"


def _hit(message: str, told: str) -> Do:
    def do(desk: Desk, session: Session | None, _p: dict[str, Any]) -> str:
        number: int = desk.ask(session, "meter", "GET_JACKPOT")["round"]
        answer = desk.ask(session, "meter", message, round=number)
        return _asked(answer) if answer["number"] else f"round {number}: {told}"

    return do


def _confirm(desk: Desk, session: Session | None, p: dict[str, Any]) -> str:
    """The very deed that the person saw: another number is not confirmed."""
    if session is None:
        raise FaroError("log in first: another role than the one that asked must confirm")
    client = desk.client(session, p["board"])
    deed = client.deed()
    if deed.number != p["number"]:
        raise FaroError(f"deed {p['number']} does not wait any more; deed {deed.number} does")
    check_second(session.keys[p["board"]], deed)
    client.confirm(deed)
    return f"deed {deed.number} is done"


def _choose_round(desk: Desk, _session: Session | None, p: dict[str, Any]) -> str:
    desk.choose_round(p["round"])
    return "the rounds are matched"


_T = "-k KEYS/table.keys"
_S = "-k KEYS/supervisor.keys"
_NO_CHIPS = ("ante take all", "bet take all")  # lost, paid or given back: none stays on its spot
ACTIONS: tuple[Action, ...] = (
    Action("open_table", "Open the table", "OPEN_TABLE",
           f"faro table open {_T} --game {{game}} --seats {{seats}} --equipment {{equipment}}",
           (choice("game", _GAMES), SEATS, choice("equipment", EQUIPMENT_NAMES, "shoe"),
            number("decks", 0, 8, 0)), _open_table),
    Action("close_table", "Close the table", "OPEN_TABLE", f"faro table close {_T}", (),
           _close_table),
    Action("pack_loaded", "Shuffled cards are in", "PACK_LOADED", f"faro table pack {_T}", (),
           _pack_loaded),
    Action("set_seats", "Who plays", "SET_AREAS", f"faro table seats {_T} {{seats}}", (SEATS,),
           _set_seats),
    Action("decide", "A player decides", "DECIDE", f"faro round decide {_T} {{seat}} {{decision}}",
           (SEAT, choice("decision", DECISION_NAMES[1:])), _decide),
    Action("end_round", "The round is settled", "END_ROUND", f"faro round end {_T}", (),
           _end_round, (), _NO_CHIPS),
    Action("void_round", "The round is void", "END_ROUND", f"faro round end --void {_S}", (),
           _void_round, ("supervisor", "inspector"), _NO_CHIPS),
    Action("tell", "Tell what the board cannot see", "TELL_ROUND",
           f"faro round tell {_T} {{told}} --place {{place}} --card {{card}} --value {{value}}",
           (choice("told", tuple(_TOLD)), PLACE, number("card", 0, 255, 0), VALUE), _tell),
    Action("shuffle_start", "Shuffle", "SHUFFLE", f"faro shuffle start {_T} --decks {{decks}}",
           (choice("mode", tuple(MODES), "shuffle"), number("decks", 1, 8, 1)), _shuffle_start),
    Action("shuffle_deliver", "Deliver cards", "DELIVER", f"faro shuffle deliver {_T} {{cards}}",
           (number("cards", 0, 416, 0),), _deliver),
    Action("shuffle_abort", "Abort and unload", "ABORT_CYCLE", f"faro shuffle abort {_T}", (),
           _simple("shoe", "ABORT_CYCLE", "every card goes to the locked output tray")),
    Action("shuffle_count", "Count the cards inside", "COUNT_CARDS", f"faro shuffle count {_S}",
           (), _simple("shoe", "COUNT_CARDS", "the cards are counted where they lie")),
    Action("shuffle_cleared", "The way is clear", "WAY_CLEARED", f"faro shuffle cleared {_S}", (),
           _simple("shoe", "WAY_CLEARED", "what is inside is unloaded")),
    Action("open_gate", "Open the gate", "OPEN_GATE", f"faro shuffle open-gate {_S}", (),
           _simple("shoe", "OPEN_GATE", "asked")),
    Action("clear_fault", "Clear the fault", "CLEAR_FAULT",
           f"faro clear-fault -p {{board}} {_S} {{fault}}",
           (_BOARD, Param("fault", "a fault's name", lambda value: str(value)[:40])),
           _clear_fault),
    Action("set_time", "Set the clock", "TIME", f"faro status -p {{board}} {_T}", (_BOARD,),
           _set_time),
    Action("answer", "Answer the question", "ANSWER",
           f"faro ruling answer {_S} {{fact}} {{value}} --case {{case}}",
           (_CASE, choice("fact", (*(name for _bit, name in FACTS), "withdraw")), ANSWER),
           _answer),
    Action("step_done", "Tick the step off", "RULING_DONE",
           f"faro ruling done {_S} {{case}} {{step}}", (_CASE, number("step", 1, 16)), _step_done),
    Action("withdraw", "Withdraw the ruling", "WITHDRAW_RULING",
           f"faro ruling withdraw {_S} {{case}} --reason {{reason}}",
           (_CASE, choice("reason", REASON_NAMES[1:]), switch("again")), _withdraw),
    Action("report", "Report what people saw", "REPORT_FINDING",
           f"faro ruling report {_T} {{finding}} --seat {{seat}} --detail {{detail}}",
           (choice("finding", tuple(FINDING_CODES)), AT_SEAT, DETAIL), _report),
    Action("claim", "Claim from the jackpot", "CLAIM",
           f"faro jackpot claim {_T} {{seat}} {{hand}}", (SEAT, choice("hand", _HANDS)), _claim),
    Action("confirm_hit", "Pay the winners", "CONFIRM_HIT", f"faro jackpot confirm {_S}", (),
           _hit("CONFIRM_HIT", "paid")),
    Action("cancel_hit", "The claims do not stand", "CANCEL_HIT",
           f"faro jackpot confirm --cancel {_S}", (), _hit("CANCEL_HIT", "cancelled")),
    Action("confirm", "Confirm what another role asked for", "CONFIRM",
           "faro confirm -p {board} -k KEYS/inspector.keys",
           (_BOARD, number("number", 0, 0xFFFFFFFF)), _confirm),
    Action("choose_round", "Which round of the shoe", "REOPEN_WAGERS",
           "faro table run: round {round}",
           (number("round", 0, 0xFFFFFFFF),), _choose_round),
)  # fmt: skip
BY_ID = {action.id: action for action in ACTIONS}


def reasons() -> list[dict[str, str]]:
    return [{"id": name, "title": texts.REASONS[name]} for name in REASON_NAMES[1:]]


def findings() -> list[dict[str, str]]:
    return [{"id": name, "title": words.finding_text(code)} for name, code in FINDING_CODES.items()]
