"""Events as typed objects; made by `make docs` from the event table: do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from faro.wire.events import Event


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
class LinkUp(TypedEvent):
    """{port_text} connected."""

    port: int


@dataclass(frozen=True, slots=True)
class LinkDown(TypedEvent):
    """{port_text} silent for {silence_ms} ms: link down."""

    port: int
    silence_ms: int


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
class PowerFailing(TypedEvent):
    """Power is failing: {supply_mv} mV."""

    supply_mv: int


@dataclass(frozen=True, slots=True)
class StoreFinding(TypedEvent):
    """Memory: {finding_text}."""

    finding: int
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class StoreFormatted(TypedEvent):
    """New memory prepared for first use."""


@dataclass(frozen=True, slots=True)
class JournalVerdict(TypedEvent):
    """Journal: {verdict_text}."""

    verdict: int
    last_number: int


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
class TwoRolesDone(TypedEvent):
    """{role_text} confirmed {request_text}: done."""

    request: int
    number_value: int
    role: int


@dataclass(frozen=True, slots=True)
class SignerSet(TypedEvent):
    """Key of the firmware's signer set (CRC {key_crc:08x})."""

    key_crc: int


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
    """Runs firmware whose signature it cannot check: {reason_text}."""

    reason: int


@dataclass(frozen=True, slots=True)
class SlotRenewed(TypedEvent):
    """Spare slot {slot_text} holds the running firmware (counter {counter}) again."""

    counter: int
    slot: int


@dataclass(frozen=True, slots=True)
class CardPassed(TypedEvent):
    """Card {card_count} left the shoe in {pass_ms} ms."""

    card_count: int
    pass_ms: int


@dataclass(frozen=True, slots=True)
class CardRead(TypedEvent):
    """Position {position}: {card_text}{back_text}{flags_text}."""

    position: int
    card: int
    back: int
    flags: int


@dataclass(frozen=True, slots=True)
class CardRefused(TypedEvent):
    """Position {position}: refused, {reading_text}: {reasons_text}."""

    position: int
    reading: int
    reason_a: int
    reason_b: int
    frame: int


@dataclass(frozen=True, slots=True)
class CardStrange(TypedEvent):
    """Position {position}: {reading_text}{strange_text}."""

    position: int
    reading: int
    back: int
    card: int


@dataclass(frozen=True, slots=True)
class Contradiction(TypedEvent):
    """CONTRADICTION: {card_text} at position {position}, but all of them were seen already; position {earlier_position} is open again."""

    card: int
    position: int
    earlier_position: int
    frame: int


@dataclass(frozen=True, slots=True)
class CardPulledBack(TypedEvent):
    """A card was drawn by {drawn_mm} mm and pushed back."""

    drawn_mm: int
    pass_ms: int


@dataclass(frozen=True, slots=True)
class CardFedAgain(TypedEvent):
    """The next card is one that was set apart ({unread} not read yet)."""

    unread: int


@dataclass(frozen=True, slots=True)
class AuditBegun(TypedEvent):
    """Census of {decks} deck(s) begun by {role_text}."""

    decks: int
    back: int
    role: int


@dataclass(frozen=True, slots=True)
class AuditPassed(TypedEvent):
    """Census good: {cards} cards, every card of {decks} deck(s) is there{back_text}."""

    decks: int
    cards: int
    back: int


@dataclass(frozen=True, slots=True)
class AuditFailed(TypedEvent):
    """Census BAD: {missing_cards} missing, {extra_cards} too many, {strange_cards} strange, {unread_cards} not read, of {cards} cards."""

    decks: int
    cards: int
    missing_cards: int
    extra_cards: int
    strange_cards: int
    unread_cards: int


@dataclass(frozen=True, slots=True)
class AuditFinding(TypedEvent):
    """Census: {line_text}."""

    line: int
    reading: int
    count: int
    position: int
    other_position: int


@dataclass(frozen=True, slots=True)
class EnrolBegun(TypedEvent):
    """Enrolment of a new deck begun."""

    order: int
    role: int


@dataclass(frozen=True, slots=True)
class Enrolled(TypedEvent):
    """New deck enrolled, version {version} (CRC {crc:08x}), {close_pairs} pairs alike."""

    version: int
    crc: int
    reads: int
    close_pairs: int


