"""Menus of what people can do: games, faults to make, mistakes, people, reports."""

from __future__ import annotations

from faro.top.state import Data, State
from faro.top.wants import Ask, Item, Menu, Prompt, Say, act, verb

_SEATS = (1, 2, 3, 4, 5, 6, 7)


def games(state: State) -> Menu:
    """A game, and then its seats in the prompt: those with an ante, or the first three."""
    antes = state.seen("meter").get("antes", [])
    seats = [seat for seat, is_there in zip(_SEATS, antes, strict=False) if is_there] or [1, 2, 3]
    text = ",".join(map(str, seats))
    items = [
        Item(game["name"], Prompt(f"open_table game={game['id']} seats={text} equipment=shoe"))
        for game in state.hello.get("games", [])
    ]
    if state.table.get("game"):
        items.append(Item("Close the table", act("close_table")))
    return Menu("Open the table", ("Which game?",), tuple(items))


def antes(state: State) -> Menu:
    items = tuple(Item(_chip(state, "ante", n), chip(state, "ante", n), str(n)) for n in _SEATS)
    return Menu("Ante", ("Place or take the chip of which seat?",), items)


def _chip(state: State, kind: str, seat: int) -> str:
    return f"Seat {seat}: {_move(state, kind, seat)}"


def _move(state: State, kind: str, seat: int) -> str:
    chips = state.seen("meter").get(f"{kind}s", [])
    return "take" if seat <= len(chips) and chips[seat - 1] else "place"


def chip(state: State, kind: str, seat: int) -> Ask:
    """Placed where there is none, taken where there is one."""
    return verb(f"{kind} {_move(state, kind, seat)} {seat}")


def faults(state: State) -> Menu:
    """What is broken, to be mended; then all that can break."""
    broken = {(row["id"], row["board"]) for row in state.scene.get("broken", [])}
    armed = {(row["id"], row["board"]) for row in state.scene.get("armed", [])}
    mend = [
        Item(f"{what} {board}: {id}", verb(f"fault {id} off board={board}"))
        for what, some in (("Mend", broken), ("Disarm", armed))
        for id, board in sorted(some)
    ]
    make = [
        Item(f"{board} {row['part']}: {row['effect']}", verb(f"fault {row['id']} board={board}"))
        for row in state.hello.get("faults", [])
        for board in row["boards"]
        if (row["id"], board) not in broken | armed
    ]
    return Menu("Break or mend", (), (*mend, *make))


def mend_all(state: State) -> Menu | Ask | Say:
    broken = [*state.scene.get("broken", []), *state.scene.get("armed", [])]
    if not broken:
        return Say("nothing is broken")
    asks = [verb(f"fault {row['id']} off board={row['board']}") for row in broken]
    if len(asks) == 1:
        return asks[0]
    names = [f"{row['board']}: {row['id']}" for row in broken]
    items = tuple(Item(name, ask) for name, ask in zip(names, asks, strict=True))
    return Menu("Mend", (), items)


def mistakes(state: State) -> Menu:
    items = [Item(row["title"], act("deal_mistake", kind=row["id"]))
             for row in state.hello.get("mistakes", [])]  # fmt: skip
    return Menu("Deal a round with a mistake", (), tuple(items))


def people(state: State) -> Menu:
    """Who can log in; a login is one role, and the next one takes its place."""
    items = [
        Item(f"Log in as {_name(person)}", Ask({"login": person["id"]}))
        for person in state.hello.get("people", [])
        if person["id"] != state.person and person["role"] != "table"
    ]
    if state.person is not None:
        items.insert(0, Item(f"Log out {state.person}", Ask({"logout": True})))
    return Menu("Log in", (f"You are {role_text(state)}.",), tuple(items))


def _name(person: Data) -> str:
    role = person["role"]
    return person["id"] if role in ("", person["id"]) else f"{person['id']} ({role})"


def role_text(state: State) -> str:
    if state.person is not None:
        is_same = state.person == state.role
        return state.role if is_same else f"{state.person} ({state.role})"
    return "the dealer" if state.role else "nobody yet"


def decisions(state: State) -> Menu | Say:
    """For the seat that is awaited, or for each in play."""
    table = state.table
    game = next((g for g in state.hello.get("games", []) if g["id"] == table.get("game")), None)
    if game is None or not game["decisions"]:
        return Say("nobody decides in this game" if game else "no table is open: open one first")
    seats = [table["awaited_seat"]] if table["awaited_seat"] else table["areas"]
    items = [
        Item(f"Seat {seat} {word}", act("decide", seat=seat, decision=word))
        for seat in seats
        for word in game["decisions"]
    ]
    return Menu("A player decides", (), tuple(items))


def reports(state: State) -> Menu:
    items = [Item(row["title"].capitalize(), Prompt(f"report finding={row['id']} "))
             for row in state.hello.get("findings", [])]  # fmt: skip
    return Menu("Report what people saw", ("Then add seat=3 where it was.",), tuple(items))


def withdrawals(state: State) -> Menu | Say:
    """The newest ruling that stands, with a reason."""
    ruled = [case for case in state.cases if case.get("text")]
    if not ruled:
        return Say("no ruling stands")
    newest = max(ruled, key=lambda case: case["case"])
    items = [
        Item(row["title"].capitalize(), act("withdraw", case=newest["case"], reason=row["id"]))
        for row in state.hello.get("reasons", [])
    ]
    title = f"Withdraw the ruling of case {newest['case']}"
    return Menu(title, (newest["text"],), tuple(items), is_chosen_first=False)


def shuffler(state: State) -> Menu:
    """The shuffling device."""
    decks = max(state.table.get("decks", 1), 1)
    items = [
        Item("Shuffle", act("shuffle_start", mode="shuffle", decks=decks)),
        Item("Sort", act("shuffle_start", mode="sort", decks=decks)),
        Item("Count the pack", act("shuffle_start", mode="verify", decks=decks)),
        Item("Deliver cards", Prompt("shuffle_deliver cards=")),
        Item("Abort and unload", act("shuffle_abort")),
    ]
    if state.is_simulated:
        items.insert(0, Item("Put a pack into its tray", verb(f"load order in=tray decks={decks}")))
        items.append(Item("Take what it offers", verb("take")))
        items.append(Item("Clear its way", verb("clear way")))
    text = state.view.get("machine", {}).get("step_text", "")
    return Menu("Shuffling device", (text,), tuple(items))


def health(state: State) -> Menu:
    """How the feed wears; there is nothing to choose."""
    lines = [
        f"{row['title']}: {row['value']} {row['unit']}, limit {row['limit']} {row['unit']}"
        + (f"; {row['forecast']}" if row["forecast"] else "")
        for row in state.view.get("health", [])
    ]
    notices: list[str] = state.view.get("program", {}).get("notices", [])
    return Menu("Health", (*lines, *notices[-5:]), ())
