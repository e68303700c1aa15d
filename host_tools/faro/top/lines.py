"""The table in lines of text: boards, hands, jackpot, events.  Signs and words say all; colour
only helps, because a terminal may have none."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from faro.top.menus import role_text
from faro.top.state import Data, State
from faro.top.waiting import OPEN_MARK, Matter
from faro.words.money import dollars

_FLAGS = (
    ("is_stopped", "play is stopped"),
    ("is_void", "void"),
    ("last_round", "last round"),
    ("shuffle_due", "a shuffle is due"),
)
RESULTS = {"win": "wins", "lose": "loses", "stand_off": "stands off", "void": "is void"}
_RESULT_STYLES = {"win": "ansi_green", "lose": "ansi_red"}
_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
# what eight digits of seven segments show, as a person reads them
_FONT = {0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6", 0x07: "7",
         0x7F: "8", 0x6F: "9", 0x40: "-", 0x79: "E", 0x38: "L", 0x00: " "}  # fmt: skip
_DOT = 0x80
_SEVERITIES = {"": "", "warning": "ansi_yellow"}  # others are red

Part = str | tuple[str, str] | Content


def _joined(parts: list[Content], gap: str = "  ") -> Content:
    return Content(gap).join(part for part in parts if part.plain)


def title_line(state: State, width: int) -> Content:
    """Whether it is a simulation, its time, and who sits here."""
    left = " Faro "
    if state.is_simulated:
        scene = state.scene
        left += f" SIMULATION  x{scene.get('speed', 1):g}  {_clock(scene.get('now_ms', 0))}"
        left += "  TIME STANDS STILL" if scene.get("is_paused") else ""
    right = f"{role_text(state)} "
    return Content(left + " " * max(1, width - len(left) - len(right)) + right)


def _clock(now_ms: int) -> str:
    seconds = now_ms // 1000
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


# -- boards ------------------------------------------------------------------------------------


def board_lines(state: State, chosen: str, width: int) -> Content:
    """A line for each board, the jackpot, and the device and its wear where they matter."""
    lines = [_board(state, name, name == chosen) for name in state.boards]
    if state.jackpot:
        lines.append(_jackpot(state))
    machine: Data = state.view.get("machine", {})
    if machine.get("cycle") or machine.get("has_feed") or machine.get("has_output"):
        lines.append(Content.assemble("  ", ("device  ", "bold"), machine["step_text"]))
    for row in state.view.get("health", []):
        if row["is_near"]:
            unit = row["unit"]
            text = f"{row['title']} {row['value']} {unit}, limit {row['limit']} {unit}"
            more = f"; {row['forecast']}" if row["forecast"] else ""
            lines.append(Content.assemble("  ", ("wear    ", "bold"), (text + more, "ansi_yellow")))
    return Content("\n").join(line.truncate(width, ellipsis=True) for line in lines)


def _board(state: State, name: str, is_chosen: bool) -> Content:
    board, seen = state.boards[name], state.seen(name)
    head = Content.assemble("▸ " if is_chosen else "  ", (f"{name:7}", "bold"))
    parts = [head + Content(" ") + _lamp(seen)] if seen else [head]
    if not board["is_there"]:
        age_s = board["age_ms"] // 1000
        since = f" for {age_s} s" if age_s else ""
        parts.append(Content.styled(f"no answer{since}", "bold ansi_red"))
    elif "supply_mv" in board:
        parts += [Content(board["state"]), Content(f"{board['supply_mv'] / 1000:.2f} V")]
        if board["clock"] != "set":
            parts.append(Content.styled(f"clock {board['clock']}", "ansi_yellow"))
    parts += [Content(text) for text in _outside(seen)]
    for fault in board["faults"]:
        style = "ansi_yellow" if fault["severity"] == "warning" else "bold ansi_red"
        parts.append(Content.styled(fault["name"], style))
    return _joined(parts)


def _lamp(seen: Data) -> Content:
    colour = seen.get("lamp", "off") if seen.get("is_powered") else "off"
    if colour in ("off", "white"):
        return Content(f"{'○' if colour == 'off' else '●'} {colour:6}")
    return Content.assemble(("●", f"ansi_{colour}"), f" {colour:6}")


def _outside(seen: Data) -> Iterator[str]:
    """What a person sees of a board that is not as it should be."""
    if seen and not seen.get("is_powered"):
        yield "no power"
    if seen.get("is_lid_open"):
        yield "lid open"
    out = [name for name, is_in in seen.get("cables", {}).items() if not is_in]
    if out:
        yield f"{', '.join(out)} cable out"
    turned = [who for who, is_turned in seen.get("keys", {}).items() if is_turned]
    if turned:
        yield f"key of the {' and '.join(turned)}"
    if seen.get("buzzer"):
        yield "buzzer"


def segments_text(segments: str) -> str:
    """What a person reads on the jackpot's display; its chip has two bytes a digit."""
    text = ""
    for bits in bytes.fromhex(segments)[::2]:
        text += _FONT.get(bits & ~_DOT, "?") + ("." if bits & _DOT else "")
    return text.strip()


