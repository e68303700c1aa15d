"""The campaign's report: table for people, JSON for programs, contact sheets to look at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from hw_sim.reader import LINES, PIX
from tests.proofs.recognition.campaign import Results
from tests.proofs.recognition.tasks import Count, Kept

# what a single sensor must read in one pass, in percent
GOALS = {1: 99.9, 2: 98.5, 3: 85.0}
_PER_ROW = 12
_CAPTION = 24


def bound(count: Count) -> float:
    """Upper 95 % bound of the misread rate; the rule of three when there was none."""
    if count.reads == 0:
        return 1.0
    return (3.0 if count.wrong == 0 else count.wrong + 2 * count.wrong**0.5 + 3) / count.reads


def percent(count: Count) -> float:
    return 100 * count.right / max(1, count.reads)


def as_json(results: Results) -> dict[str, Any]:
    def rows(counts: dict[int, Count]) -> dict[str, Any]:
        return {str(sev): _row(count) for sev, count in sorted(counts.items())}

    return {
        "seed": results.seed,
        "is_patched": results.is_patched,
        "designs": results.designs,
        "turned_away": results.turned_away,
        "single": rows(results.single),
        "single_after_one_refeed": rows(results.refed),
        "pair": rows(results.pair),
        "pair_after_one_refeed": rows(results.pair_refed),
        "per_design": {name: rows(counts) for name, counts in sorted(results.per_design.items())},
        "others": {truth: _row(count) for truth, count in sorted(results.others.items())},
        "wrong": results.wrong,
    }


def _row(count: Count) -> dict[str, Any]:
    return {
        "reads": count.reads,
        "right": count.right,
        "refused": count.refused,
        "wrong": count.wrong,
        "patched": count.patched,
        "patched_right": count.patched_right,
        "bound_95": bound(count),
        "reasons": dict(count.reasons.most_common()),
    }


def as_text(results: Results) -> str:
    lines = [f"designs: {len(results.designs)} ({', '.join(results.designs)})"]
    for name, why in sorted(results.turned_away.items()):
        lines.append(f"turned away: {name}: {'; '.join(why)}")
    for title, counts in (
        ("single sensor, one pass", results.single),
        ("single sensor, one re-feed", results.refed),
        ("pair, one pass", results.pair),
        ("pair, one re-feed", results.pair_refed),
    ):
        lines.append(f"\n{title:28}    reads      read  refused  wrong   wrong at most (95 %)")
        for sev, count in sorted(counts.items()):
            is_goal = counts is results.single and not results.is_patched
            goal = f"  (goal {GOALS[sev]} %)" if is_goal else ""
            lines.append(
                f"  severity {sev}                {count.reads:9} {percent(count):8.3f} % "
                f"{count.refused:7} {count.wrong:6}   {bound(count):.1e}{goal}"
            )
        total = Count()
        for count in counts.values():
            total.add(count)
        lines.append(f"  all                       {total.reads:9} {percent(total):8.3f} % "
                     f"{total.refused:7} {total.wrong:6}   {bound(total):.1e}")  # fmt: skip
    if results.others:
        lines.append("\nnot cards of the pack           tries  taken for a card   at most (95 %)")
        for truth, count in sorted(results.others.items()):
            note = "   (left to the path sensors)" if truth == "TWO" else ""
            lines.append(
                f"  {truth:26} {count.reads:9} {count.wrong:12}   {bound(count):.1e}{note}"
            )
    lines += ["", *results.wrong] if results.wrong else []
    return "\n".join(lines)


def is_met(results: Results) -> bool:
    """Whether the goals hold: no misread, read rates, non-cards."""
    single_ok = all(
        count.wrong == 0 and (results.is_patched or percent(count) >= GOALS[sev])
        for sev, count in results.single.items()
    )
    others_ok = all(
        count.wrong * 10_000 <= count.reads
        for truth, count in results.others.items()
        if truth != "TWO"
    )
    return single_ok and others_ok


def write(results: Results, folder: Path) -> None:
    """Report and contact sheets into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "recognition.json").write_text(json.dumps(as_json(results), indent=1) + "\n")
    (folder / "recognition.txt").write_text(as_text(results) + "\n")
    sheet(results.hardest, folder / "hardest_accepted.png")
    sheet(results.refused, folder / "refused.png")
    sheet(results.mistaken, folder / "mistaken.png")


def sheet(kept: list[Kept], path: Path) -> None:
    """Frames in rows, upright, with what they are."""
    if not kept:
        path.unlink(missing_ok=True)
        return
    rows = -(-len(kept) // _PER_ROW)
    image = Image.new("L", (_PER_ROW * (LINES + 6), rows * (PIX + _CAPTION)), 128)
    draw = ImageDraw.Draw(image)
    for i, one in enumerate(kept):
        x, y = i % _PER_ROW * (LINES + 6), i // _PER_ROW * (PIX + _CAPTION)
        frame = np.frombuffer(one.green, np.uint8).reshape(LINES, PIX)
        image.paste(Image.fromarray(np.ascontiguousarray(frame.T)), (x, y))
        words = one.label.split(" ")
        draw.text((x, y + PIX), " ".join(words[:2])[:17], fill=255)
        draw.text((x, y + PIX + 11), one.label.rpartition(": ")[2][:17], fill=255)
    image.save(path)