@dataclass(frozen=True, slots=True)
class EnrolRefused(TypedEvent):
    """Enrolment, card {position} ({card_text}): {why_text} ({reason_text})."""

    why: int
    position: int
    card: int
    reason: int


@dataclass(frozen=True, slots=True)
class CameraTrend(TypedEvent):
    """Camera {camera_text}: {trend_text}."""

    camera: int
    trend: int
    level_percent: int
    dirty_pixels: int


@dataclass(frozen=True, slots=True)
class FramesRead(TypedEvent):
    """The technician looked at the service file ({frames} pictures)."""

    frames: int


@dataclass(frozen=True, slots=True)
class AuditRestored(TypedEvent):
    """Census goes on after the restart: {cards} cards so far."""

    cards: int
    reads: int


@dataclass(frozen=True, slots=True)
class CycleStarted(TypedEvent):
    """{mode_text} of {decks} deck(s) started, cycle {cycle}."""

    mode: int
    decks: int
    cycle: int


@dataclass(frozen=True, slots=True)
class StepDone(TypedEvent):
    """{step_text} done in {duration_ms} ms, {cards} cards inside."""

    step: int
    cards: int
    duration_ms: int


@dataclass(frozen=True, slots=True)
class CycleReady(TypedEvent):
    """Pack ready: {cards} cards in the carousel, {shuffled_text}, {duration_ms} ms."""

    cards: int
    is_shuffled: int
    duration_ms: int


@dataclass(frozen=True, slots=True)
class PacketOffered(TypedEvent):
    """Packet offered: {cards} cards from place {place} on."""

    first_position: int
    cards: int


@dataclass(frozen=True, slots=True)
class PacketTaken(TypedEvent):
    """Packet taken: {cards} cards from place {place} on."""

    first_position: int
    cards: int


@dataclass(frozen=True, slots=True)
class CycleEnded(TypedEvent):
    """Cycle {cycle} ended, carousel empty."""

    cycle: int


@dataclass(frozen=True, slots=True)
class Aborted(TypedEvent):
    """Aborted while {step_text} by {role_text}: {cards} cards inside are unloaded."""

    step: int
    cards: int
    role: int


@dataclass(frozen=True, slots=True)
class JamFound(TypedEvent):
    """JAM while {step_text}: {evidence_text}; {gate_text} awaited, {travel_mm} mm of roller, {speed_mm_s} mm/s, {current_ma} mA."""

    step: int
    evidence: int
    gates: int
    travel_mm: int
    speed_mm_s: int
    current_ma: int


@dataclass(frozen=True, slots=True)
class Retried(TypedEvent):
    """{trouble_text}: attempt {attempt}, {remedy_text}."""

    trouble: int
    attempt: int
    remedy: int


@dataclass(frozen=True, slots=True)
class Called(TypedEvent):
    """PERSON NEEDED: {trouble_text}; {cards_inside} cards in the carousel. {call_text}."""

    step: int
    trouble: int
    cards_inside: int


@dataclass(frozen=True, slots=True)
class PackVerdict(TypedEvent):
    """Pack {verdict_word}: {cards} cards, {missing_cards} missing, {extra_cards} extra, {strange_cards} strange, {unread_cards} unread."""

    is_good: int
    cards: int
    missing_cards: int
    extra_cards: int
    strange_cards: int
    unread_cards: int


@dataclass(frozen=True, slots=True)
class CardFinding(TypedEvent):
    """{count} × {card_text}: {finding_word}."""

    kind: int
    card: int
    count: int


@dataclass(frozen=True, slots=True)
class CardDamaged(TypedEvent):
    """Damaged card: {card_text} ({trouble_text})."""

    card: int
    trouble: int


@dataclass(frozen=True, slots=True)
class GateOpened(TypedEvent):
    """Output gate opened ({gate_reason})."""

    reason: int


@dataclass(frozen=True, slots=True)
class GateOverridden(TypedEvent):
    """Output gate opened by order of {asked_text} and {confirmed_text} while {step_text}."""

    asked_by: int
    confirmed_by: int
    step: int


@dataclass(frozen=True, slots=True)
class MixingStopped(TypedEvent):
    """NOT A SHUFFLE: {statistic_text} {value}, limit {limit}."""

    source: int
    statistic: int
    value: int
    limit: int


