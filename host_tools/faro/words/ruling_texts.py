"""Sentences for rulings: why, what becomes of the cards, what to ask, what to do next.

The board sends numbers; these are Faro's own words for them, by name.  What stands in braces is
filled in by ruling_terms.py.  What happens to the money is not here: ruling_money.py makes that
sentence from the columns of the ruling's row.
"""

from __future__ import annotations

_SUPERVISOR_DECIDES = "the casino supervisor decides."
_MISDEAL = "This is a misdeal. A new {round} is dealt."
_SHOWN = "A card of {dealers_hand} was shown."
_BAD_CARD = "A card is missing from {deck} or does not belong to {them}."
_BAD_CARD_IN_ROUND = f"{_BAD_CARD} Earlier {{round}}s stand."
_DEVICE_GONE = "The shuffling device can no longer do its work. Earlier rounds stand."
_NO_DECISION = "No decision was made in time."
_NOT_REBUILT = "The error cannot be put right, and the casino supervisor authorises the return."
_FULL_CHECK = "After the {round} the casino supervisor may have all cards in the device checked."
_TOO_FEW = "There are too few cards to finish the {round}."
_INVALID = "The casino supervisor invalidates the outcome."
_CUT_WRONG = "It lay at a wrong place: the cards were not cut as they should have been."
_FACE_UP = "The card was face up, or somebody has seen it."

# why, after the money; what becomes of the cards follows from the ruling's column (PACKS)
RULINGS = {
    "NO_RULE": f"No rule of this game settles it; {_SUPERVISOR_DECIDES}",
    "REFERRED": f"Too many questions are open at once; {_SUPERVISOR_DECIDES}",
    "MISDEAL": _MISDEAL,
    "MISDEAL_COUP": _MISDEAL,
    "HAND_VOID": "{Hand} has too few or too many cards. All other hands play on.",
    "HAND_DISCARDED": (
        "A hand was dealt to an area without a wager. Its cards are counted and go into the "
        "discard rack."
    ),
    "CARD_TURNED": (
        "One card was shown, which is no misdeal. It is turned face down, and the deal goes on."
    ),
    "DEALERS_CARD_TURNED": (
        f"{_SHOWN} It is turned face down, and the deal goes on; then every player may {{play}} "
        "or fold."
    ),
    "DEALERS_CARD_LEFT_UP": (
        f"{_SHOWN} It stays face up, and all other cards are dealt face down, the dealer's last "
        "one too; then every player may {play} or fold."
    ),
    "PLAYERS_CHOOSE": (
        "Cards of {dealers_hand} were shown before every player had decided. Every player who has "
        "not decided may still {play} or fold."
    ),
    "DECK_BAD": _BAD_CARD_IN_ROUND,
    "DECK_BAD_IDLE": _BAD_CARD,
    "SHOE_BAD": _BAD_CARD_IN_ROUND,
    "SHOE_BAD_INTERIM": _BAD_CARD_IN_ROUND,
    "SHOE_BAD_IDLE": _BAD_CARD,
    "RESHUFFLE": "The shuffling device did not finish its work.",
    "DEVICE_GONE": (f"{_DEVICE_GONE} Play goes on with another shuffling device or a card shoe."),
    "DEVICE_GONE_LOW_LIMIT": (
        f"{_DEVICE_GONE} At this limit play goes on with another shuffling device only."
    ),
    "TRANSFER": "The shuffling device failed, but nobody is at a disadvantage.",
    "TRANSFER_MENDED": (
        "The shuffling device failed and damaged cards, but nobody is at a disadvantage."
    ),
    "ROUND_ENDED": (
        "The failure of the shuffling device put somebody at a disadvantage. Earlier {round}s "
        "stand."
    ),
    "FINISH_FROM_SHOE": (
        "The shuffling device failed, and no other one can take over. The {round} is finished "
        "from a card shoe for the players who stay."
    ),
    "DEVICE_WORKS": "The shuffling device works as intended again. The {round} goes on.",
    "CARD_BURNED": _FACE_UP,
    "CARD_BURNED_CHECK": _FACE_UP,
    "CARD_PLAYED": "A card was face up; it is played as if it had been face down.",
    "CARD_PLAYED_CHECK": (
        f"A card was face up; it is played as if it had been face down. {_FULL_CHECK}"
    ),
    "LAST_ROUND": "The cutting card came as the first card: last {round}.",
    "CUT_WRONG_LAST": f"The cutting card came as the first card: last {{round}}. {_CUT_WRONG}",
    "CUT_WRONG": f"The cutting card is out. {_CUT_WRONG} Earlier results stand.",
    "FINISH_THEN_SHUFFLE": "The cutting card is out.",
    "FINISH_THEN_SHUFFLE_LATE": (
        "The cards were not shuffled or cut as they should have been. Earlier results stand."
    ),
    "SHUFFLE_FIRST": "",
    "CUT_FIRST": "",
    "BURN_FIRST": "The burn was forgotten, and play has not begun.",
    "PLAY_ON": "The burn was forgotten. Play goes on with those cards in play.",
    "NO_CUT": "Cards from a shuffling device are not cut.",
    "NOT_ENOUGH_VOID": _TOO_FEW,
    "DISCARDS_SHUFFLED": _TOO_FEW,
    "AS_NEXT_CARD": (
        "The card counts as the next card. A player who refuses it gets no other card in the same "
        "{round} and may not place a DRAW wager; if every player refuses it, it is the dealer's "
        "next card."
    ),
    "CARD_PUT_BACK": "{dealers_hand} was complete, and nobody has seen the card.",
    "CORRECTED": "{This_round} is put right from the record, and that result stands.",
    "ROUND_NOT_REBUILT": f"{_NOT_REBUILT} Play goes on with the remaining cards.",
    "HAND_NOT_REBUILT": _NOT_REBUILT,
    "COUP_NOT_REBUILT": _NOT_REBUILT,
    "STANDS_AS_SET": "The first player's hand has been shown already.",
    "ANTE_RETURNED": _NO_DECISION,
    "HAND_VOID_ALL_BACK": _NO_DECISION,
    "DEEMED_STAND": _NO_DECISION,
    "WAGER_REFUSED": (
        "The Play wager does not match the Ante. The player is told that next time the Ante is "
        "forfeited."
    ),
    "ANTE_LOST": "The Play wager does not match the Ante, and the player has been warned before.",
    "BET_CORRECTED": "A bet must be exactly twice the ante: the player corrects it, or folds.",
    "BET_TO_LIMIT": (
        "A bet must be exactly twice the ante: a smaller one is paid or taken as it lies, a "
        "larger one only up to twice the ante."
    ),
    "CARDS_STAY": "The casino supervisor orders no new cards. Play goes on with these.",
    "CARDS_REPLACED": "The cards are no longer fit for use.",
    "CARDS_REPLACED_AFTER": (
        "The cards are no longer fit for use; {this_round} is finished with them first."
    ),
    "DECK_REFUSED": (
        "The deck in the device has backs of the same colour as the deck in play; another colour "
        "is needed."
    ),
    "SHOE_REFUSED": "At this limit every card is dealt from a shuffling device.",
    "INSPECTOR_DECIDES": (
        "The jackpot equipment has failed. Play goes on only after an inspector has approved it."
    ),
    "SHUFFLE_ORDERED": "The casino supervisor orders a shuffle.",
    "NOT_ORDERED": "The casino supervisor orders no shuffle. Play goes on with these cards.",
    "CARD_NAMED": "The casino supervisor looks at the card and names it; then play goes on.",
    "UP_CARD_ANYWAY": "That card of {dealers_hand} is dealt face up in any case.",
    "MEASURE_TAKEN": "The casino supervisor directs: {measure}.",
    "OUTCOME_VOID": _INVALID,
    "OUTCOME_VOID_FORFEIT": _INVALID,
    "STOPPED_DEALT": (
        "A card was dealt though a ruling must be carried out first; it opens no {round}."
    ),
}

