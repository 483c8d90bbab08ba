"""`python3 -m tests.papers`: generates the lists and tables in the READMEs: switches, games and measurements.

It rewrites all of `referee/engine/rules/SWITCHES.md`, and the part between two marks in three READMEs: the table of
games, all figures in `tests/benchmarks/figures/`, and those of a big evening in the README on deployment.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from referee.engine.rules.game import Game
from referee.engine.rules.part import Switch, Value
from referee.engine.sheets import VARIANTS
from tests.benchmarks.figures import measured_in, number, releases, then
from tests.folders import ROOT

README = ROOT / "README.md"
SWITCHES = ROOT / "referee" / "engine" / "rules" / "SWITCHES.md"
MEASURED = ROOT / "tests" / "benchmarks" / "README.md"
DEPLOYED = ROOT / ".container" / "README.md"
BEGIN, END = "<!-- python3 -m tests.papers writes this table -->", "<!-- the table ends -->"

KINDS = {
    "line": "Line games",
    "tricks": "Trick games",
    "trains": "Trains",
    "showdown": "Poker",
    "patience": "Solitaires",
}
# A value shared by this many games is listed as "all others".
MANY = 8
# The meaning of a switch that takes a number if none is set.
OTHERWISE = {
    "hand_size": "As many as the sheet says for the number of players and the set.",
    "opening_double": "The opening double is the highest of the set.",
}
INTRODUCTION = """\
# All switches

