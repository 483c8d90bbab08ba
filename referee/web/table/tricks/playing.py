"""The page of a trick game: picks the screen to show and fills it."""

from referee.engine.games.match import Status
from referee.engine.games.tricks.state import TrickMatch, TrickRound
from referee.engine.messages import _, marked
from referee.engine.rules.trump import suit_name
from referee.web.infra.responses import is_needed
from referee.web.parts.actions import after_refusal, back_link, correcting
from referee.web.parts.last_ruling import refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked
from referee.web.parts.scores import plain_sides, sub_of
from referee.web.parts.submit import last_step
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Action, LinkView
from referee.web.table.tricks.between import before_page, settled_page, tricks_so_far
from referee.web.table.tricks.bidding import bid_rungs, pass_of, trump_rungs
from referee.web.table.tricks.ending_early import (
    CONCEDE,
    END,
    REST,
    claim_page,
    hidden_hands,
    open_hands,
    open_page,
    ways_to_end,
    who_concedes,
)
from referee.web.table.tricks.seats import auction_round, last_trick, needs_of_sides, taken_tricks, trick_at
from referee.web.table.tricks.spoken import (
    HAS_NONE,
    has_none,
    suit_led,
    trick_picker,
    trump_title,
    turn_words,
    words_of,
)
from referee.web.table.tricks.views import PlayFace


def page_of(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The page of a trick game at the phone's step."""
    match = TrickMatch.of(table.state)
    common = common._replace(sub=sub_of(match), sides=plain_sides(match))
    current = match.round
    if current is None or (match.status is Status.ROUND_OVER and asked.deal):
        return before_page(table, common)
    if asked.at == REST and asked.hand in match.setup.players and _may_claim(table, match, asked):
        return claim_page(table, match, asked, common) or open_page(table, asked, common)
    if asked.hand and table.may_write and hidden_hands(match):
        return open_page(table, asked, common)
    if match.status is not Status.PLAYING:
        return settled_page(table, common)
    return _playing(table, match, current, asked, common)


def _may_claim(table: Table, match: TrickMatch, asked: Asked) -> bool:
    """Whether the hand asked for is the leader's and may claim the rest now, from this phone."""
    current = match.current
    if current.turn is None or current.trump is None or current.table or not table.may_write:
        return False
    return match.setup.players[current.turn] == asked.hand


def _playing(
    table: Table, match: TrickMatch, current: TrickRound, asked: Asked, common: TablePage
) -> TablePage:
    assert current.turn is not None
    by = match.setup.players[current.turn]
    if asked.who in match.setup.players and current.trump is not None:
        by = asked.who
    refused = asked.refusal if table.may_write else None
    words = words_of(table) if refused is None else refused_words(table, refused)
    page = common._replace(
        template="table/tricks/_play.html",
        turn=turn_words(match, current, asked.at, asked.who),
        by=by,
        beside=turn_words(match, current, asked.at) if table.seat == current.turn else "",
        words=words,
        face=_face(table, match, current, by, is_refused=refused is not None),
    )
    if not table.may_write:
        return page
    if current.trump is None:
        passing = (pass_of(table, by),) if current.bidding else ()
        return page._replace(bar=(*passing, *correcting(table)))
    if asked.at in (END, CONCEDE) and refused is None:
        return _ending(table, match, current, asked.at, page)
    step = NOTHING if refused is not None else asked
    picker = trick_picker(match, current, match.setup.players.index(by), step)
    bar = _trick_bar(table, match, current, asked)
    if refused is not None and asked.tried is not None:
        bar = after_refusal(table, asked.tried, refused)
    return page._replace(picker=picker, bar=bar)


def _ending(table: Table, match: TrickMatch, current: TrickRound, at: str, page: TablePage) -> TablePage:
    """How to end the hand before its last trick, or which team concedes."""
    if at == CONCEDE:
        turn, ways, back = _("Which team concedes?"), who_concedes(table, match), Asked(at=END)
    else:
        turn, back = _("End the round early"), NOTHING
        ways = ways_to_end(table, match, current, hidden_hands(match))
    bar = (back_link(table, _("Back"), to=back), *correcting(table))
    return page._replace(face=page.face._replace(ways=ways), turn=turn, bar=bar)


def _face(table: Table, match: TrickMatch, current: TrickRound, by: str, *, is_refused: bool) -> PlayFace:
    if current.trump is None:
        rungs = bid_rungs if current.bidding else trump_rungs
        return PlayFace(
            needs=needs_of_sides(match),
            round=auction_round(match, current),
            rungs=rungs(table, match, by) if table.may_write else (),
        )
    trump = trump_title(current.trump) if is_refused or last_step(table) else ""
    return PlayFace(
        needs=needs_of_sides(match),
        round=trick_at(match, current, last_trick(current))._replace(trump=trump),
        taken=taken_tricks(match),
        open_hands=open_hands(match, current),
        so_far=tricks_so_far(match) if is_needed("moves") else None,
    )


def _trick_bar(table: Table, match: TrickMatch, current: TrickRound, asked: Asked) -> tuple[Action, ...]:
    """The buttons for "Has no fives", ending the hand, and undo."""
    found: list[Action] = []
    suit = suit_led(current)
    assert current.turn is not None
    if asked.who and asked.who != match.setup.players[current.turn]:
        return (back_link(table, _("Back")), *correcting(table))
    if suit is not None and not has_none(current, current.turn):
        none = asked.at != HAS_NONE
        label = _(marked("Has no {suit}") if none else marked("Has {suit}"), suit=suit_name(suit))
        found.append(
            LinkView(label=label, href=Asked(at=HAS_NONE if none else "").href(table.link), tone="wide")
        )
    found.append(LinkView(label=_("End the round"), href=Asked(at=END).href(table.link)))
    return (*found, *correcting(table))
