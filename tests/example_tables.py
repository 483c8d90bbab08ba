"""Worked examples as text tables: parses a file of them and compares the referee's answers with them.

Each file is for one variant. `# ` marks its title, `> ` a remark, and `## ` the heading of an example: a sentence,
then its source in square brackets. Below it is a line with the players, then a table with two or more spaces
between its cells:

    ## A double that opens counts both its halves.                       [X1]
    players Ana Ben        tiles 6        options claims=auto
    move                   count   points   next
    round
    Ana 5-5                10      10       Ben
    Ben 6-1 on 5-5         refused does-not-match
    ? Ben 5-0              10      10
    with score_unit=per_five   .   2

The moves are `round`, `round opener Ben`, `Ben 6-4 on 6-6/6 out 4 claims 10 stood`, `Ben 6-4 to Ana` (her
train), `Ben draws 2`, `Ben passes`, `Ben flips 6-4 on 6-6 out 4` (the next tile of a face-down row), `Ana claims 10`,
`Ben calls 10`, `Cal shows 6-1 0-0`, `Cal has 7 pips`, `takes back 12`, `event 12 was Ben 6-3`, `adjust Ana -5, Ben 3`,
`void`, or an event as JSON. In poker `Ana antes 1`, `Ana bets 2`, `Ana calls`, `Ana raises 4`,
`Ana checks`, `Ana folds`; in solitaires, where no player is named, `deal 0-1 4-4`, `removes 2-1`,
`knocks 1-2 2-5`, `moves 4-3 onto 5-4` (or `onto column`), `turns 2-1 in 3`, `draws 2-5 6-3`, `draws 2`,
`passes`, `lays 6-3 on 3-3`. A move may begin with its number: `3. Ben passes`. The moves of trick games are
described in `tests.trick_moves`. A move after `?` is tried after the moves above it and then dropped.
`with score_unit=per_five` plays the moves above again with that house rule (or `tiles=9`,
`players=Ana,Ben`), and gives the answer to the last of them.

Cells are in the order of the columns; `.` means not checked. `refused CODE`, `stood CODE`, `stands CODE` may be
anywhere (`any` checks neither; `|` between two codes means either); a move without one must stand, without
a code. `name: value` may also be anywhere, for any column name and for `missed: Ana 10`, `settled: out Ben 24`,
`place: 3 5` (what left at 3, from place 5), `ranks: Ana full, Ben pair`,
`settled: blocked Ana; Ana 27, Ben 12` (`?` for a winner that is not checked), `settled: blocked -` (nobody is paid),
`settled: blocked -; Ana 27, Ben 27` (nobody won, each is charged), `trains: Ana 5 (1), mexican 3 (2) open` (each
train's end, its tiles, whether it is open to all), `doubles: 7-7 on Ana` (those to be covered), `doubles: 9-9 2 of 6`
(toes), `trick: Cal 16` (who took it, and its points), `taken: 28 0` (by each side),
`bonus: capicua Ana 25, hand - 100`, `remarks: ahorcado 3-3`, and, for a
record that ends there, `winner: Ana` and `flags: -`. A row that starts with `result` checks the end:
`winner: Ana`, `flags: renege Ben 7 5-1` (the event, and the tile that proves it).
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.trick_moves import TRICK_MOVES, several_moves

COLUMNS = (
    "count",
    "ends",
    "points",
    "scores",
    "next",
    "hands",
    "boneyard",
    "status",
    "settled",
    "missed",
    "place",
    "ranks",
    "trick",
    "taken",
    "bonus",
    "remarks",
    "trains",
    "doubles",
)
RESULT_COLUMNS = ("scores", "winner", "flags", "rounds")
ALWAYS_IN_PAIRS = re.compile(r"hasbro2003\.texas|traditional\.(forty-two|partners.*)")
VERDICTS = ("stands", "refused", "stood", "any")
_TILE = r"\d+-\d+"
_PLAY = re.compile(
    rf"(?P<by>\w+) (?P<play>{_TILE})(?: on (?P<at>{_TILE}(?:/\d+)?))?(?: to (?P<train>\w+))?(?: out (?P<out>\d+))?"
    r"(?: claims (?P<claim>\d+))?"
)

Record = str
Answers = list[dict[str, Any]]
Replay = Callable[[Record], Answers]
Variation = tuple[tuple[str, Any], ...]


class NotATable(Exception):
    """A file of examples cannot be parsed; the text says the file, the line and what is wrong."""


@dataclass(frozen=True)
class Cell:
    """One value that a row checks in an answer."""

    name: str
    value: str


@dataclass(frozen=True)
class Row:
    """One line of a table: `kind` is move, ask, with or result; `before` are moves tried and dropped with it."""

    line: int
    kind: str
    text: str
    event: dict[str, Any] | None
    cells: tuple[Cell, ...]
    variation: Variation = ()
    before: tuple["Row", ...] = ()


@dataclass
class Example:
    """One worked example."""

    path: Path
    line: int
    name: str
    source: str
    header: dict[str, Any]
    rows: list[Row] = field(default_factory=list)

    @property
    def sides(self) -> list[str]:
        """The names of the sides, in seating order."""
        return sides_of(self.header)

    def record(self, rows: list[Row], variation: Variation = ()) -> Record:
        """The record of these rows, with `variation` applied to the header."""
        header = {**self.header, "options": dict(self.header["options"])}
        for name, value in variation:
            if name in ("tiles", "players", "teams"):
                header[name] = value
            else:
                header["options"][name] = value
        events = [each.event for each in rows]
        return "".join(json.dumps(each) + "\n" for each in [header, *events])


def sides_of(header: dict[str, Any]) -> list[str]:
    """The sides of a header, named as in the answers."""
    seats: list[str] = header["players"]
    pairs = [seats[::2], seats[1::2]] if ALWAYS_IN_PAIRS.fullmatch(header["variant"]) else None
    if not (header["teams"] or pairs):
        return seats
    teams = [sorted(each, key=seats.index) for each in header["teams"] or pairs]
    return [" & ".join(each) for each in sorted(teams, key=lambda each: seats.index(each[0]))]


# Reading


def read_examples(path: Path) -> list[Example]:
    """All examples of one file; the file's name is the variant."""
    examples: list[Example] = []
    columns: list[str] = []
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = raw.rstrip()
        try:
            columns = _read_line(path, number, text, examples, columns)
        except (ValueError, KeyError) as wrong:
            raise NotATable(f"{path.name}, line {number}: {wrong}\n    {text}") from wrong
    return examples


