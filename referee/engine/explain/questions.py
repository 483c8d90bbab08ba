"""Questions that a table may ask without changing anything; each is answered in sentences, with the rule.

While a claim is open, no answer may betray a score: the same sentence replaces every answer that could, whether or
not there is anything to call.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.engine.games.hands import HandsMatch, tile_breach
from referee.engine.games.line.claiming import TOLD_LATER
from referee.engine.games.line.legal_moves import place_name, try_tile, ways_to_lie, why_it_goes
from referee.engine.games.line.premios import premio_words, premios_of_tile
from referee.engine.games.line.state import LineMatch, drawable, draws_one, open_mask
from referee.engine.games.line.state import is_dead as no_unseen_tile_fits
from referee.engine.layout import Place
from referee.engine.messages import OR, Listed, Message, marked, msg, points_word, tiles_word, with_article
from referee.engine.record.events import Play
from referee.engine.rules.counting import arithmetic, overshot_words
from referee.engine.rules.line_game import LineGame
from referee.engine.rulings import Breach, Premio, Rule, refusal
from referee.engine.seating import Seating
from referee.engine.tiles import Tile, tile_list, tiles_in


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: its sentences, the rules behind it (most important first), and the tiles that it names.

    `is_held_back`: it is not given now, because a claim is open or players claim here.
    """

    said: tuple[Message, ...]
    rules: tuple[Rule, ...] = ()
    tiles: tuple[Tile, ...] = ()
    is_held_back: bool = False

    @property
    def says(self) -> str:
        """The answer in words."""
        return " ".join(str(each) for each in self.said)


HELD_BACK = Reply((msg(TOLD_LATER),), is_held_back=True)


def of_breach(breach: Breach) -> Reply:
    """A refusal as an answer."""
    return Reply((breach.said,), refusal(breach).rules)


# The turn


def has_drawn(name: str, number: int, rule: Rule) -> Reply:
    """The answer that a player has drawn in this turn and may still act."""
    words = msg("{name} drew {tiles} and is still to act.", name=name, tiles=tiles_word(number))
    return Reply((words,), (rule,))


def came_round(setup: Seating, turn: int, last: int, tile: Tile, passed_by: int) -> Reply:
    """The answer that it is a player's turn because `last` laid that tile; it names those up to them who passed since,
    by the mask `passed_by`. `last` is one of them after a tile that asked for another."""
    names, seats = setup.players, [last]
    while (following := setup.after[seats[-1]]) != turn:
        seats.append(following)
    passed = [names[each] for each in seats if passed_by >> each & 1]
    said = [
        msg("{name}'s turn.", name=names[turn]),
        msg("{name} just laid {tile}.", name=names[last], tile=tile),
    ]
    if passed:
        said.append(msg("{names} passed.", names=Listed(passed)))
    return Reply(tuple(said), (setup.variant.rule("direction"),))


# A tile


def asked_play(match: LineMatch, tile: Tile, place: Place | None, out: int | None = None) -> Play:
    """The tile as the player to act would lay it there; `out` is its outward half, ignored if the tile lacks it."""
    by = match.current.turn or 0
    out = out if out in tile.halves else None
    if place is None:
        return Play(by, tile, out=out, written=tile.name)
    return Play(by, tile, place.tile, place.half, out, written=tile.name, at_written=place.written)


def may_go(match: LineMatch, tile: Tile, place: Place | None = None) -> Reply:
    """Whether the tile may be laid now, there or anywhere, and by which rule. It does not matter who holds it."""
    current = match.in_play()
    if isinstance(current, Breach):
        return of_breach(current)
    event = asked_play(match, tile, place)
    breach = tile_breach(match, current, event)
    if breach is not None:
        return of_breach(breach)
    ways = [way for way in ways_to_lie(match, tile) if place in (None, way.place)]
    if ways:
        places = list(dict.fromkeys(way.place for way in ways if way.place is not None))
        on = Listed(dict.fromkeys(place_name(place, places) for place in places), OR)
        found = [rule for way in ways for rule in why_it_goes(match, way)]
        rules = dict.fromkeys([*found, match.setup.variant.rule("joins")])
        return Reply((msg("{tile} may go on {on}.", tile=tile, on=on),), tuple(rules))
    trial = try_tile(match, event, tile)
    if isinstance(trial, Breach):
        return of_breach(trial)
    return Reply((msg("{tile} may open the round.", tile=tile),), (match.setup.variant.rule("opening_tile"),))


def would_score(match: LineMatch, tile: Tile, place: Place | None = None, out: int | None = None) -> Reply:
    """What the tile would score if the player to act laid it there.

    If players claim, it is never answered: the tile might be laid next, and then its score would be known.
    """
    current = match.in_play()
    if isinstance(current, Breach):
        return of_breach(current)
    variant = match.setup.variant
    if variant.claims_are_made or match.claims_are_open:
        return HELD_BACK
    event = asked_play(match, tile, place, out)
    trial = tile_breach(match, current, event) or try_tile(match, event, tile)
    if isinstance(trial, Breach):
        return of_breach(trial)
    if not variant.counting.tiles_score:
        premios = premios_of_tile(match, current, event.by) if variant.always_partners else ()
        return told_premios(match, premios) if premios else no_points_by_tiles(variant, tile)
    words_of = [arithmetic(variant.counting, trial.ends)] if trial.ends else []
    score = match.scores[match.setup.side_of[event.by]]
    if current.turn is not None and not variant.target.in_play(score, trial.made) and trial.made:
        words_of.append(overshot_words(trial.made, variant.target.target))
        return Reply(tuple(words_of), (variant.rule("exact"), variant.rule("score")))
    words_of.append(msg("{points}.", points=points_word(trial.made)))
    return Reply(tuple(words_of), _counting_rules(match, trial.made))


