"""A contact sheet of frames as PNG: every frame as a person would hold the card."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from faro.cards.picture_folder import FrameFolder
from faro.wire.errors import FaroError

_LABEL = 12
_GAP = 3
_COLUMNS = 26


def upright(frame: bytes, lines: int, pix: int) -> Image.Image:
    """A frame as a picture: its lines are columns, so the index stands upright."""
    picture = Image.frombytes("L", (pix, lines), frame)
    return picture.transpose(Image.Transpose.TRANSPOSE)


def write_sheet(
    folder: FrameFolder,
    chosen: Sequence[int],
    out: Path,
    is_red: bool = False,
    labels: Sequence[str] | None = None,
) -> None:
    """The chosen frames in rows; `labels` beneath them, else truth and severity."""
    columns = min(_COLUMNS, len(chosen))
    rows = -(-len(chosen) // columns)
    cell_w, cell_h = folder.lines + _GAP, folder.pix + _LABEL + _GAP
    sheet = Image.new("L", (columns * cell_w + _GAP, rows * cell_h + _GAP), 70)
    pen = ImageDraw.Draw(sheet)
    for k, i in enumerate(chosen):
        x, y = _GAP + k % columns * cell_w, _GAP + k // columns * cell_h
        data = folder.red(i) if is_red else folder.green(i)
        sheet.paste(upright(data, folder.lines, folder.pix), (x, y))
        info = folder.frames[i]
        text = labels[k] if labels else f"{info.truth} {info.sev}{'e' * (info.kind == 'enrol')}"
        pen.text((x + 2, y + folder.pix), text, fill=255)
    try:
        sheet.save(out, "PNG")
    except OSError as error:
        raise FaroError(f"cannot write {out}: {error.strerror or error}") from None
