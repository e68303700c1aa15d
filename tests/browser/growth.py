"""What a tab costs: nodes of its document and bytes of its heap, after a collection."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import CDPSession, Page


@dataclass(frozen=True)
class Cost:
    nodes: int
    heap_bytes: int
    listeners: int


def session(page: Page) -> CDPSession:
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable")
    return cdp


def cost(cdp: CDPSession) -> Cost:
    for _ in range(2):  # what the first one sets free may hold what the second one takes
        cdp.send("HeapProfiler.collectGarbage")
    found = {row["name"]: row["value"] for row in cdp.send("Performance.getMetrics")["metrics"]}
    return Cost(int(found["Nodes"]), int(found["JSHeapUsedSize"]), int(found["JSEventListeners"]))
