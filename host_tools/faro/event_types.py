"""Events as typed objects; made by `make docs` from the event table: do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from faro.events import Event


@dataclass(frozen=True, slots=True)
class TypedEvent:
    """What every event has; (board, number) is its identity for ever."""

    board: str
    number: int
    boot_count: int
    time_ms: int
    utc_s: int


@dataclass(frozen=True, slots=True)
class UnknownEvent(TypedEvent):
    """An event of other firmware: its name and fields as the board's dictionary has them."""

    name: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Booted(TypedEvent):
    """Started ({reset_cause_text}), boot number {boot_count}."""

    reset_cause: int


@dataclass(frozen=True, slots=True)
class SelfTestPassed(TypedEvent):
    """Self-test passed, {checks} checks."""

    checks: int
    duration_ms: int


@dataclass(frozen=True, slots=True)
class SelfTestFailed(TypedEvent):
    """Self-test: check {check} failed (detail {detail})."""

    check: int
    detail: int


@dataclass(frozen=True, slots=True)
class FaultRaised(TypedEvent):
    """FAULT {fault_text}."""

    fault: int
    detail: int


@dataclass(frozen=True, slots=True)
class FaultCleared(TypedEvent):
    """Fault cleared: {fault_name}."""

    fault: int
    role: int


@dataclass(frozen=True, slots=True)
class LinkUp(TypedEvent):
    """{port_text} connected."""

    port: int


@dataclass(frozen=True, slots=True)
class LinkDown(TypedEvent):
    """{port_text} silent for {silence_ms} ms: link down."""

    port: int
    silence_ms: int


@dataclass(frozen=True, slots=True)
class SettingChanged(TypedEvent):
    """Setting {setting_name} changed from {old_value} to {new_value}."""

    setting: int
    old_value: int
    new_value: int


@dataclass(frozen=True, slots=True)
class TimeSet(TypedEvent):
    """Clock set."""

    old_utc_s: int
    new_utc_s: int


@dataclass(frozen=True, slots=True)
class LidOpened(TypedEvent):
    """Lid opened."""


@dataclass(frozen=True, slots=True)
class LidClosed(TypedEvent):
    """Lid closed."""

    open_ms: int


@dataclass(frozen=True, slots=True)
class LidOpenedUnpowered(TypedEvent):
    """The lid had been opened while power was off."""


@dataclass(frozen=True, slots=True)
class ButtonPressed(TypedEvent):
    """Button {button_text} pressed."""

    button: int


@dataclass(frozen=True, slots=True)
class CardPassed(TypedEvent):
    """Card {card_count} left the shoe in {pass_ms} ms."""

    card_count: int
    pass_ms: int


@dataclass(frozen=True, slots=True)
class BetPlaced(TypedEvent):
    """Seat {seat}: progressive wager placed."""

    seat: int


@dataclass(frozen=True, slots=True)
class BetRemoved(TypedEvent):
    """Seat {seat}: progressive wager taken away."""

    seat: int


@dataclass(frozen=True, slots=True)
class KeyTurned(TypedEvent):
    """{key_text} key turned to {position}."""

    key: int
    position: int


@dataclass(frozen=True, slots=True)
class NoMoreBets(TypedEvent):
    """No more bets: {level_text}."""

    level: int


@dataclass(frozen=True, slots=True)
class SupplyLow(TypedEvent):
    """Supply low: {supply_mv} mV."""

    supply_mv: int


@dataclass(frozen=True, slots=True)
class SupplyGood(TypedEvent):
    """Supply good: {supply_mv} mV."""

    supply_mv: int


@dataclass(frozen=True, slots=True)
class RestartOrdered(TypedEvent):
    """Restart ordered."""


@dataclass(frozen=True, slots=True)
class StoreFinding(TypedEvent):
    """Memory: {finding_text}."""

    finding: int
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class JournalVerdict(TypedEvent):
    """Journal: {verdict_text}."""

    verdict: int
    last_number: int


