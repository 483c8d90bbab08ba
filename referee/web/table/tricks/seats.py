"""The four players round the table: what each said or laid, and what both sides still need."""

from collections.abc import Collection, Sequence

from referee.engine.games.tricks.settlement import Needs, needs_of
from referee.engine.games.tricks.state import Trick, TrickMatch, TrickRound, TrickTile
from referee.engine.log import Entry
from referee.engine.messages import _, _p, points_word
from referee.engine.record.events import Play
from referee.engine.rules.trick_game import CALL_WORDS
from referee.engine.tiles import Tile
from referee.reports.families import telling_of
from referee.web.parts.family import LyingView
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import NOTHING_DRAWN
from referee.web.table.tricks.views import NeedView, RoundView, SeatPlace, TrickRow

SIDES = ("north", "east", "south", "west")  # clockwise from the first player, who sits at the far side


def needs_of_sides(match: TrickMatch) -> tuple[NeedView, ...]:
    """What each side has bid, has taken and still needs in the hand being played."""
    needs = needs_of(match)
    return tuple(
        NeedView(
            bid=_bid_words(match, match.current, side),
            taken=_("{n} taken", n=needs.sides[side].taken) if needs is not None else "",
            needs=needs_words(needs, side) if needs is not None else "",
        )
        for side in range(len(match.setup.sides))
    )


def _bid_words(match: TrickMatch, current: TrickRound, side: int) -> str:
    if current.bid is None or match.setup.side_of[current.bid.seat] != side:
        return ""
    return _("bid {bid}", bid=current.bid.amount)


def needs_words(needs: Needs, side: int) -> str:
    """What a side still needs, or the outcome if it is certain: "23 to make", "8 to set", "made", "set", "reneged"."""
    bids = side == needs.bidders
    if needs.guilty == side:
        return _("reneged")
    if needs.made:
        return _p("bid", "made") if bids else _("cannot set")
    if needs.made is False:
        return _p("bid", "set") if bids else _("set it")
    if not needs.sides[side].aim:
        return _("must take none") if bids else _("set by a trick")
    missing = needs.sides[side].missing
    return _("{n} to make", n=missing) if bids else _("{n} to set", n=missing)


def who_needs_what(match: TrickMatch) -> str:
    """Both sides in a sentence for a screen reader; "" before the trump is named."""
    needs = needs_of(match)
    if needs is None:
        return ""
    words = []
    for side, name in enumerate(match.setup.sides):
        need = needs.sides[side]
        if needs.made is None and need.aim:
            words.append(_("{name} need {n} more of {all}.", name=name, n=need.missing, all=need.aim))
        else:
            words.append(_("{name}: {words}.", name=name, words=needs_words(needs, side)))
    return " ".join(words)


# The auction


def auction_round(match: TrickMatch, current: TrickRound) -> RoundView:
    """Everybody's bids so far, and the high bid."""
    said: dict[int, list[str]] = {}
    for seat, amount in current.spoke:
        said.setdefault(seat, []).append(_p("said", "pass") if amount is None else str(amount))
    standing = current.bid
    dealer = (current.opener - 1) % len(match.setup.players)
    places = tuple(
        SeatPlace(
            side=SIDES[seat],
            name=name,
            said=said.get(seat, [""])[-1],
            before=" ".join([*([_("deals")] if seat == dealer else []), *said.get(seat, [])[:-1]]),
            turn=seat == current.turn,
            best=standing is not None and standing.seat == seat,
        )
        for seat, name in enumerate(match.setup.players)
    )
    figure, caption = "", _("no bid yet")
    if standing is not None:
        figure = str(standing.amount)
        name = match.setup.players[standing.seat]
        caption = _("high bid")
        if standing.call:
            caption = _("{call} by {name}", call=CALL_WORDS[standing.call], name=name)
    words = _("No bids yet.")
    if current.spoke:
        told = (
            _("{name} passed", name=match.setup.players[seat])
            if amount is None
            else _p("past", "{name} bid {bid}", name=match.setup.players[seat], bid=amount)
            for seat, amount in current.spoke
        )
        words = ", ".join(told) + "."
    return RoundView(places=places, figure=figure, caption=caption, words=words)


