"""The choices for a new table so far. They are kept in the query string, so nothing typed is ever lost."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from flask import url_for
from werkzeug.datastructures import MultiDict

from referee.engine.messages import _, number_word
from referee.engine.rules.game import Game
from referee.engine.rules.part import Value
from referee.engine.seating import HeaderError, Seating
from referee.engine.setup import LONGEST_NAME, MOST_PLAYERS, UNSEEN, read_setup
from referee.engine.sheets import VARIANTS
from referee.engine.spelling import composed, is_visible, name_key, tidy_name, visible
from referee.engine.tiles import SET_NAMES
from referee.web.tables.switches import changed, read_value, read_values, switches_of, written

RULES = 3  # the number of the step that starts the match


class TableChoices(NamedTuple):
    """The choices so far. `switches` are the house rules as text, `typed` is a name not added yet.

    `ruled`: the house rules have been seen, so the players' last ones no longer replace them. `save_as` is the name to
    save them under, "" not to save; `opener` is who opens a rematch, from the match before; `confirmed`: a second player
    confirms each round. `key` tells this set-up from another one with the same choices: it is made for the last step, and
    stays in its address. `after` is the link of the table that this one follows with other players, `start` the points
    with which its match goes on, by side, and `rounds_before` how many of its rounds count.
    """

    by_sheet: bool = False
    number: int = 2
    variant: str = ""
    players: tuple[str, ...] = ()
    typed: str = ""
    tiles: int = 0
    paired: bool = False
    switches: Mapping[str, str] = MappingProxyType({})
    ruled: bool = False
    save_as: str = ""
    opener: str = ""
    confirmed: bool = False
    key: str = ""
    after: str = ""
    start: Mapping[str, int] = MappingProxyType({})
    rounds_before: int = 0

    @property
    def printed(self) -> Game | None:
        """The chosen variant by its sheet's rules, for this number of players."""
        found = VARIANTS.get(self.variant)
        return found.for_players(self.seats) if found is not None else None

    @property
    def seats(self) -> int:
        """The number of players, but at least as many as the game needs."""
        found = VARIANTS.get(self.variant)
        return max(len(self.players), found.player_range(self.high)[0] if found is not None else 2)

    @property
    def is_alone(self) -> bool:
        """Whether the game is for a single player."""
        found = VARIANTS.get(self.variant)
        return found is not None and found.player_range(self.high)[1] == 1

    @property
    def high(self) -> int:
        """The highest double of the set: as chosen, else the variant's own, unless the house rules need another."""
        printed = VARIANTS.get(self.variant)
        if self.tiles or printed is None:
            return self.tiles or 6
        needed = printed.sets_for(read_values(printed, self.switches))
        return printed.tiles if not needed or printed.tiles in needed else needed[0]

    @property
    def may_pair(self) -> bool:
        """Whether the players may choose to sit as partners."""
        printed = VARIANTS.get(self.variant)
        if printed is not None and (printed.always_partners or not printed.may_have_partners):
            return False
        return len(self.players) >= 4 and len(self.players) % 2 == 0

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The partners as they sit, if the game or the players could have it so; () if not."""
        printed, half = self.printed, len(self.players) // 2
        if not self.may_pair and (printed is None or not printed.always_partners):
            return ()
        return tuple(zip(self.players[:half], self.players[half:], strict=False))

    def args(self) -> list[tuple[str, str]]:
        """The choices as query parameters, or as the hidden fields of a form."""
        found = [("by", "sheet" if self.by_sheet else ""), ("n", str(self.number)), ("variant", self.variant)]
        found += [("player", name) for name in self.players]
        found += [("tiles", str(self.tiles or "")), ("paired", "yes" if self.paired else "")]
        found += [("ruled", "yes" if self.ruled else ""), ("save_as", self.save_as), ("opener", self.opener)]
        found += [("confirmed", "yes" if self.confirmed else ""), ("after", self.after)]
        found += [("key", self.key or secrets.token_urlsafe(9))]
        found += [(name, text) for name, text in self.switches.items()]
        return [(name, text) for name, text in found if text]

    def href(self, step: int, **more: str) -> str:
        """The address of a step with these choices. Only the rules have a key: an earlier step begins a new set-up."""
        arguments: dict[str, Any] = {**more}
        for name, text in self.args():
            if name == "key" and step < RULES:
                continue
            arguments.setdefault(name, []).append(text)
        return url_for("tables.new", step=step, **arguments)

    def with_switches(self, switches: Mapping[str, str]) -> "TableChoices":
        """The same table with these house rules and no others."""
        return self._replace(switches=switches, ruled=True)

    def of_game(self, variant: str) -> "TableChoices":
        """The same players at this game, without the choices made for another one."""
        if variant == self.variant:
            return self
        kept = self._replace(tiles=0, paired=False, switches={}, ruled=False, save_as="", opener="")
        return kept._replace(variant=variant)


def read_choices(args: MultiDict[str, str]) -> TableChoices:
    """Parse the choices of a query string or form. Names are trimmed; impossible values are dropped.

    Of several `tiles` the last valid one counts: a button comes after the hidden field with the old choice.
    """
    number = args.get("n", type=int) or 2
    tiles = next((int(each) for each in reversed(args.getlist("tiles")) if each in map(str, SET_NAMES)), 0)
    players = tuple(composed(name).strip()[:LONGEST_NAME] for name in args.getlist("player"))[:MOST_PLAYERS]
    variant = args.get("variant", "")
    known = switches_of(VARIANTS[variant]) if variant in VARIANTS else ()
    found = TableChoices(
        by_sheet=args.get("by") == "sheet",
        number=min(max(number, 1), MOST_PLAYERS),
        variant=variant if variant in VARIANTS else "",
        players=tuple(name for name in players if name),
        typed=tidy_name(args.get("typed", ""))[:LONGEST_NAME],
        tiles=tiles,
        paired=bool(args.get("paired")),
        confirmed=bool(args.get("confirmed")),
        switches={name: args[name][:LONGEST_NAME] for name in known if args.get(name)},
        opener=args.get("opener", "")[:LONGEST_NAME],
        key=args.get("key", "")[:LONGEST_NAME],
        after=args.get("after", "")[:LONGEST_NAME],
        ruled=bool(args.get("ruled")),
        save_as=visible(tidy_name(args.get("save_as", "")))[:LONGEST_NAME],
    )
    if found.printed is None:
        return found
    found = found._replace(switches=changed(found.printed, found.switches, found.seats, found.high))
    return found if found.tiles in (0, *sets_for(found)) else found._replace(tiles=0)


def sets_for(choices: TableChoices) -> tuple[int, ...]:
    """The sets that this number of players can use for the game, by their highest double."""
    return tuple(highest for highest in SET_NAMES if _is_used(choices._replace(tiles=highest)))


def _is_used(choices: TableChoices) -> bool:
    """Whether a table can be set up with the chosen set and uses all of its tiles."""
    players = [str(seat) for seat in range(choices.seats)]
    try:
        setup = read_setup({**header_of(choices._replace(players=tuple(players))), "teams": None})
    except HeaderError:
        return False
    return setup.tiles.high == choices.tiles


def unnamed(choices: TableChoices, number: int) -> TableChoices:
    """The same table with `number` players named by number, clamped to what the game allows."""
    least, most = VARIANTS[choices.variant].player_range(choices.high)
    return choices._replace(players=numbered(max(least, min(number, most, MOST_PLAYERS))))


def numbered(players: int) -> tuple[str, ...]:
    """What so many players are called if they give no names."""
    return tuple(_("Player {number}", number=seat) for seat in range(1, players + 1))


def choices_of(setup: Seating) -> TableChoices:
    """The choices that set up the same table again."""
    return TableChoices(
        number=len(setup.players),
        variant=setup.variant.key,
        players=setup.players,
        tiles=setup.tiles.high,
        paired=setup.in_pairs,
        switches={name: written(value) for name, value in setup.options.items()},
        ruled=True,
    )


def seated(choices: TableChoices, args: MultiDict[str, str]) -> tuple[TableChoices, bool, str]:
    """The choices after a player sat down, moved or left; whether to stay on the step; the error message, if any."""
    players = list(choices.players)
    down, leave = args.get("down", type=int), args.get("leave", type=int)
    if down is not None and 0 <= down < len(players):
        after = (down + 1) % len(players)
        players[down], players[after] = players[after], players[down]
        return choices._replace(players=tuple(players)), True, ""
    if leave is not None and 0 <= leave < len(players):
        del players[leave]
        return choices._replace(players=tuple(players)), True, ""
    name = composed(args.get("sit", "")).strip()[:LONGEST_NAME] or choices.typed
    if not name:
        return choices, False, ""
    if not is_visible(name):
        return choices._replace(typed=visible(name)), True, _(UNSEEN)
    if name_key(name) in map(name_key, players):
        return choices, True, _("{name} is at this table already. Change one of the names.", name=name)
    if len(players) >= MOST_PLAYERS:
        full = _("No more than {number} players fit at a table.", number=number_word(MOST_PLAYERS))
        return choices, True, full
    typed = "" if name == choices.typed else choices.typed
    stays = (not choices.typed or "sit" in args) and not choices.is_alone
    return choices._replace(players=(*players, name), typed=typed), stays, ""


def header_of(choices: TableChoices) -> dict[str, Any]:
    """The header of the record; raises HeaderError with the name of a switch that cannot be parsed."""
    players = list(choices.players)
    teams = None
    if choices.paired and choices.may_pair:
        teams = [list(pair) for pair in choices.pairs]
    return {
        "record": 1,
        "variant": choices.variant,
        "tiles": choices.high,
        "players": players,
        "teams": teams,
        "options": options_of(choices),
        **({"start": dict(choices.start)} if choices.start else {}),
        **({"rounds_before": choices.rounds_before} if choices.rounds_before else {}),
        "date": datetime.now().astimezone().date().isoformat(),
    }


def options_of(choices: TableChoices) -> dict[str, Value]:
    """The house rules: every switch set to something other than the sheet's value."""
    printed = choices.printed
    assert printed is not None
    found: dict[str, Value] = {}
    for name, text in choices.switches.items():
        value = read_value(printed, name, text)
        if value is None:
            raise HeaderError(name, "{number} is not a number that this rule can have.", number=text)
        if written(value) != written(printed.value(name)):
            found[name] = value
    return found


def wrong_seating(choices: TableChoices) -> str:
    """Why these players cannot sit at this game with this set; "" if they can."""
    try:
        read_setup(header_of(choices._replace(switches={})))
    except HeaderError as wrong:
        return str(wrong.message)
    return ""
