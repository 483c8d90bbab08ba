"""What never changes at a table: who sits where, which set, and the rules as this table plays them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from referee.engine.layout import Shape
from referee.engine.messages import Message, Partners, chips_word, marked, marks_word, msg, points_word
from referee.engine.rules.game import Game
from referee.engine.rules.joins import fit_masks, touch_table
from referee.engine.rules.line_game import LineGame
from referee.engine.rules.part import Value
from referee.engine.rules.poker import TILES, Showdown
from referee.engine.rules.solitaires import Patience
from referee.engine.rules.train_game import TrainGame
from referee.engine.rules.trick_game import TrickGame
from referee.engine.rulings import Provenance, Rule
from referee.engine.tiles import Tile, TileSet, mask_of, tile, tile_set


class HeaderError(Exception):
    """A set-up that cannot be played: the key of the header that is wrong, and the reason in a sentence."""

    def __init__(self, key: str, template: str, **values: object) -> None:
        self.message = msg(template, **values)
        super().__init__(self.message)
        self.key = key


class Agreed(NamedTuple):
    """What a header says besides the game: house rules, players in seating order, whether partners share a score, the
    highest double, and the header as it was written."""

    options: Mapping[str, Value]
    players: Sequence[str]
    in_pairs: bool
    highest: int
    header: Mapping[str, Any]


class Seating:
    """What no event changes at a table of any family: who sits where, for which side, with which set.

    `sides` are player names or "Ana & Cal", `side_of` maps seats to them; `printed` is the game as its sheet
    prints it, `variant` the same with the house rules applied. `hand` is the number of tiles that each player takes (0:
    none), `step` how many seats it is from one player to the next. `to_reach` is the score that wins the match (None if
    no score does), `counts_in` words a score, `in_box` is the number of tiles that nobody has before the first deal;
    `lays_in_line` says whether tiles are set against each other, `takes_tricks` whether they are played to tricks,
    `runs_on` whether points can be carried over from another match.
    """

    lays_in_line = False
    takes_tricks = False
    runs_on = True

    def __init__(self, printed: Game, agreed: Agreed) -> None:
        players = tuple(agreed.players)
        self.printed: Game = printed.for_players(len(players))
        self.variant: Game = self.printed.with_options(agreed.options, len(players))
        self.options = dict(agreed.options)
        self.players = players
        self.in_pairs = agreed.in_pairs or printed.always_partners
        self.header = dict(agreed.header)
        self.tiles: TileSet = tile_set(self.variant.highest or agreed.highest)
        self.in_box = 0 if self.takes_tricks else len(self.tiles)
        self.sides = sides_of(players, in_pairs=self.in_pairs)
        if len(set(self.sides)) < len(self.sides):
            template = marked("Two pairs would both be called {side}; change a name.")
            raise HeaderError("players", template, side=self.sides[0])
        self.side_of = tuple(seat % len(self.sides) for seat in range(len(players)))
        self.hand = self.variant.tiles_each(len(players), self.tiles.high)
        aim = self.variant.aim
        self.to_reach = None if aim is None or self.variant.lowest_wins else aim.to
        self.counts_in: Callable[[int], Message] = marks_word if aim and aim.in_marks else points_word
        self.step = -1 if self.variant.goes_counter_clockwise else 1

    def __eq__(self, other: object) -> bool:
        """Two tables are the same when the same people play the same game by the same rules."""
        return isinstance(other, Seating) and self._played == other._played

    def __hash__(self) -> int:
        return hash(self._played)

    @property
    def _played(self) -> tuple[object, ...]:
        options = tuple((name, type(value), value) for name, value in sorted(self.options.items()))
        return (
            self.printed.key,
            options,
            self.players,
            self.sides,
            self.tiles.high,
            self.carried,
            self.rounds_before,
        )

    @cached_property
    def carried(self) -> tuple[int, ...]:
        """The points that each side begins with, carried over from another match; 0 in most matches."""
        start = self.header.get("start") or {}
        return tuple(start.get(side, 0) for side in self.sides)

    @property
    def rounds_before(self) -> int:
        """How many rounds of the match were played before, at another table; 0 in most matches."""
        return int(self.header.get("rounds_before") or 0)

    @property
    def rounds_in_all(self) -> int:
        """How many rounds the match has, with those that were played before; 0 if their number is not set."""
        return self.variant.rounds_with(self.tiles.high)

    def check_carried(self) -> None:
        """Raise HeaderError if no match goes on from the points that are carried over."""
        if not self.runs_on:
            raise HeaderError("start", "{game} has no points to carry over.", game=self.printed.title)
        best = max(self.carried)
        if self.to_reach is not None and best >= self.to_reach:
            template = marked("{name} would begin with {score}, but the match is to {target}.")
            name = self.sides[self.carried.index(best)]
            raise HeaderError("start", template, name=name, score=best, target=self.to_reach)

    def unchanged(self, rules: Iterable[Rule]) -> tuple[Rule, ...]:
        """The sheet's own version of each of these rules that the house changed."""
        names = [each.name for each in rules if each.source.standing is Provenance.HOUSE]
        return tuple(self.printed.rule(name) for name in names if self.printed.has_switch(name))

    def rule(self, name: str) -> Rule:
        """The rule that a switch or a preset makes at this table; its source says whether it differs from the sheet."""
        preset = self.variant.presets.get(name)
        if preset is not None:
            return preset.rule(name, self.options.get(name, preset.default))
        return self.variant.rule_for(name, len(self.players), self.tiles.high)

    @cached_property
    def house_rules(self) -> tuple[Rule, ...]:
        """The rules that the table plays differently from its sheet."""
        chosen = map(self.rule, self.options)
        return tuple(rule for rule in chosen if rule.source.standing is Provenance.HOUSE)

    def side_name(self, seat: int) -> str:
        """The side a seat scores for."""
        return self.sides[self.side_of[seat]]

    @cached_property
    def after(self) -> tuple[int, ...]:
        """For each seat, the seat that plays next."""
        number = len(self.players)
        return tuple((seat + self.step) % number for seat in range(number))

    def opener_after(self, before: int | None) -> int:
        """Who opens if the lead passes on: the first player, then the seat after the last opener, `before`."""
        return 0 if before is None else self.after[before]