def _read_line(path: Path, number: int, text: str, examples: list[Example], columns: list[str]) -> list[str]:
    """Add one line to the examples; returns the columns for the lines after it."""
    if not text or text.startswith(("# ", "> ")):
        return columns
    if text.startswith("## "):
        examples.append(_heading(path, number, text[3:]))
        return []
    if not examples:
        raise ValueError("a table needs a heading first")
    if text.startswith("players "):
        _seats(examples[-1].header, text)
    elif text.partition(" ")[0] == "move":
        return _columns(text)
    else:
        examples[-1].rows += _rows(examples[-1], number, text, columns)
    return columns


def _heading(path: Path, number: int, text: str) -> Example:
    found = re.fullmatch(r"(.+[.?]) +\[(.+)\]", text)
    if found is None:
        raise ValueError("a heading is a sentence with a full stop, then its source in square brackets")
    header = {"record": 1, "variant": path.stem, "players": ["Ana", "Ben"], "teams": None, "options": {}}
    return Example(path, number, found[1], found[2], header)


def _seats(header: dict[str, Any], text: str) -> None:
    for cell in re.split(r" {2,}", text):
        word, _, rest = cell.partition(" ")
        if word == "players":
            header["players"] = rest.split()
        elif word == "tiles":
            header["tiles"] = int(rest)
        elif word == "teams":
            header["teams"] = [each.split("+") for each in rest.split()]
        elif word == "options":
            header["options"] = dict(map(_option, rest.split()))
        else:
            raise ValueError(f"{word}: not players, tiles, teams or options")


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"{text}: not name=value")
    if name == "players":
        return name, value.split(",")
    if name == "teams":
        return name, [each.split("+") for each in value.split(",")]
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isdigit() else value


