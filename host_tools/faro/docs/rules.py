"""docs/rules.md: the duties that the game rules put on Faro, and how the games are played."""

from __future__ import annotations

from faro.docs.marks import renewed, table
from faro.rules.play import PLAY
from faro.rules.table import GAMES, ROWS, SECTIONS


def rules_markdown() -> str:
    duties = [", ".join(f"**{short}** {title}" for short, title in GAMES.items()) + "."]
    for letter, title in SECTIONS.items():
        rows = [[row.id, row.duty, ", ".join(row.cites)] for row in ROWS if row.section == letter]
        duties.append(f"## {title}\n\n{table(['#', 'duty', 'rules'], *rows)}")
    play: list[list[str]] = []
    for row in PLAY:
        cites = {game: [c.split()[1] for c in row.cites if c.startswith(game)] for game in GAMES}
        cited = "; ".join(f"{game} {', '.join(rules)}" for game, rules in cites.items() if rules)
        play.append([row.id, row.duty, cited])
    played = table(["about", "in short", "rules"], *play)
    return renewed("docs/rules.md", duties="\n\n".join(duties), play=played)