class LineSetup(Seating):
    """Everything about a table of a line game that no event changes.

    `fits[half]` is the mask of tiles that may be set against that open half, `touching[half][number]` the halves of tile
    `number` that may touch it.
    """

    printed: LineGame
    variant: LineGame
    lays_in_line = True

    def __init__(self, printed: LineGame, agreed: Agreed) -> None:
        super().__init__(printed, agreed)
        self.runs_on = not self.variant.target.is_one_round
        self.shape: Shape = self.variant.doubles.shape()
        self.fits = fit_masks(self.variant.joins.reading, self.tiles.high)
        self.touching = touch_table(self.variant.joins.reading, self.tiles.high)
        _check_playable(self)

    def outranking(self, led: Tile) -> int:
        """The mask of tiles whose holder should have opened instead of `led`."""
        outranks = self.variant.opening.outranks
        return mask_of(each for each in self.tiles.tiles if outranks(each, led))


class PatienceSetup(Seating):
    """Everything about a solitaire that no event changes; `tiles` are those that it is played with."""

    variant: Patience
    runs_on = False


class ShowdownSetup(Seating):
    """Everything about a table of poker that no event changes."""

    variant: Showdown

    def __init__(self, printed: Showdown, agreed: Agreed) -> None:
        super().__init__(printed, agreed)
        self.in_box = len(TILES)
        if self.variant.betting.stakes:
            self.counts_in = chips_word
        if self.in_pairs and self.counts_chips:
            raise HeaderError("buy_in", "Chips are counted player by player; partners stake without a limit.")

    @property
    def counts_chips(self) -> bool:
        """Whether everybody's chips are counted, so that they may run out."""
        return self.variant.betting.stakes and self.variant.betting.buy_in > 0

    def check_carried(self) -> None:
        """Raise HeaderError if chips are counted and fewer than two players have any, or somebody less than none."""
        chips = sorted(self.variant.betting.buy_in + points for points in self.carried)
        if self.counts_chips and (chips[0] < 0 or chips[-2] == 0):
            raise HeaderError(
                "start", "At least two players have chips to begin with, and nobody fewer than none."
            )


