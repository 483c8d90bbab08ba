"""A new table in three steps: what was chosen so far lives in the address, so nothing typed is ever lost."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from flask import url_for
from werkzeug.datastructures import MultiDict

from referee.engine.messages import _, _n, _p, number_word
from referee.engine.rules.game import Game
from referee.engine.rules.part import Value
from referee.engine.seating import HeaderError, Seating
from referee.engine.setup import UNSEEN, read_setup
from referee.engine.spelling import composed, is_visible, name_key, visible
from referee.engine.tiles import SET_NAMES
from referee.web.families import OFFERED, facts_of
from referee.web.infra.visitors import names_known
from referee.web.parts.game_list import grouped
from referee.web.parts.page_views import AtOnce, GameStep, Offer, PlayersStep, RulesStep, Wizard
from referee.web.parts.switches import printed_value, read_value, switch_views, switches_of, written

MOST_PLAYERS = 10
LONGEST_NAME = 40


@dataclass(frozen=True, kw_only=True)
class TableChoices:
    """What was chosen so far. `switches` are the house rules as they were written, `typed` a name not added yet.

    `save_as` is the name under which the house rules are to be kept, "" where they are not; `opener` who opens a
    rematch by the match before.
    """

    by_sheet: bool = False
    number: int = 2
    variant: str = ""
    players: tuple[str, ...] = ()
    typed: str = ""
    tiles: int = 0
    paired: bool = False
    switches: Mapping[str, str] = field(default_factory=dict)
    save_as: str = ""
    opener: str = ""

    @property
    def printed(self) -> Game | None:
        """The variant chosen, as it is printed for so many players."""
        found = OFFERED.get(self.variant)
        return found.for_players(self.seats) if found is not None else None

    @property
    def seats(self) -> int:
        """How many sit here, or the least that the game needs while they are fewer."""
        found = OFFERED.get(self.variant)
        return max(len(self.players), found.player_range(self.high)[0] if found is not None else 2)

    @property
    def is_alone(self) -> bool:
        """Whether the game is one for a single player."""
        found = OFFERED.get(self.variant)
        return found is not None and found.player_range(self.high)[1] == 1

    @property
    def high(self) -> int:
        """The highest double of the set: the one chosen, else the variant's own."""
        printed = OFFERED.get(self.variant)
        return self.tiles or (printed.tiles if printed is not None else 6)

    @property
    def may_pair(self) -> bool:
        """Whether the players can sit as partners, or not."""
        printed = OFFERED.get(self.variant)
        if printed is not None and printed.always_partners:
            return False
        return len(self.players) >= 4 and len(self.players) % 2 == 0

    def args(self) -> list[tuple[str, str]]:
        """The choices as the arguments of an address, or the hidden fields of a form."""
        found = [("by", "sheet" if self.by_sheet else ""), ("n", str(self.number)), ("variant", self.variant)]
        found += [("player", name) for name in self.players]
        found += [("tiles", str(self.tiles or "")), ("paired", "yes" if self.paired else "")]
        found += [("save_as", self.save_as), ("opener", self.opener)]
        found += [(name, text) for name, text in self.switches.items()]
        return [(name, text) for name, text in found if text]

    def href(self, step: int) -> str:
        """The address of a step with these choices."""
        arguments: dict[str, Any] = {}
        for name, text in self.args():
            arguments.setdefault(name, []).append(text)
        return url_for("tables.new", step=step, **arguments)


def read_choices(args: MultiDict[str, str]) -> TableChoices:
    """The choices that an address or a form carries; names come trimmed, and what cannot be is left out."""
    number = args.get("n", type=int) or 2
    tiles = args.get("tiles", type=int) or 0
    players = tuple(composed(name).strip()[:LONGEST_NAME] for name in args.getlist("player"))[:MOST_PLAYERS]
    variant = args.get("variant", "")
    return TableChoices(
        by_sheet=args.get("by") == "sheet",
        number=min(max(number, 1), MOST_PLAYERS),
        variant=variant if variant in OFFERED else "",
        players=tuple(name for name in players if name),
        typed=composed(args.get("typed", "")).strip()[:LONGEST_NAME],
        tiles=tiles if tiles in SET_NAMES else 0,
        paired=bool(args.get("paired")),
        switches={name: args[name][:LONGEST_NAME] for name in _known_switches(variant) if args.get(name)},
        opener=args.get("opener", "")[:LONGEST_NAME],
        save_as=visible(" ".join(args.get("save_as", "").split()))[:LONGEST_NAME],
    )


