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
class PoolStarted(TypedEvent):
    """The jackpot starts with {pool_text}."""

    pool_uc: int


@dataclass(frozen=True, slots=True)
class RoundFrozen(TypedEvent):
    """Round {round}: no more bets by {source_text}, wagers of {seats_text} accepted, jackpot {pool_text}."""

    round: int
    seats: int
    source: int
    wager_cents: int
    pool_uc: int
    reserve_uc: int


@dataclass(frozen=True, slots=True)
class WagerRefused(TypedEvent):
    """Seat {seat}: wager does not count, {reason_text}."""

    seat: int
    reason: int


@dataclass(frozen=True, slots=True)
class WagerLate(TypedEvent):
    """Seat {seat}: wager came after the first card and does not count."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatTrouble(TypedEvent):
    """Seat {seat}: {trouble_text}."""

    seat: int
    trouble: int


@dataclass(frozen=True, slots=True)
class SeatWell(TypedEvent):
    """Seat {seat}: sensor is fine again."""

    seat: int


@dataclass(frozen=True, slots=True)
class HandsRead(TypedEvent):
    """Round {round}: the shoe read the hands of {seats_text}: {hands_text}."""

    round: int
    seats: int
    cards: bytes
    shoe_first: int
    shoe_last: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class Claimed(TypedEvent):
    """Round {round}, seat {seat}: {class_text} claimed, and the cards agree."""

    round: int
    seat: int
    hand_class: int


@dataclass(frozen=True, slots=True)
class ClaimRefused(TypedEvent):
    """Round {round}, seat {seat}: claim of {class_text} REFUSED, the cards say {actual_text}."""

    round: int
    seat: int
    hand_class: int
    actual: int


@dataclass(frozen=True, slots=True)
class HitPending(TypedEvent):
    """Round {round}: HIT of {seats_text}, {taken_text} of the jackpot held while it is verified; jackpot now {pool_text}."""

    round: int
    seats: int
    taken_uc: int
    seeded_uc: int
    pool_uc: int
    reserve_uc: int


@dataclass(frozen=True, slots=True)
class Paid(TypedEvent):
    """Round {round}, seat {seat}: {class_text} paid, {amount_text} ({from_text} from the pool, {house_text} from the house)."""

    round: int
    seat: int
    hand_class: int
    pool_cents: int
    bonus_cents: int
    house_cents: int


@dataclass(frozen=True, slots=True)
class HitClosed(TypedEvent):
    """Round {round}: all winners paid, asked by {asked_text}, confirmed by {confirmed_text}; jackpot {pool_text}."""

    round: int
    asked_by: int
    confirmed_by: int
    hits: int
    pool_uc: int


@dataclass(frozen=True, slots=True)
class HitCancelled(TypedEvent):
    """Round {round}: hit cancelled by {asked_text} and {confirmed_text}; jackpot back at {pool_text}."""

    round: int
    asked_by: int
    confirmed_by: int
    pool_uc: int
    reserve_uc: int


@dataclass(frozen=True, slots=True)
class HandVoided(TypedEvent):
    """Round {round}, seat {seat}: hand void, wager given back; jackpot {pool_text}."""

    round: int
    seat: int
    pool_uc: int
    reserve_uc: int


@dataclass(frozen=True, slots=True)
class RoundVoided(TypedEvent):
    """Round {round} void, wagers of {seats_text} given back; jackpot {pool_text}."""

    round: int
    seats: int
    pool_uc: int
    reserve_uc: int


@dataclass(frozen=True, slots=True)
class RoundEnded(TypedEvent):
    """Round {round} over, wagers open."""

    round: int


@dataclass(frozen=True, slots=True)
class SettingDeferred(TypedEvent):
    """Setting {setting_name} changes from {old_value} to {new_value} with the next jackpot."""

    setting: int
    old_value: int
    new_value: int


@dataclass(frozen=True, slots=True)
class MetersStated(TypedEvent):
    """Meters stated, part {part}: {values_text}."""

    part: int
    values: bytes


@dataclass(frozen=True, slots=True)
class PoolAdjusted(TypedEvent):
    """Jackpot adjusted by {adjust_text}, asked by {asked_text}, confirmed by {confirmed_text}; now {pool_text}."""

    amount_uc: int
    pool_uc: int
    asked_by: int
    confirmed_by: int


@dataclass(frozen=True, slots=True)
class AntesTold(TypedEvent):
    """Antes at {antes_text}."""

    antes: int
    wagers: int


@dataclass(frozen=True, slots=True)
class WinShown(TypedEvent):
    """Round {round}: win of {win_text} on the display after {after_ms} ms."""

    round: int
    amount_uc: int
    after_ms: int


@dataclass(frozen=True, slots=True)
class TableJoined(TypedEvent):
    """Table {address:#04x} joined the linked jackpot."""

    address: int


@dataclass(frozen=True, slots=True)
class TableRefused(TypedEvent):
    """Table {address:#04x} may not join: its terms differ."""

    address: int


@dataclass(frozen=True, slots=True)
class LinkLost(TypedEvent):
    """Table {address:#04x} silent for {silence_ms} ms: no progressive wagers there."""

    address: int
    silence_ms: int


@dataclass(frozen=True, slots=True)
class LinkRestored(TypedEvent):
    """Table {address:#04x} answers on the line."""

    address: int


@dataclass(frozen=True, slots=True)
class LinkedIn(TypedEvent):
    """Table {address:#04x}: {accepted} wagers, {voided} given back, up to its number {number}; jackpot {pool_text}."""

    address: int
    number_value: int
    accepted: int
    voided: int
    pool_uc: int
    reserve_uc: int


@dataclass(frozen=True, slots=True)
class LinkedHit(TypedEvent):
    """Table {address:#04x}: HIT number {number} ({classes_text}), held while it is verified; jackpot now {pool_text}."""

    address: int
    number_value: int
    classes: bytes
    seeded_uc: int
    pool_uc: int
    reserve_uc: int


@dataclass(frozen=True, slots=True)
class LinkedDone(TypedEvent):
    """Table {address:#04x}: hit number {number} {what_text}; jackpot {pool_text}."""

    address: int
    number_value: int
    what: int
    paid_uc: int
    pool_uc: int
    reserve_uc: int


@dataclass(frozen=True, slots=True)
class TakenOver(TypedEvent):
    """This board holds the jackpot now in the place of {address:#04x}, asked by {asked_text}, confirmed by {confirmed_text}: {purses_text}."""

    address: int
    asked_by: int
    confirmed_by: int
    purses: bytes


@dataclass(frozen=True, slots=True)
class BookCopied(TypedEvent):
    """Second book of {address:#04x} is complete up to change {number}."""

    address: int
    number_value: int


@dataclass(frozen=True, slots=True)
class LinkKeySet(TypedEvent):
    """Key of the linked tables set."""


@dataclass(frozen=True, slots=True)
class TermsStated(TypedEvent):
    """Jackpot terms stated: {terms_text}."""

    values: bytes


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
    "POOL_STARTED": (PoolStarted, ("pool_uc",)),
    "ROUND_FROZEN": (RoundFrozen, ("round", "seats", "source", "wager_cents", "pool_uc", "reserve_uc")),
    "WAGER_REFUSED": (WagerRefused, ("seat", "reason")),
    "WAGER_LATE": (WagerLate, ("seat",)),
    "SEAT_TROUBLE": (SeatTrouble, ("seat", "trouble")),
    "SEAT_WELL": (SeatWell, ("seat",)),
    "HANDS_READ": (HandsRead, ("round", "seats", "cards", "shoe_first", "shoe_last", "digest")),
    "CLAIMED": (Claimed, ("round", "seat", "hand_class")),
    "CLAIM_REFUSED": (ClaimRefused, ("round", "seat", "hand_class", "actual")),
    "HIT_PENDING": (HitPending, ("round", "seats", "taken_uc", "seeded_uc", "pool_uc", "reserve_uc")),
    "PAID": (Paid, ("round", "seat", "hand_class", "pool_cents", "bonus_cents", "house_cents")),
    "HIT_CLOSED": (HitClosed, ("round", "asked_by", "confirmed_by", "hits", "pool_uc")),
    "HIT_CANCELLED": (HitCancelled, ("round", "asked_by", "confirmed_by", "pool_uc", "reserve_uc")),
    "HAND_VOIDED": (HandVoided, ("round", "seat", "pool_uc", "reserve_uc")),
    "ROUND_VOIDED": (RoundVoided, ("round", "seats", "pool_uc", "reserve_uc")),
    "ROUND_ENDED": (RoundEnded, ("round",)),
    "SETTING_DEFERRED": (SettingDeferred, ("setting", "old_value", "new_value")),
    "METERS_STATED": (MetersStated, ("part", "values")),
    "POOL_ADJUSTED": (PoolAdjusted, ("amount_uc", "pool_uc", "asked_by", "confirmed_by")),
    "ANTES_TOLD": (AntesTold, ("antes", "wagers")),
    "WIN_SHOWN": (WinShown, ("round", "amount_uc", "after_ms")),
    "TABLE_JOINED": (TableJoined, ("address",)),
    "TABLE_REFUSED": (TableRefused, ("address",)),
    "LINK_LOST": (LinkLost, ("address", "silence_ms")),
    "LINK_RESTORED": (LinkRestored, ("address",)),
    "LINKED_IN": (LinkedIn, ("address", "number", "accepted", "voided", "pool_uc", "reserve_uc")),
    "LINKED_HIT": (LinkedHit, ("address", "number", "classes", "seeded_uc", "pool_uc", "reserve_uc")),
    "LINKED_DONE": (LinkedDone, ("address", "number", "what", "paid_uc", "pool_uc", "reserve_uc")),
    "TAKEN_OVER": (TakenOver, ("address", "asked_by", "confirmed_by", "purses")),
    "BOOK_COPIED": (BookCopied, ("address", "number")),
    "LINK_KEY_SET": (LinkKeySet, ()),
    "TERMS_STATED": (TermsStated, ("values",)),
}


def typed(event: Event) -> TypedEvent:
    """The event as an instance of its class; UnknownEvent when its fields are other ones."""
    common = (event.board, event.number, event.boot_count, event.time_ms, event.utc_s)
    kind, names = EVENT_TYPES.get(event.name, (None, ()))
    if kind is None or not set(names) <= set(event.fields):
        return UnknownEvent(*common, event.name, event.fields)
    return kind(*common, *(event.fields[name] for name in names))