# what becomes of the cards, by the column's name
PACKS = {
    "stays": "",
    "card_burned": "The card is burned.",
    "reshuffled": "The cards are shuffled{and_cut} before another card is dealt.",
    "shuffled_after": "When {this_round} is over, the cards are shuffled{and_cut}.",
    "checked": "{Deck} checked before play goes on.",
    "void_and_checked": (
        "The rest of the {box} is void, and the decks are checked before play goes on."
    ),
    "moved": "The cards are moved into another shuffling device, and play goes on.",
    "mended_and_moved": (
        "The damaged cards are taken out, the others are moved into another shuffling device, and "
        "the damaged ones are replaced from a new deck."
    ),
    "mended_to_shoe": (
        "The damaged cards are replaced from a new deck; then all cards are shuffled and cut."
    ),
    "new": "New cards are checked and shuffled before play goes on.",
    "discards_shuffled": (
        "The discards are shuffled{and_cut}, and the {round} is finished with them."
    ),
    "refused": "It may not be used.",
    "card_put_back": (
        "It goes under the {box} and is the first card of the next {round}, as if it had never "
        "been drawn."
    ),
    "cut": "The cards are cut before play begins.",
}
# where the column's sentence does not fit the ruling, or no round is in play
PACKS_OF = {
    "BURN_FIRST": "{burned}",
    "DECK_REFUSED": "The deck may not be used.",
    "SHOE_REFUSED": "The card shoe may not be used.",
    "LAST_ROUND": "When that {round} is over, the cards are shuffled{and_cut}, or replaced.",
    "CUT_WRONG_LAST": "When that {round} is over, the cards are shuffled{and_cut}.",
    "FINISH_THEN_SHUFFLE": (
        "When {this_round} is over, the cards are shuffled{and_cut}, or replaced."
    ),
    "CARD_BURNED_CHECK": f"The card is burned. {_FULL_CHECK}",
}
PACKS_IDLE = {
    "shuffled_after": "The cards are shuffled{and_cut} before the next {round}.",
}

