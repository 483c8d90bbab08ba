"""Short texts for games of trains, and the pages before and after a round."""

from referee.engine.audit.holdings import RENEGE
from referee.engine.explain.incidents import Incident
from referee.engine.games.match import State
from referee.engine.games.trains.ending import double_blank_of, must_show, wants_tiles, why_blocked
from referee.engine.games.trains.state import TrainMatch
from referee.engine.messages import _, msg
from referee.engine.practice_deal import PracticeStep
from referee.engine.rules.game import Game
from referee.engine.rules.train_game import TrainGame
from referee.reports.sections import Section
from referee.web.parts.family import Broken, LyingView
from referee.web.parts.last_ruling import cited, refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.settlement_views import without_tiles
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Words
from referee.web.table.before_round import next_round, page_before_round, tiles_each
from referee.web.table.hands import hidden_hands, shown_page
from referee.web.table.results import page_of_result, result_of
from referee.web.table.trains.lanes import lies_of


def facts_of(game: Game) -> str:
    """What sets the game apart from similar ones."""
    assert isinstance(game, TrainGame)
    if not game.has_trains:
        return _("three toes on a double · lowest total wins")
    if game.has_public_train:
        return _("a train each and one for all · lowest total wins")
    return _("a train each · lowest total wins")


def opens_again(state: State) -> str:
    """Who begins a rematch: the next player if the start rotates, else ""."""
    match = TrainMatch.of(state)
    if match.round is None or not match.setup.variant.opening.lies_first:
        return ""
    return match.setup.players[match.setup.opener_after(match.round.opener)]


def broken_by(variant: Game, incident: Incident) -> Broken:
    """The rule broken by a pass or draw with a playable tile, or by the opening; the sheet names no penalty."""
    return Broken(variant.rule("must_play" if incident.flag.kind == RENEGE else "opening"))


def coached(step: PracticeStep, table: Table) -> str:
    """The coach's words if they differ from other games'; "" if they do not."""
    match = TrainMatch.of(table.state)
    setup, first = match.setup, step.tiles[0] if step.tiles else ""
    name = setup.players[step.seat or 0]
    if step.what == "deal" and setup.variant.opening.lies_first:
        return _(
            "Imagine the tiles on a table: {tile} in the middle, {n} in each hand, the rest face down."
            " You tap for everybody. Tap who goes first.",
            tile=setup.double(setup.tiles.high),
            n=setup.hand,
        )
    if step.what == "open":
        return _("{name} holds {tile} and lays it in the middle. Tap {name}.", name=name, tile=first)
    if step.what == "pass" and match.current.drawn:
        return _("The tile drawn does not fit either. {name} passes: tap Pass.", name=name)
    if step.seat and step.on and setup.variant.has_trains:
        return _(
            "{name} lays {tile} on {train}. Tap {tile}, then the train.", name=name, tile=first, train=step.on
        )
    return ""


def asks_who_begins(table: Table) -> bool:
    """Whether the table must name who begins: in the first round, if the double is laid before the deal."""
    match = TrainMatch.of(table.state)
    return match.setup.variant.opening.lies_first and match.round is None


def before_page(table: Table, common: TablePage) -> TablePage:
    """What is agreed before the first tile of the next round."""
    match = TrainMatch.of(table.state)
    setup, opening = match.setup, match.setup.variant.opening
    double = setup.double(opening.number_of(match.rounds_counted, setup.tiles.high))
    asks = asks_who_begins(table)
    return page_before_round(
        table,
        common,
        title=tiles_each(setup),
        sub=_("It begins with the highest double.")
        if opening.by_highest
        else _("It begins with {tile}.", tile=double),
        rules=[setup.variant.rule(name) for name in ("opening", "no_double")[: 1 if asks else 2]],
        openers=setup.players if asks else (),
        ask=_("Who goes first?"),
    )


LIES = "table/trains/_lies.html"


def hands_page(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The page for showing the hands that the settlement needs, or that nobody has seen yet."""
    match = TrainMatch.of(table.state)
    waiting = must_show(match) or hidden_hands(match)
    by_tiles = [seat for seat in waiting if wants_tiles(match, seat) is not None]
    besides = {each.seat: double_blank_of(match, each) for each in match.current.shown if each is not None}
    return shown_page(table, match, asked, common, waiting, _words(table, asked), by_tiles, besides)


def _words(table: Table, asked: Asked) -> Words:
    """Why the round is over, or why the shown hand was refused."""
    match = TrainMatch.of(table.state)
    if asked.refusal is not None:
        return refused_words(table, asked.refusal)
    ending = match.current.ending
    seat = ending.seat if ending is not None else None
    said, rules = why_blocked(match)
    if seat is not None:
        said, rules = msg("{name} went out.", name=match.setup.players[seat]), ()
    charging = match.setup.variant.charging_rule("blocked" if seat is None else "out")
    cites = tuple(cited(table, rule) for rule in (*rules, charging))
    return Words(head=str(said), sub=_("Show the tiles left in each hand."), rules=cites)


def settled_page(table: Table, common: TablePage) -> TablePage:
    """The settled round, and what comes next."""
    match = TrainMatch.of(table.state)
    settlement = result_of(table)._replace(more=LIES, links=without_tiles(table))
    onward = next_round(table, asks=asks_who_begins(table))
    return page_of_result(table, common, settlement, onward, hidden=hidden_hands(match), face=lies_of(match))


def printed(section: Section) -> LyingView:
    """Each train as a row, or the foot, on paper."""
    return LyingView(LIES, lies_of(TrainMatch.of(section.end)))
