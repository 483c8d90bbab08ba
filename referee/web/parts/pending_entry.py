"""An unfinished entry: the step that a phone is at before anything is written down, and the tiles to choose from.

The page's address holds it, so every step works as a link, and reloading the page keeps the step.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Self, cast

from flask import url_for
from werkzeug.datastructures import MultiDict

from referee.engine.games.hands import HandsRound
from referee.engine.games.line.legal_moves import fitting
from referee.engine.games.line.state import LineMatch, LineRound, open_mask
from referee.engine.log import Answer, Log
from referee.engine.messages import _, _n, _p, locale_in_use
from referee.engine.rulings import Ruling, Verdict
from referee.engine.tiles import Face, Tile, mask_of, read_face, read_tile, tile, tiles_in
from referee.web.parts.forms import is_call, number_in, read_tried
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import half_picture, tile_picture, ways_to_correct
from referee.web.parts.table_views import Key, Picker


class Asked(NamedTuple):
    """`half` is the number chosen on the pad, `at` an open place or an open number tapped first, `tried` an event that
    the referee refused or that is not complete, `call` the claim being entered, `hand` whose tiles are being shown,
    `who` a player who acted out of turn, `faces` the tiles of a deal so far, as they lie, `opener`
    who opens a rematch by the match before, `no_double` that nobody holds a double to open with. `answer` is the
    referee's to what was tried, once it is `judged`.

    A call that was refused is answered once and is no part of an address: asking whether a tile scores would be free.
    """

    half: int | None = None
    at: str = ""
    tried: Mapping[str, Any] | None = None
    call: str = ""
    hand: str = ""
    shown: tuple[Tile, ...] = ()
    pips: bool = False
    deal: bool = False
    who: str = ""
    faces: tuple[Face, ...] = ()
    opener: str = ""
    no_double: bool = False
    answer: Answer | None = None

    def judged(self, log: Log) -> Self:
        """The same with the answer to what was tried: the one that was given when it was said, else one by the log."""
        if self.tried is None or self.answer is not None:
            return self
        return self._replace(answer=log.say(self.tried)[0])

    @property
    def refusal(self) -> Ruling | None:
        """The ruling on what was tried, where that is refused; None until it is judged."""
        if self.answer is None or self.answer.ruling.verdict is not Verdict.REFUSED:
            return None
        return self.answer.ruling

    def args(self) -> dict[str, str]:
        """The same as the arguments of an address."""
        found = {"at": self.at, "call": self.call, "hand": self.hand, "who": self.who, "opener": self.opener}
        found["half"] = "" if self.half is None else str(self.half)
        found["tried"] = "" if self.tried is None or self.is_call else dumped(self.tried)
        found["shown"] = " ".join(each.name for each in self.shown)
        found["faces"] = " ".join(str(each) for each in self.faces)
        found["pips"] = "1" if self.pips else ""
        found["deal"] = "1" if self.deal else ""
        found["no_double"] = "1" if self.no_double else ""
        return {name: value for name, value in found.items() if value}

    @property
    def is_call(self) -> bool:
        """Whether what was refused is a claim or a call of muggins."""
        return self.tried is not None and is_call(self.tried)

    def href(self, link: str, **changes: Any) -> str:
        """The address of the table with this step, and perhaps another one instead."""
        args: dict[str, Any] = dict(self._replace(**changes).args())
        return url_for("rounds.show", link=link, **args)


NOTHING = Asked()


def dumped(event: Mapping[str, Any]) -> str:
    """An event as a page carries it."""
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False)


def read_asked(args: MultiDict[str, str]) -> Asked:
    """The step that an address names; what cannot be read is left out."""
    tried = read_tried(args["tried"]) if "tried" in args else None
    call = args.get("call", "")
    return Asked(
        half=number_in(args.get("half", ""), 2),
        at=args.get("at", "")[:12],
        tried=None if tried is not None and is_call(tried) else tried,
        call=call if call in ("claim", "muggins") else "",
        hand=args.get("hand", "")[:40],
        shown=read_shown(args.get("shown", "")),
        pips=bool(args.get("pips")),
        deal=bool(args.get("deal")),
        who=args.get("who", "")[:40],
        faces=read_faces(args.get("faces", "")),
        opener=args.get("opener", "")[:40],
        no_double=bool(args.get("no_double")),
    )


def read_shown(text: str) -> tuple[Tile, ...]:
    """Tiles written one after the other, each once."""
    read = (read_tile(word) for word in text.split()[:40])
    return tuple(dict.fromkeys(each for each in read if each is not None))


def read_faces(text: str) -> tuple[Face, ...]:
    """Tiles written one after the other as they lie, each once."""
    found: dict[Tile, Face] = {}
    for word in text.split()[:60]:
        face = read_face(word)
        if face is not None:
            found.setdefault(face.tile, face)
    return tuple(found.values())


# Double-six as it lies in its box, seven a row: sixes; fives and 0-0; fours and ones; threes and twos.
_BOX = (
    *((6, n) for n in range(6, -1, -1)), *((5, n) for n in range(5, -1, -1)), (0, 0),
    *((4, n) for n in range(4, -1, -1)), (1, 1), (1, 0), *((3, n) for n in range(3, -1, -1)), (2, 2), (2, 1), (2, 0),
)  # fmt: skip
BOX = tuple(tile(high, low) for high, low in _BOX)
BOXED = 6  # the largest set whose tiles stand side by side; a larger one is chosen by its halves


def picker_of(table: Table, current: LineRound, asked: Asked) -> Picker:
    """The tiles not seen yet, each in its place; those that can go are lit."""
    goes = _can_go(table.match, current, asked)
    lit = _open_halves(table.match, current, goes)
    if table.match.setup.variant.rows is not None:
        tops = _may_be_turned(current)
        lit = {half for each in tiles_in(tops) for half in each.halves}
        return tiles_picker(table, asked, current.unseen, tops, lit, "flip")
    return tiles_picker(table, asked, current.unseen, goes, lit, "play")


def _may_be_turned(current: LineRound) -> int:
    """The tiles that can be the next of a row, whether they fit or not: what went to the bottom is known."""
    if current.turn is None:
        return current.unseen
    row = current.rows[current.turn]
    if row and row[0] is not None:
        return row[0].bit
    return current.unseen & ~mask_of(each for held in current.rows for each in held if each is not None)


def unseen_picker(table: Table, current: HandsRound, asked: Asked) -> Picker:
    """The tiles that a hand can still be: everything not seen, and not shown a moment ago."""
    left = current.unseen & ~mask_of(asked.shown)
    lit = {half for each in tiles_in(left) for half in each.halves}
    return tiles_picker(table, asked, left, left, lit, "tile")


def tiles_picker(table: Table, asked: Asked, unseen: int, goes: int, lit: set[int], name: str) -> Picker:
    """The set as a box or a pad: `unseen` lie in it, `goes` and the halves `lit` are lit; keys send `name`."""
    high, ways = table.setup.tiles.high, ways_to_correct(table)

    def pad(number: int) -> Key:
        can = number in lit and _left(high, number, unseen) > 0
        return _half_key(high, number, unseen, asked.href(table.link, half=number), can=can)

    return laid_out(
        high,
        asked.half,
        lambda each: _tile_key(each, unseen, goes, name, ways),
        pad,
        asked.href(table.link, half=None),
        asked.href(table.link, at="") if asked.at else "",
    )


def tile_links(
    high: int, offered: int, way: Callable[[Tile], str], pad: Callable[[int | None], str], half: int | None
) -> Picker:
    """Every tile of the mask `offered` as a link to `way(tile)`, where a tile is only named; the others leave their
    place empty.

    `pad(number)` leads to the tiles with that half, `pad(None)` back; `half` is the one chosen so far.
    """

    def key(each: Tile) -> Key:
        if not each.bit & offered:
            return _GONE
        return Key(label=each.name, state="go", value=each.name, href=way(each), drawing=tile_picture(each))

    def half_key(number: int) -> Key:
        return _half_key(high, number, offered, pad(number), can=_left(high, number, offered) > 0)

    return laid_out(high, half, key, half_key, pad(None))


def laid_out(
    high: int,
    half: int | None,
    key: Callable[[Tile], Key],
    pad: Callable[[int], Key],
    back: str,
    elsewhere: str = "",
) -> Picker:
    """The set as a box, or where it has more than 28 tiles as a pad of halves, then as a row of those with one `half`.

    `back` leads from the row to the pad, `elsewhere` away from a place that was tapped first.
    """
    if high <= BOXED:
        return Picker(shape="box", keys=tuple(map(key, BOX)), close=elsewhere)
    numbers = range(high, -1, -1)
    if half is None or half > high:
        by_keys = _("or type both numbers")
        return Picker(shape=f"pad p{high}", keys=tuple(map(pad, numbers)), close=elsewhere, by_keys=by_keys)
    keys = tuple(key(tile(half, n)) for n in numbers)
    picture = half_picture(half, label=_("with a {number}", number=half))
    by_keys = _("or type the other number")
    return Picker(shape=f"row p{high}", keys=keys, picture=picture, close=back, by_keys=by_keys)


def _can_go(match: LineMatch, current: LineRound, asked: Asked) -> int:
    """The tiles that may be laid now, as far as the table shows; before the lead, those that may open."""
    if not current.layout.laid:
        opening, high = match.setup.variant.opening, match.setup.tiles.high
        if current.free_lead:
            return match.setup.tiles.mask
        return mask_of(
            each
            for each in match.setup.tiles.tiles
            if opening.asks_for(each, high, no_double=asked.no_double)
        )
    if asked.at:
        half = number_in(asked.at.rpartition("/")[2])
        return match.setup.fits[half] if half is not None and half < len(match.setup.fits) else 0
    return open_mask(match, current)


def _open_halves(match: LineMatch, current: LineRound, goes: int) -> set[int]:
    """The numbers with which an unseen tile can be set against an open end."""
    left = current.unseen & goes
    if not current.layout.laid:
        return {half for each in tiles_in(left) for half in each.halves}
    places = current.layout.places_now()
    lit: set[int] = set()
    for each in tiles_in(left):
        lit.update(way.touching for way in fitting(match, places, each))
    return lit


_GONE = Key(label="", state="gone")


def _tile_key(each: Tile, unseen: int, goes: int, name: str, ways: Mapping[Tile, str]) -> Key:
    """A tile in its place; the empty place of one that lies leads to its correction."""
    if each.bit & unseen:
        return _lying_key(cast("Hashable", locale_in_use()), each, bool(each.bit & goes), name)
    if each in ways:
        return Key(label=_("Correct {tile}", tile=each), state="gone", href=ways[each])
    return _GONE


@lru_cache(maxsize=4096)
def _lying_key(_translator: Hashable, each: Tile, can: bool, name: str) -> Key:
    label = each.name if can else _("{tile}, cannot go", tile=each)
    drawing = tile_picture(each, state="" if can else "cannot")
    return Key(label=label, state="go" if can else "off", name=name, value=each.name, drawing=drawing)


def _left(high: int, number: int, unseen: int) -> int:
    """How many tiles with this half nobody has seen."""
    return sum(bool(unseen & tile(number, other).bit) for other in range(high + 1))


def _half_key(high: int, number: int, unseen: int, href: str, *, can: bool) -> Key:
    left = _left(high, number, unseen)
    return Key(
        label=_n("{half}, {n} left", "{half}, {n} left", left, half=number),
        state="go" if can else "off",
        value=str(number),
        href=href,
        note=_p("half", "{n} left", n=left) if high < 12 else str(number),
        drawing=half_picture(number, state="" if can else "cannot"),
    )