def _jackpot(state: State) -> Content:
    jackpot, seen = state.jackpot, state.seen("meter")
    shown = segments_text(seen["segments"]) or "dark" if "segments" in seen else jackpot["display"]
    parts = [Content.assemble("  ", ("jackpot ", "bold"), (shown, "bold"))]
    parts.append(Content(f"pool {dollars(jackpot['pool_cents'])}"))
    if jackpot["pending_cents"]:
        held = f"held {dollars(jackpot['pending_cents'])}"
        parts.append(Content.styled(held, "bold ansi_yellow"))
    word = f"round {jackpot['round']}, " if jackpot["round"] else ""
    parts.append(Content(word + jackpot["state"]))
    if jackpot["accepted"]:
        parts.append(Content(f"wagers at {_seats(jackpot['accepted'])}"))
    for table in jackpot["linked"]:
        parts.append(Content(f"{table['name']} {'linked' if table['is_up'] else 'is silent'}"))
    return _joined(parts)


def _seats(seats: list[int]) -> str:
    return ", ".join(map(str, seats))


# -- table -------------------------------------------------------------------------------------


def table_title(state: State) -> str:
    table = state.table
    if not table.get("game"):
        return "Table"
    parts = [table["game_name"]]
    if table["round"]:
        parts.append(f"{table['round_word']} {table['round']}")
    parts.append(table["phase"])
    parts += [text for key, text in _FLAGS if table[key]]
    if state.is_simulated:
        parts.append(f"{state.seen('shoe').get('shoe_cards', 0)} in the shoe")
    return " · ".join(parts)


def table_lines(state: State, width: int) -> Content:
    """The dealer, then every seat that plays or has a chip."""
    table, meter = state.table, state.seen("meter")
    hands: Data = table.get("hands", {})
    chips = [seat for seat in range(1, 8) if any(_chips(meter, seat))]
    seats = sorted({*table.get("areas", []), *chips, *(int(at) for at in hands if at != "0")})
    rows = [(0, Content.styled("  dealer", "bold"))] if table.get("game") else []
    rows += [(seat, _seat_head(state, seat)) for seat in seats]
    if not rows:
        return Content.styled("  no game is open: o opens one", "dim")
    fans = [_cards(hands.get(str(at), {})) for at, _head in rows]
    widest = max((fan.cell_length for fan in fans), default=0)
    texts = [hands.get(str(at), {}).get("text", "") for at, _head in rows]
    text_widest = max(map(len, texts), default=0)
    is_over = table.get("is_settled") or table.get("phase") == "dealt"
    lines: list[Content] = []
    for (at, head), fan, text in zip(rows, fans, texts, strict=True):
        wagers: Data = hands.get(str(at), {}).get("wagers", {}) if is_over else {}
        line = head.pad_right(10 - head.cell_length) + fan
        line += Content(" " * (widest - fan.cell_length) + f"  {text:{text_widest}}  ")
        lines.append((line + _results(wagers)).rstrip().truncate(width, ellipsis=True))
    return Content("\n").join(lines)


def _chips(meter: Data, seat: int) -> tuple[bool, bool]:
    """Ante and jackpot wager."""
    return tuple(bool(meter[kind][seat - 1]) if kind in meter else False
                 for kind in ("antes", "bets"))  # type: ignore[return-value]  # fmt: skip


def _seat_head(state: State, seat: int) -> Content:
    ante, bet = _chips(state.seen("meter"), seat)
    lamps = state.seen("meter").get("seat_lamps", [])
    is_lit = seat <= len(lamps) and lamps[seat - 1]
    mark = "▸" if state.table.get("awaited_seat") == seat else " "
    star = ("★" if bet else "·", "ansi_yellow" if is_lit else "")
    chips = Content.assemble("A" if ante else "·", star)
    return Content.assemble(f"{mark} ", (f"{seat} ", "bold"), chips)


