"""The demo's scenes about rounds: played, and retold from the journal alone."""

from __future__ import annotations

from faro.demo.scene import Say, played
from faro.rounds.story import RoundStory, stories


def scene(say: Say) -> None:
    """A round of Three Card Poker over a power cut."""
    with played(say, "round") as player:
        story = stories(player.client("shoe").events(0))[1]
    say(f"faro round show 1: {story.title()}, {story.state}")
    _tell_hands(say, story)
    boots = [text for _, text in story.story if text.startswith("started")]
    say(f"  in between, of the same round: [dim]{boots[0] if boots else 'nothing'}[/]")


def shuffler_scene(say: Say) -> None:
    """Real firmware, real recognition, simulated mechanics; whose cards the device dealt."""
    with played(say, "shuffler") as player:
        story = stories(player.client("shoe").events(0))[1]
    say("the round before all that, from the journal:")
    _tell_hands(say, story)


def _tell_hands(say: Say, story: RoundStory) -> None:
    """A line for each hand: its cards, what they are, what its wagers come to."""
    for place in sorted(story.hands):
        hand = story.hands[place]
        results = [
            f"{name.replace('_', ' ')} {wager['result'].replace('_', ' ')}"
            + (f" {wager['odds']}" if wager["odds"] else "")
            for name, wager in hand["wagers"].items()
            if wager["result"]
        ]
        cards = " ".join(hand["cards"])
        say(f"  {hand['name']:7} {cards}  [bold]{hand['class']}[/]  {', '.join(results)}")
