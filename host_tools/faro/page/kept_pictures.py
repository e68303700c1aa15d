"""Pictures that the shoe itself has kept of refused cards, fetched in pieces between other work.

A picture is some 75 requests, so each turn makes a few of them.  Fetched are the newest ones, each
once by its number; of these the oldest first, because a film strip begins with what came last.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from typing import Any

from faro.cards.service_pictures import Picture, head_of, number_in, picture_of
from faro.wire.client import Client
from faro.wire.errors import FaroError, Refused
from faro.words.cards import reason_text
from firmware.cards.codes import name_of
from firmware.cards.picture_ring import PICTURE_BYTES
from firmware.cards.rows import MESSAGES, MSG_GET_FRAME
from firmware.core.rows import ROLE_NAMES

Data = dict[str, Any]
MOST_SHOWN = 12  # so many the film strip holds
_PIECE = 8  # requests in one turn: about as long as one look at the boards
_BRINGING = ("CARD_REFUSED", "CONTRADICTION", "CARD_DOUBLED")
_ROLES: int = next(row[3] for row in MESSAGES if row[0] == MSG_GET_FRAME)
READERS = tuple(name for bit, name in ROLE_NAMES if _ROLES & bit)


class KeptPictures:
    """`take` hears of new ones, `turn` makes a few requests; `show` gets each whole picture."""

    def __init__(self, show: Callable[[Data], None]) -> None:
        self._show = show
        self._is_due = True
        self._is_refused = False  # a round is in play, or the session is over: asked again later
        self._age = 0
        self._todo: list[tuple[int, bytes]] = []  # age and head, the newest first
        self._data = bytearray()
        self._known: set[int] = set()

    def take(self, event_name: str) -> None:
        """Something happened at the shoe: new pictures may be there, or a round may be over."""
        self._is_refused = False
        if event_name in _BRINGING:
            self._begin()

    def retry(self) -> None:
        """Somebody else is there to ask for them."""
        self._is_refused = False

    def turn(self, client: Client) -> bool:
        """A few requests; False when there is nothing to do now."""
        if self._is_refused or not self._is_due:
            return False
        try:
            for _ in range(_PIECE):
                if self._is_due:
                    self._step(client)
        except Refused:
            self._is_refused = True
            self._begin()
        return self._is_due

    def _begin(self) -> None:
        """From the newest one: a new picture makes all others one older."""
        self._is_due = True
        self._age = 0
        self._todo.clear()
        self._data.clear()

    def _step(self, client: Client) -> None:
        """One request: heads until one is known, then the pictures from the oldest of them."""
        if self._age < MOST_SHOWN:
            self._look(client)
        elif self._todo:
            self._fetch(client)
        else:
            self._is_due = False

    def _look(self, client: Client) -> None:
        head = head_of(client, self._age)
        if head is None or number_in(head) in self._known:
            self._age = MOST_SHOWN
        else:
            self._todo.append((self._age, head))
            self._age += 1

    def _fetch(self, client: Client) -> None:
        age, head = self._todo[-1]
        asked = {"frame": age, "offset": len(self._data)}
        self._data += client.request("GET_FRAME", **asked).fields["data"]
        if len(self._data) < PICTURE_BYTES:
            return
        try:
            shown = message_of(picture_of(head, self._data))
        except FaroError:
            if head_of(client, age) != head:
                self._begin()  # a new one has come meanwhile: this age is another picture now
                return
            shown = None  # damaged in flash, as `faro service frames` says
        self._known.add(number_in(head))
        self._todo.pop()
        self._data.clear()
        if shown is not None:
            self._show(shown)


def message_of(picture: Picture) -> Data:
    """As the page shows it: one end of a card, and why it was kept."""
    image = io.BytesIO()
    picture.green_image().save(image, "PNG")
    url = f"data:image/png;base64,{base64.b64encode(image.getvalue()).decode()}"
    reason = reason_text(picture.reason)
    return {
        "number": picture.number,
        "place": "kept",
        "camera": picture.camera,
        "card": name_of(picture.reading),
        "text": f"position {picture.position}, camera {picture.camera}: {reason}",
        "is_refused": True,
        "clearness": reason,
        "a": url if picture.camera == "A" else "",
        "b": url if picture.camera == "B" else "",
    }