`python3 -m tests.papers` writes this file from the code; a test compares the two. A switch is a question that a table may
answer for itself. A record sets it in its header, `"options": {"claims": "auto"}`. What nobody sets stands as the game's
sheet has it, or, if the sheet is silent, as [README.md](README.md) argues. The last column names the games that have
the value from the start.
"""


class Entry(NamedTuple):
    """One switch, and for each default value the names of the games that have it."""

    switch: Switch
    games: dict[Value, list[str]]


def switches_paper() -> str:
    """The list of all switches, in Markdown."""
    told = [INTRODUCTION]
    for machine, heading in KINDS.items():
        found = switches_of([game for game in VARIANTS.values() if game.machine == machine])
        told.append(f"## {heading}\n")
        told += [text_of(name, entry) for name, entry in found.items()]
    return "\n".join(told)


def switches_of(games: Iterable[Game]) -> dict[str, Entry]:
    """Every switch of these games once, in the order that players see, with the presets of games last."""
    found: dict[str, Entry] = {}
    several: dict[str, Entry] = {}
    for game in games:
        for name, switch in ((name, each) for part in game.parts() for name, each in part.switches().items()):
            if switch.is_open:
                entry = found.setdefault(name, Entry(switch, {}))
                worded = {**switch.sentences, **entry.switch.sentences}
                found[name] = entry._replace(switch=replace(entry.switch, sentences=worded))
                for value, players in values_of(game, name):
                    entry.games.setdefault(value, []).append(f"`{game.key}`{players}")
        for name, preset in game.presets.items():
            entry = several.setdefault(name, Entry(preset.switch, {}))
            entry.games.setdefault(preset.default, []).append(f"`{game.key}`")
    return found | several


def values_of(game: Game, name: str) -> Iterator[tuple[Value, str]]:
    """The default values of a switch, each with the numbers of players if it depends on that."""
    least, most = game.players
    for_whom: dict[Value, list[int]] = {}
    for players in range(least, most + 1):
        for_whom.setdefault(game.for_players(players).value(name), []).append(players)
    for value, numbers in for_whom.items():
        told = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
        yield value, f" with {told}" if len(for_whom) > 1 else ""


def text_of(name: str, entry: Entry) -> str:
    """One switch: its name, the question, and a table of its values."""
    switch, games = entry
    lines = [
        f"### `{name}`\n",
        " ".join((f"{switch.heading}.", *second_names(switch))) + "\n",
        "| value | the rule | from the start at |",
        "|---|---|---|",
    ]
    if switch.template is not None:
        lines.append(f"| a number from {switch.least} | {switch.template.replace('{n}', '*n*')} | |")
    for value in (*switch.sentences, *(each for each in games if each not in switch.sentences)):
        sentence = switch.sentence(value) if switch.takes(value) else OTHERWISE[name]
        lines.append(f"| {written(value, switch)} | {sentence} | {named(games, value)} |")
    return "\n".join(lines) + "\n"


def second_names(switch: Switch) -> Iterator[str]:
    """For each value that may be written in two ways, the sentence that says so."""
    for spelling, value in switch.spellings.items():
        yield f"`{value}` may be written `{spelling}`."


def named(games: dict[Value, list[str]], value: Value) -> str:
    """The games with this default value; the longest list is shortened."""
    found = games.get(value, [])
    if len(found) < MANY or len(found) < max(len(each) for each in games.values()):
        return ", ".join(found)
    return "all others" if len(games) > 1 else "all"


def written(value: Value, switch: Switch) -> str:
    """A value as a record writes it, in Markdown."""
    if not switch.takes(value):
        return "left out"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def games_table() -> str:
    """The table of games for the README: a row for each game, a column for each sheet, with the players."""
    sheets = list(dict.fromkeys(game.sheet.title for game in VARIANTS.values()))
    rows: dict[str, dict[str, str]] = {}
    for game in VARIANTS.values():
        least, most = players_of(game)
        rows.setdefault(game.name, {})[game.sheet.title] = str(most) if least == most else f"{least}-{most}"
    lines = ["|" + "|".join(("Game", *sheets)) + "|", "|---" * (len(sheets) + 1) + "|"]
    for name, cells in sorted(rows.items()):
        lines.append("|" + "|".join((name, *(cells.get(each, "") for each in sheets))) + "|")
    return "\n".join(lines)


def players_of(game: Game) -> tuple[int, int]:
    """The minimum and maximum number of players of a game, over all sets."""
    ranges = [game.player_range(each) for each in game.all_sets]
    return min(each[0] for each in ranges), max(each[1] for each in ranges)


def figures_table(of: str = "") -> str:
    """The measurements of the next release, or else of the last one, whose name begins with `of`: each figure, its
    ratio to the floor, the target if there is one, and the previous value."""
    now, before = releases()
    released = measured_in(before)
    found = measured_in(now) or released
    lines = ["|what|figure|beside its floor|aim|before|", "|---|---|---|---|---|"]
    for each in found["figures"]:
        if each["name"].startswith(of):
            spread = f" ± {each['spread']:.0%}" if each.get("spread") else ""
            ratio = f"{number(each['ratio'])} x{spread}: {each['floor_is']}" if each["ratio"] else ""
            judged = "" if found["measured_on"].get("busy") else ": met" if each["met"] else ": missed"
            aim = f"{each['target']}{judged}" if each["target"] else ""
            was = then(each, released) if found is not released else ""
            figure = "?" if each["value"] is None else number(each["value"])
            lines.append(f"|{each['title']}|{figure} {each['unit']}|{ratio}|{aim}|{was}|")
    return "\n".join([*lines, "", _measured_on(found["measured_on"])])


def _measured_on(machine: dict[str, Any]) -> str:
    """A description of the machine, and whether it was quiet."""
    told = f"Measured {machine['at'][:10]} on {machine['cores']} cores, Python {machine['python']}, {machine['system']}."
    if "busy" not in machine:
        return f"{told} Its load was {machine['load'][0]}."
    quiet = f"These are not to be believed: {machine['busy']}." if machine["busy"] else "It was quiet."
    return f"{told} Byte code: {machine['byte_code']}. {quiet}"


def with_table(paper: str, table: str) -> str:
    """The text of a README with its table replaced. Raises ValueError if a mark is missing."""
    before, after = paper.index(BEGIN) + len(BEGIN), paper.index(END)
    return f"{paper[:before]}\n{table}\n{paper[after:]}"


def main() -> None:
    """Write all lists and tables."""
    SWITCHES.write_text(switches_paper(), "utf-8")
    evening = (DEPLOYED, figures_table("evening."))
    for paper, table in ((README, games_table()), (MEASURED, figures_table()), evening):
        paper.write_text(with_table(paper.read_text("utf-8"), table), "utf-8")


if __name__ == "__main__":
    main()