# asked of the supervisor, one at a time; answered with yes or no, `whose` with a seat
QUESTIONS = {
    "count_right": "Does every hand have the right number of cards?",
    "handled": "Has any player touched the cards of {this_round}?",
    "dealers": "Is it {dealers_hand}?",
    "capable": "Once the trouble is cleared, does the shuffling device work as it should?",
    "disadvantaged": "Has the malfunction put the house or any player at a disadvantage?",
    "spare": "Is another shuffling device ready at hand?",
    "practicable": "Can the cards be moved into the other shuffling device?",
    "damaged": "Is any card in the shuffling device damaged?",
    "rebuilt": "Can {this_round} be put back as it should have been dealt and settled?",
    "seen": "Has anybody seen the face of that card?",
    "first_shown": "Has the first player's hand been shown already?",
    "dealer_shown": "Have the cards of {dealers_hand} been shown already?",
    "in_deal": "Was the card shown while cards were still being dealt?",
    "misread": "Look at the card on the table: is it another card than the one that was read?",
    "ordered": "Do you order that the cards be {ordered}?",
    "whose": "Whose hand is it? Name the seat.",
}
# what is ordered, by the finding; before it is known: either
ORDERED = {"CARD_UNFIT": "replaced"}
ORDERED_ELSE = "shuffled"
ORDERED_UNKNOWN = "shuffled or replaced"

# said unasked, or known to the board
UNASKED = {
    "up_card": "The card is the one of {dealers_hand} that is dealt face up.",
    "works_again": "The shuffling device works as intended again.",
    "low_limit": "This is a low-limit table.",
    "warned": "The player was warned before of a Play wager that does not match the Ante.",
    "seat_named": "It concerns the player at one seat.",
}

# findings of machines and people; the tracker's have theirs in firmware/rounds/findings.py
FINDINGS = {
    "JAM": "the shuffling device has jammed",
    "INTERMIXING_STOPPED": "the shuffling device stopped mixing the cards during a shuffle",
    "CYCLE_INCOMPLETE": "the shuffling device did not complete its cycle",
    "DEVICE_FAILED": "the shuffling device can no longer do its work",
    "DEALT_WRONG": "cards were dealt to wrong places or in a wrong order",
    "NO_DECISION": "a player does not decide, refuses to, or is not there",
    "WAGER_SHORT": "a player cannot place the Play wager that the Ante asks for",
    "BET_WRONG": "a bet is not exactly twice the ante",
    "DEALER_SET_WRONG": "the dealer's hand was set wrongly",
    "RESULT_WRONG": "a hand or a result was declared or settled wrongly",
    "BURNED_IN_ERROR": "a card was dealt or burned in error",
    "CARD_UNFIT": "a card is no longer fit for use",
    "SAME_BACKS": "the deck in the device has the same back as the deck in play",
    "SHOE_AT_LOW_LIMIT": "a card shoe was chosen at a low-limit table",
    "JACKPOT_FAILED": "the recorder of jackpot wagers or the jackpot display has failed",
    "NOT_INTERMIXED": "there is reason to think that the cards are not well mixed",
    "FIRST_DISCLOSED": "the card that would come first has been seen",
    "VACANT": "nobody has played at the table for a while",
    "COLLUSION": "players are suspected of looking at others' cards or of passing them on",
    "OUTCOME_INVALID": "a disturbance or a fraud has affected the outcome",
}

