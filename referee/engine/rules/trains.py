"""Trains and chickenfoot: the double in the middle, where a tile goes, what a double needs, what is charged."""

from dataclasses import dataclass

from referee.engine.rules.deal import IF_STUCK
from referee.engine.rules.part import Part, choice, fixed, number, where
from referee.engine.rules.turns import DIRECTIONS
from referee.engine.tiles import Tile

ROUND_BY_ROUND = "falling"


@dataclass(frozen=True, kw_only=True)
class Hub(Part):
    """The double in the middle: which, who lays it, who goes on (TR1, TR2)."""

    opening: str = choice(
        "Who lays the double in the middle",
        {
            "holder": "The player who holds the round's double lays it in the middle.",
            "starter": "The round's double is put in the middle, then tiles are dealt. The table may say who begins. "
            "If it does not, the first player begins the first round, and the next player each round after that.",
            "highest_double": "The highest double that anybody holds is laid in the middle, whatever the round.",
        },
    )
    opening_double: int | str = number(
        "The round's double",
        "Every round begins with the double that has {n} on each half.",
        default=ROUND_BY_ROUND,
        sentences={
            ROUND_BY_ROUND: "The first round begins with the highest double of the set, each round after that with "
            "the next lower one."
        },
    )
    no_double: str = choice(
        "Nobody holds the double",
        {
            "draw_round": "If nobody holds the double, everybody draws one tile, again and again, until it is found.",
            "redraw": "If nobody holds the double, the tiles are mixed and dealt again.",
            "next_lower": "If nobody holds the double, the next lower double that somebody holds is laid for this round.",
        },
    )
    after_lead: str = choice(
        "After the double in the middle",
        {
            "again": "The player who laid the double in the middle has the first turn, too.",
            "next": "The first turn is the next player's.",
        },
    )
    direction: str = choice("The order of turns", DIRECTIONS)

    lies_first = where("opening", "starter")
    by_highest = where("opening", "highest_double")
    is_searched = where("no_double", "draw_round")
    takes_next_lower = where("no_double", "next_lower")
    layer_goes_on = where("after_lead", "again")
    goes_counter_clockwise = where("direction", "ccw")

    def number_of(self, rounds_before: int, highest: int) -> int:
        """The number of the round's double; `rounds_before` are the rounds that counted. After 0-0 doubles rise again."""
        if isinstance(self.opening_double, int):
            return self.opening_double
        place = rounds_before % (2 * highest) if highest else 0
        return abs(highest - place)

    def allows(self, tile: Tile, double: int) -> bool:
        """Whether the round may begin with this tile, as far as one tile alone can tell."""
        if not tile.is_double:
            return False
        return self.by_highest or tile.high == double or (self.takes_next_lower and tile.high < double)

    def outranked_by(self, led: Tile, double: int) -> range:
        """The numbers of the doubles that should have been laid instead of `led`, in ascending order."""
        if self.by_highest:
            return range(led.high + 1, 16)
        return range(led.high + 1, double + 1)


@dataclass(frozen=True, kw_only=True)
class Trains(Part):
    """Whose train a tile goes on (TR3, TR4, TR6)."""

    places: str = fixed(
        "Where a tile goes",
        "A tile goes on your own train or on one that is open to everybody, and has to match the half that it "
        "touches. Every train starts at the double in the middle.",
    )
    public_train: bool = choice(
        "The Mexican train",
        {
            True: "One more train, the Mexican train, belongs to nobody and is always open to everybody.",
            False: "There is no Mexican train; each player has a train, and that is all.",
        },
    )
    first_turn: str = choice(
        "The first turn",
        {
            "one": "The first turn is like any other: one tile.",
            "whole_train": "In the first turn players lay as many tiles as they can, all on their own train.",
        },
    )
    own_train_first: bool = choice(
        "Your own train first",
        {
            False: "A player may lay on any open train before beginning their own.",
            True: "A player has to begin their own train before laying on any other, except to cover a double.",
        },
    )
    marker: str = fixed(
        "The marker",
        "A player who cannot go puts a marker on their own train: it is open to everybody until its owner lays a tile "
        "on it.",
    )
    open_marker: int = number(
        "A marker at the end",
        "A player whose marker is up when the round ends is charged {n} points more.",
        one="A player whose marker is up when the round ends is charged 1 point more.",
        sentences={0: "A marker that is up when the round ends costs nothing."},
        reasons={0: "Most rule sheets charge the tiles in hand and nothing else."},
    )

    begins_with_train = where("first_turn", "whole_train")


