"""Hands at the end of a round: shown as tiles, given as a total or with the round's result, and checked against what
can be left."""

from collections.abc import Iterable, Sequence

from referee.engine.audit.holdings import Total, can_make, can_share
from referee.engine.games.hands import Ending, H, HandsMatch, HandsRound, Held, M, with_proofs
from referee.engine.games.match import Status, with_item
from referee.engine.games.refusals import not_in_set, not_now, twice_in_hand, wrong_hand
from referee.engine.messages import Message, counted, marked, msg, pips_word
from referee.engine.record.events import Hand, Left, Pips
from referee.engine.rulings import Breach, Code
from referee.engine.tiles import Tile, mask_of, tile_list, tiles_in


def round_to_show(match: HandsMatch, seat: int) -> HandsRound | Breach:
    """The round in which the seat may show its hand, or why it may not."""
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


def with_hand(match: M, event: Hand) -> tuple[M, tuple[Message, ...]] | Breach:
    """The match with the tiles that a player shows, the words for them, and what they prove; or why they cannot be the
    hand."""
    current = round_to_show(match, event.by)
    if isinstance(current, Breach):
        return current
    tiles = tuple([each for each in event.tiles if each is not None])
    seen = mask_of(tiles)
    breach = _wrong_tiles(match, current, event, seen)
    if breach is not None:
        return breach
    pips = sum([each.pips for each in tiles])
    shown = with_item(current.shown, event.by, Held(event.by, len(tiles), pips, tiles))
    after = current._replace(shown=shown, unseen=current.unseen & ~seen)
    breach = _others_impossible(match, after, event.by)
    if breach is not None:
        return breach
    name = match.setup.players[event.by]
    words = msg("{name} shows {tiles}: {pips}.", name=name, tiles=tile_list(tiles), pips=pips)
    if not tiles:
        words = msg("{name} shows no tile.", name=name)
    match, proved = with_proofs(match, after, event.by, seen)
    return match, (words, *proved)


def with_total(match: M, event: Pips) -> tuple[M, Message] | Breach:
    """The match with the total that a player gives, and the words for it; or why it is impossible."""
    current = round_to_show(match, event.by)
    if isinstance(current, Breach):
        return current
    name = match.setup.players[event.by]
    if current.shown[event.by] is not None:
        return not_now("{name} has already given a total; correct that entry if it was wrong.", name=name)
    number = current.hands[event.by]
    if event.pips and not number:
        return Breach(Code.IMPOSSIBLE_HAND, msg("{name} has no tiles left.", name=name))
    seen = current.seen_with(event.by)
    hidden, short = number - seen.bit_count(), event.pips - sum(each.pips for each in tiles_in(seen))
    if short < 0 or not can_make(_may_hold(current, event.by) & ~seen, hidden, hidden, short):
        if seen:
            words = msg("{name} cannot have {pips} left.", name=name, pips=pips_word(event.pips))
            return Breach(Code.IMPOSSIBLE_HAND, words)
        template = marked("No {number} tiles of those not seen yet make {pips}.")
        if number == 1:
            template = marked("No tile of those not seen yet has {pips}.")
        return Breach(Code.IMPOSSIBLE_HAND, msg(template, number=number, pips=event.pips))
    held = Held(event.by, number, event.pips, None if number else ())
    after = current._replace(shown=with_item(current.shown, event.by, held))
    breach = _others_impossible(match, after, event.by)
    if breach is not None:
        return breach
    return match._replace(round=after), msg("{name} has {pips} left.", name=name, pips=pips_word(event.pips))


def _may_hold(current: HandsRound, seat: int) -> int:
    """The mask of tiles that the seat may have left: nobody saw them, or saw them go to its own row."""
    return current.unseen & ~sum(
        current.seen_with(each) for each in range(len(current.hands)) if each != seat
    )


def _wrong_tiles(match: HandsMatch, current: HandsRound, event: Hand, seen_now: int) -> Breach | None:
    told = current.shown[event.by]
    number = current.hands[event.by]
    name = match.setup.players[event.by]
    breach = wrong_hand(
        match.setup,
        name,
        number,
        event.tiles,
        _may_hold(current, event.by),
        lambda tile: _seen_elsewhere(match, current, tile, name),
    )
    if breach is not None:
        return breach
    missing = next(tiles_in(current.seen_with(event.by) & ~seen_now), None)
    if missing is not None:
        words = msg(
            "{tile} went to the bottom of {name}'s row, so it must be among these.", tile=missing, name=name
        )
        return Breach(Code.IMPOSSIBLE_HAND, words)
    pips = sum(each.pips for each in tiles_in(seen_now))
    if told is not None and told.pips != pips:
        words = msg(
            "{name} said {told}, and these are {pips}.", name=name, told=pips_word(told.pips), pips=pips
        )
        return Breach(Code.IMPOSSIBLE_HAND, words)
    return None


