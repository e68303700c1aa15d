"""What waits, in which order, and who is offered what about it."""

from __future__ import annotations

from faro.top import waiting
from faro.top.state import State
from faro.top.wants import Ask, Menu
from tests.unit.top.fake_hub import FAULT, QUESTION, RULING, board, jackpot, known


def heads(state: State) -> list[str]:
    return [matter.head for matter in waiting.matters(state)]


def menu(state: State) -> Menu:
    found = waiting.menu(state)
    assert isinstance(found, Menu)
    return found


def requests(state: State) -> list[dict[str, object]]:
    return [item.then.request for item in menu(state).items if isinstance(item.then, Ask)]


def test_matters__several__the_most_pressing_first() -> None:
    silent = board(is_there=False, age_ms=4000, trouble="no answer")
    boards = {"shoe": board(faults=[FAULT]), "meter": silent}
    win = {"seat": 1, "hand": "Flush", "amount_cents": 5_000, "state": "won, being verified"}
    state = known(boards=boards, cases=[RULING, QUESTION], jackpot=jackpot(pending=[win]))
    assert heads(state) == [
        "meter", "Question, case 1", "Jackpot", "Ruling, case 2", "shoe GATE_STUCK",
    ]  # fmt: skip
    assert "Seat 1 flush $50.00" in waiting.matters(state)[2].words.replace("Flush", "flush")


def test_matters__old_ruling_without_open_steps__is_gone() -> None:
    done = {**RULING, "steps": [{**step, "open": False} for step in RULING["steps"]]}
    assert heads(known(cases=[done])) == ["Ruling, case 2"]  # of this round: still to be read
    assert heads(known(cases=[{**done, "round_number": 3}])) == []


def test_menu__question_for_the_dealer__login_first_and_chosen() -> None:
    found = menu(known(cases=[QUESTION]))
    assert requests(known(cases=[QUESTION]))[0] == {"login": "supervisor"}
    assert found.is_chosen_first
    assert found.words[0] == QUESTION["ask"]


def test_menu__question_for_the_supervisor__yes_and_no_and_neither_is_chosen() -> None:
    state = known(cases=[QUESTION], role="supervisor")
    assert requests(state) == [
        {"act": "answer", "case": 1, "fact": "misread", "value": "yes"},
        {"act": "answer", "case": 1, "fact": "misread", "value": "no"},
    ]
    found = menu(state)
    assert not found.is_chosen_first  # a second Enter by mistake answers nothing
    assert [(item.key, item.label) for item in found.items] == [
        ("y", "Yes"), ("n", "No: All wagers are void."),
    ]  # fmt: skip


def test_menu__whose_hand__a_key_for_each_seat_in_play() -> None:
    state = known(cases=[{**QUESTION, "question": "whose"}], role="supervisor")
    state.table["areas"] = [2, 5]
    assert [item.key for item in menu(state).items] == ["2", "5"]
    assert requests(state)[1]["value"] == 5


def test_menu__ruling__only_open_steps_that_somebody_ticks() -> None:
    state = known(cases=[RULING], role="inspector")
    assert requests(state) == [{"act": "step_done", "case": 2, "step": 3}]
    label = menu(state).items[0].label
    assert label == "Done: Check the deck; no round may begin (supervisor or inspector)"


def test_menu__ruling_for_the_dealer__login_as_who_ticks_it_off() -> None:
    logins = [request["login"] for request in requests(known(cases=[RULING])) if "login" in request]
    assert logins == ["supervisor", "inspector"]


def test_menu__deed__the_number_that_was_seen_is_confirmed() -> None:
    deed = {"board": "meter", "number": 7, "text": "Pay seat 1.", "asked_by": "supervisor"}
    state = known(jackpot=jackpot(deed=deed), role="supervisor")
    assert requests(state) == [
        {"login": "inspector"}, {"act": "confirm", "board": "meter", "number": 7},
    ]  # fmt: skip


def test_menu__others_wait_too__each_line_names_its_matter() -> None:
    boards = {"shoe": board(faults=[FAULT]), "meter": board()}
    state = known(cases=[QUESTION], boards=boards, role="supervisor")
    assert menu(state).items[-1].label == "shoe GATE_STUCK: Clear GATE_STUCK"
