"""One browser tab: what it still has to be told, and as whom it looks.

Nothing is queued for ever: what is newer takes the place of what is older, so a tab that does not
read costs a bounded amount of memory and holds nobody up.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from faro.page.desk import Session
from faro.page.kept_pictures import READERS
from faro.page.scene import merge
from faro.page.sections import without_cards
from firmware.core.rows import KNOWING, ROLE_NAMES

Data = dict[str, Any]
KNOWING_ROLES = tuple(name for bit, name in ROLE_NAMES if KNOWING & bit)
_MOST_EVENTS = 500
_MOST_PICTURES = 12
_MOST_ANSWERS = 200
_ENDS = ("ROUND_CLOSED", "TABLE_OPENED", "PACK_IN_PLAY")


class Viewer:
    """`put_…` from the server's loop, `take` by the task that sends."""

    def __init__(self, own_role: str, needs_login: bool, is_quiet: bool) -> None:
        self.own_role = own_role  # without a login
        self.needs_login = needs_login
        self.is_quiet = is_quiet
        self.session: Session | None = None
        self.has_truth = False
        self.wake = asyncio.Event()
        self._answers: deque[Data] = deque(maxlen=_MOST_ANSWERS)
        self._sections: Data = {}
        self._scene: Data = {}
        self._events: list[Data] = []
        self._held: list[Data] = []  # of a round in play, for those who may not know yet
        self._is_history = False
        self._pictures: deque[Data] = deque(maxlen=_MOST_PICTURES)
        self._held_pictures: list[Data] = []

    @property
    def role(self) -> str:
        return self.session.role if self.session else self.own_role

    @property
    def is_knowing(self) -> bool:
        """May see cards that lie face down (docs/security.md)."""
        return self.role in KNOWING_ROLES

    @property
    def is_shown_anything(self) -> bool:
        return self.session is not None or not self.needs_login

    # -- from the server -------------------------------------------------------------------

    def put(self, message: Data) -> None:
        """An answer: these come first and in order."""
        self._answers.append(message)
        self.wake.set()

    def put_sections(self, sections: Data) -> None:
        if self.is_shown_anything and sections:
            self._sections |= sections
            self.wake.set()

    def put_events(
        self, events: list[Data], is_in_play: bool, is_history: bool = False
    ) -> None:
        """While cards lie face down the shoe's are held back from those who may not know them."""
        if not self.is_shown_anything:
            return
        if not is_in_play or self.is_knowing:
            events, self._held = [*self._held, *events], []
        else:
            hidden = events[_first_of_round(events) if is_history else 0 :]
            held = [event for event in hidden if event["board"] == "shoe"]
            self._held = [*self._held, *held][-_MOST_EVENTS:]
            events = [event for event in events if event not in held]
        if events:
            self._is_history |= is_history
            self._events = [*self._events, *events][-_MOST_EVENTS:]
            self.wake.set()

    def put_scene(self, news: Data, is_whole: bool = False) -> None:
        if self.is_quiet or not self.is_shown_anything:
            return
        if not self.has_truth:
            news = {key: value for key, value in news.items() if key != "truth"}
        if is_whole:
            self._scene = {}
        merge(self._scene, _copied(news))
        self.wake.set()

    def put_picture(self, picture: Data) -> None:
        is_open = self.has_truth if picture["place"] == "throat" else self.is_knowing
        if self.is_shown_anything and is_open and not self.is_quiet:
            self._pictures.append(picture)
            self.wake.set()

    def put_kept(self, pictures: list[Data], is_in_play: bool) -> None:
        """The shoe's own pictures, for those whom it would give them, when it would (A2)."""
        if self.role not in READERS or self.is_quiet:
            self._held_pictures = []
            return
        self._held_pictures = [*self._held_pictures, *pictures][-_MOST_PICTURES:]
        if self._held_pictures and (self.is_knowing or not is_in_play):
            self._pictures.extend(self._held_pictures)
            self._held_pictures = []
            self.wake.set()

    def forget(self) -> None:
        """Whoever was here has gone: what was meant for him is not for the next one."""
        if self.needs_login:
            self.has_truth = False
            self._sections, self._scene, self._events, self._held = {}, {}, [], []
            self._held_pictures = []
            self._pictures.clear()

    # -- for the sender --------------------------------------------------------------------

    def take(self, with_view: bool) -> list[Data]:
        """What is to be sent now."""
        found = list(self._answers)
        self._answers.clear()
        if with_view and self._sections:
            sections, self._sections = self._sections, {}
            if "table" in sections and not self.is_knowing:
                sections["table"] = without_cards(sections["table"])
            found.append({"kind": "view", "sections": sections})
        if self._events:
            is_history, self._is_history = self._is_history, False
            found.append({"kind": "events", "is_history": is_history, "events": self._events})
            self._events = []
        if self._scene:
            found.append({"kind": "scene", **self._scene})
            self._scene = {}
        while self._pictures:
            found.append({"kind": "picture", **self._pictures.popleft()})
        self.wake.clear()
        if self._sections:
            self.wake.set()  # the rest when its time has come
        return found


def _first_of_round(events: list[Data]) -> int:
    """Behind the last thing that happened before the cards of the round in play."""
    ends = [i for i, event in enumerate(events) if event["name"] in _ENDS]
    return ends[-1] + 1 if ends else 0


def _copied(value: Any) -> Any:
    """Dictionaries are merged into later: no viewer shares one with another."""
    if isinstance(value, dict):
        return {key: _copied(inner) for key, inner in value.items()}  # type: ignore[misc]
    return value
