"""How a table is set up: the header of a record, read and checked."""

from collections.abc import Mapping
from typing import Any, TypeVar

from referee.engine.messages import Listed, counted, marked, msg
from referee.engine.record.parsing import LARGEST_NUMBER, LONGEST_TEXT, is_text
from referee.engine.record.reading import RecordError
from referee.engine.rules.game import Game
from referee.engine.rules.part import Value, is_same
from referee.engine.seating import SETUPS, Agreed, HeaderError, Seating
from referee.engine.sheets import VARIANTS
from referee.engine.spelling import is_visible, name_key
from referee.engine.tiles import SET_NAMES, set_word

Ruled = TypeVar("Ruled", bound=Seating)
KEYS = (
    "record",
    "variant",
    "tiles",
    "players",
    "teams",
    "options",
    "start",
    "rounds_before",
    "date",
    "place",
    "note",
)
TEXTS = {
    "date": marked("The date is a short text."),
    "place": marked("The place is a short text."),
    "note": marked("The note is a short text."),
}
# The switches whose printed value may depend on the players or the set
BY_TABLE = {"hand_size", "opening_double", "rounds"}
MOST_PLAYERS = 10
LONGEST_NAME = 40
SAME_NAME = marked("Two players have the same name; give one of them another.")
NO_SUCH_SIDE = marked("There is no side {name} at this table, only {sides}.")
UNSEEN = marked("A name has an invisible character in it, as some emoji do. Type it without.")


def read_setup(header: Mapping[str, Any]) -> Seating:
    """The set-up that a header describes; `HeaderError` names the key that is wrong (record/README.md, Reading)."""
    version = header.get("record")
    if type(version) is int and version > 1:
        raise HeaderError("record", "This record was written by a newer referee. Install that one.")
    for key in header:
        if key not in KEYS:
            raise HeaderError(key, "{name} is not a field of the header.", name=repr(key))
    if type(version) is not int or version != 1:
        raise HeaderError("record", 'The first line of a record says "record": 1.')
    name = header.get("variant")
    if not isinstance(name, str) or name not in VARIANTS:
        raise HeaderError("variant", "The header names no variant that this referee knows.")
    printed = VARIANTS[name]
    options = _read_options(header, printed)
    highest = _read_set(header, printed, options)
    players = _read_players(header, printed, highest)
    in_pairs = _read_teams(header, players)
    _check_texts(header)
    options = _without_printed(options, printed, len(players), highest)
    setup = SETUPS[printed.machine](printed, Agreed(options, players, in_pairs, highest, header))
    if header.get("start") is not None:
        _check_start(setup, header["start"])
    if header.get("rounds_before") is not None:
        _check_rounds_before(setup, header["rounds_before"])
    return setup


def with_rules(setup: Ruled, options: Mapping[str, Any]) -> Ruled:
    """The same table with these house rules from now on; `HeaderError` if they cannot be played."""
    changed = {**setup.options, **_read_options({"options": options}, setup.printed)}
    _read_set({"tiles": setup.tiles.high}, setup.printed, changed)
    header = {**setup.header, "options": changed}
    changed = _without_printed(changed, setup.printed, len(setup.players), setup.tiles.high)
    agreed = Agreed(changed, setup.players, setup.in_pairs, setup.tiles.high, header)
    return type(setup)(setup.printed, agreed)


def _without_printed(
    options: Mapping[str, Value], printed: Game, players: int, highest: int
) -> dict[str, Value]:
    """These house rules without those that only repeat what the sheet says for this number of players and this set."""
    found = dict(options)
    for name in BY_TABLE & options.keys():
        others = {other: value for other, value in found.items() if other != name}
        now = printed.for_players(players).with_options(others, players)
        if is_same(now.worked_out(name, players, highest), found[name]):
            found = others
    return found


def read_setup_line(header: Mapping[str, Any], line: int, text: str) -> Seating:
    """The same for a record: the error gives line and column."""
    try:
        return read_setup(header)
    except HeaderError as wrong:
        column = text.find(f'"{wrong.key}"') + 1
        raise RecordError(wrong.message, line, max(1, column)) from None


def _read_set(header: Mapping[str, Any], printed: Game, options: Mapping[str, Value]) -> int:
    needed = printed.sets_for(options)
    highest = header.get("tiles", next(iter(needed), printed.tiles))
    if type(highest) is not int or highest not in SET_NAMES:
        raise HeaderError("tiles", "A set goes up to double 6, 9, 12 or 15.")
    if needed and highest not in needed:
        raise HeaderError(
            "tiles",
            "This way of playing {game} takes a {set} set.",
            game=printed.title,
            set=set_word(min(needed)),
        )
    return highest


