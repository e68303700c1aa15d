"""What is known of the table: the hub's messages, put together as a browser's tab does it."""

from __future__ import annotations

from typing import Any

from faro.page.scene import merge

Data = dict[str, Any]
MOST_EVENTS = 500
GROUPS = ("", "money", "cards", "machine", "ruling", "trust", "board")  # of the log; "": all


class State:
    """`take` one message after the other."""

    def __init__(self) -> None:
        self.hello: Data = {}
        self.view: Data = {}
        self.scene: Data = {}
        self.events: list[Data] = []
        self.person: str | None = None
        self.role = ""
        self.last: Data = {}  # the last answer
        self.yaml = ""
        self.group = ""  # of the events that are shown

    def take(self, message: Data) -> None:
        kind = message["kind"]
        if kind == "hello":
            self.hello = message
        elif kind == "view":
            self.view |= message["sections"]
        elif kind == "scene":
            merge(self.scene, {key: value for key, value in message.items() if key != "kind"})
        elif kind == "events":
            before = [] if message["is_history"] else self.events
            self.events = [*before, *message["events"]][-MOST_EVENTS:]
        elif kind == "login":
            self.person, self.role = message["person"], message["role"]
        elif kind == "done":
            self.last = message
        elif kind == "recording":
            self.yaml = message["yaml"]

    # -- short ways to what is often looked at ---------------------------------------------

    @property
    def is_simulated(self) -> bool:
        return bool(self.hello.get("is_simulated"))

    @property
    def boards(self) -> Data:
        return self.view.get("boards", {})

    @property
    def table(self) -> Data:
        return self.view.get("table", {})

    @property
    def jackpot(self) -> Data:
        return self.view.get("jackpot", {})

    @property
    def cases(self) -> list[Data]:
        """Questions first, then what still holds something up, the newest first."""
        return sorted(self.view.get("cases", []), key=lambda case: (_weight(case), -case["case"]))

    def seen(self, board: str) -> Data:
        """What a person sees of a simulated board."""
        return self.scene.get("boards", {}).get(board, {})

    def roles_of(self, action: str) -> list[str]:
        """Who is offered this; the board decides in the end."""
        rows: list[Data] = self.hello.get("actions", [])
        return [role for row in rows if row["id"] == action for role in row["roles"]]

    def log(self) -> list[Data]:
        """The events of the chosen group."""
        return [e for e in self.events if not self.group or e["group"] == self.group]


def has_open_step(case: Data) -> bool:
    return any(step["open"] and step["by"] for step in case.get("steps", []))


def _weight(case: Data) -> int:
    return 0 if case.get("ask") else 1 if has_open_step(case) else 2