def _seen_elsewhere(match: HandsMatch, current: HandsRound, tile: Tile, name: str) -> Message:
    """Where the tile was seen, so that everybody can check."""
    for seat, shown in enumerate(current.shown):
        if shown is not None and tile in (shown.tiles or ()):
            other = match.setup.players[seat]
            return msg(
                "{tile} cannot be in {name}'s hand: {other} showed it.", tile=tile, name=name, other=other
            )
    for seat, other in enumerate(match.setup.players):
        if tile.bit & current.seen_with(seat):
            return msg("{tile} was seen in {name}'s row.", tile=tile, name=other)
    return msg("{tile} cannot be in {name}'s hand: it lies on the table.", tile=tile, name=name)


def _others_impossible(match: HandsMatch, after: HandsRound, seat: int) -> Breach | None:
    """Why a total given before is impossible, now that this hand is seen."""
    for other, shown in enumerate(after.shown):
        if other == seat or shown is None or shown.tiles is not None:
            continue
        number = after.hands[other]
        if not can_make(after.unseen, number, number, shown.pips):
            return _could_not_hold(match, other, shown.pips)
    return _sum_impossible(match, after, seat) or _light_hands_impossible(match, after, seat)


def _light_hands_impossible(match: HandsMatch, after: HandsRound, seat: int) -> Breach | None:
    """Why a light hand told before is impossible, now that this one is known: both need the same tile."""
    told = {
        each: Total(after.hands[each], after.hands[each], shown.pips)
        for each, shown in enumerate(after.shown)
        if shown is not None and shown.tiles is None
    }
    if can_share(after.unseen, told.values()):
        return None
    others = [each for each in told if each != seat]
    without = ((each, (hand for which, hand in told.items() if which != each)) for each in others)
    other = next((each for each, hands in without if can_share(after.unseen, hands)), others[0])
    return _could_not_hold(match, other, told[other].pips)


def _could_not_hold(match: HandsMatch, other: int, pips: int) -> Breach:
    words = counted(
        "Then {other} could not hold the {n} pip that was entered.",
        "Then {other} could not hold the {n} pips that were entered.",
        pips,
        other=match.setup.players[other],
    )
    return Breach(Code.IMPOSSIBLE_HAND, words)


def _sum_impossible(match: HandsMatch, after: HandsRound, seat: int) -> Breach | None:
    """Why the totals cannot all be right, although each could be: the unseen tiles must make their sum too."""
    told = {
        each: shown for each, shown in enumerate(after.shown) if shown is not None and shown.tiles is None
    }
    number = sum(after.hands[each] for each in told)
    given = sum(shown.pips for shown in told.values())
    if can_make(after.unseen, number, number, given):
        return None
    left = sum(each.pips for each in match.setup.tiles.tiles if each.bit & after.unseen)
    if after.boneyard:
        words = marked(
            "The totals given so far come to {pips}, and no {number} tiles of those not seen yet make that. "
            "Count {name}'s hand again."
        )
    elif number == after.unseen.bit_count():
        words = marked(
            "No tile is left over, so the hidden hands hold {left} together, not {given}. "
            "Count {name}'s hand again."
        )
    else:
        words = marked(
            "No tile is left over, so the hidden hands hold {left} together; with {given} counted, no tiles make "
            "the rest. Count {name}'s hand again."
        )
    name = match.setup.players[seat]
    told_wrong = msg(
        words, left=pips_word(left), pips=pips_word(given), given=given, number=number, name=name
    )
    return Breach(Code.IMPOSSIBLE_HAND, told_wrong)


def held_by(match: HandsMatch, seat: int) -> Held | None:
    """What a seat holds at the end of the round, as far as it is certain; None if it has to be shown."""
    current = match.current
    number = current.hands[seat]
    shown = current.shown[seat]
    if shown is not None:
        return shown
    if not number:
        return Held(seat, 0, 0, ())
    if current.without_tiles or current.boneyard:
        return None
    hidden = [
        each
        for each, shown in enumerate(current.shown)
        if current.hands[each] and (shown is None or shown.tiles is None)
    ]
    if hidden == [seat]:
        tiles = tuple(tiles_in(current.unseen))
        return Held(seat, number, sum(each.pips for each in tiles), tiles)
    unknown = [each for each in hidden if current.shown[each] is None]
    if unknown == [seat]:
        told = sum(shown.pips for shown in current.shown if shown is not None and shown.tiles is None)
        return Held(seat, number, sum(each.pips for each in tiles_in(current.unseen)) - told, None)
    return None


def all_held(match: HandsMatch) -> list[Held | None]:
    """The same for every seat."""
    return [held_by(match, seat) for seat in range(len(match.setup.players))]


