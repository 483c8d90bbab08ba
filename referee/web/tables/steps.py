"""The first two steps of a new table: the game, and who sits where."""

import math
import textwrap
from collections.abc import Sequence

from flask import url_for

from referee.engine.messages import Partners, _, _n, _p
from referee.engine.rules.game import Game
from referee.engine.setup import MOST_PLAYERS
from referee.engine.sheets import VARIANTS
from referee.engine.sheets.shared_rules import grouped
from referee.engine.tiles import SET_NAMES
from referee.web.families import facts_of
from referee.web.infra.visitors import names_known
from referee.web.parts.table_views import LinkView
from referee.web.tables import house_rules
from referee.web.tables.choices import TableChoices, numbered, sets_for
from referee.web.tables.switches import as_chosen
from referee.web.tables.views import GameStep, PlayersStep, SeatPlate, Wizard

MANY = 6  # players; this many or more are one choice on the first step
ON_THE_RING = 5  # players up to which the ring has room for names; beyond that it shows numbers
LINE = 10  # characters after which a name goes on in a second line
PLATE = 12  # characters of a word for which a plate has room


def wizard(choices: TableChoices, step: int, *, error: str = "") -> Wizard:
    """What the steps have in common: the title, the link back, and the hidden fields of the form."""
    own = {1: (), 2: ("player", "paired", "confirmed"), 3: ("save_as",), 4: tuple(choices.switches)}[step]
    carried = tuple((name, text) for name, text in choices.args() if name not in own)
    printed = VARIANTS.get(choices.variant)
    name = str(printed.title) if printed is not None else ""
    sub = {
        1: _("1 of 3 · game"),
        2: _("2 of 3 · who plays") if choices.is_alone else _("2 of 3 · players, clockwise"),
        3: _("3 of 3 · rules"),
        4: _("Change a rule"),
    }[step]
    return Wizard(
        title=name if step == 4 else _("Other players") if choices.after and step > 1 else _("New table"),
        sub=sub,
        back=_back(choices, step),
        carried=carried,
        error=error,
    )


def _back(choices: TableChoices, step: int) -> str:
    """The address of the step before; before the first of these, of the table that this one follows, or home."""
    if step in (1, 2) and choices.after:
        return url_for("rounds.show", link=choices.after)
    return choices.href(step - 1) if step > 1 else url_for("tables.home")


def game_step(choices: TableChoices) -> GameStep:
    """Step one: the games for the number of players chosen."""
    fits = [each for each in VARIANTS.values() if _fits(each, choices.number)]
    found = grouped(fits, by_sheet=choices.by_sheet)
    return GameStep(
        again=house_rules.last_setups(choices),
        kept=house_rules.kept_games(choices),
        orders=tuple(
            LinkView(
                label=words, href=choices._replace(by_sheet=kind).href(1), chosen=choices.by_sheet is kind
            )
            for words, kind in ((_("By game"), False), (_("By sheet"), True))
        ),
        numbers=tuple(
            LinkView(
                label=f"{number}+" if number == MANY else str(number),
                sub=_n("1 player", "{n} players", number),
                href=choices._replace(number=number).href(1),
                chosen=number == min(choices.number, MANY),
            )
            for number in range(1, MANY + 1)
        ),
        groups=tuple((title, tuple(_offer(each, choices) for each in group)) for title, group in found),
    )


def _fits(variant: Game, number: int) -> bool:
    most = max(variant.player_range(high)[1] for high in SET_NAMES)
    least = min(variant.player_range(high)[0] for high in SET_NAMES)
    return least <= number <= most or (number >= MANY and most >= MANY)


def _offer(variant: Game, choices: TableChoices) -> LinkView:
    return LinkView(
        label=str(variant.title),
        sub=facts_of(variant),
        fact=_(variant.sheet.title),
        href=choices.of_game(variant.key).href(2),
        chosen=variant.key == choices.variant,
    )


def players_step(choices: TableChoices) -> PlayersStep:
    """Step two: the ring of seats, the tiles, the partners."""
    players = choices.players
    printed = choices.printed
    assert printed is not None
    least, most = printed.player_range(choices.high)
    count = _n("1 player", "{n} players", len(players))
    played = as_chosen(printed, choices.switches, choices.seats)
    each = played.tiles_each(choices.seats, choices.high)
    met = (name for name in names_known() if name not in (*players, *numbered(MOST_PLAYERS)))
    needed = _("{first} to {last} players", first=least, last=most)
    if least == most:
        needed = _n("1 player", "{n} players", least)
    return PlayersStep(
        again=house_rules.last_of_these(choices),
        plates=_ring(players) if len(players) > 1 else (),
        turns_left=printed.goes_counter_clockwise,
        before=tuple(met)[:8],
        sets=_sets(sets_for(choices)),
        pairs=", ".join(_pairs(choices)),
        sub=f"{count}, {_n('{n} tiles each', '{n} tiles each', each)}" if each else count,
        needs="" if least <= len(players) <= most else needed,
        is_full=len(players) >= most,
        unnamed=() if players else tuple(range(least, min(most, MOST_PLAYERS) + 1)),
    )


def who_plays(choices: TableChoices) -> tuple[str, ...]:
    """The players, or the pairs if partners play."""
    return choices.players if choices.may_pair and not choices.paired else _pairs(choices) or choices.players


def _pairs(choices: TableChoices) -> tuple[str, ...]:
    return tuple(str(Partners(" & ".join(pair))) for pair in choices.pairs)


def _sets(usable: Sequence[int]) -> tuple[tuple[int, str], ...]:
    """The usable sets, each by its highest double and short name; empty if there is no choice."""
    names = (
        (6, _p("set of tiles", "Six")),
        (9, _p("set of tiles", "Nine")),
        (12, _p("set of tiles", "Twelve")),
        (15, _p("set of tiles", "Fifteen")),
    )
    return tuple(each for each in names if each[0] in usable) if len(usable) > 1 else ()


def _ring(players: Sequence[str]) -> tuple[SeatPlate, ...]:
    """The seats on the ring, clockwise from the top: names if all fit on two lines, else numbers."""
    names = [tuple(textwrap.wrap(name, LINE, break_long_words=False)) for name in players]
    fit = len(players) <= ON_THE_RING and all(
        len(lines) <= 2 and max(map(len, lines)) <= PLATE for lines in names
    )
    found = []
    for seat, lines in enumerate(names):
        angle = 2 * math.pi * seat / len(players)
        x, y = round(179 + 119 * math.sin(angle), 1), round(102 - 82 * math.cos(angle), 1)
        found.append(SeatPlate(x=x, y=y, lines=lines if fit else (str(seat + 1),), is_number=not fit))
    return tuple(found)