class TrainSetup(Seating):
    """Everything about a table of trains or chickenfoot that no event changes."""

    printed: TrainGame
    variant: TrainGame

    def __init__(self, printed: TrainGame, agreed: Agreed) -> None:
        if agreed.in_pairs:
            raise HeaderError("teams", "Everybody plays alone in {game}.", game=printed.title)
        super().__init__(printed, agreed)
        _check_trains(self)

    def double(self, half: int) -> Tile:
        """The double of that number."""
        return tile(half, half)


class TrickSetup(Seating):
    """Everything about a table of a trick game that no event changes: partners always sit opposite."""

    variant: TrickGame
    takes_tricks = True

    def partner_of(self, seat: int) -> int:
        """Who sits opposite."""
        return (seat + 2) % len(self.players)


# The set-up of each family of games.
SETUPS: dict[str, Callable[..., Seating]] = {
    "line": LineSetup,
    "patience": PatienceSetup,
    "showdown": ShowdownSetup,
    "trains": TrainSetup,
    "tricks": TrickSetup,
}


def sides_of(players: Sequence[str], *, in_pairs: bool) -> tuple[str, ...]:
    """The names of the sides, in seating order; partners sit opposite each other."""
    if not in_pairs:
        return tuple(players)
    half = len(players) // 2
    return tuple(Partners(" & ".join(pair)) for pair in zip(players[:half], players[half:], strict=True))


def _check_tiles(setup: LineSetup | TrainSetup, *, starter: bool) -> None:
    """Refuse hands that need more tiles than the set has; `starter`: a double lies on the table before the deal."""
    variant, players = setup.variant, len(setup.players)
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


def _check_double(setup: Seating, number: int) -> None:
    """Refuse a double that the set does not have."""
    if number > setup.tiles.high:
        template = marked("A {set} set has no double {number}.")
        raise HeaderError("opening_double", template, set=setup.tiles.word, number=number)


def _check_trains(setup: TrainSetup) -> None:
    """Refuse a game of trains that cannot be played (rules/README.md 2.14)."""
    variant, highest = setup.variant, setup.tiles.high
    _check_tiles(setup, starter=variant.opening.lies_first)
    double = variant.opening.opening_double
    if isinstance(double, int):
        _check_double(setup, double)
    many = variant.doubles.too_many
    if many is not None:
        raise HeaderError(many[0], "A double has at most {n} toes here.", n=many[1])
    if variant.has_trains and variant.rounds_with(highest) > highest + 1:
        raise HeaderError(
            "rounds",
            "A {set} set has {n} doubles, so there are no more rounds.",
            set=setup.tiles.word,
            n=highest + 1,
        )
    if variant.has_public_train and "mexican" in setup.players:
        raise HeaderError(
            "players",
            "Nobody can be called mexican in this game: that is how records name the Mexican train.",
        )


def _check_playable(setup: LineSetup) -> None:
    """Refuse a line game that cannot be played, with the reason (rules/README.md 2.10)."""
    variant, highest = setup.variant, setup.tiles.high
    _check_tiles(setup, starter=variant.opening.double_lies_first)
    if variant.doubles.cross_first and not variant.doubles.has_spinners:
        raise HeaderError("cross_first", "A cross needs a spinner: let the first double open four ways.")
    if variant.doubles.cross_first and variant.doubles.arms == 1:
        raise HeaderError("arms", "A cross has four arms; it cannot be played with one.")
    if variant.counting.pays_equal_ends and variant.doubles.arms == 1:
        raise HeaderError("arms", "Bergen pays if two ends are equal; with one arm there is only one end.")
    if variant.joins.makes_sums and variant.joins.target_sum > 2 * highest:
        raise HeaderError(
            "target_sum",
            "No two halves of a {set} set make {sum}.",
            set=setup.tiles.word,
            sum=variant.joins.target_sum,
        )
    _check_double(setup, variant.opening.opening_double)
    if (
        variant.rows is not None
        and variant.rows.leftover_opens
        and len(setup.tiles) == setup.hand * len(setup.players)
    ):
        raise HeaderError("leftover_opens", "No tile is left over here that could open.")
    if variant.rules_of_pairs:
        name = variant.rules_of_pairs[0]
        raise HeaderError(name, "Only games that are always played in two pairs have this rule.")
