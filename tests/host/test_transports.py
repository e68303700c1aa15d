"""Ports with nobody at their other end."""

from __future__ import annotations

import os
import tty

import pytest

from faro.wire import transports
from faro.wire.errors import PortError


@pytest.mark.skipif(os.name != "posix", reason="pseudo terminals")
def test_write__port_that_takes_no_bytes__gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transports, "WRITE_TIMEOUT_S", 0.05)
    far, near = os.openpty()
    tty.setraw(near)
    port = transports.SerialTransport(os.ttyname(near))
    try:
        with pytest.raises(PortError, match="takes no bytes"):
            port.write(bytes(1 << 20))
    finally:
        port.close()
        os.close(near)
        os.close(far)
