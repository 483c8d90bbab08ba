"""The hands at the end of a round: shown as tiles or told as a total, and checked against what can be left."""

from __future__ import annotations

from referee.engine.audit.holdings import can_make
from referee.engine.games.line import claiming, ending
from referee.engine.games.line.deciding_rule import shown_rule
from referee.engine.games.line.proving import audited
from referee.engine.games.line.settlement import NeedsTiles, settle
from referee.engine.games.line.state import LineMatch, LineRound, Shown
from referee.engine.games.line.turn import Outcome
from referee.engine.games.match import Status, not_now
from referee.engine.games.phrases import tile_list, tiles_word
from referee.engine.messages import Message, marked, msg
from referee.engine.record.events import Hand, Pips
from referee.engine.rulings import Breach, Code, Missed, Ruling, Settled, Verdict, refusal
from referee.engine.tiles import Tile, mask_of


def _round_to_show(match: LineMatch, seat: int) -> LineRound | Breach:
    current = match.round
    if current is None:
        return not_now("No round has been played yet.")
    if match.status is Status.PLAYING:
        return not_now("The round is still being played; hands are shown when it is over.")
    if current.without_tiles:
        return not_now("This round was entered without tiles, so no hands are shown.")
    shown = current.shown[seat]
    if shown is not None and shown.tiles is not None:
        return not_now(
            "{name} has shown already; correct that entry if it was wrong.", name=match.setup.players[seat]
        )
    return current


def show_hand(match: LineMatch, event: Hand, number: int) -> Outcome:
    """Rule on tiles that a player shows."""
    current = _round_to_show(match, event.by)
    if isinstance(current, Breach):
        return refusal(current), match
    tiles = tuple([each for each in event.tiles if each is not None])
    seen = mask_of(tiles)
    breach = _wrong_tiles(match, current, event, seen)
    if breach is not None:
        return refusal(breach), match
    pips = sum([each.pips for each in tiles])
    shown = Shown(pips, tiles)
    after = _with_shown(current, event.by, shown)
    after.unseen &= ~seen
    breach = _others_impossible(match, after, event.by)
    if breach is not None:
        return refusal(breach), match
    words = msg(
        "{name} shows {tiles}: {pips}.",
        name=match.setup.players[event.by],
        tiles=tile_list(tiles) or msg("nothing"),
        pips=pips,
    )
    match, missed = _first_hand(match.with_round(after))
    match = audited(match, event.by, seen)
    return _on_to_settlement(match, words, missed, number)


def _wrong_tiles(match: LineMatch, current: LineRound, event: Hand, seen_now: int) -> Breach | None:
    """Why these tiles, whose mask is `seen_now`, cannot be the player's hand."""
    told = current.shown[event.by]
    number = current.hands[event.by]
    if told is None and seen_now.bit_count() == len(event.tiles) == number and not seen_now & ~current.unseen:
        return None  # the usual case: as many as are held, each another one that nobody has seen yet
    name = match.setup.players[event.by]
    for each in event.tiles:
        if each is None or each not in match.setup.tiles:
            return Breach(Code.NOT_IN_SET, msg("A {set} set has no such tile.", set=match.setup.tiles.word))
    if len(event.tiles) != current.hands[event.by]:
        words = msg(
            "{name} holds {held}, and {shown} are shown.",
            name=name,
            held=tiles_word(current.hands[event.by]),
            shown=len(event.tiles),
        )
        return Breach(Code.HAND_MISMATCH, words)
    seen: set[Tile] = set()
    for each in event.tiles:
        assert each is not None
        if each in seen or not each.bit & current.unseen:
            return Breach(
                Code.IMPOSSIBLE_HAND, _seen_elsewhere(match, current, each, name, twice=each in seen)
            )
        seen.add(each)
    pips = sum(each.pips for each in seen)
    if told is not None and told.pips != pips:
        words = msg("{name} told {told} pips, and these are {pips}.", name=name, told=told.pips, pips=pips)
        return Breach(Code.IMPOSSIBLE_HAND, words)
    return None


def _seen_elsewhere(match: LineMatch, current: LineRound, tile: Tile, name: str, *, twice: bool) -> Message:
    """Where the tile was seen, so that everybody can look."""
    if twice:
        return msg("{tile} is named twice in {name}'s hand, and there is only one.", tile=tile, name=name)
    for seat, shown in enumerate(current.shown):
        if shown is not None and tile in (shown.tiles or ()):
            other = match.setup.players[seat]
            return msg(
                "{tile} cannot be in {name}'s hand: {other} showed it.", tile=tile, name=name, other=other
            )
    return msg("{tile} cannot be in {name}'s hand: it lies on the table.", tile=tile, name=name)


