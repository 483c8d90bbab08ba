"""The hands at the end of a round of a line game: what each closes and whether it settles the round."""

from __future__ import annotations

from referee.engine.games.hands import all_held, with_hand, with_total
from referee.engine.games.line import claiming, ending
from referee.engine.games.line.block_winner import NeedsTiles
from referee.engine.games.line.deciding_rule import shown_rule
from referee.engine.games.line.settlement import settle
from referee.engine.games.line.state import LineMatch
from referee.engine.games.line.turn import Outcome
from referee.engine.games.match import Status
from referee.engine.games.proving import audited
from referee.engine.messages import Message, msg
from referee.engine.record.events import Hand, Pips
from referee.engine.rulings import Breach, Code, Missed, Ruling, Settled, Verdict
from referee.engine.tiles import mask_of


def show_hand(match: LineMatch, event: Hand, number: int) -> Outcome:
    """Rule on tiles that a player shows."""
    shown = with_hand(match, event)
    if isinstance(shown, Breach):
        return shown
    after, words = shown
    match, missed = _first_hand(match.with_round(after))
    match = audited(match, event.by, mask_of([each for each in event.tiles if each is not None]))
    return _on_to_settlement(match, words, missed, number)


def tell_pips(match: LineMatch, event: Pips, number: int) -> Outcome:
    """Rule on the total of a hand."""
    told = _wants_tiles(match, event) or with_total(match, event)
    if isinstance(told, Breach):
        return told
    after, words = told
    later, missed = _first_hand(match.with_round(after))
    if match.status is Status.REVEAL:
        needs = _needs_tiles_of(later, event.by)
        if needs is not None:
            return Breach(Code.NEEDS_TILES, needs.said, match.setup.variant.rule("block_tie"))
    return _on_to_settlement(later, words, missed, number)


def _wants_tiles(match: LineMatch, event: Pips) -> Breach | None:
    """That a total is not enough, because the tiles themselves decide the round."""
    current = match.round
    if match.status is not Status.REVEAL or current is None:
        return None
    name = match.setup.players[event.by]
    told = current.shown[event.by]
    is_blocked = current.ending is not None and current.ending.how == "blocked"
    if is_blocked and match.setup.variant.blocked.needs_tiles and (told is None or told.tiles is None):
        words = msg("Doubles decide this round, so {name} shows the tiles.", name=name)
        return Breach(Code.NEEDS_TILES, words, match.setup.variant.rule("block_winner"))
    if told is not None and told.tiles is None and event.by in ending.must_show(match):
        words = msg("The total is known; now {name} shows the tiles.", name=name)
        return Breach(Code.NEEDS_TILES, words, match.setup.variant.rule("block_tie"))
    return None


def _needs_tiles_of(match: LineMatch, seat: int) -> NeedsTiles | None:
    """That the settlement turns out to need this player's tiles, once every total is known."""
    held = all_held(match)
    if any(each is None for each in held):
        return None
    outcome = settle(match, [each for each in held if each is not None])
    return outcome if isinstance(outcome, NeedsTiles) and seat in outcome.seats else None


def _first_hand(match: LineMatch) -> tuple[LineMatch, tuple[Missed, ...]]:
    """The first hand shown closes every claim."""
    before = match.current
    current, missed = claiming.close_all(before)
    return match if current is before else match.with_round(current), missed


def _on_to_settlement(match: LineMatch, words: Message, missed: tuple[Missed, ...], number: int) -> Outcome:
    settled: Settled | None = None
    more: tuple[Message, ...] = ()
    if match.status is Status.REVEAL:
        match, settled, more = ending.broken(match, number) or ending.try_to_settle(match, number)
    rule = shown_rule(match.setup.variant, None, settled)
    return Ruling(Verdict.STANDS, None, (words, *more), rule, missed=missed, settled=settled), match