def check_new_names(header: Mapping[str, Any]) -> None:
    """Raise HeaderError if a new table may not use these names; older tables keep the names that they have."""
    names = header["players"]
    if not all(map(is_visible, names)):
        raise HeaderError("players", UNSEEN)
    if len(set(map(name_key, names))) < len(names):
        raise HeaderError("players", SAME_NAME)


def _read_players(header: Mapping[str, Any], printed: Game, highest: int) -> list[str]:
    players = header.get("players")
    if not isinstance(players, list) or not all(isinstance(each, str) for each in players):
        raise HeaderError("players", "The players are a list of names, in seating order.")
    names: list[str] = players
    for name in names:
        if not name.strip() or len(name) > LONGEST_NAME or not is_text(name):
            raise HeaderError(
                "players", "Every player has a name, of {most} letters at most.", most=LONGEST_NAME
            )
    if len(set(names)) < len(names):
        raise HeaderError("players", SAME_NAME)
    least, most = printed.player_range(highest)
    if not least <= len(names) <= most:
        raise _wrong_number(printed, least, most, len(names))
    return names


def _wrong_number(printed: Game, least: int, most: int, seated: int) -> HeaderError:
    template = marked("{game} is for {least} to {most} players, and {seated}.")
    if least == most:
        template = marked("{game} is for {most} players, and {seated}.")
    if most == 1:
        template = marked("{game} is for {most} player, and {seated}.")
    here = (
        counted("1 player sits here", "{n} players sit here", seated)
        if seated
        else msg("nobody sits here yet")
    )
    return HeaderError("players", template, game=printed.title, least=least, most=most, seated=here)


def _read_options(header: Mapping[str, Any], printed: Game) -> dict[str, Value]:
    options = header.get("options", {})
    if options is None:
        return {}
    if not isinstance(options, dict):
        raise HeaderError("options", "House rules are given by name and value.")
    read: dict[str, Value] = {}
    for name, said in options.items():
        switch = printed.switch(name)
        if switch is None:
            raise HeaderError(
                name, "There is no house rule {name} in {game}.", name=repr(name), game=printed.title
            )
        value = read[name] = switch.meant(said)
        if not switch.takes(value):
            raise HeaderError(
                name, "The house rule {name} has no value {value}.", name=repr(name), value=repr(value)
            )
    return read


def _read_teams(header: Mapping[str, Any], players: list[str]) -> bool:
    """Whether partners share a score."""
    teams = header.get("teams")
    if teams is None:
        return False
    if not isinstance(teams, list) or not all(
        isinstance(team, list) and all(isinstance(name, str) for name in team) for team in teams
    ):
        raise HeaderError("teams", "Partners are lists of names.")
    if sorted(name for team in teams for name in team) != sorted(players):
        raise HeaderError("teams", "Every player is in one partnership, and nobody else is.")
    if len(teams) < 2 or any(len(team) != 2 for team in teams):
        raise HeaderError("teams", "Partners play in pairs, two pairs or more.")
    half = len(players) // 2
    for team in teams:
        if abs(players.index(team[0]) - players.index(team[1])) != half:
            raise HeaderError(
                "teams",
                "Partners sit opposite each other; {one} and {other} do not.",
                one=team[0],
                other=team[1],
            )
    return True


def _check_start(setup: Seating, start: object) -> None:
    if not isinstance(start, dict) or not all(
        type(points) is int and abs(points) <= LARGEST_NUMBER for points in start.values()
    ):
        raise HeaderError("start", "The points that are carried over are a whole number for each side.")
    for name in start:
        if name not in setup.sides:
            sides = Listed(setup.sides)
            raise HeaderError("start", NO_SUCH_SIDE, name=name, sides=sides)
    setup.check_carried()


def _check_rounds_before(setup: Seating, rounds: object) -> None:
    if type(rounds) is not int or rounds < 0:
        raise HeaderError("rounds_before", "The rounds played before are a whole number.")
    in_all = setup.rounds_in_all
    if in_all and rounds >= in_all:
        template = marked("{n} rounds were played before, but the match has only {rounds}.")
        raise HeaderError("rounds_before", template, n=rounds, rounds=in_all)


def _check_texts(header: Mapping[str, Any]) -> None:
    for key, words in TEXTS.items():
        value = header.get(key)
        if value is not None and (
            not isinstance(value, str) or len(value) > LONGEST_TEXT or not is_text(value)
        ):
            raise HeaderError(key, words)
