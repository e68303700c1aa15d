"""What docs/architecture.md has from the source itself: the picture and the map of memory."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from boards.layout import CHECKOUT, board_facts, load_layout
from faro.docs.marks import renewed, table
from faro.docs.wiring import BOARDS

_ROOMS = ("cards", "shuffler", "rounds", "ruling", "jackpot")
_TABLES_SHARE = 0.023  # of the area that the linker leaves: the collector's own tables


def architecture_markdown() -> str:
    return renewed("docs/architecture.md", picture=_picture(), memory=_memory())


@cache
def package_edges(source: Path = CHECKOUT) -> dict[str, set[str]]:
    """Each package of the firmware, and the boards, with the packages that their files import."""
    top = source / "firmware"
    edges: dict[str, set[str]] = {}
    for path in sorted(top.rglob("*.py")):
        parts = path.relative_to(top).with_suffix("").parts
        owner = parts[0].removesuffix("_rows")
        if owner == "__init__":
            continue
        found = edges.setdefault(owner, set())
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                names = node.module.split(".")[1:] or [alias.name for alias in node.names]
                if node.module.startswith("firmware"):
                    found.add(names[0].removesuffix("_rows"))
        found.discard(owner)
    return edges


def longest_only(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    """Without the edges that a longer way stands for, so that a picture can be read."""

    def reach(start: str) -> set[str]:
        return {start}.union(*(reach(to) for to in edges.get(start, ())))

    return {
        owner: {to for to in targets if not any(to in reach(o) for o in targets - {to})}
        for owner, targets in edges.items()
    }


def _picture() -> str:
    edges = longest_only(package_edges())
    boards = [name for name in edges if (CHECKOUT / "firmware" / f"{name}.py").is_file()]
    services = [name for name in edges if name not in (*_ROOMS, *boards)]
    lines = ["```mermaid", "graph TD"]
    for title, names in (("boards", boards), ("rooms", _ROOMS), ("services", services)):
        lines.append(f"  subgraph {title}")
        lines += [f"    {name}" for name in sorted(names)]
        lines.append("  end")
    lines += [f"  {owner} --> {to}" for owner in sorted(edges) for to in sorted(edges[owner])]
    return "\n".join([*lines, "```"])


def _memory() -> str:
    layouts = {board: load_layout(board) for board in BOARDS}
    names = list(dict.fromkeys(name for item in layouts.values() for name in item.regions))
    rows = [["flash and memory, kB", *BOARDS, "what is there"]]
    for name in names:
        sizes = [
            str(layout.regions[name].size_bytes // 1024) if name in layout.regions else "–"
            for layout in layouts.values()
        ]
        rows.append([name, *sizes, _CONTENTS.get(name, "")])
    heaps = [board_facts(b)["chip"]["gc_area_bytes"] * (1 - _TABLES_SHARE) / 1000 for b in BOARDS]
    rows.append(["heap", *(f"{heap:.0f}" for heap in heaps), _CONTENTS["heap"]])
    return table(*rows)


_CONTENTS = {
    "base": "MicroPython, boot loader, machine code and tables: written once by UF2",
    "slot_a": "one signed image: all modules of the board as a ROMFS, executed in place",
    "slot_b": "the same image once it is proved, or the next one while it is received",
    "journal": "the ring of records",
    "frames": "the ring of refused cards' pictures",
    "pictures": "the ring of refused cards' pictures",
    "templates": "two sets of templates, old and new",
    "heap": "objects only: code and constant tables stay in flash",
}
