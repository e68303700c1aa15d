"""Pages written by hand, with parts between marks that are made from the tables."""

from __future__ import annotations

from boards.layout import CHECKOUT


def renewed(page: str, **parts: str) -> str:
    """The whole page, with what is between the marks of each part made anew."""
    text = (CHECKOUT / page).read_text("utf-8")
    for name, made in parts.items():
        begin, end = f"<!-- {name}: made by `make docs` -->\n", f"<!-- end of {name} -->\n"
        before, _, rest = text.partition(begin)
        _old, mark, after = rest.partition(end)
        if not mark:
            raise ValueError(f"{page} has no marks for {name}")
        text = before + begin + "\n" + made.strip("\n") + "\n\n" + end + after
    return text


def table(*rows: list[str]) -> str:
    """The first row is the head."""
    head, *lines = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, "|" + "---|" * len(rows[0]), *lines])
