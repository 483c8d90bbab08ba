"""A table as it is set up: the header of a record read and checked, and what follows from it for every round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine.layout import Shape
from referee.engine.messages import marked, msg
from referee.engine.record.parsing import LONGEST_TEXT, is_text
from referee.engine.record.reading import RecordError
from referee.engine.rules.game import Game
from referee.engine.rules.joins import fit_masks, touch_table
from referee.engine.rules.line_game import Variant
from referee.engine.rules.part import Value
from referee.engine.rules.poker import TILES
from referee.engine.rules.poker_game import Showdown
from referee.engine.rules.solitaire_game import Patience
from referee.engine.rules.trick_game import TrickVariant
from referee.engine.sheets import VARIANTS
from referee.engine.spelling import is_visible, name_key
from referee.engine.tiles import SET_NAMES, Tile, TileSet, mask_of, set_word, tile_set

KEYS = ("record", "variant", "tiles", "players", "teams", "options", "date", "place", "note")
TEXTS = {
    "date": marked("The date is a short text."),
    "place": marked("The place is a short text."),
    "note": marked("The note is a short text."),
}
MOST_PLAYERS = 10
LONGEST_NAME = 40
SAME_NAME = marked("Two players have the same name; give one of them another.")
UNSEEN = marked("A name holds a letter that nobody can see. Type it again.")


class HeaderError(Exception):
    """A set-up that cannot be played: the header's key that is wrong, and the reason in a sentence."""

    def __init__(self, key: str, template: str, **values: object) -> None:
        self.message = msg(template, **values)
        super().__init__(self.message)
        self.key = key


class Seating:
    """What no event changes at a table of any family: who sits where, for which side, with which set.

    `sides` are player names or "Ana & Cal", `side_of` maps seats to them; `printed` is the game as its sheet
    prints it, `variant` the same with the house rules applied. `to_reach` is the score that wins the match (None: none
    does), `in_box` the number of tiles that nobody has before the first deal; `lays_in_line` tells whether tiles are set
    against each other, `is_one_round` whether the match is over after its first round.
    """

    printed: Game
    variant: Game
    to_reach: int | None = None
    lays_in_line = False
    is_one_round = False

    def __init__(
        self,
        options: Mapping[str, Value],
        players: Sequence[str],
        teams: Sequence[Sequence[str]] | None,
        highest: int,
        header: Mapping[str, Any],
    ) -> None:
        self.options = dict(options)
        self.players = tuple(players)
        self.teams = teams
        self.header = dict(header)
        self.tiles: TileSet = tile_set(highest)
        self.in_box = len(self.tiles)
        self.sides, self.side_of = _sides(self.players, teams)

    def __eq__(self, other: object) -> bool:
        """Two tables are the same when the same people play the same game by the same rules."""
        return isinstance(other, Seating) and self._played == other._played

    def __hash__(self) -> int:
        return hash(self._played)

    @property
    def _played(self) -> tuple[object, ...]:
        options = tuple((name, type(value), value) for name, value in sorted(self.options.items()))
        return self.printed.key, options, self.players, self.sides, self.tiles.high

    def side_name(self, seat: int) -> str:
        """The side a seat scores for."""
        return self.sides[self.side_of[seat]]

    def left_of(self, seat: int) -> int:
        """The next seat, clockwise."""
        return (seat + 1) % len(self.players)

    def opener_after(self, before: int | None) -> int:
        """Who opens if that goes round: the first player, then one seat on from who opened `before`."""
        return 0 if before is None else self.left_of(before)