# The trick


def last_trick(current: TrickRound) -> int:
    """The index of the current trick, or between two tricks of the one just completed; -1 before the first."""
    return len(current.tricks) - (not current.table)


def lying_trick(_: Table, entries: Sequence[Entry], numbers: Sequence[int]) -> LyingView | None:
    """The trick of the first of these `numbers`, after all these entries, with the tiles of those with these numbers
    highlighted; None in the auction."""
    said = next((each for each in entries if each.number == numbers[0]), entries[-1])
    match, then = TrickMatch.of(entries[-1].state), TrickMatch.of(said.state).round
    if match.round is None or then is None or last_trick(then) < 0:
        return None
    events = (each.event for each in entries if each.number in numbers)
    lit = [each.tile for each in events if isinstance(each, Play)]
    return LyingView("table/tricks/_lying.html", trick_at(match, match.round, last_trick(then), lit))


def trick_at(
    match: TrickMatch, current: TrickRound, place: int, lit: Collection[Tile | None] = ()
) -> RoundView:
    """One trick of the round, with some of its tiles highlighted."""
    trick = current.tricks[place] if 0 <= place < len(current.tricks) else None
    laid = trick.laid if trick is not None else current.table
    winner = laid[current.order.winner([each.tile for each in laid])].seat if laid else None
    drawings = {}
    for each in laid:
        state = "tinted" if each.tile in lit else "best" if each.seat == winner else ""
        drawings[each.seat] = tile_picture(each.tile, state=state, label=None)
    places = tuple(
        SeatPlace(
            side=SIDES[seat],
            name=name,
            drawing=drawings.get(seat, NOTHING_DRAWN),
            said=_("sits out") if seat == current.out else "",
            turn=seat == current.turn and place == last_trick(current),
            best=seat == winner,
        )
        for seat, name in enumerate(match.setup.players)
    )
    figure, caption = _worth(match, current, laid, trick)
    words = _trick_words(match, laid, winner)
    return RoundView(places=places, figure=figure, caption=caption, words=words, over=trick is not None)


def _worth(
    match: TrickMatch, current: TrickRound, laid: tuple[TrickTile, ...], trick: Trick | None
) -> tuple[str, str]:
    if trick is not None:
        return str(trick.points), _p("trick", "to {name}", name=match.setup.players[trick.seat])
    if not laid:
        return "", _("trick {n} of {all}", n=len(current.tricks) + 1, all=match.setup.hand)
    return str(match.setup.variant.tricks.worth(each.tile for each in laid)), _("so far")


def _trick_words(match: TrickMatch, laid: tuple[TrickTile, ...], winner: int | None) -> str:
    if winner is None:
        return f"{_('No tile has been laid yet.')} {who_needs_what(match)}"
    names = match.setup.players
    tiles = ", ".join(f"{names[each.seat]} {each.tile}" for each in laid)
    worth = points_word(match.setup.variant.tricks.worth(each.tile for each in laid))
    told = _("{tiles}. Best: {name}. {points}.", tiles=tiles, name=names[winner], points=worth)
    return f"{told} {who_needs_what(match)}"


def taken_tricks(match: TrickMatch) -> tuple[tuple[TrickRow, ...], ...]:
    """The tricks that each side has taken."""
    found: list[list[TrickRow]] = [[] for side in match.setup.sides]
    for each in telling_of(match.setup).tricks(match):
        if each.taken_by:
            side = match.setup.side_of[match.setup.players.index(each.taken_by)]
            tiles = tuple(tile_picture(one.tile, label=None) for one in each.laid)
            found[side].append(TrickRow(each, tiles))
    return tuple(map(tuple, found))
