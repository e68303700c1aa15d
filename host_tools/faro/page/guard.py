"""Who may talk to the page: right host, right origin, right token; and what a browser may load.

A page on another site must not reach this one (DNS rebinding), and another user of this machine
must not press its buttons: the token is in the address that was opened, behind the #.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import socket
from dataclasses import dataclass, field
from urllib.parse import urlsplit

_LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


@dataclass(frozen=True)
class Guard:
    """For one page: where it listens, and the token that its address carries."""

    host: str
    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def is_local(self) -> bool:
        """Only this machine can reach it."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def url(self) -> str:
        host = "127.0.0.1" if self._is_everywhere else self.host
        host = f"[{host}]" if ":" in host else host
        return f"http://{host}:{self.port}/#token={self.token}"

    @property
    def _is_everywhere(self) -> bool:
        return self.host in ("0.0.0.0", "::")

    def is_host(self, host: str | None) -> bool:
        """Whether the Host header names this page; a name that somebody else made does not."""
        try:
            parts = urlsplit(f"//{host}")
            name, port = parts.hostname or "", parts.port
        except ValueError:
            return False
        if port != self.port:
            return False
        names = {*(n.strip("[]") for n in _LOCAL_NAMES), self.host, socket.gethostname()}
        if name in names:
            return True
        return self._is_everywhere and _is_address(name)

    def is_origin(self, origin: str | None, host: str | None) -> bool:
        """A browser says where a script came from: only from this very page."""
        return origin is not None and origin == f"http://{host}"

    def is_token(self, token: str | None) -> bool:
        return hmac.compare_digest((token or "").encode(), self.token.encode())


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