def unnamed(choices: TableChoices) -> TableChoices:
    """The same table with players who have not said their names, as many as asked for where the game has room."""
    least, most = OFFERED[choices.variant].player_range(choices.high)
    number = max(least, min(choices.number, most))
    names = tuple(_("Player {number}", number=seat) for seat in range(1, number + 1))
    return replace(choices, players=names)


def at_once(variant: str, numbers: Sequence[int]) -> AtOnce:
    """What is begun by one tap: the game in a few words, and for how many players."""
    game = OFFERED[variant]
    words = f"{game.title} · {_(SET_NAMES[game.tiles])} · {facts_of(game)}"
    return AtOnce(game=words, numbers=tuple(numbers))


def choices_of(setup: Seating) -> TableChoices:
    """The choices that make the same table again."""
    return TableChoices(
        number=len(setup.players),
        variant=setup.variant.key,
        players=setup.players,
        tiles=setup.tiles.high,
        paired=setup.teams is not None,
        switches={name: written(value) for name, value in setup.options.items()},
    )


def _known_switches(variant: str) -> list[str]:
    return list(switches_of(OFFERED[variant])) if variant in OFFERED else []


def seated(choices: TableChoices, args: MultiDict[str, str]) -> tuple[TableChoices, bool, str]:
    """The choices after somebody sat down, moved or left; whether anything of that was asked; what was wrong."""
    players = list(choices.players)
    down, leave = args.get("down", type=int), args.get("leave", type=int)
    if down is not None and 0 <= down < len(players):
        after = (down + 1) % len(players)
        players[down], players[after] = players[after], players[down]
        return replace(choices, players=tuple(players)), True, ""
    if leave is not None and 0 <= leave < len(players):
        del players[leave]
        return replace(choices, players=tuple(players)), True, ""
    name = composed(args.get("sit", "")).strip()[:LONGEST_NAME] or choices.typed
    if not name:
        return choices, False, ""
    if not is_visible(name):
        return replace(choices, typed=visible(name)), True, _(UNSEEN)
    if name_key(name) in map(name_key, players):
        return choices, True, _("{name} sits here already; give one of them another name.", name=name)
    if len(players) >= MOST_PLAYERS:
        return (
            choices,
            True,
            _("No more than {number} players fit at a table.", number=number_word(MOST_PLAYERS)),
        )
    typed = "" if name == choices.typed else choices.typed
    stays = (not choices.typed or "sit" in args) and not choices.is_alone
    return replace(choices, players=(*players, name), typed=typed), stays, ""


def header_of(choices: TableChoices) -> dict[str, Any]:
    """The header of the record; HeaderError names a switch that cannot be read."""
    players = list(choices.players)
    teams = None
    if choices.paired and choices.may_pair:
        half = len(players) // 2
        teams = [[players[seat], players[seat + half]] for seat in range(half)]
    return {
        "record": 1,
        "variant": choices.variant,
        "tiles": choices.high,
        "players": players,
        "teams": teams,
        "options": options_of(choices),
        "date": datetime.now().astimezone().date().isoformat(),
    }


def options_of(choices: TableChoices) -> dict[str, Value]:
    """The house rules: every switch that was set otherwise than the sheet has it."""
    printed = choices.printed
    assert printed is not None
    found: dict[str, Value] = {}
    for name, text in choices.switches.items():
        value = read_value(printed, name, text)
        if value is None:
            raise HeaderError(name, "{number} is not a number that this rule can have.", number=text)
        if written(value) != written(printed_value(printed, name)):
            found[name] = value
    return found


def wrong_seating(choices: TableChoices) -> str:
    """Why these players cannot sit at this game with this set; "" where they can."""
    try:
        read_setup({**header_of(replace(choices, switches={})), "options": {}})
    except HeaderError as wrong:
        return str(wrong.message)
    return ""


# The steps as they are shown


def wizard(choices: TableChoices, step: int, *, error: str = "") -> Wizard:
    """What is common to the steps: the way back, and what the form of this step carries along."""
    own = {1: ("by", "n", "variant"), 2: ("player", "tiles", "paired"), 3: (*choices.switches, "save_as")}[
        step
    ]
    carried = tuple((name, text) for name, text in choices.args() if name not in own)
    printed = OFFERED.get(choices.variant)
    back = choices.href(step - 1) if step > 1 else url_for("tables.home")
    return Wizard(
        step=step, name=str(printed.title) if printed else "", back=back, carried=carried, error=error
    )