# what to do next, by the names of firmware/ruling/effects.py without DO_
STEPS = {
    "CALL_SUPERVISOR": "Call the casino supervisor and wait for the decision.",
    "NEW_ROUND": "Deal a new {round}.",
    "COUNT_AND_DISCARD": "Count the cards of {hand} and put them into the discard rack.",
    "PLAY_ON": "Go on with {go_on}.",
    "TURN_DOWN": "Turn the card face down.",
    "LEAVE_FACE_UP": "Leave the card face up.",
    "OFFER_PLAY_OR_FOLD": "Let every player who has not decided {play} or fold.",
    "CHECK_PACK": "Check {deck} for further missing or foreign cards.",
    "NOTIFY": "Notify {outsiders} at once.",
    "SHUFFLE": "{shuffle}",
    "SHUFFLE_AND_CUT": "Shuffle and cut the cards.",
    "CUT": "{cut}",
    "BURN_CARD": "Burn the card: put it into the discard rack.",
    "BURN_AS_RULED": "{burn}",
    "OFFER_FULL_CHECK": (
        "After the {round} ask the casino supervisor whether all cards in the device shall be "
        "checked."
    ),
    "PLAY_CARD": "Play the card as if it had come face down.",
    "SET_CUT_CARD_ASIDE": "Put the cutting card aside.",
    "ANNOUNCE_LAST": "Announce the last {round}.",
    "FINISH_ROUND": "Finish {this_round}.",
    "OTHER_DEVICE_OR_SHOE": (
        "Take another shuffling device or a card shoe, and open the table with it."
    ),
    "OTHER_DEVICE": "Take another shuffling device, and open the table with it.",
    "NEW_CARDS": "Bring new cards.",
    "TRANSFER": "Move the cards into the other shuffling device.",
    "REMOVE_DAMAGED": "Take the damaged cards out of play and list them.",
    "REPLACE_DAMAGED": "Replace the damaged cards from a new deck.",
    "OFFER_WAGERS_BACK": "Ask every player whether to take the wager back or to leave it.",
    "FINISH_FROM_SHOE": "Finish {this_round} from a card shoe for the players who stay.",
    "DEAL_AS_NEXT": "Deal the card as the next one.",
    "PUT_UNDER_SHOE": "Put the card face down under the {box}, for the next {round}.",
    "REBUILD": "Put {this_round} right from the record, and its payments too.",
    "WARN_PLAYER": "Tell the player{where} that next time the Ante is forfeited.",
    "SETTLE_SIDE_WAGER": "Play {a_side} wager{where} to its end and settle it.",
    "CORRECT_OR_FOLD": (
        "Ask the player{where} to make the bet exactly twice the ante, or to fold; at a fold take "
        "the ante and return the part that was bet."
    ),
    "SETTLE_TO_LIMIT": ("Pay or take a smaller bet as it lies, a larger one up to twice the ante."),
    "REPLACE_CARDS": "Replace the cards by new ones.",
    "REFUSE": "Take it off the table.",
    "WAIT_FOR_INSPECTOR": "Wait until an inspector approves that play goes on.",
    "NAME_CARD": "Look at the card and enter its name.",
    "AUTHORISE_VOID": "Get the casino supervisor's authority.",
    "COLLECT_CARDS": "Collect the cards.",
    "REFUSER_STANDS": (
        "Give a player who refuses the card no other card and no DRAW wager; if every player "
        "refuses it, it is the dealer's next card."
    ),
    "LET_STAND": "Leave {dealers_hand} as it was set.",
    "CHECK_NEW_CARDS": "Check the new cards before they are used.",
    "TAKE_MEASURE": "See to it that {measure}.",
    "COLLECT_FORFEIT": "Collect the forfeited wagers{where}.",
    "REFUND": "Return all other wagers to the players.",
}
SHUFFLE = "Shuffle and cut {what}."
SHUFFLE_IN_DEVICE = "Shuffle {what} in the device; they are not cut."
SHUFFLE_EITHER = "Shuffle {what}; cut them if they go into a card shoe."
# where no round is in play: "" for nothing to do
STEPS_IDLE = {"FINISH_ROUND": ""}
STEPS_OF = {
    ("LAST_ROUND", "FINISH_ROUND"): "Finish that {round}.",
    ("CUT_WRONG_LAST", "FINISH_ROUND"): "Finish that {round}.",
    ("DECK_REFUSED", "REFUSE"): "Take the deck out of the device.",
    ("SHOE_REFUSED", "REFUSE"): "Take the card shoe off the table.",
    ("OUTCOME_VOID", "REFUND"): "Return all wagers to the players.",
    ("DISCARDS_SHUFFLED", "SHUFFLE"): "{shuffle_discards}",
    ("DEVICE_GONE", "SHUFFLE"): SHUFFLE_EITHER.format(what="the cards"),
}

# why a ruling is withdrawn, by the names of firmware/ruling/rows.py
REASONS = {
    "fact_wrong": "a fact was answered wrongly",
    "hand_wrong": "it was another hand",
    "misread": "a card was misread",
    "review": "a casino supervisor reviewed it",
    "other": "another reason",
}
# what open steps hold up, by the bits of firmware/rounds/table_state.py
STOPS = (
    (1, "no {round} may begin"),
    (2, "no cards may come into play"),
    (4, "a shuffle is due before the next {round}"),
)
# what ticks a step off by itself, by the numbers of firmware/rounds/steps.py
TICKED_BY = (
    "",
    "shuffled cards that come into play",
    "a census that finds the cards right",
    "the table being opened again",
    "the last damaged card being replaced",
)