def _columns(text: str) -> list[str]:
    columns = text.split()[1:]
    for each in columns:
        if each not in COLUMNS:
            raise ValueError(f"{each}: not a column")
    return columns


def _rows(example: Example, number: int, text: str, columns: list[str]) -> list[Row]:
    """The rows of a line; several if it stands for several moves, and then the last one is checked."""
    cell = re.split(r" {2,}", text.strip())[0]
    marks, said = re.fullmatch(r"(\? |\d+\. )?(.*)", cell).groups("")
    rounds = sum("round" in (each.event or {}) for each in example.rows if each.kind == "move")
    *before, last = several_moves(said, example.header["players"], rounds + 1) or [None]
    if last is None:
        return [_row(example, number, text, columns)]
    rows = [Row(number, "move", text, each, ()) for each in before]
    if marks == "? ":
        asked = _row(example, number, text.replace(said, json.dumps(last), 1), columns)
        return [replace(asked, before=tuple(rows))]
    return [*rows, _row(example, number, text.replace(cell, json.dumps(last), 1), columns)]


def _row(example: Example, number: int, text: str, columns: list[str]) -> Row:
    first, *rest = re.split(r" {2,}", text.strip())
    if first == "result":
        return Row(number, "result", text, None, tuple(_cells(rest, [], RESULT_COLUMNS)))
    cells = tuple(_cells(rest, columns, COLUMNS + RESULT_COLUMNS))
    if first.startswith("with "):
        return Row(number, "with", text, None, cells, tuple(map(_option, first[5:].split())))
    kind, said = ("ask", first[2:]) if first.startswith("? ") else ("move", first)
    numbered = re.match(r"(\d+)\. ", said)
    if numbered:
        place = 1 + sum(each.kind == "move" for each in example.rows)
        if int(numbered[1]) != place:
            raise ValueError(f"this is event {place}, not {numbered[1]}")
        said = said[numbered.end() :]
    rounds = sum("round" in (each.event or {}) for each in example.rows if each.kind == "move")
    return Row(number, kind, text, read_move(said, rounds + 1), cells)


def _cells(rest: list[str], columns: list[str], known: tuple[str, ...]) -> list[Cell]:
    found: list[Cell] = []
    free = iter(columns)
    for each in rest:
        name, colon, value = each.partition(": ")
        if each.split()[0] in VERDICTS:
            found.append(Cell("verdict", each))
        elif colon:
            if name not in known:
                raise ValueError(f"{name}: nothing that an answer has")
            found.append(Cell(name, value))
        else:
            column = next(free, None)
            if column is None:
                raise ValueError(f"{each}: there is no column for this")
            if each != ".":
                found.append(Cell(column, each))
    return found


def read_move(said: str, round_number: int) -> dict[str, Any]:
    """A move in words as an event of the record."""
    if said.startswith("{"):
        written: dict[str, Any] = json.loads(said)
        return written
    plain = said if said.startswith("event ") else said.removesuffix(" stood")
    for form, event_of in MOVES:
        found = form.fullmatch(plain)
        if found:
            event = event_of(found, round_number)
            return event if plain == said else event | {"stood": True}
    raise ValueError(f"{said}: not a move")


def _play(found: re.Match[str], _: int) -> dict[str, Any]:
    event: dict[str, Any] = {"by": found["by"], "play": found["play"]}
    event |= {name: found[name] for name in ("at", "train") if found[name]}
    return event | {name: int(found[name]) for name in ("out", "claim") if found[name]}


def _lays(found: re.Match[str], _: int) -> dict[str, Any]:
    return {"play": found[1]} | ({"at": found[2]} if found[2] else {})


