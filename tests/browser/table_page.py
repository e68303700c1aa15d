"""What a person does on the page, and what the page has been told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, expect

ASK = "async (message) => (await import('/static/js/socket.js')).request(message)"
STATE = "async (name) => (await import('/static/js/store.js')).state[name]"
SHARE = "async () => { window.shared = (await import('/static/js/store.js')).state; }"
TELL = "async (message) => (await import('/static/js/store.js')).take(message)"
PACE = "time x 3"  # of a table where a test plays: nobody needs to wait as long as at a real one


def script(name: str) -> str:
    """A function that runs inside the page."""
    return (Path(__file__).parent / "scripts" / name).read_text("utf-8").rstrip(";\n")


class TablePage:
    """One tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.add_init_script(script("deaf.js"))
        page.on("console", self._heard)
        page.on("pageerror", self._failed)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def _failed(self, error: Error) -> None:
        self.errors.append(str(error))

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.wait_for("hello", "(hello) => hello !== null")

    # -- by the page's own connection, to make a table ready --------------------------------

    def ask(self, **message: Any) -> dict[str, Any]:
        done: dict[str, Any] = self.page.evaluate(ASK, message)
        assert done["ok"], done
        return done

    def hand(self, line: str) -> dict[str, Any]:
        return self.ask(do=line)

    def act(self, name: str, **params: Any) -> dict[str, Any]:
        return self.ask(act=name, **params)

    def open_game(self, game: str, seats: list[int], equipment: str = "shoe") -> None:
        """A game with shuffled cards, ready for its first round."""
        self.act("open_table", game=game, seats=seats, equipment=equipment)
        if equipment == "shoe":
            self.hand("load shuffled")
            self.act("pack_loaded")
        else:
            self.hand("load shuffled in=tray")
            self.act("shuffle_start", mode="shuffle", decks=1)
            self.hand("time x 10")  # half a minute in which there is nothing to see
            self.wait_for("view", "(view) => view.machine.step === 'ready'")
            self.hand(PACE)
        self.wait_for("view", f"(view) => view.table.game === '{game}' && !view.table.shuffle_due")

    # -- what it knows -----------------------------------------------------------------------

    def state(self, name: str) -> Any:
        return self.page.evaluate(STATE, name)

    def view(self, section: str) -> Any:
        self.wait_for("view", f"(view) => view.{section}")
        return self.state("view")[section]

    def wait_for(self, name: str, is_so: str) -> None:
        """Until what the page was told fulfils a condition."""
        self.page.evaluate(SHARE)  # a promise would count as true
        self.page.wait_for_function(f"() => ({is_so})(window.shared.{name})")

    def tell(self, message: dict[str, Any]) -> None:
        """A message as if the server had sent it; after a view, the server's own are dropped."""
        if message["kind"] == "view":
            self.page.evaluate("window.isDeaf = true")
        self.page.evaluate(TELL, message)

    # -- what a person sees and presses --------------------------------------------------------

    def press(self, name: str, exact: bool = True) -> None:
        self.page.get_by_role("button", name=name, exact=exact).click()

    def switch(self, name: str) -> Locator:
        return self.page.get_by_role("switch", name=name, exact=True)

    def log_in(self, role: str) -> None:
        self.page.locator("#role-button").click()
        self.page.locator(".popover").get_by_role("button", name=f"Log in as {role}").click()
        expect(self.page.locator("#role-button")).to_have_text(role)

    def seat(self, number: int) -> Locator:
        return self.page.locator(f".seat[aria-label^='Seat {number}']")