class LineSetup(Seating):
    """Everything about a table of a line game that no event changes.

    `hand` is the number of tiles each player takes; `fits[half]` is the mask of tiles that may be set against that
    open half, `touching[half][number]` the halves of the tile of that number that may touch it.
    """

    lays_in_line = True

    def __init__(
        self,
        printed: Variant,
        options: Mapping[str, Value],
        players: Sequence[str],
        teams: Sequence[Sequence[str]] | None,
        highest: int,
        header: Mapping[str, Any],
    ) -> None:
        super().__init__(options, players, teams, highest, header)
        self.printed: Variant = printed.for_players(len(players))
        self.variant: Variant = self.printed.with_options(options, len(players))
        self.to_reach = self.variant.target.target
        self.is_one_round = self.variant.target.is_one_round
        self.hand = self.variant.deal.tiles_each(len(players), highest)
        self.shape: Shape = self.variant.doubles.shape()
        self.fits = fit_masks(self.variant.joins.reading, highest)
        self.touching = touch_table(self.variant.joins.reading, highest)
        self._outranking: dict[Tile, int] = {}
        _check_playable(self)

    def ruled(self, options: Mapping[str, Any]) -> LineSetup:
        """The same table with these house rules from now on; `HeaderError` where it cannot be played so."""
        changed = {**self.options, **_read_options({"options": options}, self.printed)}
        _read_set({"tiles": self.tiles.high}, self.printed, changed)
        header = {**self.header, "options": changed}
        return LineSetup(self.printed, changed, self.players, self.teams, self.tiles.high, header)

    def outranking(self, led: Tile) -> int:
        """The mask of tiles whose holder should have opened instead of `led`."""
        found = self._outranking.get(led)
        if found is None:
            outranks = self.variant.opening.outranks
            found = self._outranking[led] = mask_of(each for each in self.tiles.tiles if outranks(each, led))
        return found


class PatienceSetup(Seating):
    """Everything about a solitaire that no event changes; `tiles` are those that it is played with."""

    def __init__(
        self,
        printed: Patience,
        options: Mapping[str, Value],
        players: Sequence[str],
        teams: Sequence[Sequence[str]] | None,
        highest: int,
        header: Mapping[str, Any],
    ) -> None:
        self.printed: Patience = printed
        self.variant: Patience = printed.with_options(options, len(players))
        super().__init__(options, players, teams, self.variant.highest or highest, header)


class ShowdownSetup(Seating):
    """Everything about a table of poker that no event changes; higher tiles of a larger set are put aside."""

    def __init__(
        self,
        printed: Showdown,
        options: Mapping[str, Value],
        players: Sequence[str],
        teams: Sequence[Sequence[str]] | None,
        highest: int,
        header: Mapping[str, Any],
    ) -> None:
        super().__init__(options, players, teams, min(highest, printed.tiles), header)
        self.printed: Showdown = printed
        self.variant: Showdown = printed.with_options(options, len(players))
        self.in_box = len(TILES)
        if teams is not None and self.counts_chips:
            raise HeaderError("buy_in", "Chips are counted player by player; partners stake without a limit.")

    @property
    def counts_chips(self) -> bool:
        """Whether everybody's chips are counted, so that they may come to an end."""
        return self.variant.betting.stakes and self.variant.betting.buy_in > 0


class TrickSetup(Seating):
    """Everything about a table of a trick game that no event changes: partners always sit opposite, and the
    tiles that are larger than the game's own stay in the box."""

    def __init__(
        self,
        printed: TrickVariant,
        options: Mapping[str, Value],
        players: Sequence[str],
        teams: Sequence[Sequence[str]] | None,
        _: int,
        header: Mapping[str, Any],
    ) -> None:
        pairs = teams if teams is not None else (players[::2], players[1::2])
        super().__init__(options, players, pairs, printed.tiles, header)
        self.printed: TrickVariant = printed
        self.variant: TrickVariant = printed.with_options(options, len(players))
        self.to_reach = self.variant.to_win
        self.hand = self.variant.hand
        self.in_box = 0

    def partner_of(self, seat: int) -> int:
        """Who sits opposite."""
        return (seat + 2) % len(self.players)


# The set-up of each family of games.
SETUPS: dict[str, Callable[..., Seating]] = {
    "line": LineSetup,
    "patience": PatienceSetup,
    "showdown": ShowdownSetup,
    "tricks": TrickSetup,
}