MOVES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], int], dict[str, Any]]], ...] = (
    (re.compile(r"deal (\S.*)"), lambda m, _: {"deal": m[1].split()}),
    (re.compile(r"removes (\S+)"), lambda m, _: {"remove": m[1]}),
    (re.compile(r"knocks (\S.*)"), lambda m, _: {"knock": m[1].split()}),
    (re.compile(r"moves (\S+) onto (\S+)"), lambda m, _: {"move": m[1], "onto": m[2]}),
    (re.compile(r"turns (\S+) in (\d+)"), lambda m, _: {"turn": m[1], "column": int(m[2])}),
    (re.compile(r"passes"), lambda _, __: {"pass": True}),
    (re.compile(r"draws (\d+)"), lambda m, _: {"draw": int(m[1])}),
    (re.compile(r"draws (\d+-\d+(?: \d+-\d+)*)"), lambda m, _: {"draw": m[1].split()}),
    (re.compile(r"lays (\S+)(?: on (\S+))?"), _lays),
    (_PLAY, _play),
    (re.compile(r"round"), lambda _, number: {"round": number}),
    (re.compile(r"round opener (\w+)"), lambda m, number: {"round": number, "opener": m[1]}),
    (re.compile(r"void"), lambda _, __: {"void": True}),
    (re.compile(r"takes back (\d+)"), lambda m, _: {"retract": int(m[1])}),
    (
        re.compile(r"event (\d+) was (.+)"),
        lambda m, number: {"amend": int(m[1]), "with": read_move(m[2], number)},
    ),
    (re.compile(r"adjust (.+)"), lambda m, _: {"adjust": _pairs(m[1])}),
    (
        re.compile(rf"(\w+) flips ({_TILE})(?: on ({_TILE}(?:/\d+)?))?(?: out (\d+))?"),
        lambda m, _: (
            {"by": m[1], "flip": m[2]} | ({"at": m[3]} if m[3] else {}) | ({"out": int(m[4])} if m[4] else {})
        ),
    ),
    (re.compile(r"(\w+) passes"), lambda m, _: {"by": m[1], "pass": True}),
    (re.compile(r"(\w+) draws (\d+)"), lambda m, _: {"by": m[1], "draw": int(m[2])}),
    (re.compile(r"(\w+) claims (\d+)"), lambda m, _: {"by": m[1], "claim": int(m[2])}),
    (re.compile(r"(\w+) calls (\d+)"), lambda m, _: {"by": m[1], "muggins": int(m[2])}),
    (re.compile(r"(\w+) has (\d+) pips"), lambda m, _: {"by": m[1], "pips": int(m[2])}),
    (re.compile(r"(\w+) shows (\S.*)"), lambda m, _: {"by": m[1], "hand": m[2].split()}),
    (re.compile(r"(\w+) (ante|bet|raise)s (-?\d+)"), lambda m, _: {"by": m[1], m[2]: int(m[3])}),
    (re.compile(r"(\w+) (call|check|fold)s"), lambda m, _: {"by": m[1], m[2]: True}),
    *TRICK_MOVES,
)


def _pairs(text: str) -> dict[str, int]:
    pairs = {}
    for each in text.split(", ") if text else ():
        side, _, amount = each.rpartition(" ")
        if not side:
            raise ValueError(f"{each}: not a side and a number")
        pairs[side] = int(amount)
    return pairs


# Comparing answers


def check(example: Example, replay: Replay) -> list[str]:
    """The differences between the referee's answers and the example, as sentences; none if all is well."""
    moves: list[Row] = []
    wrong: list[str] = []
    corrected = any("retract" in (row.event or {}) or "amend" in (row.event or {}) for row in example.rows)
    plain = [row for row in example.rows if row.kind == "move"]
    whole: Answers = [] if corrected else _answers(example, plain, (), replay)
    for row in example.rows:
        if row.kind == "move":
            moves = [*moves, row]
            ends = any(cell.name in ("winner", "flags", "rounds") for cell in row.cells)
            again = ends or corrected
            answer = _last(_answers(example, moves, (), replay)) if again else whole[len(moves) - 1]
            wrong += _differences(example, row, answer, ())
        elif row.kind == "ask":
            wrong += _differences(
                example, row, _last(_answers(example, [*moves, *row.before, row], (), replay)), ()
            )
        elif row.kind == "with":
            answer = _last(_answers(example, moves, row.variation, replay))
            wrong += _differences(example, row, answer, row.variation, moves[-1].event)
        else:
            wrong += _differences(example, row, _answers(example, moves, (), replay)[-1]["result"], ())
    return wrong


