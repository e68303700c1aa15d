"""Sentences for rulings: what a dealer reads aloud, what a supervisor is asked, what to do next.

The board sends numbers; these are Faro's own words for them, by name.  {round}, {dealer}, {hand}
and {player} are filled in for the game and the place.
"""

from __future__ import annotations

# read aloud at the table; the rule's number is put behind it
RULINGS = {
    "NO_RULE": "No rule of this game settles it. Play waits; the casino supervisor decides.",
    "REFERRED": (
        "Too many questions wait for an answer. Play waits; the casino supervisor decides this one "
        "and answers the others."
    ),
    "MISDEAL": "This is a misdeal. All wagers are void and go back; a new {round} is dealt.",
    "MISDEAL_COUP": "This is a misdeal. All wagers are void and go back; a new {round} is dealt.",
    "HAND_VOID": "{Hand} has a wrong number of cards and is void. Every other hand plays on.",
    "HAND_DISCARDED": (
        "A hand was dealt where no wager lies. Its cards are counted and go to the discard rack; "
        "the {round} goes on."
    ),
    "CARD_TURNED": (
        "One card was shown. It is no misdeal: the card is turned down, the deal goes on."
    ),
    "DEALERS_CARD_TURNED": (
        "A card of the {dealer} was shown. It is turned down, the deal goes on, and every player "
        "may then play or fold."
    ),
    "DEALERS_CARD_LEFT_UP": (
        "A card of the {dealer} was shown. It stays face up, all others are dealt face down, and "
        "every player may then bet or fold."
    ),
    "PLAYERS_CHOOSE": "Cards of the {dealer} were shown. Every player may still wager or fold.",
    "DECK_BAD": (
        "A card is missing or does not belong to the deck. This round is void and all money goes "
        "back; earlier rounds stand. The deck is checked; surveillance and an inspector are told."
    ),
    "DECK_BAD_IDLE": (
        "A card is missing or does not belong to the deck. Completed rounds stand. The deck is "
        "checked before play goes on; surveillance and an inspector are told."
    ),
    "SHOE_BAD": (
        "A card is missing or does not belong to the decks. This {round} is void and all money "
        "goes back; earlier ones stand. The rest of the shoe is void and the decks are checked."
    ),
    "SHOE_BAD_INTERIM": (
        "A card is missing or does not belong to the decks. This {round} is void and the money "
        "goes back, but what was already settled stands, as do earlier rounds. The rest of the "
        "shoe is void and the decks are checked."
    ),
    "SHOE_BAD_IDLE": (
        "A card is missing or does not belong to the decks. Completed rounds stand. The rest of "
        "the shoe is void and the decks are checked."
    ),
    "RESHUFFLE": "The shuffling device stopped. The cards in it are shuffled again.",
    "DEVICE_GONE": (
        "The shuffling device can no longer do its work. This round is void, earlier rounds "
        "stand. Play goes on with another device or a card shoe, and new cards."
    ),
    "DEVICE_GONE_LOW_LIMIT": (
        "The shuffling device can no longer do its work. This round is void, earlier rounds "
        "stand. At this limit only another shuffling device may be used, with new cards."
    ),
    "TRANSFER": "The cards are moved into another shuffling device, and the {round} goes on.",
    "TRANSFER_MENDED": (
        "Damaged cards are taken out, the good ones moved into another shuffling device, and the "
        "damaged ones replaced from a new deck. Then the {round} goes on."
    ),
    "ROUND_ENDED": (
        "The malfunction put somebody at a disadvantage. This {round} ends here, every wager goes "
        "back, and earlier ones stand."
    ),
    "FINISH_FROM_SHOE": (
        "Every player may now take the wager back. Damaged cards are replaced from a new deck, "
        "the cards are shuffled and cut, and the {round} is finished from a card shoe for those "
        "who stay."
    ),
    "DEVICE_WORKS": "The shuffling device works as intended again. The {round} goes on.",
    "CARD_BURNED": "That card is burned, and play goes on.",
    "CARD_BURNED_CHECK": (
        "That card is burned, and play goes on. After the {round} the supervisor may have all "
        "cards in the device checked."
    ),
    "CARD_PLAYED": "The card is played as if it had come face down.",
    "CARD_PLAYED_CHECK": (
        "The card is played as if it had come face down. After the {round} the supervisor may "
        "have all cards in the device checked."
    ),
    "LAST_ROUND": (
        "The cutting card came first: last {round}. It is dealt to its end, then the cards are "
        "shuffled or changed."
    ),
    "FINISH_THEN_SHUFFLE": (
        "The cutting card is out. This {round} is finished, then the cards are shuffled or changed."
    ),
    "FINISH_THEN_SHUFFLE_LATE": (
        "This {round} is finished; then the cards are shuffled and cut as they should have been. "
        "Earlier results stand."
    ),
    "SHUFFLE_FIRST": "The cards are shuffled before another {round} is dealt.",
    "CUT_FIRST": "The cards are cut before play begins.",
    "BURN_FIRST": "The burn is made before play begins.",
    "PLAY_ON": "The burn was forgotten. Play goes on with those cards in play.",
    "NO_CUT": "Cards from a shuffling device are not cut. Play goes on.",
    "NOT_ENOUGH_VOID": (
        "There are too few cards to finish. This {round} is void and all wagers go back."
    ),
    "DISCARDS_SHUFFLED": (
        "There are too few cards to finish. The discards are shuffled and cut, and the {round} is "
        "finished with them."
    ),
    "AS_NEXT_CARD": (
        "That card counts as the next card. A player who refuses it gets no other card this "
        "{round} and may not place a DRAW wager; refused by all, it is the dealer's next card."
    ),
    "CARD_PUT_BACK": (
        "Nobody has seen the card. It goes under the shoe and is the first card of the next "
        "{round}, as if it had never been drawn."
    ),
    "CORRECTED": "The {round} is put right as it should have been, and that result stands.",
    "ROUND_NOT_REBUILT": (
        "It cannot be put right. With the supervisor's authority this {round} is void and all "
        "money goes back; play goes on with the remaining cards."
    ),
    "HAND_NOT_REBUILT": (
        "It cannot be put right. With the supervisor's authority {hand} is void and its money "
        "goes back."
    ),
    "COUP_NOT_REBUILT": (
        "It cannot be put right. With the supervisor's authority the hand or the whole {round} is "
        "void and its money goes back."
    ),
    "STANDS_AS_SET": (
        "A player's hand is already open, so the {dealer}'s hand stands as it was set."
    ),
    "ANTE_RETURNED": (
        "No decision was made in time. The ante is void and goes back; a side wager is played "
        "to its end."
    ),
    "HAND_VOID_ALL_BACK": (
        "No decision was made in time. {Hand} is void; the ante and a jackpot wager go back."
    ),
    "DEEMED_STAND": (
        "No decision was made in time. The player stands and may not place a DRAW wager."
    ),
    "WAGER_REFUSED": (
        "The Play wager cannot be made up. The ante is void and goes back this once; another "
        "time it is lost. A side wager is played to its end."
    ),
    "BET_CORRECTED": "The bet must be exactly twice the ante. The player corrects it, or folds.",
    "BET_TO_LIMIT": (
        "The bet is not twice the ante. A smaller one is settled as it lies, a larger one only "
        "up to twice the ante."
    ),
    "CARDS_MAY_CHANGE": "The supervisor may have the cards changed after this {round}.",
    "CARDS_REPLACED": "The cards are unfit. The supervisor has them replaced now and shuffled.",
    "CARDS_REPLACED_AFTER": (
        "The cards are unfit. This {round} is finished first; then the supervisor has them "
        "replaced."
    ),
    "DECK_REFUSED": (
        "Both decks have the same back. The deck is taken out; another colour is needed."
    ),
    "SHOE_REFUSED": "At this limit every card is dealt from a shuffling device; no card shoe here.",
    "INSPECTOR_DECIDES": (
        "The jackpot equipment has failed. An inspector is told at once; play waits for an "
        "inspector's approval."
    ),
    "SHUFFLE_IF_ORDERED": (
        "The cards may not be mixed. If the supervisor orders it, they are shuffled after this "
        "{round}."
    ),
    "UP_CARD_ANYWAY": "That card of the {dealer} is dealt face up in any case. The deal goes on.",
    "CARD_NAMED": "The supervisor looks at the card and names it; then play goes on.",
}