def _sides(
    players: tuple[str, ...], teams: Sequence[Sequence[str]] | None
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    if teams is None:
        return players, tuple(range(len(players)))
    ordered = sorted(
        (sorted(team, key=players.index) for team in teams), key=lambda team: players.index(team[0])
    )
    side_of = [0] * len(players)
    for number, team in enumerate(ordered):
        for name in team:
            side_of[players.index(name)] = number
    return tuple(" & ".join(team) for team in ordered), tuple(side_of)


def read_setup(header: Mapping[str, Any]) -> Seating:
    """The set-up that a header says; `HeaderError` names the key that is wrong (record/README.md, Reading)."""
    for key in header:
        if key not in KEYS:
            raise HeaderError(key, "A header has no {name}.", name=repr(key))
    if type(header.get("record")) is not int or header["record"] != 1:
        raise HeaderError("record", 'The first line of a record says "record": 1.')
    printed = _read_variant(header)
    options = _read_options(header, printed)
    highest = _read_set(header, printed, options)
    players = _read_players(header, printed, highest)
    teams = _read_teams(header, players)
    _check_texts(header)
    return SETUPS[printed.machine](printed, options, players, teams, highest, header)


def read_setup_line(header: Mapping[str, Any], line: int, text: str) -> Seating:
    """The same for a record: the error says line and column."""
    try:
        return read_setup(header)
    except HeaderError as wrong:
        column = text.find(f'"{wrong.key}"') + 1
        raise RecordError(wrong.message, line, max(1, column)) from None


def _read_variant(header: Mapping[str, Any]) -> Game:
    name = header.get("variant")
    if not isinstance(name, str) or name not in VARIANTS:
        raise HeaderError("variant", "The header names no variant that this referee knows.")
    return VARIANTS[name]


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
    """HeaderError if a new table may not have these players: tables of before keep the names that they have."""
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
    """That too few or too many sit here for the game."""
    template = marked("{game} is for {least} to {most} players, and {seated} sit here.")
    if least == most:
        template = marked("{game} is for {most} players, and {seated} sit here.")
    if most == 1:
        template = marked("{game} is for {most} player, and {seated} sit here.")
    return HeaderError("players", template, game=printed.title, least=least, most=most, seated=seated)


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


def _read_teams(header: Mapping[str, Any], players: list[str]) -> list[list[str]] | None:
    teams = header.get("teams")
    if teams is None:
        return None
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
    return [list(team) for team in teams]


def _check_texts(header: Mapping[str, Any]) -> None:
    for key, words in TEXTS.items():
        value = header.get(key)
        if value is not None and (
            not isinstance(value, str) or len(value) > LONGEST_TEXT or not is_text(value)
        ):
            raise HeaderError(key, words)


def _check_playable(setup: LineSetup) -> None:
    """Refuse what cannot be played, with the reason (rules/README.md 2.10)."""
    variant, highest, players = setup.variant, setup.tiles.high, len(setup.players)
    starter = variant.opening.double_lies_first
    if setup.hand * players + starter > len(setup.tiles):
        template = marked(
            "{players} players with {hand} tiles each need {needed} tiles; the {set} set has {tiles}."
        )
        if starter:
            template = marked(
                "{players} players with {hand} tiles each need {needed} tiles, besides the one that lies first; "
                "the {set} set has {tiles}."
            )
        raise HeaderError(
            "hand_size" if variant.deal.hand_size else "players",
            template,
            players=players,
            hand=setup.hand,
            needed=setup.hand * players,
            set=setup.tiles.word,
            tiles=len(setup.tiles),
        )
    if variant.doubles.cross_first and not variant.doubles.has_spinners:
        raise HeaderError("cross_first", "A cross needs a spinner: let the first double open four ways.")
    if variant.doubles.cross_first and variant.doubles.arms == 1:
        raise HeaderError("arms", "A cross has four arms; it cannot be played with one.")
    if variant.joins.makes_sums and variant.joins.target_sum > 2 * highest:
        raise HeaderError(
            "target_sum",
            "No two halves of a {set} set make {sum}.",
            set=setup.tiles.word,
            sum=variant.joins.target_sum,
        )
    if variant.opening.named_double(highest) > highest:
        raise HeaderError(
            "opening_double",
            "A {set} set has no double {number}.",
            set=setup.tiles.word,
            number=variant.opening.opening_double,
        )
    if variant.rows is not None and variant.rows.leftover_opens and len(setup.tiles) == setup.hand * players:
        raise HeaderError("leftover_opens", "No tile is left over here that could open.")
    if variant.blocked.is_ladder and len(setup.sides) < 2:
        raise HeaderError("block_pay", "A ladder needs at least two sides.")
