"""Explanations: whose turn it is, why a round is over, why a player got nothing, and the reasons for a ruling."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.explain.questions import HELD_BACK, Told, came_round, has_drawn, of_breach
from referee.engine.games.line.settlement import deciding_rules
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import Status, in_play
from referee.engine.layout import Layout
from referee.engine.log import Entry, Log
from referee.engine.messages import Listed, Message, counted, marked, msg
from referee.engine.record.events import Adjust, Claim, Muggins, Play, TableRuling, Void
from referee.engine.rules.counting import arithmetic
from referee.engine.rulings import Breach, Code, Rule, Settled, Verdict

# Turns


def why_my_turn(match: LineMatch) -> Told:
    """Whose turn it is, and how it came to them."""
    current = in_play(match)
    if isinstance(current, Breach):
        return of_breach(current)
    variant, names = match.setup.variant, match.setup.players
    if current.turn is None:
        return Told((msg("Nobody has opened yet; a tile decides who does."),), (variant.rule("opening"),))
    name = names[current.turn]
    if not current.layout.laid or current.last_layer is None:
        rule = variant.rule("next_opener" if current.free_lead else "opening")
        return Told((msg("{name} opens this round.", name=name),), (rule,))
    if current.drawn:
        return has_drawn(name, current.drawn, variant.rule("draw"))
    laid = current.layout.laid[-1]
    if current.last_layer == current.turn and current.going_on:
        on_double = laid.on is not None and laid.on.tile.is_double
        is_bonus = variant.turns.goes_again(laid_double=laid.tile.is_double, on_double=on_double)
        rules = ("bonus_trigger", "bonus_turn") if is_bonus else ("multi_play",)
        words = msg("{name} laid {tile} and has a further turn.", name=name, tile=laid.tile)
        return Told((words,), tuple(variant.rule(each) for each in rules))
    return came_round(match.setup, current.turn, current.last_layer, laid.tile, current.passed)


# The end of a round


def why_round_over(match: LineMatch) -> Told:
    """What ended the current round."""
    current = match.round
    if current is None or (current.ending is None and current.settled is None):
        return Told((msg("The round is not over."),))
    variant, names = match.setup.variant, match.setup.players
    settled, ending = current.settled, current.ending
    if settled is not None and settled.how in ("void", "target"):
        return Told(settled.steps, deciding_rules(variant, settled))
    assert ending is not None
    if ending.how == "out" and ending.seat is not None:
        last = current.layout.laid[-1].tile
        words = msg("{name} laid {tile}, the last tile held.", name=names[ending.seat], tile=last)
        return Told((words,), (variant.rule("out_pay"),))
    ends = Listed(sorted({place.half for place in current.layout.places_now()}, reverse=True))
    if current.passed == (1 << len(names)) - 1:
        words = msg("Everybody passed in turn, and nothing more may be drawn. Open: {ends}.", ends=ends)
    else:
        words = msg("No tile left fits an open end ({ends}), and nothing more may be drawn.", ends=ends)
    return Told((words,), (variant.rule("draw"), variant.rule("block_winner")))


# Nothing gained


def why_nothing(log: Log, seat: int | None = None) -> Told:
    """Why the last tile, call or settlement paid a player nothing; without a seat, the player it was about."""
    now = LineMatch.of(log.state)
    if now.claims_are_open:
        return HELD_BACK
    for entry in reversed(log.entries):
        if entry.ruling.settled is not None:
            return _nothing_settled(LineMatch.of(entry.state), entry.ruling.settled, seat)
        if isinstance(entry.event, Void):
            break
        if isinstance(entry.event, Play | Claim | Muggins) and seat in (None, entry.event.by):
            return _nothing_laid(entry, entry.event, LineMatch.of(entry.state))
    return Told((msg("Nothing has been laid or settled yet."),))


def _nothing_settled(match: LineMatch, settled: Settled, seat: int | None) -> Told:
    rules = deciding_rules(match.setup.variant, settled)
    paid = {side for side, gained in settled.points if gained > 0}
    if seat is not None and match.setup.side_of[seat] in paid:
        name = match.setup.side_name(seat)
        return Told((msg("{name} did score in this settlement.", name=name), *settled.steps), rules)
    return Told(settled.steps, rules)


def _nothing_laid(entry: Entry, event: Play | Claim | Muggins, match: LineMatch) -> Told:
    variant, ruling = match.setup.variant, entry.ruling
    if any(gained > 0 for side, gained in ruling.points if side == match.setup.side_of[event.by]):
        words = msg("{name} did score.", name=match.setup.players[event.by])
        return Told((words, *ruling.said), (ruling.rule,) if ruling.rule is not None else ())
    if not isinstance(event, Play):
        return Told(ruling.said, (ruling.rule,) if ruling.rule is not None else ())
    if not variant.counting.tiles_score:
        words = msg("{tile} scores nothing: no points are made by tiles here.", tile=event.tile)
        return Told((words,), (variant.rule("score"),))
    layout = match.current.layout
    ends = layout.ends() if variant.counting.counts_ends else []
    made = variant.counting.points(layout, ends)
    words_of = [msg("{sum}.", sum=arithmetic(variant.counting, ends)) if ends else _open_ends(layout)]
    if not made:
        return Told((*words_of, msg("So {tile} scores nothing.", tile=event.tile)), (variant.rule("score"),))
    if variant.claims_are_made:
        words = counted(
            "{n} point was there, and nobody claimed it in time.",
            "{n} points were there, and nobody claimed them in time.",
            made,
        )
        return Told((*words_of, words), (variant.rule("claims"),))
    if variant.going_out.is_one_award and not match.current.hands[event.by]:
        return Told(ruling.said, (variant.rule("out_award"),))
    return Told(ruling.said, (variant.rule("exact"),))


def _open_ends(layout: Layout) -> Message:
    halves = {each.half for each in layout.frontier if layout.counted(each)}
    return msg("The open ends were {ends}.", ends=Listed(sorted(halves, reverse=True)))


# The reasons for a ruling


@dataclass(frozen=True, slots=True)
class Because:
    """The reasons for a ruling: what was seen, the rules with their sources, and what one can do now.

    `printed` are the sheet's own rules if the house changed one.
    """

    seen: tuple[Message, ...]
    rules: tuple[Rule, ...]
    printed: tuple[Rule, ...]
    can_do: tuple[Message, ...]


LAY_ANOTHER = marked("Take the tile back and lay another, or let it stand if it was seen too late.")
NAME_IT = marked("Say which, and it is laid.")
LOOK_AGAIN = marked("Look again at what was entered; nothing has changed.")
CAN_DO: dict[Code, str] = {
    Code.DOES_NOT_MATCH: LAY_ANOTHER,
    Code.CROSS_FIRST: LAY_ANOTHER,
    Code.WRONG_OPENING: LAY_ANOTHER,
    Code.NO_SUCH_END: LAY_ANOTHER,
    Code.NOT_YOUR_TURN: marked("Wait for the turn, or let it stand if it was seen too late."),
    Code.MUST_DRAW: marked("Draw first, or let the pass stand if it was seen too late."),
    Code.MAY_NOT_DRAW: marked("Put the tile back and go on, or let the draw stand if it was seen too late."),
    Code.RESERVE: marked("Leave the last tiles face down, and pass if nothing fits."),
    Code.MUST_PLAY: marked("Lay a tile that fits."),
    Code.CHOOSE_END: NAME_IT,
    Code.CHOOSE_OUT: NAME_IT,
    Code.HAND_MISMATCH: marked(
        "Count the hand again, or correct the draw or the tile that was entered wrong."
    ),
    Code.IMPOSSIBLE_HAND: marked("Look at the hand again, or correct the entry that was wrong."),
    Code.NEEDS_TILES: marked("Show the tiles instead of the total."),
    Code.CLAIM_CLOSED: marked("The points are lost, unless the table agrees on an adjustment."),
}


def because(entry: Entry, now: LineMatch | None = None) -> Because:
    """The reasons for one ruling of a line game; `now` is the current match, if that is later.

    A refusal is passed as an entry too: with its event, its ruling and the state that it left.
    """
    match = LineMatch.of(entry.state)
    ruling = entry.ruling
    hidden = _is_hidden(entry, match, now if now is not None else match)
    variant, decided = match.setup.variant, [ruling.rule] if ruling.rule is not None else []
    if ruling.settled is not None:
        decided += [each for each in deciding_rules(variant, ruling.settled) if each != ruling.rule]
    if ruling.rule is not None and ruling.rule.name == "score" and variant.counting.pays_multiples:
        decided.append(variant.rule("score_unit"))
    in_doubt = any(each.name in variant.doubts for each in decided)
    seen, counting = ruling.said, variant.counting
    stands = ruling.verdict is not Verdict.REFUSED
    if stands and not hidden and isinstance(entry.event, Play) and counting.counts_ends:  # the sum in full
        whole = msg("{sum}.", sum=arithmetic(counting, match.current.layout.ends()))
        seen = (seen[0], whole, *(each for each in seen[1:] if each is not ruling.sum))
    printed = match.setup.unchanged(decided)
    return Because(seen, tuple(decided), printed, _can_do(entry, match, in_doubt))


def _is_hidden(entry: Entry, match: LineMatch, now: LineMatch) -> bool:
    if not isinstance(entry.event, Play | Claim | Muggins) or match.round is None or now.round is None:
        return False
    if now.round.number != match.round.number or not match.round.layout.laid:
        return False
    return now.claims_are_open and match.round.layout.laid[-1].tile in now.untold


def _can_do(entry: Entry, match: LineMatch, in_doubt: bool) -> tuple[Message, ...]:
    ruling = entry.ruling
    if ruling.verdict is Verdict.REFUSED:
        return (msg(CAN_DO.get(ruling.code, LOOK_AGAIN) if ruling.code is not None else LOOK_AGAIN),)
    if ruling.verdict is Verdict.LET_STAND:
        found = [msg("The table let it stand; the entry can still be corrected.")]
    elif isinstance(entry.event, Adjust | TableRuling | Void):
        found = [msg("It can be taken back like any entry.")]
    elif isinstance(entry.event, Play):
        found = [
            msg("Tapped wrong? Undo, or fix it in the list."),
            match.setup.variant.rule("misplay").sentence,
        ]
    else:
        found = [msg("Tapped wrong? Undo, or fix it in the list.")]
    if in_doubt and match.status is not Status.MATCH_OVER:
        found.append(msg("The sheet leaves this open, so the table may choose another reading from now on."))
    return tuple(found)