@dataclass(frozen=True, slots=True)
class StepOverdue(TypedEvent):
    """CYCLE NOT COMPLETE: {step_text} for {elapsed_ms} ms with {cards} cards."""

    step: int
    elapsed_ms: int
    cards: int


@dataclass(frozen=True, slots=True)
class OutputDiffered(TypedEvent):
    """Another card came out than went in, at place {place}."""

    kind: int
    position: int


@dataclass(frozen=True, slots=True)
class CycleInterrupted(TypedEvent):
    """Power failed while {step_text}: {cards_in_carousel} cards in the carousel, {cards_delivered} delivered, {cards_in_way} may be in the way."""

    step: int
    cards_in_carousel: int
    cards_delivered: int
    cards_in_way: int


@dataclass(frozen=True, slots=True)
class TrendWarning(TypedEvent):
    """{trend_text} ({value}): {forecast_text}."""

    trend: int
    value: int
    forecast_cards: int


@dataclass(frozen=True, slots=True)
class PackCounted(TypedEvent):
    """Counted {cards} cards where they lie: {count_word}."""

    is_good: int
    cards: int
    differing_cards: int


@dataclass(frozen=True, slots=True)
class ClearedByPerson(TypedEvent):
    """{role_text} says it is cleared ({trouble_text})."""

    trouble: int
    role: int


@dataclass(frozen=True, slots=True)
class BoxDealt(TypedEvent):
    """Cycle {cycle}: {cards_text} dealt."""

    cycle: int
    count: int
    box_cards: bytes


@dataclass(frozen=True, slots=True)
class ShuffleCommitted(TypedEvent):
    """Shuffle {shuffle}: order of {cards} cards fixed, root {root_text}."""

    shuffle: int
    cards: int
    root: bytes


@dataclass(frozen=True, slots=True)
class CardsDealt(TypedEvent):
    """Shuffle {shuffle}: from place {place} on {cards_text}."""

    shuffle: int
    first_position: int
    count: int
    dealt_cards: bytes


@dataclass(frozen=True, slots=True)
class TableOpened(TypedEvent):
    """Table open: {game_text}, {equipment_text}, {decks} deck(s), {areas_text}."""

    game: int
    equipment: int
    decks: int
    areas: int


@dataclass(frozen=True, slots=True)
class TableClosed(TypedEvent):
    """Table closed ({game_text})."""

    game: int


@dataclass(frozen=True, slots=True)
class AreasSet(TypedEvent):
    """Wagers at {areas_text}."""

    areas: int


@dataclass(frozen=True, slots=True)
class PackInPlay(TypedEvent):
    """{decks} deck(s), shuffled, are in the shoe."""

    decks: int


@dataclass(frozen=True, slots=True)
class Decided(TypedEvent):
    """Seat {seat} {decision_text}."""

    seat: int
    decision: int


@dataclass(frozen=True, slots=True)
class RoundTold(TypedEvent):
    """The table tells: {told_text}{spot_text}."""

    told: int
    place: int
    card_number: int
    value: int


@dataclass(frozen=True, slots=True)
class RoundOpened(TypedEvent):
    """Round {round}: first card of {game_text}, {areas_text}, no more bets."""

    round: int
    game: int
    equipment: int
    areas: int


@dataclass(frozen=True, slots=True)
class RoundDealt(TypedEvent):
    """Round {round}: all {cards} cards are dealt."""

    round: int
    cards: int


@dataclass(frozen=True, slots=True)
class RoundEnded(TypedEvent):
    """Round {round}: {end_text}."""

    round: int
    is_void: int


@dataclass(frozen=True, slots=True)
class RoundClosed(TypedEvent):
    """Round {round} is over: {closed_text}, {cards} cards."""

    round: int
    closed_as: int
    cards: int
    areas: int


@dataclass(frozen=True, slots=True)
class HandSettled(TypedEvent):
    """Round {round}, {spot_name}: {hand_text}{outcome_text}."""

    round: int
    place: int
    cards: int
    hand: bytes
    value: int
    outcome: bytes


@dataclass(frozen=True, slots=True)
class PackBurned(TypedEvent):
    """{cards} card(s) burned, the first was {first_text}."""

    cards: int
    first: int


@dataclass(frozen=True, slots=True)
class LastRound(TypedEvent):
    """The cutting card came first: last coup."""

    round: int


