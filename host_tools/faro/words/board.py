"""Plain words for what boards report by number; a test checks that nothing is without them."""

from __future__ import annotations

from binascii import crc32
from pathlib import Path
from typing import Any

import firmware
from faro.wire.events import iso_utc
from faro.words.packs import PACKS
from firmware.board.board_state import STATE_NAMES
from firmware.board.failures import KINDS as KINDS_OF_ERRORS
from firmware.core.rows import ROLE_NAMES
from firmware.journal.recovery import VERDICTS
from firmware.store.damage_words import damage_text
from firmware.trust.slots import RESULT_NAMES

RESET_CAUSES = {1: "power on", 3: "watchdog or ordered restart"}
SEVERITIES = ("warning", "stop", "lock")

# sentence, steps that clear it
FAULTS = {
    "SELF_TEST": (
        "The self-test found something wrong.",
        "Read the SELF_TEST_FAILED event, restart the board; if it stays, change the board.",
    ),
    "SUPPLY_LOW": (
        "The supply voltage is too low.",
        "Check plug, cable and power supply, then clear the fault.",
    ),
    "FRAM_A_LOST": (
        "Memory chip A does not answer; the board works on the other one.",
        "Have the board changed after the shift; nothing is lost so far.",
    ),
    "FRAM_B_LOST": (
        "Memory chip B does not answer; the board works on the other one.",
        "Have the board changed after the shift; nothing is lost so far.",
    ),
    "STORE_LOST": (
        "A record has no good copy left; the board is locked and guesses nothing.",
        "Call a technician; export the journal before anything else. Memory that was set back is"
        " cleared once it is understood; dead chips are changed on the bench.",
    ),
    "JOURNAL_DAMAGED": (
        "The end of the journal was damaged; what was dropped is in the event.",
        "Export and verify the journal, then clear the fault.",
    ),
    "EXPANDER_LOST": (
        "The bet sensors and seat lamps do not answer (CSP 14.15).",
        "Stop play, notify an inspector, check the seat cable, then clear the fault.",
    ),
    "DISPLAY_LOST": (
        "The jackpot display does not show what it should (CSP 14.15).",
        "Stop play, notify an inspector, check the display cable, then clear the fault.",
    ),
    "LID_OPEN": ("The lid was opened.", "Close the lid, then clear the fault."),
    "PROGRAM_ERROR": (
        "The firmware failed in a request or a task; what was half done is undone.",
        "Export the journal for the maker: PROGRAM_ERROR names the place. Then clear the fault.",
    ),
    "WATCHDOG_BITE": (
        "The firmware stood still and the watchdog started it again.",
        "Export the journal for the maker, then clear the fault.",
    ),
    "ILLEGAL_TRANSITION": (
        "The firmware met a situation that its tables do not list.",
        "Export the journal for the maker, restart the board.",
    ),
    "INPUT_OVERRUN": (
        "Inputs changed faster than the board could follow; some edges are missing.",
        "Check the sensors for a loose contact, then clear the fault.",
    ),
    "GATE_STUCK": (
        "Something has been in the light gate for too long.",
        "Take the card out of the gate, wipe the sensor, then clear the fault.",
    ),
    "EVENTS_OVERWRITTEN": (
        "The journal was full and events were overwritten before anybody fetched them.",
        "Connect the table software, then clear the fault.",
    ),
    "ENTROPY": (
        "The random source is stuck or biased; nothing may be shuffled or signed with it.",
        "Restart the board; if it stays, change the board.",
    ),
    "LID_OPENED_UNPOWERED": (
        "The lid was opened while the board had no power.",
        "Inspect the board and its seals, then clear the fault.",
    ),
}