def game_step(choices: TableChoices) -> GameStep:
    """Step one, narrowed to what so many players can play."""
    fits = [each for each in OFFERED.values() if _fits(each, choices.number)]
    groups = [
        (title, tuple(_offer(each, choices) for each in group))
        for title, group in grouped(fits, by_sheet=choices.by_sheet)
    ]
    chosen = next((each for _, group in groups for each in group if each.chosen), None)
    return GameStep(
        by_sheet=choices.by_sheet,
        players=choices.number,
        most=MOST_PLAYERS,
        groups=tuple(groups),
        chosen=chosen,
        chosen_words=_chosen_words(chosen.name, choices.number) if chosen else "",
    )


def _chosen_words(game: str, number: int) -> str:
    if number >= 6:
        return game
    if number == 1:
        return _("{game}, one player", game=game)
    return _("{game}, {number} players", game=game, number=number_word(number))


def _fits(variant: Game, number: int) -> bool:
    most = max(variant.player_range(high)[1] for high in SET_NAMES)
    least = min(variant.player_range(high)[0] for high in SET_NAMES)
    return least <= number <= most or (number >= 6 and most >= 6)


def _offer(variant: Game, choices: TableChoices) -> Offer:
    return Offer(
        key=variant.key,
        name=str(variant.title),
        sheet=variant.sheet.title,
        facts=facts_of(variant),
        chosen=variant.key == choices.variant,
    )


def players_step(choices: TableChoices) -> PlayersStep:
    """Step two: the ring of seats, the tiles, the partners."""
    players = choices.players
    printed = choices.printed
    assert printed is not None
    half = len(players) // 2
    pairs = (
        ", ".join(f"{players[seat]} & {players[seat + half]}" for seat in range(half))
        if choices.may_pair
        else ""
    )
    count = _n("1 player", "{n} players", len(players))
    each = printed.tiles_each(choices.seats, choices.high)
    return PlayersStep(
        players=players,
        seats=_ring(players),
        before=tuple(name for name in names_known() if name not in players)[:8],
        tiles=choices.high,
        sets=_sets(),
        may_pair=choices.may_pair,
        paired=choices.paired,
        pairs=pairs,
        typed=choices.typed,
        sub=(f"{count}, {_n('{n} tiles each', '{n} tiles each', each)}" if each else count)
        if players
        else "",
        heading=_("2 of 3 · who plays") if choices.is_alone else _("2 of 3 · players, clockwise"),
        alone=choices.is_alone,
        unnamed_href="" if players else unnamed(choices).href(3),
    )


def _sets() -> tuple[tuple[int, str], ...]:
    """The sets of tiles by their highest double, each by its short name."""
    return (
        (6, _p("set of tiles", "Six")),
        (9, _p("set of tiles", "Nine")),
        (12, _p("set of tiles", "Twelve")),
        (15, _p("set of tiles", "Fifteen")),
    )


def _ring(players: Sequence[str]) -> tuple[tuple[str, float, float], ...]:
    """The middle of each seat's plate on the ring, the first on top, clockwise."""
    found = []
    for seat, name in enumerate(players):
        angle = 2 * math.pi * seat / len(players)
        across, down = 119 * math.sin(angle), 82 * math.cos(angle)
        found.append(
            (name if len(name) < 10 else f"{name[:8]}…", round(179 + across, 1), round(102 - down, 1))
        )
    return tuple(found)


def rules_step(choices: TableChoices, wrong: Mapping[str, str]) -> RulesStep:
    """Step three: every house rule a sentence; `wrong` says what is wrong with which."""
    printed = choices.printed
    assert printed is not None
    first, others = switch_views(printed, choices, wrong)
    changed = sum(view.is_house for view in (*first, *others))
    is_below = any(view.is_house or view.error for view in others)
    return RulesStep(
        first=first,
        others=others,
        sub=", ".join(filter(None, (str(printed.title), house_words(changed)))),
        others_open=is_below,
        save_as=choices.save_as,
    )


def house_words(number: int) -> str:
    """How many house rules there are; "" for none."""
    return _n("1 house rule", "{n} house rules", number) if number else ""
