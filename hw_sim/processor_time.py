"""How much processor time a process has used: what a busy machine does not change."""

from __future__ import annotations

import os
import time
from pathlib import Path


def processor_s(pid: int) -> float:
    """User and system time so far; where the system does not tell, the clock on the wall."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return time.monotonic()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
