"""Where made things are kept: `.cache` of a checkout, or the user's folder for caches."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from boards.layout import CHECKOUT


def cache_folder() -> Path:
    """$FARO_CACHE first; an installed package never writes beside its own files."""
    named = os.environ.get("FARO_CACHE")
    if named:
        return Path(named)
    if (CHECKOUT / "pyproject.toml").is_file():
        return CHECKOUT / ".cache"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "faro/Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/faro"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "faro"
