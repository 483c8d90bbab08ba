"""What other sheets say: the same tile, or the same hands, under every line game that could be played here.

Only the question asked is carried over. What lies on the table and what touches what is taken as it lies; an
arm that the other game would not have is simply not open there.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.explain.grouping import AnswerKind, Elsewhere, SheetReading, reading_of, together
from referee.engine.games.line.deciding_rule import deciding_rules
from referee.engine.games.line.ending import pay_of
from referee.engine.games.line.settlement import Pay
from referee.engine.games.line.state import LineMatch, line_match
from referee.engine.games.line.trial import Trial, as_laid, try_tile, under, why_it_goes
from referee.engine.games.match import Status
from referee.engine.games.phrases import sum_in_words
from referee.engine.log import Log, settling_entry
from referee.engine.messages import msg
from referee.engine.record.events import Play
from referee.engine.rules.line_game import LineGame
from referee.engine.rulings import Breach, Code, Settled
from referee.engine.seating import Agreed, HeaderError, LineSetup
from referee.engine.sheets import LINE_GAMES


def setups_here(match: LineMatch) -> Iterator[LineSetup]:
    """The table's own rules first, then every line game that as many players can play with this set."""
    own = match.setup
    yield own
    players = len(own.players)
    for printed in LINE_GAMES.values():
        least, most = printed.player_range(own.tiles.high)
        if not least <= players <= most:
            continue
        try:
            setup = LineSetup(printed, Agreed({}, own.players, own.teams, own.tiles.high, {}))
        except HeaderError:
            continue
        if printed.key != own.printed.key or setup.variant != own.variant:
            yield setup


# A tile


def elsewhere_play(match: LineMatch, event: Play) -> Elsewhere | Breach:
    """What every game says about a tile: may it go there, and what would it score.

    `match` is the table before the tile. Where the tile fits several places and the event names none, the
    breach says that one has to be chosen.
    """
    assert event.tile is not None
    own = try_tile(match, event, event.tile)
    if isinstance(own, Breach) and own.code in (Code.CHOOSE_END, Code.CHOOSE_OUT, Code.NOT_NOW):
        return own
    if isinstance(own, Trial):
        event = as_laid(event, own.layout.laid[-1])
    return _tile_under_all(match, event, tells=not match.setup.variant.claims.are_made)


def elsewhere_laid(log: Log, number: int) -> Elsewhere:
    """What every game says of the tile that entry `number` laid; KeyError if that entry laid none."""
    place = next((n for n, each in enumerate(log.entries) if each.number == number), None)
    event = log.entries[place].event if place is not None else None
    if place is None or not isinstance(event, Play):
        raise KeyError(number)
    before = line_match(log.entries[place - 1].state if place else log.start)
    after, now = line_match(log.entries[place].state), line_match(log.state)
    laid = after.current.layout.laid[-1]
    hidden = now.current.number == after.current.number and laid.tile in now.untold
    return _tile_under_all(before, as_laid(event, laid), tells=not hidden)


def _tile_under_all(match: LineMatch, event: Play, *, tells: bool) -> Elsewhere:
    asked = event._replace(stood=False, claim=None)
    readings = [_tile_under(match, setup, asked, tells=tells) for setup in setups_here(match)]
    return Elsewhere(together(match.setup, readings), tells)


def _tile_under(match: LineMatch, setup: LineSetup, event: Play, *, tells: bool) -> SheetReading:
    variant = setup.variant
    if variant.rows is not None:
        return reading_of(setup, AnswerKind.NOT_ASKED, (), (variant.rows.rule("rows"),))
    there = under(match, setup)
    assert event.tile is not None
    trial = try_tile(there, event, event.tile)
    if isinstance(trial, Breach):
        if trial.code in (Code.CHOOSE_END, Code.CHOOSE_OUT):
            return reading_of(setup, AnswerKind.GOES_ON_SEVERAL, (), (variant.rule("joins"),))
        rule = trial.rule or variant.rule("joins")
        if trial.code is Code.DOES_NOT_MATCH and _blanks_decide(variant, event):
            rule = variant.rule("blanks")
        return reading_of(setup, AnswerKind.REFUSED, (trial.said,), (rule,))
    rules = why_it_goes(there, trial.landing)
    if not tells:
        return reading_of(setup, AnswerKind.GOES, (), tuple(rules or [variant.rule("joins")]))
    rules.append(variant.rule("score"))
    if trial.made and variant.counting.counts_ends and variant.counting.pays_multiples:
        rules.append(variant.rule("score_unit"))
    steps = (msg("{sum}", sum=sum_in_words(trial.ends)),) if trial.ends else ()
    points = ((setup.side_of[event.by], trial.made),) if trial.made else ()
    return reading_of(setup, AnswerKind.GOES, steps, tuple(rules), points)


def _blanks_decide(variant: LineGame, event: Play) -> bool:
    """Whether the tile might go if blanks did more, or less, than match blanks."""
    assert event.tile is not None
    return not variant.joins.makes_sums and 0 in (event.tile.low, event.half)


# A settlement


def elsewhere_settlement(match: LineMatch) -> Elsewhere:
    """What every game pays for the same hands, when the same player went out or the round was blocked so.

    Nothing is answered of a round that is played still, or that no hands settled.
    """
    current = match.round
    if current is None or current.ending is None:
        return Elsewhere(())
    if current.settled is not None and current.settled.how not in ("out", "blocked"):
        return Elsewhere(())
    readings = [_settled_under(match, setup) for setup in setups_here(match)]
    return Elsewhere(together(match.setup, readings))


def elsewhere_settled(log: Log) -> Elsewhere:
    """The same of the round in hand as it was settled, whatever the table has ruled since."""
    now, settling = line_match(log.state), settling_entry(log.entries)
    if settling is None or now.round is None or now.round.settled is None:
        return elsewhere_settlement(now)
    # Hands that were shown later are known; the rules are those of the settlement.
    return elsewhere_settlement(now._replace(setup=line_match(settling.state).setup))


def _settled_under(match: LineMatch, setup: LineSetup) -> SheetReading:
    current = match.current
    assert current.ending is not None
    how = current.ending.how
    if setup is match.setup and current.settled is not None:
        settled = current.settled
    else:
        pay = pay_of(under(match, setup)._replace(status=Status.REVEAL))
        if not isinstance(pay, Pay):
            words = msg("The hands have to be shown first.") if pay is None else pay.said
            rule = setup.variant.rule("out_pay" if how == "out" else "block_winner")
            return reading_of(setup, AnswerKind.NEEDS_HANDS, (words,), (rule,))
        settled = Settled(how, pay.winner, pay.points, pay.steps, by=pay.by)
    rules = list(deciding_rules(setup.variant, settled))
    if settled.points and setup.variant.pays_pips and setup.variant.counting.pays_multiples:
        rules.append(setup.variant.rule("score_unit"))
    kind = AnswerKind.PAYS if settled.points else AnswerKind.PAYS_NOTHING
    return reading_of(setup, kind, settled.steps, tuple(dict.fromkeys(rules)), settled.points, settled.winner)