# asked of the supervisor, one at a time; answered with yes or no
QUESTIONS = {
    "count_right": "Does every hand have the number of cards that it should have?",
    "handled": "Has any player touched the cards of this {round}?",
    "dealers": "Is it the {dealer}'s hand?",
    "capable": "With the trouble cleared, does the shuffling device work as it is meant to?",
    "disadvantaged": "Has the malfunction put the house or any player at a disadvantage?",
    "spare": "Is another shuffling device ready at hand?",
    "practicable": "Can the cards practically be moved into the other device?",
    "damaged": "Is any card in the device damaged?",
    "rebuilt": "Can the {round} be put back as it should have been dealt or settled?",
    "seen": "Has anybody seen the face of that card?",
    "first_shown": "Has the first player's hand been turned over already?",
    "in_deal": "Was that card shown while the cards were still being dealt?",
    "dealer_shown": "Have the {dealer}'s cards been turned over already?",
}
# said unasked, or known to the board
UNASKED = {
    "up_card": "The card is the one of the {dealer}'s hand that is dealt face up.",
    "works_again": "The shuffling device works as intended again.",
    "low_limit": "This is a low-limit table.",
}

# findings of machines and people; the tracker's have theirs in firmware/rounds/findings.py
FINDINGS = {
    "JAM": "the shuffling device has jammed",
    "INTERMIXING_STOPPED": "the shuffling device stopped mixing the cards during a shuffle",
    "CYCLE_INCOMPLETE": "the shuffling device did not complete its cycle",
    "DEVICE_FAILED": "the shuffling device is no longer able to do its work",
    "DEALT_WRONG": "cards were dealt to wrong places or in a wrong order",
    "NO_DECISION": "a player does not decide, refuses to, or is not there",
    "WAGER_SHORT": "a player cannot place the Play wager that the ante asks for",
    "BET_WRONG": "a bet is not exactly twice the ante",
    "DEALER_SET_WRONG": "the dealer's hand was set wrongly",
    "RESULT_WRONG": "a hand or a result was declared or settled wrongly",
    "BURNED_IN_ERROR": "a card was burned in error",
    "CARD_UNFIT": "a card is no longer fit for use",
    "SAME_BACKS": "the deck in the device has the same back as the deck in play",
    "SHOE_AT_LOW_LIMIT": "a card shoe was chosen at a low-limit table",
    "JACKPOT_FAILED": "the recorder of jackpot wagers or the jackpot display has failed",
    "NOT_INTERMIXED": "there is reason to think that the cards are not mixed",
    "FIRST_DISCLOSED": "the card that would come first has been seen",
}

