"""A table of trains or chickenfoot: which function rules on which event, the next deal, and the hands at the end."""

from referee.engine.audit.holdings import Witness
from referee.engine.games.at_any_table import table_rules
from referee.engine.games.hands import draw_unseen, opener_in_turn
from referee.engine.games.match import Rulings, Status
from referee.engine.games.shown_hands import with_hand, with_total
from referee.engine.games.trains import ending, laying, stuck
from referee.engine.games.trains.ending import end_by_result, end_first_turn, match_end, turn_breach
from referee.engine.games.trains.state import Laid, Outcome, TrainMatch, TrainRound
from referee.engine.messages import Message, msg, tiles_word
from referee.engine.record import events
from referee.engine.rulings import Breach, Code, Ruling, Verdict


def deal(match: TrainMatch, event: events.Round, _number: int) -> Outcome:
    """Rule on a new round."""
    breach = match.why_no_round(event)
    if breach is not None:
        return breach
    setup = match.setup
    opening, players = setup.variant.opening, len(setup.players)
    if event.opener is not None and not opening.lies_first:
        why = msg("Nobody is named here: the round begins with a double.")
        return Breach(Code.WRONG_OPENING, why, setup.variant.rule("opening"))
    current = TrainRound(
        number=event.number,
        hands=(setup.hand,) * players,
        dealt=setup.hand,
        boneyard=len(setup.tiles) - players * setup.hand,
        unseen=setup.tiles.mask,
        shown=(None,) * players,
        witness=Witness(doubts=(0,) * players),
        ending=None,
        without_tiles=False,
        double=opening.number_of(match.rounds_counted, setup.tiles.high),
        toes=setup.variant.doubles.toes_with(setup.tiles.high),
        turn=None,
        opener=None,
        searched=(0,) * players,
    )
    words = [msg("Round {n}: each player takes {tiles}.", n=event.number, tiles=tiles_word(setup.hand))]
    if opening.lies_first:
        double = setup.double(current.double)
        seat = opener_in_turn(match) if event.opener is None else event.opener
        current = laying.with_hub(setup, current, Laid(double, None, None, double.high))
        current.boneyard -= 1
        current.turn = current.opener = seat
        words.append(
            msg("{double} lies in the middle; {name} begins.", double=double, name=setup.players[seat])
        )
    elif not opening.by_highest:
        words.append(msg("It begins with {double}.", double=setup.double(current.double)))
    after = match._replace(round=current, status=Status.PLAYING)
    return Ruling(Verdict.STANDS, None, tuple(words), setup.variant.rule("opening")), after


def _lap_closed(match: TrainMatch, number: int) -> TrainMatch:
    """The match with the lap of whole trains ended, if only its last player could go on and another is out (TR3)."""
    current = match.round
    if current is None or match.status is not Status.PLAYING or not current.goes_on or current.turn is None:
        return match
    why = turn_breach(match, current, match.setup.after[current.turn])
    if why is None or why.code is not Code.NOT_NOW:
        return match
    after, _, _ = end_first_turn(match._replace(round=current.copy()), number)
    return after


def _show(match: TrainMatch, event: events.Hand, number: int) -> Outcome:
    shown = with_hand(_lap_closed(match, number), event)
    return shown if isinstance(shown, Breach) else _on_to_settlement(*shown, number)


def _tell(match: TrainMatch, event: events.Pips, number: int) -> Outcome:
    later = _lap_closed(match, number)
    told = with_total(later, event)
    if isinstance(told, Breach):
        return told
    refused = ending.wants_tiles(later, event.by)
    if refused is not None:
        return refused
    after, words = told
    return _on_to_settlement(after, (words,), number)


def _on_to_settlement(match: TrainMatch, words: tuple[Message, ...], number: int) -> Outcome:
    ending_now = match.current.ending
    rule = match.setup.variant.charging_rule(ending_now.how if ending_now is not None else "out")
    match, settled, more = ending.try_to_settle(match, number)
    return Ruling(Verdict.STANDS, None, (*words, *more), rule, settled=settled), match


def _table_rules(match: TrainMatch, event: events.TableRuling, number: int) -> Outcome:
    """Rule on house rules for the rest of the match, which is over if it has no more rounds than were played."""
    outcome = table_rules(match, event, number)
    if isinstance(outcome, Breach) or not outcome[1].is_played_out:
        return outcome
    ruling, after = outcome
    after, words = match_end(after)
    return ruling._replace(said=(*ruling.said, *words)), after


RULINGS: Rulings = {
    events.Play: laying.lay,
    events.Draw: stuck.draw,
    events.Pass: stuck.knock,
    events.Hand: _show,
    events.Pips: _tell,
    events.Round: deal,
    events.RoundResult: end_by_result,
    events.HandResult: end_by_result,
    events.DrawSeen: draw_unseen,
    events.TableRuling: _table_rules,
}