def _with_shown(current: LineRound, seat: int, shown: Shown) -> LineRound:
    after = current.copy()
    after.shown = (*current.shown[:seat], shown, *current.shown[seat + 1 :])
    return after


def _others_impossible(match: LineMatch, after: LineRound, seat: int) -> Breach | None:
    """Why a total that was told before is impossible, now that this hand is seen."""
    for other, shown in enumerate(after.shown):
        if other == seat or shown is None or shown.tiles is not None:
            continue
        if not can_make(after.unseen, after.hands[other], shown.pips):
            words = msg(
                "Then {other} could not hold {pips} pips, as was told.",
                other=match.setup.players[other],
                pips=shown.pips,
            )
            return Breach(Code.IMPOSSIBLE_HAND, words)
    return _sum_impossible(match, after, seat)


def _sum_impossible(match: LineMatch, after: LineRound, seat: int) -> Breach | None:
    """Why the totals cannot all be right, although each could: together they are made of the unseen tiles too."""
    told = {
        each: shown for each, shown in enumerate(after.shown) if shown is not None and shown.tiles is None
    }
    if not told:
        return None
    number = sum(after.hands[each] for each in told)
    given = sum(shown.pips for shown in told.values())
    if can_make(after.unseen, number, given):
        return None
    left = sum(each.pips for each in match.setup.tiles.tiles if each.bit & after.unseen)
    if after.boneyard:
        words = marked(
            "The hidden hands told so far hold {given} pips, and no {number} tiles of those not seen yet make that. "
            "Count {name}'s hand again."
        )
    elif number == after.unseen.bit_count():
        words = marked(
            "Nothing sleeps, so the hidden hands hold {left} pips together, and {given} are told. "
            "Count {name}'s hand again."
        )
    else:
        words = marked(
            "Nothing sleeps, so the hidden hands hold {left} pips together; with {given} told, the rest cannot be. "
            "Count {name}'s hand again."
        )
    counted = msg(
        words,
        left=left,
        given=given,
        number=number,
        name=match.setup.players[seat],
    )
    return Breach(Code.IMPOSSIBLE_HAND, counted)


def tell_pips(match: LineMatch, event: Pips, number: int) -> Outcome:
    """Rule on the total of a hand."""
    current = _round_to_show(match, event.by)
    if isinstance(current, Breach):
        return refusal(current), match
    breach = _wrong_pips(match, current, event)
    if breach is not None:
        return refusal(breach), match
    after = _with_shown(current, event.by, Shown(event.pips, None if current.hands[event.by] else ()))
    breach = _others_impossible(match, after, event.by)
    if breach is not None:
        return refusal(breach), match
    words = msg("{name} has {pips} pips left.", name=match.setup.players[event.by], pips=event.pips)
    later, missed = _first_hand(match.with_round(after))
    if match.status is Status.REVEAL:
        needs = _needs_tiles_of(later, event.by)
        if needs is not None:
            return refusal(Breach(Code.NEEDS_TILES, needs.said, match.setup.variant.rule("block_tie"))), match
    return _on_to_settlement(later, words, missed, number)


def _wrong_pips(match: LineMatch, current: LineRound, event: Pips) -> Breach | None:
    name = match.setup.players[event.by]
    told = current.shown[event.by]
    blocked = match.setup.variant.blocked
    if (
        match.status is Status.REVEAL
        and current.ending is not None
        and current.ending.how == "blocked"
        and blocked.needs_tiles
    ):
        words = msg("Doubles decide this round, so {name} shows the tiles.", name=name)
        return Breach(Code.NEEDS_TILES, words, match.setup.variant.rule("block_winner"))
    if told is not None:
        if event.by in ending.must_show(match):
            words = msg("The total is known; now {name} shows the tiles.", name=name)
            return Breach(Code.NEEDS_TILES, words, match.setup.variant.rule("block_tie"))
        return not_now("{name} has told the total already; correct that entry if it was wrong.", name=name)
    if not can_make(current.unseen, current.hands[event.by], event.pips):
        number = current.hands[event.by]
        template = marked("No {number} tiles of those not seen yet make {pips}.")
        if number == 1:
            template = marked("No tile of those not seen yet has {pips}.")
        words = msg(template, number=number, pips=event.pips)
        return Breach(Code.IMPOSSIBLE_HAND, words)
    return None


def _needs_tiles_of(match: LineMatch, seat: int) -> NeedsTiles | None:
    """That the settlement turns out to need this player's tiles, once every total is known."""
    current = match.current
    held = [ending.held_by(match, each) for each in range(len(current.hands))]
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