@dataclass(frozen=True, kw_only=True)
class TrainDoubles(Part):
    """What a double on a train needs (TR5, TR7, TR10)."""

    double_rule: str = choice(
        "A double",
        {
            "satisfy": "A double has to be covered at once by its player, and if that player cannot, by the next one who "
            "can. Until then no other tile may be laid.",
            "several": "A double has to be covered before the turn is over. Before covering it, its player may lay more "
            "doubles on any train that is open to them. Doubles left uncovered bind the next players, one after another.",
            "extra_tile": "A player who lays a double lays one more tile, on any train that is open to them.",
            "none": "A double is laid like any other tile.",
        },
    )
    double_order: str = choice(
        "Which double first",
        {
            "first_laid": "Of several doubles the one that was laid first is covered first.",
            "last_laid": "Of several doubles the one that was laid last is covered first.",
        },
        reasons={
            "first_laid": "Most tables that allow several doubles cover them in the order in which they were laid."
        },
    )
    dead_double: str = choice(
        "A double that cannot be covered",
        {
            "lapses": "A double need not be covered any more once every other tile of its number lies on the table.",
            "binds": "A double that nobody can cover binds everybody until the round is blocked.",
        },
        reasons={"lapses": "Nobody could ever cover it, and one tile should not stop the whole table."},
    )
    out_on_double: bool = choice(
        "A double as the last tile",
        {
            True: "A double may be the last tile: it ends the round.",
            False: "A double as the last tile does not end the round as long as there is a tile to draw.",
        },
    )

    gives_one_more = where("double_rule", "extra_tile")
    allows_several = where("double_rule", "several")
    has_to_be_covered = where("double_rule", "satisfy", "several")
    last_is_first = where("double_order", "last_laid")
    lapses = where("dead_double", "lapses")
    too_many = None  # only feet have toes

    def toes_with(self, highest: int) -> tuple[int, int]:  # noqa: ARG002 - only feet count the tiles
        """How many tiles the double in the middle and any other double need."""
        return 1, 1


@dataclass(frozen=True, kw_only=True)
class Feet(Part):
    """Chickenfoot: the toes of a double (CF1-CF4)."""

    places: str = fixed(
        "Where a tile goes",
        "A tile goes on any open end of the table, no matter who laid it, and has to match the half that it "
        "touches.",
    )
    double_rule: str = choice(
        "A double",
        {
            "toes": "A double lies across. The players in turn lay its toes on it before anything else is laid; each toe "
            "is a new open end."
        },
    )
    lead_toes: int = number(
        "Toes of the double in the middle",
        "The next {n} tiles all go on the double in the middle.",
        sentences={
            0: "The next six tiles all go on the double in the middle, three on each side; with a double-six set the "
            "next four.",
            1: "The next tile goes on the double in the middle.",
        },
    )
    toes: int = number(
        "Toes of a double",
        "The next {n} tiles go on a double that has just been laid.",
        default=3,
        least=1,
        sentences={1: "The next tile goes on a double that has just been laid."},
    )
    dead_double: str = choice(
        "A foot that cannot be completed",
        {
            "lapses": "A double needs no more toes once every other tile of its number lies on the table.",
            "binds": "A foot that nobody can complete binds everybody until the round is blocked.",
        },
        default="binds",
        reasons={"binds": "Players lay such a double to block the round, so the foot stays open."},
    )

    lapses = where("dead_double", "lapses")
    # What only doubles on trains have.
    has_to_be_covered = True
    gives_one_more = allows_several = last_is_first = False
    out_on_double = True

    @property
    def too_many(self) -> tuple[str, int] | None:
        """The switch that sets more toes than are possible, and how many are possible; None if none does."""
        most = {"lead_toes": 8, "toes": 3}
        return next(((name, most[name]) for name in most if getattr(self, name) > most[name]), None)

    def toes_with(self, highest: int) -> tuple[int, int]:
        """How many toes the double in the middle and any other double need, in a set with this highest double."""
        return self.lead_toes or (4 if highest == 6 else 6), self.toes


@dataclass(frozen=True, kw_only=True)
class TrainDrawing(Part):
    """Drawing, passing, and when a round is blocked (TR8, CF5)."""

    draw: str = choice("A player who cannot go", IF_STUCK, default="one")
    must_play: bool = fixed("A player who can go", {True: "A player who can go must go."})
    block: str = fixed("A blocked round", "A round is blocked when the boneyard is empty and nobody can go.")

    is_allowed = where("draw", "one", "until_playable")
    is_one_tile = where("draw", "one")


@dataclass(frozen=True, kw_only=True)
class Charges(Part):
    """What everybody is charged at the end of a round (TR9)."""

    out_pay: str = choice(
        "Going out",
        {
            "own_hand": "The first player without tiles ends the round. Everybody is charged the pips of their own hand."
        },
    )
    block_pay: str = choice(
        "What a blocked round costs",
        {
            "own_hand": "In a blocked round everybody is charged the pips of their own hand; the lowest hand wins "
            "the round, and if two are lowest nobody does."
        },
    )
    double_blank: int = number(
        "The double blank in hand",
        "The double blank in hand costs {n} points.",
        one="The double blank in hand costs 1 point.",
        sentences={0: "The double blank in hand costs nothing."},
    )


@dataclass(frozen=True, kw_only=True)
class RoundsPlayed(Part):
    """How long a match is, and who wins it (TR11)."""

    wins: str = choice(
        "Who wins the match",
        {"low": "The lowest total wins the match; players with equal lowest totals share it."},
    )
    rounds: int = number(
        "Rounds",
        "The match is {n} rounds.",
        sentences={0: "One round is played with each double of the set.", 1: "The match is one round."},
    )
    target: int = number(
        "Target",
        "The match is over after the round in which somebody has {n} points.",
        one="The match is over after the round in which somebody has 1 point.",
        sentences={0: "No score ends the match."},
    )