def _answers(example: Example, rows: list[Row], variation: Variation, replay: Replay) -> Answers:
    answers = replay(example.record(rows, variation))
    if len(answers) != len(rows) + 1 or "result" not in answers[-1]:
        raise AssertionError(f"{example.path.name}: {len(rows)} events, but answers were {answers}")
    return answers


def _last(answers: Answers) -> dict[str, Any]:
    """The last event's answer, merged with the result of the match."""
    result = answers[-1]["result"]
    return {**{name: result.get(name) for name in ("winner", "flags", "rounds")}, **answers[-2]}


def _differences(
    example: Example,
    row: Row,
    answer: dict[str, Any],
    variation: Variation,
    event: dict[str, Any] | None = None,
) -> list[str]:
    cells = list(row.cells)
    if row.kind != "result" and not any(each.name == "verdict" for each in cells):
        cells.insert(0, Cell("verdict", "stands"))
    header = {**example.header, **{name: value for name, value in variation if name in ("players", "teams")}}
    said = json.dumps(answer, ensure_ascii=False)
    return [
        f"{example.path.name}, line {row.line}: {row.text.strip()}\n"
        f"    expected {cell.name} {cell.value}\n    the referee said {said}"
        for cell in cells
        if not _agrees(header, event or row.event or {}, cell, answer)
    ]


def _agrees(header: dict[str, Any], event: dict[str, Any], cell: Cell, answer: dict[str, Any]) -> bool:
    said = answer.get(cell.name)
    match cell.name:
        case "verdict":
            return _agrees_verdict(cell.value, answer)
        case "ends":
            counted = (answer.get("count") or {}).get("ends", [])
            return sorted(counted) == sorted(map(int, cell.value.split()))
        case "points":
            return without_zeros(said) == _points(sides_of(header), event, cell.value)
        case "place":
            return _agrees_place(cell.value, answer.get("count"))
        case "ranks":
            ranks = (answer.get("settled") or {}).get("ranks", {})
            return ranks == dict(each.split() for each in cell.value.split(", "))
        case "scores":
            return _agrees_named(sides_of(header), cell.value, said)
        case "hands":
            return _agrees_named(header["players"], cell.value, said)
        case "taken":
            return _agrees_named(sides_of(header), cell.value, (answer.get("trick") or {}).get("taken"))
    return AGREES[cell.name](cell.value, said)


def _agrees_bonus(value: str, said: list[dict[str, Any]] | None) -> bool:
    told = [f"{each['kind']} {each['by'] or '-'} {each['points']}" for each in said or ()]
    return told == ([] if value == "-" else value.split(", "))


def _agrees_remarks(value: str, said: list[dict[str, Any]] | None) -> bool:
    told = [f"{each['kind']} {each.get('tile') or each['by']}" for each in said or ()]
    return told == ([] if value == "-" else value.split(", "))


def _agrees_trains(value: str, said: list[dict[str, Any]] | None) -> bool:
    if value == "-" or said is None:
        return value == "-" and said is None
    told = [
        f"{each['train']} {each['end']} ({each['tiles']}){' open' if each['open'] else ''}" for each in said
    ]
    return told == value.split(", ")


def _agrees_doubles(value: str, said: list[dict[str, Any]] | None) -> bool:
    if value == "-" or said is None:
        return value == "-" and not said
    told = [
        f"{each['tile']} on {each['train']}"
        if "train" in each
        else f"{each['tile']} {each['toes']} of {each['of']}"
        for each in said
    ]
    return told == value.split(", ")


def _agrees_count(value: str, said: dict[str, Any] | None) -> bool:
    if value == "-" or said is None:
        return value == "-" and said is None
    return bool(said["sum"] == int(value))


