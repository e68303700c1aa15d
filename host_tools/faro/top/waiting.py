"""What waits for people, the most pressing first: questions, open steps, a hit, faults.

The words are the page's; what can be done about each is an item of the menu behind Enter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from faro.top.state import Data, State, has_open_step
from faro.top.wants import Ask, Item, Menu, Say, act
from faro.words.jackpot import CLASSES
from faro.words.money import dollars

OPEN_MARK = "[ ]"
_SEATS = (1, 2, 3, 4, 5, 6, 7)
_CLAIMS = ("", "royal", "straight", "four", "full", "flush")  # as CLASSES, for the action


@dataclass(frozen=True)
class Matter:
    """`words` are read aloud or to the point; `about` and `steps` stand below them."""

    head: str
    words: str
    about: str = ""
    steps: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    is_bad: bool = False
    by: tuple[str, ...] = ()  # who may do it, where that is said

    def roles(self, state: State) -> list[str]:
        """Who may do something about it."""
        if self.by:
            return list(self.by)
        asks = [item.then.request for item in self.items if isinstance(item.then, Ask)]
        return list({role: None for ask in asks for role in state.roles_of(ask["act"])})


def matters(state: State) -> list[Matter]:
    found: list[Matter] = []
    for part in (_silent, _questions, _deed, _hits, _claims, _program, _rulings, _machine, _faults):
        found += part(state)
    return found


def menu(state: State) -> Menu | Say:
    """Everything that can be done about what waits, the first matter in full."""
    waiting = [matter for matter in matters(state) if matter.items]
    if not waiting:
        return Say("nothing waits for an answer")
    first, *others = waiting
    words = [first.words, first.about]
    logins = list(_logins(state, first))
    items = [*logins, *first.items]
    for matter in others:
        items += [Item(f"{matter.head}: {item.label}", item.then) for item in matter.items]
    return Menu(first.head, tuple(filter(None, words)), tuple(items), is_chosen_first=bool(logins))


def _logins(state: State, matter: Matter) -> Iterator[Item]:
    """One step to the role that is lacking."""
    roles = matter.roles(state)
    if state.role in roles:
        return
    people = state.hello.get("people", [])
    for person in sorted(people, key=lambda one: one["role"] != "supervisor"):
        if person["role"] in roles and person["role"] != "table":
            yield Item(f"Log in as {person['id']}", Ask({"login": person["id"]}))


# -- one kind of matter each -------------------------------------------------------------------


def _silent(state: State) -> Iterator[Matter]:
    for name, board in state.boards.items():
        if not board["is_there"]:
            text = f"The {name} does not answer."
            yield Matter(name, text, board.get("trouble", ""), is_bad=True)


def _about(case: Data) -> str:
    seat = f", seat {case['seat']}" if case["seat"] else ""
    return f"{case['finding']}{seat}, {case['when']}"


def _questions(state: State) -> Iterator[Matter]:
    for case in state.cases:
        if case.get("ask"):
            yield Matter(f"Question, case {case['case']}", case["ask"], _about(case),
                         items=tuple(_answers(state, case)))  # fmt: skip


def _answers(state: State, case: Data) -> Iterator[Item]:
    def answer(value: str | int) -> Ask:
        return act("answer", case=case["case"], fact=case["question"], value=value)

    if case["question"] == "whose":
        for seat in state.table.get("areas") or _SEATS:
            yield Item(f"Seat {seat}", answer(seat), str(seat))
        return
    for word in ("yes", "no"):
        told = [path["text"] for path in case.get("outcomes", [])
                if path["answers"].get(case["question"]) == (word == "yes")]  # fmt: skip
        follows = f": {told[0]}" if len(told) == 1 else ""
        yield Item(f"{word.capitalize()}{follows}", answer(word), word[0])


def _rulings(state: State) -> Iterator[Matter]:
    for case in state.cases:
        if case.get("ask") or not case.get("text"):
            continue
        is_now = case["round_number"] == state.table.get("round")
        if not has_open_step(case) and not is_now:
            continue
        also = f"; see also {case['also']}" if case.get("also") else ""
        about = _about(case) + also  # the rule itself is read aloud with the words
        yield Matter(f"Ruling, case {case['case']}", case["text"], about,
                     tuple(map(_step_line, case["steps"])), tuple(_ticks(case)),
                     by=tuple(_tickers(case)))  # fmt: skip


def _step_line(step: Data) -> str:
    mark = "   " if not step["by"] else OPEN_MARK if step["open"] else "[x]"
    return f"{mark} {step['number']} {_step_text(step)}"


def _step_text(step: Data) -> str:
    """With what it holds up, and who ticks it off."""
    if not step["open"] or not step["by"]:
        return step["text"]
    stops = f"; {step['stops']}" if step["stops"] else ""
    return f"{step['text'].rstrip('.')}{stops} ({' or '.join(step['by'])})"


def _ticks(case: Data) -> Iterator[Item]:
    for step in case["steps"]:
        if step["open"] and step["by"]:
            done = act("step_done", case=case["case"], step=step["number"])
            yield Item(f"Done: {_step_text(step)}", done, str(step["number"]))


def _tickers(case: Data) -> dict[str, None]:
    """The roles of the open steps, in their order."""
    steps = [step for step in case["steps"] if step["open"]]
    return {role: None for step in steps for role in step["by"]}


def _deed(state: State) -> Iterator[Matter]:
    deed = state.jackpot.get("deed")
    if deed:
        confirm = act("confirm", board=deed.get("board", "meter"), number=deed["number"])
        yield Matter("Two roles", f"An inspector must confirm: {deed['text']}",
                     f"asked by the {deed['asked_by']}",
                     items=(Item("Confirm", confirm, "c"),), by=("inspector",))  # fmt: skip


def _hits(state: State) -> Iterator[Matter]:
    pending = state.jackpot.get("pending")
    if not pending or state.jackpot.get("deed"):
        return
    lines: list[str] = []
    for win in pending:
        amount = dollars(win["amount_cents"]) if win["amount_cents"] is not None else ""
        lines.append(" ".join(filter(None, (f"seat {win['seat']}", win["hand"], amount))))
    items = (
        Item("Pay the winners", act("confirm_hit"), "p"),
        Item("The claims do not stand", act("cancel_hit"), "c"),
    )
    yield Matter("Jackpot", "; ".join(lines).capitalize(), pending[0]["state"], items=items)


def _claims(state: State) -> Iterator[Matter]:
    jackpot, hands = state.jackpot, state.table.get("hands", {})
    for seat in jackpot.get("winners", []):
        text = hands.get(str(seat), {}).get("text", "").lower()
        kind = next((n for n, name in enumerate(CLASSES) if n and name.lower() in text), 0)
        if kind and seat not in jackpot.get("claimed", []):
            claim = act("claim", seat=seat, hand=_CLAIMS[kind])
            yield Matter("Jackpot", f"Seat {seat} has a {CLASSES[kind]}",
                         items=(Item(f"Claim it for seat {seat}", claim, str(seat)),))  # fmt: skip


def _program(state: State) -> Iterator[Matter]:
    question = state.view.get("program", {}).get("question")
    if question:
        number, rounds = question
        items = [Item(f"Round {r}", act("choose_round", round=r)) for r in rounds]
        items.append(Item("None of them", act("choose_round", round=0)))
        text = f"Which round of the shoe is round {number} of the meter?"
        yield Matter("Rounds", text, items=tuple(items))


def _machine(state: State) -> Iterator[Matter]:
    machine = state.view.get("machine", {})
    if machine.get("is_calling"):
        cleared = Item("The way is clear", act("shuffle_cleared"), "c")
        yield Matter("Shuffling device", machine["trouble"] or "The device calls.",
                     machine["call"], items=(cleared,), is_bad=True)  # fmt: skip


def _faults(state: State) -> Iterator[Matter]:
    for name, board in state.boards.items():
        for fault in sorted(board["faults"], key=lambda row: row["severity"] == "warning"):
            clear = act("clear_fault", board=name, fault=fault["name"])
            yield Matter(f"{name} {fault['name']}", fault["text"], fault["clear"],
                         items=(Item(f"Clear {fault['name']}", clear),),
                         is_bad=fault["severity"] != "warning", by=tuple(fault["who"]))  # fmt: skip