EVENTS = {
    "BOOTED": "started ({reset_cause_text}), boot number {boot_count}",
    "SELF_TEST_PASSED": "self-test passed, {checks} checks",
    "SELF_TEST_FAILED": "self-test: check {check} failed (detail {detail})",
    "FAULT_RAISED": "FAULT {fault_text}",
    "FAULT_CLEARED": "fault cleared: {fault_name}{by_text}",
    "LINK_UP": "{port_text} connected",
    "LINK_DOWN": "{port_text} silent for {silence_ms} ms: link down",
    "SETTING_CHANGED": "setting {setting_name} changed from {old_value} to {new_value}",
    "TIME_SET": "clock set {time_text}",
    "LID_OPENED": "lid opened",
    "LID_CLOSED": "lid closed",
    "LID_OPENED_UNPOWERED": "the lid had been opened while power was off",
    "BUTTON_PRESSED": "button {button_text} pressed",
    "CARD_PASSED": "card {card_count} left the shoe in {pass_ms} ms",
    "BET_PLACED": "seat {seat}: progressive wager placed",
    "BET_REMOVED": "seat {seat}: progressive wager taken away",
    "KEY_TURNED": "{key_text} key turned to {position}",
    "NO_MORE_BETS": "no more bets: {level_text}",
    "SUPPLY_LOW": "supply low: {supply_mv} mV",
    "SUPPLY_GOOD": "supply good: {supply_mv} mV",
    "RESTART_ORDERED": "restart ordered",
    "STORE_FINDING": "memory: {damage_text}",
    "JOURNAL_VERDICT": "journal: {verdict_text}",
    "STORE_FORMATTED": "new memory prepared for first use",
    "POWER_FAILING": "power is failing: {supply_mv} mV",
    "PROGRAM_ERROR": "the firmware failed in {request_text}: {error_text}, {place_text}",
    "PROVISIONED": "keys provisioned",
    "SESSION_OPENED": "{role_text} opened a session on {port_text}",
    "AUTH_FAILED": "failed attempt number {failures} to act as {role_text} on {port_text}",
    "SEALED": "sealed mode: {sealed_text}",
    "SEAL_REFUSED": "{role_text} tried to unseal with the lid closed: refused",
    "REPL_ATTEMPT": "somebody tried to break into the program on {port_text}",
    "SERVICE_ENTERED": "program ended for service",
    "TWO_ROLES_ASKED": "deed {number}: {role_text} asked for {request_text}{parameters_text}",
    "SIGNER_SET": "key of the firmware's signer set (CRC {key_crc:08x})",
    "TWO_ROLES_DONE": "deed {number}: {role_text} confirmed {request_text}, done",
    "UPDATE_STAGED": "new firmware (counter {counter}) checked, starts with the next boot",
    "UPDATE_ACTIVATED": "new firmware (counter {counter}) runs well in slot {slot_text}",
    "UPDATE_FAILED": "new firmware (counter {counter}) in slot {slot_text}: {result_text}",
    "IMAGE_REFUSED": "firmware image in slot {slot_text} refused: {image_text}",
    "RUNS_UNSIGNED": "runs firmware whose signature it cannot check: {reason_text}",
    "SLOT_RENEWED": "spare slot {slot_text} holds the running firmware (counter {counter}) again",
    "EVENTS_OVERWRITTEN": "{ring_text} among {first_lost} to {last_lost} overwritten, unfetched",
    "CHATTER_DROPPED": "{event_text}: {dropped} more, which came too often to be recorded",
    "JOURNAL_GAP": "{ring_text} among {first_dropped} to {last_dropped} is missing: {verdict_text}",
}

for _pack in PACKS:
    EVENTS.update(_pack.EVENTS)
    FAULTS.update(_pack.FAULTS)

# why an image is refused, by the codes of firmware/trust/image.py
IMAGE_CODES = (
    "it is right",
    "the signature is missing, wrong or by another key",
    "its header is not one",
    "it is for another board",
    "it is older than what the board has already run",
    "the slot is empty",
    "its code was changed",
    "it is shorter or longer than its header says",
    "the flash could not be read or written",
    "the check is still running",
)
UNSIGNED_REASONS = (
    "",
    "no signer's key is provisioned",
    "no signed image has run here yet",
    "the memory with the key is lost",
)


def image_code_text(code: int) -> str:
    """Why an image was refused."""
    return IMAGE_CODES[code] if code < len(IMAGE_CODES) else f"code {code}"


def slot_name(slot: int) -> str:
    """Slots as people call them."""
    return ("none", "a", "b")[slot] if slot < 3 else str(slot)


def change_result_text(result: int) -> str:
    """What became of an update."""
    return RESULT_NAMES[result] if result < len(RESULT_NAMES) else f"result {result}"


def state_name(state: int) -> str:
    return STATE_NAMES[state] if state < len(STATE_NAMES) else f"state {state}"


def role_name(role: int) -> str:
    return dict(ROLE_NAMES).get(role, "nobody")