def _agrees_place(value: str, said: dict[str, Any] | None) -> bool:
    if value == "-" or said is None:
        return value == "-" and said is None
    number, place = value.split()
    return said == {"number": int(number), "place": int(place)}


def _agrees_missed(value: str, said: dict[str, Any] | None) -> bool:
    if value == "-":
        return not said
    name, amount = _named(value)
    return said == {"by": name, "points": amount}


def _agrees_trick(value: str, said: dict[str, Any] | None) -> bool:
    if value == "-" or said is None:
        return value == "-" and said is None
    return (said["winner"], said["points"]) == _named(value)


def _agrees_name(value: str, said: str | None) -> bool:
    return said == (None if value == "-" else value)


def without_zeros(points: dict[str, int] | None) -> dict[str, int]:
    """The points without zeros, which may be written or left out."""
    return {side: amount for side, amount in (points or {}).items() if amount}


def _agrees_verdict(value: str, answer: dict[str, Any]) -> bool:
    verdict, _, codes = value.partition(" ")
    if verdict == "any":
        return True
    if answer.get("verdict") != verdict:
        return False
    if codes:
        return answer.get("code") in codes.split("|")
    return verdict != "stands" or answer.get("code") is None


def _points(sides: list[str], event: dict[str, Any], value: str) -> dict[str, int]:
    if value in ("-", "0"):
        return {}
    if re.fullmatch(r"-?\d+", value):
        if "by" not in event:
            return {sides[0]: int(value)}
        return {next(each for each in sides if event["by"] in each.split(" & ")): int(value)}
    return without_zeros(_pairs(value))


def _agrees_named(names: list[str], value: str, said: dict[str, int] | None) -> bool:
    if said is None:
        return False
    if re.fullmatch(r"[-\d ]+", value):
        amounts = [int(each) for each in value.split()]
        return len(amounts) == len(names) and [said.get(each) for each in names] == amounts
    return all(said.get(name) == amount for name, amount in _pairs(value).items())


def _named(value: str) -> tuple[str, int]:
    name, _, amount = value.rpartition(" ")
    return name, int(amount)


def _agrees_settled(value: str, said: dict[str, Any] | None) -> bool:
    if value == "-" or said is None:
        return value == "-" and said is None
    how, _, rest = value.partition(" ")
    if said["how"] != how:
        return False
    winner, semicolon, points = rest.partition("; ")
    if not rest:
        return True
    if winner == "-":
        return said["winner"] is None and without_zeros(said["points"]) == without_zeros(_pairs(points))
    if not semicolon and re.search(r" -?\d+$", winner):
        name, amount = _named(winner)
        return bool(said["winner"] == name and without_zeros(said["points"]) == without_zeros({name: amount}))
    paid = without_zeros(_pairs(points)) if points not in ("", "-") else {}
    return bool(winner in ("?", said["winner"]) and (not semicolon or without_zeros(said["points"]) == paid))


def _agrees_flags(value: str, said: list[dict[str, Any]] | None) -> bool:
    if said is None or value == "-":
        return value == "-" and said == []
    wanted = value.split("; ")
    return len(wanted) == len(said) and all(any(_is_flag(each, flag) for flag in said) for each in wanted)


def _is_flag(value: str, flag: dict[str, Any]) -> bool:
    kind, by, event, *tiles = value.split()
    return (
        flag["kind"] == kind
        and by in ("?", flag["by"])
        and flag["event"] == int(event)
        and all(each in flag["because"] for each in tiles)
    )


AGREES: dict[str, Callable[[str, Any], bool]] = {
    "count": _agrees_count,
    "next": _agrees_name,
    "winner": _agrees_name,
    "boneyard": lambda value, said: bool(said == int(value)),
    "status": lambda value, said: bool(said == value),
    "rounds": lambda value, said: said is not None and len(said) == int(value),
    "missed": _agrees_missed,
    "settled": _agrees_settled,
    "trick": _agrees_trick,
    "flags": _agrees_flags,
    "bonus": _agrees_bonus,
    "remarks": _agrees_remarks,
    "trains": _agrees_trains,
    "doubles": _agrees_doubles,
}
