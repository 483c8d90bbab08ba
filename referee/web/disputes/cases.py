"""A card for each case: what is proved, the table at that moment, the rule, and the actions to choose from."""

from typing import Any

from flask import url_for
from markupsafe import Markup

from referee.drawing.placing import arrange
from referee.drawing.svg import layout_svg
from referee.engine.audit.holdings import RENEGE, Flag
from referee.engine.explain.incidents import Incident, shares_its_entry
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import State, Status
from referee.engine.layout import Layout
from referee.engine.log import Entry, entries_of_round, settling_entry
from referee.engine.messages import OR, Listed, _, points_word
from referee.engine.rulings import Rule
from referee.web.disputes.views import CardView, TrickTileView
from referee.web.families import family_of
from referee.web.parts.actions import says
from referee.web.parts.flags import costs_nothing_more, is_charged
from referee.web.parts.last_ruling import cited
from referee.web.parts.logbook import way_to
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import cropped, tile_picture
from referee.web.parts.table_views import NOTHING_DRAWN, Action, LinkView, Press


def card_of(table: Table, incident: Incident) -> CardView:
    """The card of one case, with the actions that this link may take."""
    broken = family_of(table).broken(_ruled(table, incident).setup.variant, incident)
    made, cost = incident.decision, cost_of(table, incident)
    decision = " ".join(str(each) for each in made.ruling.said) if made is not None else ""
    if made is None and is_charged(table.log, incident):
        taken = _("The settlement took {points} off.", points=points_word(cost))
        decision = taken if cost else _("The settlement has counted it.")
    return CardView(
        headline=str(incident.headline),
        told=tuple(str(each) for each in incident.told),
        layout=_layout(table, incident),
        trick=_trick(table, incident),
        rule=cited(table, broken.rule) if broken.rule is not None else None,
        penalty=_penalty(table, incident, broken.penalty),
        decided=decision,
        actions=actions_of(table, incident, made),
    )


def cost_of(table: Table, incident: Incident) -> int:
    """The points that the house rules take off for it, once for all draws of a turn and once for a round that it breaks;
    0 if they take none, or if it is not certain who did it."""
    if not table.setup.lays_in_line or incident.flag.kind != RENEGE or incident.flag.seat is None:
        return 0
    if costs_nothing_more(table.log, incident):
        return 0
    return LineMatch.of(_ruled(table, incident)).setup.variant.turns.false_pass_costs


def _ruled(table: Table, incident: Incident) -> State:
    """The state with the rules by which its round was settled; while it is not, with those of now."""
    entry = settling_entry(entries_of_round(table.log, incident.flag.round))
    return table.state if entry is None else entry.state


def _penalty(table: Table, incident: Incident, penalty: Rule | None) -> str:
    cost = cost_of(table, incident)
    if cost:
        return _("this table: {points} off", points=points_word(cost))
    return _("no penalty at this table") if penalty is None else str(penalty.sentence)


# What the table may do


def actions_of(table: Table, incident: Incident, made: Entry | None) -> tuple[Action, ...]:
    """Forgive it, take points, show it in the list; none stands out, because the table decides. Once that is `made`,
    only its entry is shown: there it can be taken back."""
    shown = made.number if made is not None else incident.flag.event
    in_list = LinkView(label=_("Show in list"), href=way_to(table, shown))
    if made is not None or not table.may_correct or table.state.status is Status.MATCH_OVER:
        return (in_list,)
    # What a settlement took is given back, but not a round or a hand.
    changes_anything = cost_of(table, incident) or not is_charged(table.log, incident)
    forgiving = (_forgive(table, incident),) if changes_anything else ()
    if incident.flag.seat is None:
        return (*forgiving, in_list)
    return (*forgiving, _take(table, incident, incident.flag.seat), in_list)


def _says(table: Table, incident: Incident, points: int, words: str) -> dict[str, Any]:
    """The event with the decision."""
    seat = incident.flag.seat
    side = table.setup.sides[table.setup.side_of[seat] if seat is not None else 0]
    return {"adjust": {side: points}, **decision_on(incident, words)}


def _forgive(table: Table, incident: Incident) -> Press:
    """The button to forgive it; points that the settlement has taken are given back."""
    back = cost_of(table, incident) if is_charged(table.log, incident) else 0
    sub = _("{points} back", points=points_word(back)) if back else ""
    return says(_("Forgive"), _says(table, incident, back, _("The table forgives it.")), sub)


def _take(table: Table, incident: Incident, seat: int) -> Action:
    """The button for the penalty of the house rules; if there is none, a link to agree on points."""
    cost = cost_of(table, incident)
    if not cost or is_charged(table.log, incident):
        return LinkView(label=_("Points"), href=address_of(table, incident))
    name = table.setup.players[seat]
    return says(_("Take {n} from {name}", n=cost, name=name), _says(table, incident, -cost, ""))


# The table at that moment


def _layout(table: Table, incident: Incident) -> Markup:
    """The layout at that moment, with each tile that could have gone drawn at a place for it."""
    layout = incident.layout
    if layout is None or not layout.laid:
        return NOTHING_DRAWN
    arrangement = arrange(layout)
    svg = layout_svg(
        arrangement,
        layout,
        silent=table.state.claims_are_open,
        counts_ends=False,
        mark_last=False,
        candidates=incident.could_lie,
        label=_layout_words(incident, layout),
    )
    lying = [*arrangement.lying, *(arrangement.where(each) for each in incident.could_lie)]
    return cropped(svg, [each.box for each in lying], least=12)


def _layout_words(incident: Incident, layout: Layout) -> str:
    lay = _("As it lay: {tiles}.", tiles=Listed(each.tile for each in layout.laid))
    gone = [
        _("{tile} could have gone on {places}.", tile=each.tile, places=each.on.tile)
        for each in incident.could_lie
        if each.on is not None
    ]
    return " ".join([lay, *gone])


def _trick(table: Table, incident: Incident) -> tuple[TrickTileView, ...]:
    """The tiles of the trick, each with its player, and the tile that was held back."""
    names, held = table.setup.players, incident.flag.tile
    laid = [TrickTileView(names[each.seat], tile_picture(each.tile, label=None)) for each in incident.trick]
    if laid and held is not None:
        laid.append(TrickTileView(_("in hand"), tile_picture(held, label=None), held=True))
    return tuple(laid)


def decision_on(incident: Incident, words: str = "") -> dict[str, Any]:
    """The fields of an event that decides about an incident: its entry, and its reason, what is proved and then
    `words`."""
    why = f"{_title_written(incident.flag)}. {words}".strip()
    return {"why": why, "about": incident.flag.event}


def _title_written(flag: Flag) -> str:
    """What is proved, as a reason in the language of the phone."""
    if flag.kind != RENEGE:
        return str(flag.headline)
    entries = Listed([*flag.or_at, flag.event], OR)
    return _("{headline}, on move {entries}", headline=flag.headline, entries=entries)


def seat_in(incident: Incident) -> str:
    """The number of the seat whose breach it is, for an address that outlives a new name; "" if that is not certain."""
    seat = incident.flag.seat
    return "" if seat is None else str(seat)


def address_of(table: Table, incident: Incident, **more: Any) -> str:
    """The address of the page on which the table decides about an incident; with its seat if it shares its entry."""
    flag = incident.flag
    if shares_its_entry(table.log, incident.flags):
        more["by"] = seat_in(incident)
    return url_for("disputes.proof", link=table.link, kind=flag.kind, number=flag.event, **more)
