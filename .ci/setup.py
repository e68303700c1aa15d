"""Installs the pinned packages into .venv, on one line of progress; errors are shown whole."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

LOCK = Path(".ci/requirements.lock")
PIP = [".venv/bin/python", "-m", "pip", "--disable-pip-version-check", "--no-input"]
LEAST = (3, 11)


def main() -> None:
    """Make .venv, fill it, install Faro itself."""
    if sys.version_info < LEAST:
        sys.exit("Faro needs Python %d.%d or newer, not %d.%d" % (*LEAST, *sys.version_info[:2]))
    started_s = time.monotonic()
    if not Path(".venv/bin/python").exists():
        run([sys.executable, "-m", "venv", ".venv"], "making .venv")
    wanted = sum("==" in line for line in LOCK.read_text().splitlines())
    run(
        [*PIP, "install", "--progress-bar", "off", "--require-hashes", "-r", str(LOCK)],
        f"installing {wanted} pinned packages into .venv",
        wanted,
    )
    run([*PIP, "install", "--no-deps", "--no-build-isolation", "-e", "."], "installing faro")
    show(f"set up in {time.monotonic() - started_s:.0f} s")
    print(flush=True)


def run(command: list[str], doing: str, wanted: int = 0) -> None:
    """Run one command quietly; if it fails, say what it said but its warnings."""
    show(doing + " …")
    if not sys.stdout.isatty():
        print(flush=True)
    heard: list[str] = []
    seen = 0
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            heard.append(line)
            if wanted and line.startswith(("Collecting ", "Requirement already satisfied: ")):
                seen = min(seen + 1, wanted)
                if sys.stdout.isatty():
                    show(f"{doing} … {seen}")
    if process.returncode:
        print()
        said = [line for line in heard if not line.startswith("WARNING: ")]
        sys.stderr.write("".join(said[-20:]))
        sys.exit(f"{doing}: failed")


def show(words: str) -> None:
    """The one line, written over itself on a terminal."""
    print(f"\r\x1b[K{words}" if sys.stdout.isatty() else words, end="", flush=True)


if __name__ == "__main__":
    main()
