"""What was chosen for a new table so far: it lives in the address, so nothing typed is ever lost."""

from __future__ import annotations

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
from referee.engine.spelling import composed, is_visible, name_key, visible
from referee.engine.tiles import SET_NAMES
from referee.web.families import OFFERED
from referee.web.parts.rules import changed, printed_value, read_value, switches_of, written


class TableChoices(NamedTuple):
    """What was chosen so far. `switches` are the house rules as they were written, `typed` a name not added yet.

    `ruled` says that the house rules were looked at, so that nobody's last ones are taken instead. `save_as` is the
    name under which to keep them, "" if they are not kept; `opener` who opens a rematch by the match before;
    `confirmed` that a second player confirms each round.
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

    @property
    def printed(self) -> Game | None:
        """The variant chosen, as its sheet has it for this number of players."""
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
        """The highest double of the set: the one chosen, else the variant's own, or the one that its house rules need."""
        printed = OFFERED.get(self.variant)
        if self.tiles or printed is None:
            return self.tiles or 6
        read = {name: read_value(printed, name, text) for name, text in self.switches.items()}
        needed = printed.sets_for({name: value for name, value in read.items() if value is not None})
        return printed.tiles if not needed or printed.tiles in needed else needed[0]

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
        found += [("ruled", "yes" if self.ruled else ""), ("save_as", self.save_as), ("opener", self.opener)]
        found += [("confirmed", "yes" if self.confirmed else "")]
        found += [(name, text) for name, text in self.switches.items()]
        return [(name, text) for name, text in found if text]

    def href(self, step: int, **more: str) -> str:
        """The address of a step with these choices."""
        arguments: dict[str, Any] = {**more}
        for name, text in self.args():
            arguments.setdefault(name, []).append(text)
        return url_for("tables.new", step=step, **arguments)

    def with_switches(self, switches: Mapping[str, str]) -> TableChoices:
        """The same table with these house rules and no others."""
        return self._replace(switches=switches, ruled=True)

    def of_game(self, variant: str) -> TableChoices:
        """The same players at a game, with nothing that was chosen for another one."""
        if variant == self.variant:
            return self
        kept = self._replace(tiles=0, paired=False, switches={}, ruled=False, save_as="", opener="")
        return kept._replace(variant=variant)


def read_choices(args: MultiDict[str, str]) -> TableChoices:
    """The choices that an address or a form carries; names come trimmed, and what cannot be is left out.

    A button that chooses other tiles comes after those that were chosen before.
    """
    number = args.get("n", type=int) or 2
    tiles = next((int(each) for each in reversed(args.getlist("tiles")) if each in map(str, SET_NAMES)), 0)
    players = tuple(composed(name).strip()[:LONGEST_NAME] for name in args.getlist("player"))[:MOST_PLAYERS]
    variant = args.get("variant", "")
    known = switches_of(OFFERED[variant]) if variant in OFFERED else ()
    found = TableChoices(
        by_sheet=args.get("by") == "sheet",
        number=min(max(number, 1), MOST_PLAYERS),
        variant=variant if variant in OFFERED else "",
        players=tuple(name for name in players if name),
        typed=composed(args.get("typed", "")).strip()[:LONGEST_NAME],
        tiles=tiles,
        paired=bool(args.get("paired")),
        confirmed=bool(args.get("confirmed")),
        switches={name: args[name][:LONGEST_NAME] for name in known if args.get(name)},
        opener=args.get("opener", "")[:LONGEST_NAME],
        ruled=bool(args.get("ruled")),
        save_as=visible(" ".join(args.get("save_as", "").split()))[:LONGEST_NAME],
    )
    if found.printed is None:
        return found
    found = found._replace(switches=changed(found.printed, found.switches, found.seats))
    return found if found.tiles in (0, *sets_for(found)) else found._replace(tiles=0)


def sets_for(choices: TableChoices) -> tuple[int, ...]:
    """The sets that the game can be played with by as many as sit here, or the least that it needs."""
    return tuple(highest for highest in SET_NAMES if _is_used(choices._replace(tiles=highest)))


def _is_used(choices: TableChoices) -> bool:
    """Whether a table can be set up with the set chosen, and plays with all of its tiles."""
    players = [str(seat) for seat in range(choices.seats)]
    try:
        setup = read_setup({**header_of(choices._replace(players=tuple(players))), "teams": None})
    except HeaderError:
        return False
    return setup.tiles.high == choices.tiles


def unnamed(choices: TableChoices, number: int) -> TableChoices:
    """The same table with `number` players who have no names yet, as far as the game allows that number."""
    least, most = OFFERED[choices.variant].player_range(choices.high)
    seats = range(1, max(least, min(number, most, MOST_PLAYERS)) + 1)
    return choices._replace(players=tuple(_("Player {number}", number=seat) for seat in seats))


def choices_of(setup: Seating) -> TableChoices:
    """The choices that make the same table again."""
    return TableChoices(
        number=len(setup.players),
        variant=setup.variant.key,
        players=setup.players,
        tiles=setup.tiles.high,
        paired=setup.teams is not None,
        switches={name: written(value) for name, value in setup.options.items()},
        ruled=True,
    )


def seated(choices: TableChoices, args: MultiDict[str, str]) -> tuple[TableChoices, bool, str]:
    """The choices after a player sat down, moved or left; whether the form asked for any of that; what was wrong."""
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
        return choices, True, _("{name} sits here already; give one of them another name.", name=name)
    if len(players) >= MOST_PLAYERS:
        full = _("No more than {number} players fit at a table.", number=number_word(MOST_PLAYERS))
        return choices, True, full
    typed = "" if name == choices.typed else choices.typed
    stays = (not choices.typed or "sit" in args) and not choices.is_alone
    return choices._replace(players=(*players, name), typed=typed), stays, ""


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
    """Why these players cannot sit at this game with this set; "" if they can."""
    try:
        read_setup({**header_of(choices._replace(switches={})), "options": {}})
    except HeaderError as wrong:
        return str(wrong.message)
    return ""