def source_file(name_crc: int) -> str:
    """The firmware's file whose name has this CRC-32, as far as this copy has it."""
    root = Path(firmware.__file__ or "").parent
    for path in root.rglob("*.py"):
        name = path.relative_to(root.parent).as_posix()
        if crc32(name.encode()) == name_crc:
            return name
    return f"file {name_crc:08x}"


def time_set_text(old_s: int, new_s: int) -> str:
    """What became of the clock; a step back is seen at once."""
    now = iso_utc(new_s)
    if not old_s:
        return f"to {now}"
    if new_s < old_s:
        return f"BACK by {old_s - new_s} s to {now}: later events may show earlier times"
    return f"forward by {new_s - old_s} s to {now}"


def event_sentence(name: str, fields: dict[str, Any]) -> str:
    """One line that a person at the table understands."""
    from faro.wire.dictionary import own_dictionary
    from faro.words.deeds import parameter_words

    template = EVENTS.get(name)
    if template is None:
        return name.lower()
    known = own_dictionary()
    extra: dict[str, Any] = {}
    if "fault" in fields:
        spec = known.faults.get(fields["fault"])
        extra["fault_name"] = spec.name if spec else f"fault {fields['fault']}"
        extra["fault_text"] = FAULTS[spec.name][0] if spec else extra["fault_name"]
    if "setting" in fields:
        names = {spec.number: spec.name for spec in known.settings.values()}
        extra["setting_name"] = names.get(fields["setting"], str(fields["setting"]))
    if "reset_cause" in fields:
        extra["reset_cause_text"] = RESET_CAUSES.get(fields["reset_cause"], "unknown cause")
    if "port" in fields:
        extra["port_text"] = ("USB", "RS-485")[fields["port"] & 1]
    if name == "TIME_SET":
        extra["time_text"] = time_set_text(fields["old_utc_s"], fields["new_utc_s"])
    if "button" in fields:
        extra["button_text"] = "AB"[fields["button"] & 1]
    if "key" in fields:
        extra["key_text"] = ("supervisor", "inspector")[fields["key"] & 1]
    if "level" in fields:
        extra["level_text"] = "on" if fields["level"] else "off"
    if "role" in fields:
        person = f" (person {fields['person']})" if fields.get("person") else ""
        extra["role_text"] = role_name(fields["role"]) + person
        extra["by_text"] = f" by the {extra['role_text']}" if fields["role"] else ""
    if "is_sealed" in fields:
        extra["sealed_text"] = "on" if fields["is_sealed"] else "off"
    if "request" in fields:
        message = known.messages.get(fields["request"])
        extra["request_text"] = message.name if message else str(fields["request"] or "a task")
    if name == "PROGRAM_ERROR":
        kinds = ("Exception", *(kind.__name__ for kind in KINDS_OF_ERRORS))
        extra["error_text"] = kinds[fields["error"] % len(kinds)]
        extra["place_text"] = f"{source_file(fields['file_crc'])}, line {fields['line']}"
    if "parameters" in fields:
        shown = parameter_words(known, fields["request"], fields["parameters"])
        extra["parameters_text"] = "".join(f", {name} {text}" for name, text in shown.items())
    if "ring" in fields:
        extra["ring_text"] = ("evidence", "chatter")[fields["ring"] & 1]
    if "event" in fields:
        event = known.events.get(fields["event"])
        extra["event_text"] = event.name if event else str(fields["event"])
    if "finding" in fields:
        extra["damage_text"] = damage_text(fields["finding"], fields["a"], fields["b"])
    if "slot" in fields:
        extra["slot_text"] = slot_name(fields["slot"])
    if "result" in fields:
        extra["result_text"] = change_result_text(fields["result"])
    if name == "IMAGE_REFUSED":
        extra["image_text"] = image_code_text(fields["code"])
    if name == "RUNS_UNSIGNED":
        extra["reason_text"] = UNSIGNED_REASONS[fields["reason"] % len(UNSIGNED_REASONS)]
    if "verdict" in fields:
        texts = {row[0]: row[2] for row in VERDICTS}
        extra["verdict_text"] = texts.get(fields["verdict"], f"verdict {fields['verdict']}")
    for pack in PACKS:
        extra |= pack.extra(name, fields)
    return template.format(**fields, **extra)