@dataclass(frozen=True, slots=True)
class StoreFormatted(TypedEvent):
    """New memory prepared for first use."""


@dataclass(frozen=True, slots=True)
class PowerFailing(TypedEvent):
    """Power is failing: {supply_mv} mV."""

    supply_mv: int


@dataclass(frozen=True, slots=True)
class Provisioned(TypedEvent):
    """Keys provisioned."""

    is_again: int


@dataclass(frozen=True, slots=True)
class SessionOpened(TypedEvent):
    """{role_text} opened a session on {port_text}."""

    port: int
    role: int


@dataclass(frozen=True, slots=True)
class AuthFailed(TypedEvent):
    """Failed attempt number {failures} to act as {role_text} on {port_text}."""

    port: int
    role: int
    failures: int


@dataclass(frozen=True, slots=True)
class Sealed(TypedEvent):
    """Sealed mode: {sealed_text}."""

    is_sealed: int


@dataclass(frozen=True, slots=True)
class SealRefused(TypedEvent):
    """{role_text} tried to unseal with the lid closed: refused."""

    role: int


@dataclass(frozen=True, slots=True)
class ReplAttempt(TypedEvent):
    """Somebody tried to break into the program on {port_text}."""

    port: int


@dataclass(frozen=True, slots=True)
class ServiceEntered(TypedEvent):
    """Program ended for service."""


@dataclass(frozen=True, slots=True)
class TwoRolesAsked(TypedEvent):
    """{role_text} asked for {request_text}, another role must confirm."""

    request: int
    number_value: int
    role: int


@dataclass(frozen=True, slots=True)
class SignerSet(TypedEvent):
    """Key of the firmware's signer set (CRC {key_crc:08x})."""

    key_crc: int


@dataclass(frozen=True, slots=True)
class TwoRolesDone(TypedEvent):
    """{role_text} confirmed {request_text}: done."""

    request: int
    number_value: int
    role: int


@dataclass(frozen=True, slots=True)
class UpdateStaged(TypedEvent):
    """New firmware (counter {counter}) checked, starts with the next boot."""

    counter: int
    slot: int


@dataclass(frozen=True, slots=True)
class UpdateActivated(TypedEvent):
    """New firmware (counter {counter}) runs well in slot {slot_text}."""

    counter: int
    slot: int


@dataclass(frozen=True, slots=True)
class UpdateFailed(TypedEvent):
    """New firmware (counter {counter}) in slot {slot_text}: {result_text}."""

    counter: int
    slot: int
    result: int


@dataclass(frozen=True, slots=True)
class ImageRefused(TypedEvent):
    """Firmware image in slot {slot_text} refused: {image_text}."""

    counter: int
    slot: int
    code: int


@dataclass(frozen=True, slots=True)
class RunsUnsigned(TypedEvent):
    """Runs unsigned firmware: {reason_text}."""

    reason: int


@dataclass(frozen=True, slots=True)
class EventsOverwritten(TypedEvent):
    """Events {first_lost} to {last_lost} overwritten before anybody took them."""

    first_lost: int
    last_lost: int
    total_lost: int


@dataclass(frozen=True, slots=True)
class JournalGap(TypedEvent):
    """Events {first_dropped} to {last_dropped} are missing: {verdict_text}."""

    first_dropped: int
    last_dropped: int
    verdict: int


@dataclass(frozen=True, slots=True)
class ShuffleCommitted(TypedEvent):
    """Shuffle {shuffle}: order of {cards} cards fixed, root {root_text}."""

    shuffle: int
    cards: int
    root: bytes


@dataclass(frozen=True, slots=True)
class CardDealt(TypedEvent):
    """Shuffle {shuffle}: card {place} is {card_text}."""

    shuffle: int
    position: int
    card: int


