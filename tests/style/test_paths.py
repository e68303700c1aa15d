"""Every file, folder, module and make target that a document names is there."""

from __future__ import annotations

import re
from pathlib import Path

import click

from faro.cli import main
from tests.style.imports import ROOT, texts

# what is not in git, or stands for something else
MADE = re.compile(r"\.cache|\.venv|^dist/|^ports/|^/|\.ci/|^seeds/")
TOPS = ("", "firmware", "host_tools", "host_tools/faro", "hw_sim", "tests", "tests/style", "boards")
HISTORY = {"docs/CHANGES.md"}  # tells of what is gone

PATH = re.compile(r"(?<![\w/.-])(?:firmware|host_tools|hw_sim|tests|boards|docs)/[\w./*-]*\w")
TICKED = re.compile(r"`([\w.*-]+(?:/[\w.*-]+)+/?)`")
FILE = re.compile(r"`(\w+\.(?:py|md|toml))`")
LINK = re.compile(r"\]\((?!http)([\w./-]+)(?:#[\w-]+)?\)")
MODULE = re.compile(r"python -m ([\w.]+)")
TARGET = re.compile(r"`make ([a-z0-9-]+)")
COMMAND = re.compile(r"(?:`|bin/|^|  )faro ([a-z][a-z-]+)(?: ([a-z][a-z-]+))?", re.MULTILINE)

PAGES = [(name, text) for name, text in texts() if name.endswith(".md") and name not in HISTORY]
KNOWN = {Path(name).name for name, _ in texts()} | {
    path.name for path in (ROOT / "docs").iterdir()
}


def is_there(path: str, page: str) -> bool:
    """From the project's folder, one of its parts, or the page's own folder; .py may be missing."""
    path = path.rstrip("/")
    for top in (*TOPS, str(Path(page).parent)):
        folder = ROOT / top
        if any(any(folder.glob(name)) for name in (path, f"{path}.py", f"{path}*")):
            return True
    return False


def test_paths__named_in_documents__exist() -> None:
    lost = [
        f"{page}: {path}"
        for page, text in PAGES
        for path in {*PATH.findall(text), *TICKED.findall(text)}
        if not MADE.search(path) and not is_there(path, page)
    ]
    assert sorted(lost) == []


def test_paths__files_named_alone__exist_somewhere() -> None:
    lost = [f"{page}: {f}" for page, text in PAGES for f in FILE.findall(text) if f not in KNOWN]
    assert lost == []


def test_paths__links__lead_somewhere() -> None:
    lost = [
        f"{page}: {link}"
        for page, text in PAGES
        for link in LINK.findall(text)
        if not (ROOT / page).parent.joinpath(link).exists()
    ]
    assert lost == []


def test_paths__modules_and_targets__exist() -> None:
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    lost: list[str] = []
    for page, text in PAGES:
        lost += [f"{page}: make {name}" for name in TARGET.findall(text) if name not in targets]
        for module in MODULE.findall(text):
            path = module.replace(".", "/")
            if not is_there(path, page) and module != "pytest":
                lost.append(f"{page}: {module}")
    assert lost == []


def test_paths__commands__exist() -> None:
    context = click.Context(main)
    lost: list[str] = []
    for page, text in PAGES:
        for name, below in COMMAND.findall(text):
            command = main.get_command(context, name)
            is_group = isinstance(command, click.Group)
            if command is None or (is_group and below and not command.get_command(context, below)):
                lost.append(f"{page}: faro {name} {below}")
    assert lost == []