def with_hands(current: H, how: Ending, left: Sequence[Left]) -> H:
    """The round entered by its result, with whatever hands were given."""
    after = current.copy()
    hands, shown = list(current.hands), list(current.shown)
    if how.seat is not None:
        hands[how.seat] = 0
    for each in left:
        tiles = None if each.tiles is None else tuple(tile for tile in each.tiles if tile is not None)
        hands[each.seat] = each.number if each.number is not None else hands[each.seat]
        shown[each.seat] = Held(each.seat, hands[each.seat], each.pips, tiles)
        after.unseen &= ~mask_of(tiles or ())
    after.hands, after.shown, after.without_tiles = tuple(hands), tuple(shown), True
    return after


def missing_hand(match: HandsMatch, seats: Iterable[int], how: Ending, left: Sequence[Left]) -> Breach | None:
    """The breach if what one of these seats has left is not given; None if it is for all that did not go out."""
    told = {how.seat, *(each.seat for each in left)}
    missing = next((seat for seat in seats if seat not in told), None)
    if missing is None:
        return None
    return Breach(
        Code.HAND_MISMATCH, msg("What {name} has left is missing.", name=match.setup.players[missing])
    )


def tiles_missing(laid: int) -> Message:
    """The sentence that not every tile of the round was entered, and how many were."""
    if not laid:
        return msg("Entered without tiles.")
    return counted("Finished without tiles, after 1 tile.", "Finished without tiles, after {n} tiles.", laid)


# Whether the hands are possible


def wrong_hands(
    match: HandsMatch, how: Ending, left: Sequence[Left], may_draw: int, fewest: int = 1
) -> Breach | None:
    """Why the hands given are impossible; up to `may_draw` tiles can have come from the boneyard, and a player who did
    not win by going out has `fewest` tiles or more."""
    current, players = match.current, match.setup.players
    pool = current.unseen
    for each in left:
        if each.seat == how.seat and (each.pips or each.number or each.tiles):
            words = msg("{name} went out, so {name} has no tiles left.", name=players[each.seat])
            return Breach(Code.HAND_MISMATCH, words)
    left = [each for each in left if each.seat != how.seat]
    for each in left:
        tiles = each.tiles or ()
        breach = _cannot_be_left(match, each.seat, tiles, pool)
        if breach is not None:
            return breach
        pool &= ~mask_of(tile for tile in tiles if tile is not None)
    told: list[Total] = []
    for each in left:
        most = current.hands[each.seat] + may_draw
        name = players[each.seat]
        if each.number is not None and not fewest <= each.number <= most:
            words = counted(
                "{name} has 1 tile left.", "{name} has from 1 to {n} tiles left.", most, name=name
            )
            return Breach(Code.IMPOSSIBLE_HAND, words)
        if each.tiles is None:
            least, most = (fewest, most) if each.number is None else (each.number, each.number)
            if not can_make(pool, least, min(most, pool.bit_count()), each.pips):
                words = msg("{name} cannot have {pips} left.", name=name, pips=pips_word(each.pips))
                return Breach(Code.IMPOSSIBLE_HAND, words)
            told.append(Total(least, most, each.pips))
    return _wrong_together(match, how, left, told, may_draw, pool)


def _cannot_be_left(match: HandsMatch, seat: int, tiles: Sequence[Tile | None], pool: int) -> Breach | None:
    """Why the seat cannot have these tiles left; `pool` is the mask of those that nobody else has."""
    name = match.setup.players[seat]
    for tile in tiles:
        if tile is None or tile not in match.setup.tiles:
            return not_in_set(match.setup)
        if tiles.count(tile) > 1:
            return twice_in_hand(tile, name)
        if not tile.bit & pool & _may_hold(match.current, seat):
            words = msg(
                "{tile} cannot be in {name}'s hand: it is somewhere else already.", tile=tile, name=name
            )
            return Breach(Code.IMPOSSIBLE_HAND, words)
    return None


def _wrong_together(
    match: HandsMatch, how: Ending, left: Sequence[Left], told: Sequence[Total], may_draw: int, pool: int
) -> Breach | None:
    """Why the hands given cannot all be right, though each could be by itself; `told` are those without their tiles."""
    current = match.current
    laid = current.hands[how.seat] if how.seat is not None else 0
    shown = sum(each.number or 0 for each in left if each.tiles is not None)
    room = min(pool.bit_count() - laid, sum(current.hands[each.seat] for each in left) + may_draw - shown)
    least, most = sum(each.least for each in told), sum(each.most for each in told)
    if can_make(pool, least, min(most, room), sum(each.pips for each in told)) and can_share(pool, told):
        return None
    words = msg("These hands cannot all be right: the set has no such tiles besides those laid.")
    return Breach(Code.IMPOSSIBLE_HAND, words)