def _cards(hand: Data) -> Content:
    """Faces as people write them; face down where they may not be seen."""
    cards = hand.get("cards") or ["??"] * hand.get("count", 0)
    parts: list[Content] = []
    for code in cards:
        suit = _SUITS.get(code[1:2]) if len(code) == 2 else None
        if suit is None:
            parts.append(Content.styled(" ▒▒" if code == "??" else f" {code.lower()}", "bold"))
            continue
        rank = "10" if code[0] == "T" else f" {code[0]}"
        parts.append(Content.styled(rank + suit, "bold ansi_red" if code[1] in "HD" else "bold"))
    return Content(" ").join(parts)


def _results(wagers: Data) -> Content:
    parts: list[Content] = []
    for name, told in wagers.items():
        result = told["result"]
        words = (name.replace("_", " "), RESULTS.get(result, result), told["odds"])
        parts.append(Content.styled(" ".join(filter(None, words)), _RESULT_STYLES.get(result, "")))
    return Content(", ").join(parts)


# -- what waits, what happened -----------------------------------------------------------------


def matter_lines(state: State, waiting: list[Matter], height: int, width: int) -> Content:
    """The first matter, then a line for each other one; its words give way to its steps."""
    if not waiting:
        return Content.styled(state.table.get("sentence", ""), "bold")
    first, *others = waiting
    words = Content.styled(first.words, "bold ansi_red" if first.is_bad else "bold").wrap(width)
    rest = [Content(step) for step in first.steps]
    if len(words) + len(rest) > height:
        rest = [step for step in rest if step.plain.startswith(OPEN_MARK)]
    rest += [_keys(state, first)] if first.items and not first.steps else []
    rest += Content.styled(first.about, "dim").wrap(width) if first.about else []
    rest += [Content.assemble((f"{m.head}: ", "bold"), m.words) for m in others]
    room = max(height - len(rest), 2)
    if len(words) > room:
        words = [*words[: room - 1], words[room - 1] + Content(" …")]
    lines = [*words, *rest]
    if len(lines) > height:
        lines = [*lines[: height - 1], Content.styled("… Enter shows all", "dim")]
    return Content("\n").join(line.truncate(width, ellipsis=True) for line in lines)


def _keys(state: State, matter: Matter) -> Content:
    """What Enter offers."""
    words = " / ".join(item.label.split(":")[0] for item in matter.items)
    roles = matter.roles(state)
    who = "" if state.role in roles else f"  it takes the {' or '.join(roles)}"
    return Content.assemble(("Enter", "reverse"), f" {words}", (who, "dim"))


def log_lines(events: list[Data], height: int, back: int, width: int) -> Content:
    """The newest at the bottom; `back` of them are below what is shown."""
    end = max(len(events) - back, min(height, len(events)))
    lines: list[Content] = []
    for event in events[max(0, end - height) : end]:
        time_text = event["time_text"]
        when = time_text[11:19] if time_text[:1].isdigit() else "--:--:--"
        style = _SEVERITIES.get(event["severity"], "ansi_red")
        line = Content.assemble((when, "dim"), f" {event['board']:5} ", (event["text"], style))
        lines.append(line.truncate(width, ellipsis=True))
    return Content("\n").join(lines)


def told_line(last: Data, busy: str, width: int) -> Content:
    """What was done last: the command, what it told, the frames that it sent."""
    if busy:
        return Content.styled(f"… {busy}", "dim").truncate(width, ellipsis=True)
    if not last:
        return Content("")
    if not last["ok"]:
        return Content.styled(f"✗ {last['error']}", "bold ansi_red").truncate(width, ellipsis=True)
    command = f"  {last['command']}" if last.get("command") else ""
    frames = "".join(f"  {f['board']} {f['name']} {f['sent']}" for f in last.get("frames", []))
    line = Content.assemble(("✓ ", "ansi_green"), last["told"], (command + frames, "dim"))
    return line.truncate(width, ellipsis=True)


def footer_line(keys: list[tuple[str, str]], width: int) -> Content:
    """Each key with its word; what does not fit is left out, but never the last three."""
    parts = [Content.assemble((sign, "reverse"), f" {word}") for sign, word in keys]
    while len(parts) > 3 and sum(part.cell_length + 1 for part in parts) - 1 > width:
        del parts[-4]
    return Content(" ").join(parts)