# class, and the fields that follow the common ones
EVENT_TYPES: dict[str, tuple[type[TypedEvent], tuple[str, ...]]] = {
    "BOOTED": (Booted, ("reset_cause",)),
    "SELF_TEST_PASSED": (SelfTestPassed, ("checks", "duration_ms")),
    "SELF_TEST_FAILED": (SelfTestFailed, ("check", "detail")),
    "FAULT_RAISED": (FaultRaised, ("fault", "detail")),
    "FAULT_CLEARED": (FaultCleared, ("fault", "role")),
    "LINK_UP": (LinkUp, ("port",)),
    "LINK_DOWN": (LinkDown, ("port", "silence_ms")),
    "SETTING_CHANGED": (SettingChanged, ("setting", "old_value", "new_value")),
    "TIME_SET": (TimeSet, ("old_utc_s", "new_utc_s")),
    "LID_OPENED": (LidOpened, ()),
    "LID_CLOSED": (LidClosed, ("open_ms",)),
    "LID_OPENED_UNPOWERED": (LidOpenedUnpowered, ()),
    "BUTTON_PRESSED": (ButtonPressed, ("button",)),
    "CARD_PASSED": (CardPassed, ("card_count", "pass_ms")),
    "BET_PLACED": (BetPlaced, ("seat",)),
    "BET_REMOVED": (BetRemoved, ("seat",)),
    "KEY_TURNED": (KeyTurned, ("key", "position")),
    "NO_MORE_BETS": (NoMoreBets, ("level",)),
    "SUPPLY_LOW": (SupplyLow, ("supply_mv",)),
    "SUPPLY_GOOD": (SupplyGood, ("supply_mv",)),
    "RESTART_ORDERED": (RestartOrdered, ()),
    "STORE_FINDING": (StoreFinding, ("finding", "a", "b")),
    "JOURNAL_VERDICT": (JournalVerdict, ("verdict", "last_number")),
    "STORE_FORMATTED": (StoreFormatted, ()),
    "POWER_FAILING": (PowerFailing, ("supply_mv",)),
    "PROVISIONED": (Provisioned, ("is_again",)),
    "SESSION_OPENED": (SessionOpened, ("port", "role")),
    "AUTH_FAILED": (AuthFailed, ("port", "role", "failures")),
    "SEALED": (Sealed, ("is_sealed",)),
    "SEAL_REFUSED": (SealRefused, ("role",)),
    "REPL_ATTEMPT": (ReplAttempt, ("port",)),
    "SERVICE_ENTERED": (ServiceEntered, ()),
    "TWO_ROLES_ASKED": (TwoRolesAsked, ("request", "number", "role")),
    "SIGNER_SET": (SignerSet, ("key_crc",)),
    "TWO_ROLES_DONE": (TwoRolesDone, ("request", "number", "role")),
    "UPDATE_STAGED": (UpdateStaged, ("counter", "slot")),
    "UPDATE_ACTIVATED": (UpdateActivated, ("counter", "slot")),
    "UPDATE_FAILED": (UpdateFailed, ("counter", "slot", "result")),
    "IMAGE_REFUSED": (ImageRefused, ("counter", "slot", "code")),
    "RUNS_UNSIGNED": (RunsUnsigned, ("reason",)),
    "EVENTS_OVERWRITTEN": (EventsOverwritten, ("first_lost", "last_lost", "total_lost")),
    "JOURNAL_GAP": (JournalGap, ("first_dropped", "last_dropped", "verdict")),
    "SHUFFLE_COMMITTED": (ShuffleCommitted, ("shuffle", "cards", "root")),
    "CARD_DEALT": (CardDealt, ("shuffle", "position", "card")),
}


def typed(event: Event) -> TypedEvent:
    """The event as an instance of its class; UnknownEvent when its fields are other ones."""
    common = (event.board, event.number, event.boot_count, event.time_ms, event.utc_s)
    kind, names = EVENT_TYPES.get(event.name, (None, ()))
    if kind is None or not set(names) <= set(event.fields):
        return UnknownEvent(*common, event.name, event.fields)
    return kind(*common, *(event.fields[name] for name in names))
