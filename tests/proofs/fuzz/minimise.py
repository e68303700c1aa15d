"""A failure's shortest list of steps: whatever is not needed for it is left out."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from tests.proofs.fuzz.steps import Step


def shortest(
    steps: Sequence[Step], still_fails: Callable[[Sequence[Step]], bool], limit_s: float
) -> list[Step]:
    """Leave out halves, quarters … single steps, as long as it fails in the same way."""
    due_s = time.monotonic() + limit_s
    kept = list(steps)
    size = len(kept) // 2
    while size:
        at = len(kept) - size  # from the end: the last step is mostly the one
        while at > -size and time.monotonic() < due_s:
            tried = kept[: max(at, 0)] + kept[at + size :]
            if tried and still_fails(tried):
                kept = tried
            at -= size
        size //= 2
    return kept