def told_premios(match: LineMatch, premios: Sequence[Premio]) -> Reply:
    """The points for a pass that these premios are, or why they do not count."""
    rules = (match.setup.variant.rule(each.switch) for each in premios)
    return Reply(premio_words(match, premios), tuple(rules))


def no_points_by_tiles(variant: LineGame, tile: Tile | None) -> Reply:
    """A tile in a game in which no tile scores; the rules on what a pass pays are named too."""
    words = msg("{tile} scores nothing: no points are made by tiles here.", tile=tile)
    return Reply((words,), tuple(variant.rule(each) for each in ("score", *variant.paid_passes)))


def _counting_rules(match: LineMatch, points: int = 0) -> tuple[Rule, ...]:
    variant = match.setup.variant
    per_five = variant.counting.counts_ends and variant.counting.pays_multiples
    name = variant.counting.switch_behind(points)
    return tuple(variant.rule(each) for each in ([name, "score_unit"] if per_five else [name]))


# What is on the table and what is not


def count(match: LineMatch) -> Reply:
    """The sum of the open ends with its arithmetic."""
    if match.claims_are_open:
        return HELD_BACK
    variant = match.setup.variant
    if not variant.counting.counts_ends:
        return Reply((msg("The ends are not added up in this game."),), (variant.rule("score"),))
    counted = match.counted
    if counted is None:
        return Reply(
            (msg("No tile has been laid yet, so there is nothing to count."),), _counting_rules(match)
        )
    return Reply((arithmetic(variant.counting, counted["ends"]),), _counting_rules(match))


def who_holds_how_many(match: LineMatch) -> Reply:
    """How many tiles everybody holds, how many are in the boneyard, and how many may be drawn if it has a reserve."""
    held, current, variant = who_holds(match), match.round, match.setup.variant
    if current is None or not variant.drawing.reserve or not current.boneyard:
        return held
    words = msg("Of those, {tiles} may still be drawn.", tiles=tiles_word(drawable(match, current)))
    return Reply((*held.said, words), (variant.rule("reserve"),))


def who_holds(match: HandsMatch) -> Reply:
    """How many tiles everybody holds, and how many are in the boneyard, unless all are dealt."""
    current = match.round
    if current is None:
        return Reply((msg("No round has been dealt yet."),))
    names = match.setup.players
    held = Listed(
        msg("{name} {number}", name=name, number=number)
        for name, number in zip(names, current.hands, strict=True)
    )
    words = msg("Tiles held: {held}.", held=held)
    if len(match.setup.tiles) == current.dealt * len(names):
        return Reply((words,))
    return Reply((words, msg("In the boneyard: {number}.", number=current.boneyard)))


def still_out(match: HandsMatch) -> Reply:
    """The tiles that nobody has seen yet, also as `tiles`, and the numbers that have run out."""
    current = match.round
    if current is None:
        return Reply((msg("No round has been dealt yet."),))
    unseen = tuple(tiles_in(current.unseen))
    if not unseen:
        return Reply((msg("Every tile has been seen."),))
    words = [msg("Not seen yet, {tiles}: {list}.", tiles=tiles_word(len(unseen)), list=tile_list(unseen))]
    left = {half for each in unseen for half in each.halves}
    gone = [half for half in range(match.setup.tiles.high + 1) if half not in left]
    if gone:
        numbers = (with_article(marked("a {number}"), marked("an {number}"), each) for each in gone)
        words.append(msg("No tile is left with {numbers}.", numbers=Listed(numbers, OR)))
    return Reply(tuple(words), (), unseen)


def is_dead(match: LineMatch) -> Reply:
    """Whether any unseen tile can still go, and if not, whether the round is blocked; `tiles` are those that can go."""
    current = match.in_play()
    if isinstance(current, Breach):
        return of_breach(current)
    variant = match.setup.variant
    if not current.layout.laid:
        return Reply((msg("No tile has been laid yet, so any round is possible."),))
    going = 0 if no_unseen_tile_fits(match, current) else current.unseen & open_mask(match, current)
    halves = dict.fromkeys(place.half for place in current.layout.places_now())
    rules = (variant.rule("joins"), variant.rule("draw"))
    return how_dead(going, halves, drawable(match, current), rules, at_once=not draws_one(match, current))


def how_dead(
    going: int,
    halves: Iterable[int],
    left: int,
    rules: tuple[Rule, Rule],
    *,
    at_once: bool = False,
) -> Reply:
    """Which unseen tiles can still go (a mask), else whether the round is blocked: not while some are `left` to be
    drawn, one in a turn or all by the next player. The first rule says where tiles go, the other what ends a round."""
    if going:
        tiles = tuple(tiles_in(going))
        words = msg("No: {tiles} not seen yet can still go.", tiles=tiles_word(len(tiles)))
        return Reply((words,), rules[:1], tiles)
    dead = msg("No unseen tile fits {ends}: nobody can go any more.", ends=_open_ends(halves))
    if not left:
        return Reply((dead, msg("The round is blocked.")), rules)
    if at_once:
        more = msg("It is not blocked yet: the next player draws {left} first.", left=tiles_word(left))
    else:
        more = msg("It is not blocked yet: {left} may be drawn, one in a turn.", left=tiles_word(left))
    return Reply((dead, more), rules)


def _open_ends(halves: Iterable[int]) -> Message:
    ends = (msg("the {number}", number=each) for each in sorted(halves, reverse=True))
    return Listed(ends, OR)
