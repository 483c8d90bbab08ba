"""The players that this phone has met at its tables: what the logs say of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_decimal

from referee.drawing.plots import bars_svg, share_svg
from referee.engine.games.line.premios import PREMIO_NAMES
from referee.engine.messages import _, _n, capital, points_word
from referee.engine.sheets import VARIANTS
from referee.engine.tiles import read_tile
from referee.reports.players import PlayerCard, by_variant, everybody, put_together
from referee.web.infra import visitors
from referee.web.parts.pictures import drawn, symbols_of_all, tile_picture
from referee.web.parts.table_views import NOTHING_DRAWN, LinkView
from referee.web.players.statistics import GameLine, Known, PlayerPage, known, over_words

players = Blueprint("players", __name__)


@players.get("/players")
def index() -> ResponseReturnValue:
    """All players, the last to play first; `q` searches for part of a name."""
    asked = " ".join(request.args.get("q", "").split())[:40]
    hidden = set(visitors.names_hidden())
    met = everybody(each.facts for each in known())
    shown = [each for each in met if each.name not in hidden and asked.casefold() in each.name.casefold()]
    lines = [
        LinkView(
            label=card.name,
            href=url_for("players.show", name=card.name),
            sub=_n("1 round", "{n} rounds", card.rounds),
            fact=_("{won} of {matches} won", won=card.won, matches=card.matches) if card.matches else "",
        )
        for card in shown
    ]
    names = [card.name for card in met if card.name in hidden]
    return render_template("players/index.html", players=lines, asked=asked, hidden=names)


@players.get("/players/<player:name>")
def show(name: str, wrong: str = "", typed: str = "") -> str:
    """The page of one player; `wrong` says why the name that was `typed` cannot be theirs."""
    tables = list(known(name))
    if not tables:
        abort(404)
    over, stays = over_words(each.row for each in tables)
    return render_template(
        "players/player.html",
        page=player_page(tables, name),
        over=over,
        stays=stays if over else "",
        wrong=wrong,
        typed=typed,
        is_hidden=name in visitors.names_hidden(),
        symbols=symbols_of_all(),
    )


def player_page(tables: Sequence[Known], name: str) -> PlayerPage:
    """What the logs say of one player; `tables` are those at which they sat."""
    games = by_variant((each.facts for each in tables), name)
    card = put_together(name, games.values())
    most = Counter(card.openings).most_common(1)
    tile = read_tile(most[0][0]) if most else None
    return PlayerPage(
        name=name,
        sub=_n("at 1 table on this phone", "at {n} tables on this phone", len(tables)),
        figures=_figures(card),
        games=tuple(_game(key, each) for key, each in games.items() if each.rounds),
        others=tuple(_others(card)),
        habits=_habits(card),
        opening=tile_picture(tile) if tile is not None else NOTHING_DRAWN,
        opening_words=_times(most[0][1]) if most else "",
    )


def _figures(card: PlayerCard) -> tuple[tuple[str, str], ...]:
    found = [(str(card.rounds_won), _n("of 1 round won", "of {n} rounds won", card.rounds))]
    if card.matches:
        found.insert(0, (str(card.won), _n("of 1 match won", "of {n} matches won", card.matches)))
    return tuple(found)


def _game(key: str, card: PlayerCard) -> GameLine:
    game = VARIANTS[key]
    points = card.made
    has_points = bool(card.charges) or any(points)
    words = _("Points of the last rounds: {points}.", points=", ".join(map(str, points[-24:])))
    return GameLine(
        name=str(game.title),
        sheet=_(game.sheet.title),
        matches=_("{won} of {all}", won=card.won, all=card.matches) if card.matches else "",
        rounds=_("{won} of {all}", won=card.rounds_won, all=card.rounds),
        average=format_decimal(Decimal(f"{card.average:.1f}"), format="0.#") if has_points else "",
        best=str(card.best) if has_points else "",
        bars=drawn(bars_svg(points, words)) if has_points and len(points) > 2 else NOTHING_DRAWN,
    )


def _others(card: PlayerCard) -> Iterator[LinkView]:
    """The opponents, the most frequent first: matches won and lost against each, and the share as a bar."""
    matches = Counter(card.beat) + Counter(card.lost_to)
    for name, number in matches.most_common():
        won = card.beat.get(name, 0)
        lost = number - won
        bar = drawn(share_svg(won, lost, _("{won} won, {lost} lost", won=won, lost=lost)))
        yield LinkView(name, url_for("players.show", name=name), fact=f"{won} : {lost}", drawing=bar)


def _habits(card: PlayerCard) -> tuple[tuple[str, str], ...]:
    """Muggins calls, misses, proved reneges and premios; only those that there are."""
    found = []
    if card.called:
        found.append((_("Muggins called"), f"{_times(len(card.called))}, {points_word(sum(card.called))}"))
    if card.missed:
        found.append((_("Points missed"), f"{_times(len(card.missed))}, {points_word(sum(card.missed))}"))
    if card.reneges:
        found.append((_("Reneges proved"), str(card.reneges)))
    found += ((capital(_(PREMIO_NAMES[kind])), _times(number)) for kind, number in card.premios.items())
    return tuple(found)


def _times(number: int) -> str:
    return _("twice") if number == 2 else _n("once", "{n} times", number)
