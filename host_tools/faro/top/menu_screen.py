"""A menu over the screen: words, and lines to choose from by arrows, or by a line's own key."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from faro.top.wants import Item, Menu, Want


class MenuScreen(ModalScreen[Want | None]):
    """Ends with what was chosen; Escape chooses nothing."""

    CSS = """
    MenuScreen { align: center middle; background: transparent; }
    #box { width: 76; max-width: 100%; height: auto; max-height: 100%; border: round ansi_default;
           background: ansi_default; padding: 0 1; border-title-style: bold; }
    #above { height: auto; max-height: 40vh; margin: 0 0 1 0; }
    #words { height: auto; }
    #items { height: auto; max-height: 45vh; border: none; background: ansi_default; padding: 0; }
    .long #items { max-height: 85vh; }
    #items:focus { border: none; }
    #items > .option-list--option-highlighted { text-style: reverse; background: ansi_default;
                                                color: ansi_default; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "leave", show=False),
    ]

    def __init__(self, menu: Menu) -> None:
        super().__init__()
        self._menu = menu

    def compose(self) -> ComposeResult:
        with Vertical(id="box") as box:
            box.border_title = self._menu.title
            box.border_subtitle = "Esc leaves"
            box.set_class(not self._menu.words, "long")
            if self._menu.words:
                with VerticalScroll(id="above", can_focus=False):
                    yield Static(self._words(), id="words")
            options = OptionList(*map(_option, self._menu.items), id="items", compact=True)
            options.display = bool(self._menu.items)
            yield options

    def _words(self) -> Content:
        first, *others = self._menu.words
        return Content("\n").join([Content.styled(first, "bold"), *map(Content, others)])

    def on_mount(self) -> None:
        options = self.query_one(OptionList)
        options.focus()
        options.highlighted = 0 if self._menu.is_chosen_first and self._menu.items else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._menu.items[event.option_index].then)

    def on_key(self, event: Key) -> None:
        for item in self._menu.items:
            if item.key and event.character == item.key:
                event.stop()
                self.dismiss(item.then)
                return

    def action_leave(self) -> None:
        self.dismiss(None)


def _option(item: Item) -> Option:
    sign = Content.assemble((item.key, "bold"), "  ") if item.key else Content("")
    return Option(sign + Content(item.label))


class PassphraseScreen(ModalScreen[str | None]):
    """The passphrase of a key file, unseen."""

    AUTO_FOCUS = "#secret"
    CSS = """
    PassphraseScreen { align: center middle; background: transparent; }
    #box { width: 60; height: auto; border: round ansi_default; background: ansi_default;
           padding: 0 1; }
    #secret { border: none; height: 1; padding: 0; background: ansi_default; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "leave", show=False)]

    def __init__(self, person: str) -> None:
        super().__init__()
        self._person = person

    def compose(self) -> ComposeResult:
        with Vertical(id="box") as box:
            box.border_title = f"Passphrase of {self._person}"
            yield Input(password=True, id="secret")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()  # it is for nobody else
        self.dismiss(event.value)

    def action_leave(self) -> None:
        self.dismiss(None)
