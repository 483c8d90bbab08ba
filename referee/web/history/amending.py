"""Correcting an entry by tapping: another tile, place, player or number, or another kind of move."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from flask import url_for

from referee.engine.corrections import find
from referee.engine.explain.later_moves import how_it_lies, laid_by, mended
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import State
from referee.engine.judge import rule_on
from referee.engine.layout import Laid
from referee.engine.log import Entry, entries_of_round
from referee.engine.messages import _, marked, tiles_word
from referee.engine.record.events import Draw, Event, Pass, Play
from referee.engine.record.readers import read_event
from referee.engine.rulings import Verdict
from referee.engine.tiles import Tile, read_tile
from referee.web.families import family_of
from referee.web.parts.family import LyingView
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import is_call, read_object
from referee.web.parts.table_views import LinkView

# The fields of each kind of move besides its player.
OWN_FIELDS = {
    "play": ("play", "at", "out", "train"),
    "flip": ("flip", "at", "out"),
    "draw": ("draw",),
    "pass": (),
}
KINDS = {"play": marked("A tile"), "draw": marked("A draw"), "pass": marked("A pass")}
MOST_DRAWN = 7
CHOOSE = "-"  # stands in a list of tiles for one that is still to be chosen


class Amending:
    """One entry and its corrected form: `body` is the raw event (record/README.md), perhaps still without its tile.

    If it `was_missed`, `body` is a move of its player just before it, which nobody entered, after drawing `drew` tiles.
    """

    def __init__(
        self,
        table: Table,
        number: int,
        body: dict[str, Any],
        half: int | None,
        *,
        was_missed: bool = False,
        drew: int = 0,
    ) -> None:
        self.table, self.number, self.body, self.half = table, number, body, half
        self.was_missed, self.drew = was_missed, drew
        self.entry: Entry | None = find(table.log.entries, number)
        self.state_before = table.log.state_before(number)
        in_line = table.setup.lays_in_line and self.entry is not None
        self.before = LineMatch.of(self.state_before) if in_line else None

    @property
    def round_number(self) -> int:
        """The entry's round; 0 if it belongs to none."""
        return self.entry.state.round_number if self.entry is not None else 0

    @property
    def round_end(self) -> State:
        """The state at the end of that round, or the latest one if it is still in play."""
        return entries_of_round(self.table.log, self.round_number)[-1].state

    @property
    def is_in_hand(self) -> bool:
        """Whether it belongs to the current round."""
        return 0 < self.round_number == self.table.state.round_number

    @property
    def laid(self) -> Laid | None:
        """Its tile in the layout, if it is a tile laid on a line."""
        return how_it_lies(self.entry) if self.entry is not None else None

    @property
    def on_table(self) -> Tile | None:
        """The tile that was laid with it, if taps correct it where it lies."""
        event = self.entry.event if self.entry is not None else None
        return event.tile if isinstance(event, Play) and self.tells_unseen else None

    @property
    def other(self) -> Entry | None:
        """The entry with which it is exchanged: the one that laid the corrected tile in the same round, if any."""
        if self.entry is None or self.was_missed:
            return None
        return laid_by(self.table.log, self.number, read_event(self.body, self.table.setup.players))

    @property
    def tells_unseen(self) -> bool:
        """Whether the round after it knows which tiles nobody has seen, so that they can be offered."""
        return self.entry is not None and hasattr(self.entry.state.round, "unseen")

    def steps(self, step: str = "", **more: Any) -> str:
        """The address of a step of the correction: the four ways, or one of them. It writes nothing."""
        args = {"step": step or None, **more}
        return url_for("entries.show", link=self.table.link, number=self.number, **args)

    @property
    def is_result(self) -> bool:
        """Whether it is the result of a round that was not entered tile by tile."""
        return "result" in self.body

    @property
    def waits(self) -> bool:
        """Whether it can only be taken back for now: a call, as long as a tile may be claimed."""
        return self.table.state.claims_are_open and is_call(self.body) and not self.kind

    @property
    def form(self) -> str:
        """The address of the form for a result, filled in with the corrected one; "" for any other entry."""
        form = family_of(self.table).result_form
        if form is None or not self.is_result:
            return ""
        filled = form.filled(self.table, self.body["result"])
        return url_for("without.page", link=self.table.link, instead=self.number, **filled)

    def lying(self, entries: Sequence[Entry]) -> LyingView | None:
        """The tiles as they lie after these entries of its round, highlighted its own and the one with which it is
        exchanged; None for games with a line."""
        if self.table.setup.lays_in_line or not entries:
            return None
        other = self.other
        numbers = (self.number,) if other is None else (self.number, other.number)
        return family_of(self.table).lying(self.table, entries, numbers)

    @property
    def kind(self) -> str:
        """The kind of move: "play", "flip", "draw" or "pass"; "" for any other event."""
        return next((each for each in OWN_FIELDS if each in self.body), "")

    @property
    def tile(self) -> Tile | None:
        """The tile that it names, if any."""
        return read_tile(str(self.body.get(self.kind, "")))

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing; only a tile can be."""
        return self.body.get(self.kind) != "" and CHOOSE not in self.listed[1]

    @property
    def listed(self) -> tuple[str, list[str]]:
        """The field that lists tiles, and the tiles; "" and none for an entry without a list that taps can correct."""
        lists = (name for name in ("hand", "rest", "draw") if isinstance(self.body.get(name), list))
        name = next(lists, "")
        return name, self.body.get(name, [])

    @property
    def by(self) -> str:
        """The player; "" if the event has none. In a solitaire the record need not name the player."""
        players = self.table.setup.players
        return self.body.get("by") or (players[0] if len(players) == 1 else "")

    @property
    def whose(self) -> str:
        """Whose move it is, and its number, in words; for a result its round."""
        if self.is_result:
            return _("Round {number}", number=self.round_number)
        if not self.by:
            return _("Move {number}", number=self.number)
        return _("{name}, move {number}", name=self.by, number=self.number)

    @property
    def reads(self) -> str:
        """The corrected move in words; "" if it cannot be put so."""
        by, tile = self.by, self.body.get("play", "")
        if self.kind == "play" and tile:
            at = str(self.body.get("at", "")).partition("/")[0]
            if at:
                return _("{name} lays {tile} on {other}", name=by, tile=tile, other=at)
            return _("{name} lays {tile}", name=by, tile=tile)
        if self.kind == "draw" and isinstance(self.body["draw"], int):
            return _("{name} draws {tiles}", name=by, tiles=tiles_word(self.body["draw"]))
        if self.kind == "pass" and self.drew:
            return _("{name} draws {tiles} and passes", name=by, tiles=tiles_word(self.drew))
        return _("{name} passes", name=by) if self.kind == "pass" else ""

    def turn(self) -> tuple[dict[str, Any], ...]:
        """The moves of the turn that was missed, in record form."""
        return (*([{"by": self.by, "draw": self.drew}] if self.drew else []), self.body)

    def way(self, **changes: Any) -> str:
        """The address of the correction with these changes."""
        known = {**self.body, "kind": self.kind, **changes}
        args = {name: _in_address(value) for name, value in known.items() if value not in (None, "")}
        kind = str(args.get("kind", ""))
        if kind:  # fields of one kind of move make no sense in another
            own = ("by", "kind", "half", "put", *OWN_FIELDS[kind])
            args = {name: value for name, value in args.items() if name in own}
        if self.was_missed:
            return self.steps("missed", **args)
        if kind == "play" and "play" not in args:
            args["step"] = "tile"
        return url_for("entries.show", link=self.table.link, number=self.number, correct=1, **args)

    def kinds(self) -> tuple[LinkView, ...]:
        """Links to other kinds of move that it may have been."""
        if (
            not self.kind
            or not self.state_before.lays_in_turn
            or not hasattr(self.state_before.round, "boneyard")
        ):
            return ()
        has_draws = self.table.setup.variant.has_draws
        kinds = [each for each in KINDS if each != "draw" or has_draws or self.kind == "draw"]
        if self.before is not None and self.before.layout is None:
            kinds = ["play"]
        return tuple(
            LinkView(label=_(KINDS[each]), href=self.way(kind=each), chosen=each == self.kind)
            for each in kinds
        )

    def who(self) -> tuple[LinkView, ...]:
        """Links to the other players whose it may have been: a move anybody's, anything else if it then stands."""
        names, own = self.table.setup.players, self.body.get("by")
        others = [each for each in names if each != own] if own and self.is_whole else []
        if self.kind not in KINDS:
            found = {each: mended(self.table.log, self.number, {**self.body, "by": each}) for each in others}
            others = [each for each in others if not found[each].refused and not found[each].stops_at]
        return tuple(LinkView(each, self.way(by=each)) for each in others)

    def instead(self) -> tuple[list[LinkView], list[LinkView]]:
        """Links to what else could have been tapped then, except tiles: first the moves without an amount, then those of
        which only the amount differs."""
        if self.entry is None:
            return [], []
        offered = family_of(self.table).instead(self.table.before(self.number), self.entry.event)
        could = [(each, read_object(each.value) or {}) for each in offered if "pale" not in each.tone]
        gone = dict.fromkeys(self.body)
        kinds = Counter(tuple(raw) for _, raw in could)
        found: tuple[list[LinkView], list[LinkView]] = [], []
        for each, raw in could:
            link = LinkView(each.label, self.way(**{**gone, **raw}), each.sub, chosen=raw == self.body)
            found[kinds[tuple(raw)] > 1].append(link)
        return found

    def after_another(self) -> tuple[LinkView, ...]:
        """Links to the move as the next player's, after a pass or a tile of its player that nobody entered; none if its
        player was not to act."""
        seat, names = self.state_before.to_act, self.table.setup.players
        if seat is None or names[seat] != self.by or not self.kind:
            return ()
        after = family_of(self.table).next_to_act(self.state_before)
        if after is None:
            return ()
        values: dict[str, object] = {"name": self.by, "next": names[after]}
        found = []
        drew = self._drawn_before_passing(seat)
        if drew is not None:
            label = _("{next}, after {name} passed", **values)
            if drew:
                tiles = tiles_word(drew)
                label = _("{next}, after {name} drew {tiles} and passed", tiles=tiles, **values)
            found.append(LinkView(label, self.steps("missed", kind="pass", drew=drew or None)))
        if self.on_table is not None:
            label = _("{next}, after {name} laid a tile", **values)
            found.append(LinkView(label, self.steps("missed", kind="play")))
        return tuple(found)

    def _drawn_before_passing(self, seat: int) -> int | None:
        """The fewest tiles after which this player, whose turn it was, could have passed; None if there was no pass."""
        for drew in range(MOST_DRAWN + 1):
            state, turn = self.state_before, list[Event]([Draw(seat, drew), Pass(seat)])
            for event in turn if drew else turn[1:]:
                ruling, state = rule_on(state, event, self.number)
            if ruling.verdict is not Verdict.REFUSED:
                return drew if state.to_act is not None else None
        return None

    def forgotten(self, drew: int) -> tuple[LinkView, ...]:
        """Links to the numbers of tiles that its player may have drawn just before it; `drew` is the chosen one, or 0."""
        is_move = self.kind in ("play", "pass")
        if not (is_move and self.table.setup.variant.has_draws):
            return ()
        most = min(MOST_DRAWN, getattr(self.round_end.round, "boneyard", 0))
        return tuple(
            LinkView(str(n), f"{self.steps('other', drew=n)}#forgotten", chosen=n == drew)
            for n in range(1, most + 1)
        )

    def numbers(self) -> tuple[LinkView, ...]:
        """Links to the numbers of tiles that may have been drawn, a few more than were entered."""
        if self.kind != "draw" or not self.state_before.lays_in_turn:
            return ()
        drew = self.body.get("draw")
        most = max(MOST_DRAWN, drew + 3) if isinstance(drew, int) else MOST_DRAWN
        most = min(most, getattr(self.state_before.round, "boneyard", 0))
        return tuple(
            LinkView(label=str(n), href=self.way(draw=n), chosen=n == self.body.get("draw"))
            for n in range(1, most + 1)
        )


def _in_address(value: Any) -> Any:
    """The value of a field as an address has it: tiles side by side, "true" for what is only said."""
    return " ".join(value) if isinstance(value, list) else "true" if value is True else value