# by the numbers of firmware/ruling/effects.py
STEPS = (
    "",
    "call the casino supervisor",
    "deal a new {round}",
    "count the cards of that hand and put them into the discard rack",
    "play on",
    "turn the card down",
    "leave the card face up",
    "give every player the choice to wager or fold",
    "check the pack for further missing or foreign cards",
    "notify the persons named",
    "shuffle the cards",
    "shuffle the cards, and cut them where they go into a card shoe",
    "cut the cards",
    "burn the card",
    "burn as the rules say",
    "offer the supervisor a check of all cards in the device after this {round}",
    "play the card where it belongs",
    "put the cutting card aside",
    "announce the last {round}",
    "finish the {round}",
    "take another shuffling device or a card shoe",
    "take another shuffling device",
    "bring new cards",
    "move the cards into the other shuffling device",
    "take the damaged cards out of play",
    "replace the damaged cards from a new deck",
    "offer every player the wager back",
    "finish the {round} from a card shoe for those who stay",
    "deal the card as the next one",
    "put the card under the shoe as the first one of the next {round}",
    "put the {round} right as it should have been",
    "tell the player that next time the ante is lost",
    "play a side wager to its end",
    "have the bet corrected, or the hand folded",
    "settle the bet up to twice the ante",
    "replace the cards",
    "refuse it",
    "wait for an inspector's approval",
    "have the supervisor name the card",
    "get the supervisor's authority for the void",
    "collect the cards",
    "a player who refuses the card gets no other; refused by all, it goes to the {dealer}",
    "let the hand stand",
)
