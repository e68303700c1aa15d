"""pyserial URL handler fd://N: adopts an open pty master, so that a peer needs no relay."""

# pyright: reportUnknownMemberType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import os

import serial


class Serial(serial.Serial):
    """Everything but opening is pyserial's own."""

    def open(self) -> None:
        self.fd = int(str(self.portstr).removeprefix("fd://"))
        os.set_blocking(self.fd, False)
        self._reconfigure_port(force_update=True)
        self.pipe_abort_read_r, self.pipe_abort_read_w = os.pipe()
        self.pipe_abort_write_r, self.pipe_abort_write_w = os.pipe()
        self.is_open = True