@dataclass(frozen=True, slots=True)
class ShuffleDue(TypedEvent):
    """The cards must be shuffled before the next round."""

    round: int


@dataclass(frozen=True, slots=True)
class RoundFinding(TypedEvent):
    """Round {round}: {irregularity_text}{spot_text}{number_text}."""

    round: int
    irregularity: int
    place: int
    card_number: int
    detail: int


@dataclass(frozen=True, slots=True)
class PlacesChanged(TypedEvent):
    """Round {round}: the cards' places were put right."""

    round: int
    cards: int


@dataclass(frozen=True, slots=True)
class FindingMade(TypedEvent):
    """Case {case_number}, {game_text}: {irregularity_text}{place_text}."""

    case_number: int
    irregularity: int
    game: int
    moment: int
    place: int
    detail: int


@dataclass(frozen=True, slots=True)
class QuestionAsked(TypedEvent):
    """Case {case_number}: {question_text}."""

    case_number: int
    game: int
    fact: int


@dataclass(frozen=True, slots=True)
class QuestionAnswered(TypedEvent):
    """Case {case_number}: {question_text} {answer_text} ({role_name_text})."""

    case_number: int
    game: int
    fact: int
    is_so: int
    role: int


@dataclass(frozen=True, slots=True)
class RulingMade(TypedEvent):
    """Case {case_number}: {ruling_text}."""

    case_number: int
    irregularity: int
    game: int
    ruling: int
    rule: int
    also_rule: int


@dataclass(frozen=True, slots=True)
class NoticeGiven(TypedEvent):
    """Case {case_number}: notify {notified_text} at once{rule_words}."""

    case_number: int
    game: int
    notified: int
    rule: int


@dataclass(frozen=True, slots=True)
class FindingWithdrawn(TypedEvent):
    """Case {case_number}: taken back by {role_name_text}."""

    case_number: int
    irregularity: int
    role: int


@dataclass(frozen=True, slots=True)
class DamageListed(TypedEvent):
    """{card_text} is damaged and must be replaced ({count} on the list)."""

    card: int
    count: int


@dataclass(frozen=True, slots=True)
class CardReplaced(TypedEvent):
    """{card_text} replaced from a new deck, {missing} still missing."""

    card: int
    missing: int


@dataclass(frozen=True, slots=True)
class ReplacementRefused(TypedEvent):
    """{card_text} was fed in, but no such card was damaged."""

    card: int
    missing: int


@dataclass(frozen=True, slots=True)
class Replacing(TypedEvent):
    """Feeding of replacements {on_text}, {missing} to come."""

    is_on: int
    missing: int


@dataclass(frozen=True, slots=True)
class BetPlaced(TypedEvent):
    """Seat {seat}: progressive wager placed."""

    seat: int


@dataclass(frozen=True, slots=True)
class BetRemoved(TypedEvent):
    """Seat {seat}: progressive wager taken away."""

    seat: int


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
class WagersReopened(TypedEvent):
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
class LinkKeySet(TypedEvent):
    """Key of the linked tables set."""


@dataclass(frozen=True, slots=True)
class TermsStated(TypedEvent):
    """Jackpot terms stated: {terms_text}."""

    values: bytes


