"""One board as the table program has it: a port that may go away, sessions, and its events."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from faro.wire.client import Client
from faro.wire.conversation import Last
from faro.wire.dictionary import Fields
from faro.wire.errors import FaroError, NoAnswer, PortError
from faro.wire.events import Event
from faro.wire.keys import DeviceKeys

GONE = (PortError, NoAnswer)  # the link is down: everything else is a board that answers
_CLOCK_S = 1  # a board's clock may be so much off
_SUPERVISOR_SENDER = 0x82  # another sender on the same port: both sessions stay open


class Link:
    """`open_client` opens the port; the table's session is opened with it, the clock set."""

    def __init__(
        self,
        open_client: Callable[[], Client],
        keys: DeviceKeys,
        utc_s: Callable[[], float] = time.time,
    ) -> None:
        self._open_client = open_client
        self._keys = keys
        self._utc_s = utc_s
        self._client: Client | None = None

    @property
    def client(self) -> Client:
        """The open port; raises one of GONE."""
        if self._client is None:
            client = self._open_client()
            try:
                client.open_session(self._keys, "table")
                self._set_clock(client)
            except FaroError:
                client.close()
                raise
            self._client = client
        return self._client

    def _set_clock(self, client: Client) -> None:
        """Times of both boards say which of their rounds belong together."""
        utc_s = int(self._utc_s())
        if abs(client.status()["utc_s"] - utc_s) > _CLOCK_S:
            client.request("TIME", utc_s=utc_s)

    def drop(self) -> None:
        """The port has gone away; the next use opens it again."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def request(self, name: str, **fields: Any) -> Fields:
        return self.client.request(name, **fields).fields

    def events(self, after: Last) -> Iterator[Event]:
        return self.client.events(after)

    def as_supervisor(self, keys: DeviceKeys, name: str, **fields: Any) -> Fields:
        """One request by the supervisor, on the same port."""
        person = Client(self.client.transport, self.client.protocol.address)
        person.protocol.own = _SUPERVISOR_SENDER
        person.open_session(keys, "supervisor")
        answer = person.request(name, **fields).fields
        person.close_session()
        return answer
