"""Puts `faro top` together: a terminal, the boards, the page's hub, one viewer of it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from faro.console import print_json
from faro.page.core import Core, TableOptions, opened
from faro.page.desk import Desk
from faro.page.viewer import Viewer
from faro.top.app import Top
from faro.wire.errors import BadInput, FaroError, NoAnswer
from faro.wire.simulators import running

_LOOK_S = 30.0  # a desk has looked at both boards long before
_LOOK_AGAIN_S = 0.1


def run(options: TableOptions, is_json: bool) -> None:
    """Until q or Ctrl-C; the terminal is as before, and nothing is left running."""
    if not is_json and not _is_terminal():
        raise BadInput("faro top needs a terminal; 'faro table' opens the same in a browser")
    if options == TableOptions(seed=options.seed):
        options = running_table() or options
    with opened(options) as core:
        own_role = "table" if core.hub.scene is not None else ""
        viewer = Viewer(own_role, needs_login=False, is_quiet=False)
        if is_json:
            print_json(_sections(core, viewer))
            return
        app = Top(core.hub, viewer, lambda: core.follow(lambda: app.exit()))
        app.run(mouse=False)  # the terminal's own marking and copying stay
    if core.failure or app.failure:
        raise FaroError(core.failure or app.failure)
    if app.return_code:
        sys.exit(app.return_code)


def _is_terminal() -> bool:
    """One that can be drawn on; textual writes to the last of the three."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream.isatty() for stream in streams) and os.environ.get("TERM") != "dumb"


def _sections(core: Core, viewer: Viewer) -> dict[str, Any]:
    """What this viewer may see, as soon as every board was looked at."""
    desk = core.hub.desk
    assert desk is not None
    until_s = time.monotonic() + _LOOK_S
    while not _is_looked_at(desk):
        if time.monotonic() > until_s:
            raise NoAnswer("a board does not answer any more")
        time.sleep(_LOOK_AGAIN_S)
    viewer.put_sections(desk.view())
    (message,) = viewer.take(with_view=True)
    return message["sections"]


def _is_looked_at(desk: Desk) -> bool:
    boards = desk.view().get("boards", {})
    return bool(boards) and all(board["is_there"] for board in boards.values())


def running_table() -> TableOptions | None:
    """The boards of a simulator that runs here, where its keys lie beside its links."""
    found = {port.kind: Path(port.link) for port in running() if port.link}
    if "shoe" not in found:
        return None
    keys = found["shoe"].parent / "keys"
    if not (keys / "shoe/table.keys").is_file():
        return None
    meter = found.get("meter")
    is_same = meter is not None and meter.parent == found["shoe"].parent
    return TableOptions(str(found["shoe"]), str(meter) if is_same else None, keys)