# class, and the fields that follow the common ones
EVENT_TYPES: dict[str, tuple[type[TypedEvent], tuple[str, ...]]] = {
    "LINK_UP": (LinkUp, ("port",)),
    "LINK_DOWN": (LinkDown, ("port", "silence_ms")),
    "BOOTED": (Booted, ("reset_cause",)),
    "SELF_TEST_PASSED": (SelfTestPassed, ("checks", "duration_ms")),
    "SELF_TEST_FAILED": (SelfTestFailed, ("check", "detail")),
    "FAULT_RAISED": (FaultRaised, ("fault", "detail")),
    "FAULT_CLEARED": (FaultCleared, ("fault", "role")),
    "SETTING_CHANGED": (SettingChanged, ("setting", "old_value", "new_value")),
    "TIME_SET": (TimeSet, ("old_utc_s", "new_utc_s")),
    "LID_OPENED": (LidOpened, ()),
    "LID_CLOSED": (LidClosed, ("open_ms",)),
    "LID_OPENED_UNPOWERED": (LidOpenedUnpowered, ()),
    "BUTTON_PRESSED": (ButtonPressed, ("button",)),
    "KEY_TURNED": (KeyTurned, ("key", "position")),
    "NO_MORE_BETS": (NoMoreBets, ("level",)),
    "SUPPLY_LOW": (SupplyLow, ("supply_mv",)),
    "SUPPLY_GOOD": (SupplyGood, ("supply_mv",)),
    "RESTART_ORDERED": (RestartOrdered, ()),
    "POWER_FAILING": (PowerFailing, ("supply_mv",)),
    "STORE_FINDING": (StoreFinding, ("finding", "a", "b")),
    "STORE_FORMATTED": (StoreFormatted, ()),
    "JOURNAL_VERDICT": (JournalVerdict, ("verdict", "last_number")),
    "EVENTS_OVERWRITTEN": (EventsOverwritten, ("first_lost", "last_lost", "total_lost")),
    "JOURNAL_GAP": (JournalGap, ("first_dropped", "last_dropped", "verdict")),
    "PROVISIONED": (Provisioned, ("is_again",)),
    "SESSION_OPENED": (SessionOpened, ("port", "role")),
    "AUTH_FAILED": (AuthFailed, ("port", "role", "failures")),
    "SEALED": (Sealed, ("is_sealed",)),
    "SEAL_REFUSED": (SealRefused, ("role",)),
    "REPL_ATTEMPT": (ReplAttempt, ("port",)),
    "SERVICE_ENTERED": (ServiceEntered, ()),
    "TWO_ROLES_ASKED": (TwoRolesAsked, ("request", "number", "role")),
    "TWO_ROLES_DONE": (TwoRolesDone, ("request", "number", "role")),
    "SIGNER_SET": (SignerSet, ("key_crc",)),
    "UPDATE_STAGED": (UpdateStaged, ("counter", "slot")),
    "UPDATE_ACTIVATED": (UpdateActivated, ("counter", "slot")),
    "UPDATE_FAILED": (UpdateFailed, ("counter", "slot", "result")),
    "IMAGE_REFUSED": (ImageRefused, ("counter", "slot", "code")),
    "RUNS_UNSIGNED": (RunsUnsigned, ("reason",)),
    "SLOT_RENEWED": (SlotRenewed, ("counter", "slot")),
    "CARD_PASSED": (CardPassed, ("card_count", "pass_ms")),
    "CARD_READ": (CardRead, ("position", "card", "back", "flags")),
    "CARD_REFUSED": (CardRefused, ("position", "reading", "reason_a", "reason_b", "frame")),
    "CARD_STRANGE": (CardStrange, ("position", "reading", "back", "card")),
    "CONTRADICTION": (Contradiction, ("card", "position", "earlier_position", "frame")),
    "CARD_PULLED_BACK": (CardPulledBack, ("drawn_mm", "pass_ms")),
    "CARD_FED_AGAIN": (CardFedAgain, ("unread",)),
    "AUDIT_BEGUN": (AuditBegun, ("decks", "back", "role")),
    "AUDIT_PASSED": (AuditPassed, ("decks", "cards", "back")),
    "AUDIT_FAILED": (AuditFailed, ("decks", "cards", "missing_cards", "extra_cards", "strange_cards", "unread_cards")),
    "AUDIT_FINDING": (AuditFinding, ("line", "reading", "count", "position", "other_position")),
    "ENROL_BEGUN": (EnrolBegun, ("order", "role")),
    "ENROLLED": (Enrolled, ("version", "crc", "reads", "close_pairs")),
    "ENROL_REFUSED": (EnrolRefused, ("why", "position", "card", "reason")),
    "CAMERA_TREND": (CameraTrend, ("camera", "trend", "level_percent", "dirty_pixels")),
    "FRAMES_READ": (FramesRead, ("frames",)),
    "AUDIT_RESTORED": (AuditRestored, ("cards", "reads")),
    "CYCLE_STARTED": (CycleStarted, ("mode", "decks", "cycle")),
    "STEP_DONE": (StepDone, ("step", "cards", "duration_ms")),
    "CYCLE_READY": (CycleReady, ("cards", "is_shuffled", "duration_ms")),
    "PACKET_OFFERED": (PacketOffered, ("first_position", "cards")),
    "PACKET_TAKEN": (PacketTaken, ("first_position", "cards")),
    "CYCLE_ENDED": (CycleEnded, ("cycle",)),
    "ABORTED": (Aborted, ("step", "cards", "role")),
    "JAM_FOUND": (JamFound, ("step", "evidence", "gates", "travel_mm", "speed_mm_s", "current_ma")),
    "RETRIED": (Retried, ("trouble", "attempt", "remedy")),
    "CALLED": (Called, ("step", "trouble", "cards_inside")),
    "PACK_VERDICT": (PackVerdict, ("is_good", "cards", "missing_cards", "extra_cards", "strange_cards", "unread_cards")),
    "CARD_FINDING": (CardFinding, ("kind", "card", "count")),
    "CARD_DAMAGED": (CardDamaged, ("card", "trouble")),
    "GATE_OPENED": (GateOpened, ("reason",)),
    "GATE_OVERRIDDEN": (GateOverridden, ("asked_by", "confirmed_by", "step")),
    "MIXING_STOPPED": (MixingStopped, ("source", "statistic", "value", "limit")),
    "STEP_OVERDUE": (StepOverdue, ("step", "elapsed_ms", "cards")),
    "OUTPUT_DIFFERED": (OutputDiffered, ("kind", "position")),
    "CYCLE_INTERRUPTED": (CycleInterrupted, ("step", "cards_in_carousel", "cards_delivered", "cards_in_way")),
    "TREND_WARNING": (TrendWarning, ("trend", "value", "forecast_cards")),
    "PACK_COUNTED": (PackCounted, ("is_good", "cards", "differing_cards")),
    "CLEARED_BY_PERSON": (ClearedByPerson, ("trouble", "role")),
    "BOX_DEALT": (BoxDealt, ("cycle", "count", "box_cards")),
    "SHUFFLE_COMMITTED": (ShuffleCommitted, ("shuffle", "cards", "root")),
    "CARDS_DEALT": (CardsDealt, ("shuffle", "first_position", "count", "dealt_cards")),
    "TABLE_OPENED": (TableOpened, ("game", "equipment", "decks", "areas")),
    "TABLE_CLOSED": (TableClosed, ("game",)),
    "AREAS_SET": (AreasSet, ("areas",)),
    "PACK_IN_PLAY": (PackInPlay, ("decks",)),
    "DECIDED": (Decided, ("seat", "decision")),
    "ROUND_TOLD": (RoundTold, ("told", "place", "card_number", "value")),
    "ROUND_OPENED": (RoundOpened, ("round", "game", "equipment", "areas")),
    "ROUND_DEALT": (RoundDealt, ("round", "cards")),
    "ROUND_ENDED": (RoundEnded, ("round", "is_void")),
    "ROUND_CLOSED": (RoundClosed, ("round", "closed_as", "cards", "areas")),
    "HAND_SETTLED": (HandSettled, ("round", "place", "cards", "hand", "value", "outcome")),
    "PACK_BURNED": (PackBurned, ("cards", "first")),
    "LAST_ROUND": (LastRound, ("round",)),
    "SHUFFLE_DUE": (ShuffleDue, ("round",)),
    "ROUND_FINDING": (RoundFinding, ("round", "irregularity", "place", "card_number", "detail")),
    "PLACES_CHANGED": (PlacesChanged, ("round", "cards")),
    "FINDING_MADE": (FindingMade, ("case_number", "irregularity", "game", "moment", "place", "detail")),
    "QUESTION_ASKED": (QuestionAsked, ("case_number", "game", "fact")),
    "QUESTION_ANSWERED": (QuestionAnswered, ("case_number", "game", "fact", "is_so", "role")),
    "RULING_MADE": (RulingMade, ("case_number", "irregularity", "game", "ruling", "rule", "also_rule")),
    "NOTICE_GIVEN": (NoticeGiven, ("case_number", "game", "notified", "rule")),
    "FINDING_WITHDRAWN": (FindingWithdrawn, ("case_number", "irregularity", "role")),
    "DAMAGE_LISTED": (DamageListed, ("card", "count")),
    "CARD_REPLACED": (CardReplaced, ("card", "missing")),
    "REPLACEMENT_REFUSED": (ReplacementRefused, ("card", "missing")),
    "REPLACING": (Replacing, ("is_on", "missing")),
    "BET_PLACED": (BetPlaced, ("seat",)),
    "BET_REMOVED": (BetRemoved, ("seat",)),
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
    "WAGERS_REOPENED": (WagersReopened, ("round",)),
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
