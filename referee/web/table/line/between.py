"""Short texts for line games, and the pages before and after a round."""

from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from referee.engine.audit.holdings import RENEGE
from referee.engine.explain.incidents import Incident
from referee.engine.explain.open_questions import left_open
from referee.engine.games.line.premios import PREMIO_NAMES
from referee.engine.games.line.state import LineMatch
from referee.engine.games.line.table import openers
from referee.engine.games.match import State, Status
from referee.engine.layout import Layout
from referee.engine.messages import _, _n, marked
from referee.engine.practice_deal import PracticeStep
from referee.engine.record.events import Draw, Play
from referee.engine.rules.game import Game
from referee.engine.rules.line_game import LineGame
from referee.engine.rulings import Rule
from referee.engine.tiles import Face
from referee.reports.agreed import goal_of
from referee.web.parts.family import Broken
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import face_picture
from referee.web.parts.settlement_views import without_tiles
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import LinkView
from referee.web.table.before_round import next_round, page_before_round, tiles_each
from referee.web.table.hands import hidden_hands
from referee.web.table.results import page_of_result, result_of


def facts_of(variant: Game) -> str:
    """What sets a variant apart from its namesakes, in a few words."""
    assert isinstance(variant, LineGame)
    words = [_("to 100 or 200")] if variant.asks_target else [goal_of(variant)]
    if variant.claims.has_muggins:
        words.append(_("muggins"))
    if variant.doubles.all_are_spinners:
        words.append(_("every double a spinner"))
    elif variant.doubles.has_spinners:
        words.append(_("one spinner"))
    if variant.partnership is not None:
        words += [_(PREMIO_NAMES[name]) for name in PREMIO_NAMES if getattr(variant.partnership, name, 0)]
    elif not variant.drawing.is_allowed:
        words.append(_("no drawing"))
    elif variant.reserve_by_players or variant.drawing.reserve:
        words.append(_("a reserve stays"))
    if variant.drawing.may_replace_any_tile:
        words.append(_("drawing by choice"))
    if variant.joins.has_wild_blanks:
        words.append(_("blanks go anywhere"))
    return " · ".join(words)


def broken_by(variant: Game, incident: Incident) -> Broken:
    """The rule broken by a draw, pass or single tile with a playable tile in hand, or by the opening."""
    if incident.flag.kind != RENEGE:
        return Broken(variant.rule("opening"))
    name = "optional_draw" if isinstance(incident.did, Draw) else "must_play"
    if isinstance(incident.did, Play):  # the player had to lay a further tile
        name = "multi_play"
    assert isinstance(variant, LineGame)
    is_punished = variant.turns.false_pass_voids or variant.turns.false_pass_costs
    return Broken(variant.rule(name), variant.rule("false_pass") if is_punished else None)


_ASKED = {
    "lot": marked("Who drew the most pips and opens?"),
    "youngest": marked("Who is the youngest and opens?"),
    "agreed": marked("Who opens?"),
    "starter": marked("Who goes first?"),
}


def names_opener(state: LineMatch) -> bool:
    """Whether the table has to name who opens the next round."""
    seats, opening = openers(state).seats, state.setup.variant.opening
    return not seats and (opening.is_named_by_table or opening.double_lies_first)


def opens_again(state: State) -> str:
    """Who opens a rematch if the table names its first opener: who alone may open next in this one; else ""."""
    match = LineMatch.of(state)
    opening = match.setup.variant.opening
    seats = openers(match).seats
    is_named = opening.is_named_by_table or opening.double_lies_first
    return match.setup.players[seats[0]] if len(seats) == 1 and is_named else ""


def before_page(table: Table, common: TablePage) -> TablePage:
    """What is agreed before the first tile of the next round."""
    setup = table.match.setup
    taken = setup.hand * len(setup.players) + setup.variant.opening.double_lies_first
    left = len(setup.tiles) - taken
    asleep = _n("{n} stays in the boneyard.", "{n} stay in the boneyard.", left)
    return page_before_round(
        table,
        common,
        title=tiles_each(setup),
        sub=asleep if left else _("All tiles are dealt."),
        rules=_rules(table),
        openers=setup.players if names_opener(table.match) else (),
        ask=_(_ASKED.get(setup.variant.opening.opening, "Who opens?")),
    )


def _rules(table: Table) -> list[Rule]:
    """The rules on who opens and how."""
    variant, lead = table.match.setup.variant, openers(table.match)
    opening, names = variant.opening, [lead.by]
    if not lead.seats:
        if opening.by_named_double or opening.double_lies_first:
            names.append("opening_double")
        elif opening.by_double:
            names.append("no_double")
        elif opening.by_lot:
            names.append("lot_tie")
    return [variant.rule(each) for each in names]


def coached(step: PracticeStep, table: Table) -> str:
    """The coach's words if they differ from other games'; "" if they do not."""
    if step.what != "open" or not table.match.setup.variant.opening.by_named_double:
        return ""
    name = table.setup.players[step.seat or 0]
    return _("{name} holds {tile} and lays it. Tap {name} below.", name=name, tile=step.tiles[0])


class BothEnds(NamedTuple):
    """A tile that fitted both ends, as it was about to go: each end's tile with its open number, and the tile between."""

    left: Markup
    one: int
    tile: Markup
    other: int
    right: Markup


def both_ends(layout: Layout) -> BothEnds | None:
    """The last tile between the two ends that were open before it; None if there were not two."""
    last = layout.laid[-1]
    others = [place for place in layout.places() if place.tile is not last.tile]
    if last.on is None or not others:
        return None
    one, other = last.on, others[0]
    return BothEnds(
        face_picture(Face(one.tile.other(one.half), one.half)),
        one.half,
        face_picture(Face(one.half, last.tile.other(one.half)), state="last"),
        other.half,
        face_picture(Face(other.half, other.tile.other(other.half))),
    )


def settled_page(table: Table, common: TablePage) -> TablePage:
    """The settled round, and what comes next."""
    state = table.match
    current = state.current
    assert state.settled is not None
    settlement = result_of(table)._replace(links=_onward(table))
    ends = None
    if any(each.kind == "capicua" for each in state.settled.premios):
        ends = both_ends(current.layout)
        settlement = settlement._replace(lies="table/line/_capicua.html")
    seats = openers(state).seats
    leads = _("{name} leads", name=table.setup.players[seats[0]]) if len(seats) == 1 else ""
    onward = next_round(table, leads, asks=names_opener(state))
    return page_of_result(table, common, settlement, onward, hidden=hidden_hands(state), face=ends)


def _onward(table: Table) -> tuple[LinkView, ...]:
    """Links for a player who does not agree."""
    link = table.link
    found = [
        LinkView(label=_("What other sheets say"), href=url_for("disputes.elsewhere", link=link), away=True)
    ]
    if left_open(table.log):
        found.append(
            LinkView(
                label=_("The sheet leaves this open"), href=url_for("disputes.left", link=link), away=True
            )
        )
    if table.may_correct and table.state.status is not Status.MATCH_OVER:
        href = url_for("history.log", link=link, decide=1, _anchor="decide")
        found.append(LinkView(label=_("Change something"), href=href, away=True))
    return (*found, *without_tiles(table))
