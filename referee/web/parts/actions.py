"""The controls of a table: the tiles to choose from, buttons that several games share, and Undo."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from referee.engine.games.hands import HandsRound
from referee.engine.layout import Place
from referee.engine.messages import _, _n, _p, marked, with_article
from referee.engine.rulings import Ruling, Verdict
from referee.engine.tiles import Tile, tile, tile_set, tiles_in
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked, dumped
from referee.web.parts.pictures import half_picture, picker_key, ways_to_correct
from referee.web.parts.submit import may_say
from referee.web.parts.table_views import NOTHING_DRAWN, Action, Key, LinkView, Picker, Press

# Double-six as it lies in its box, seven a row: sixes; fives and 0-0; fours and ones; threes and twos.
_BOX = (
    *((6, n) for n in range(6, -1, -1)), *((5, n) for n in range(5, -1, -1)), (0, 0),
    *((4, n) for n in range(4, -1, -1)), (1, 1), (1, 0), *((3, n) for n in range(3, -1, -1)), (2, 2), (2, 1), (2, 0),
)  # fmt: skip
BOX = tuple(tile(high, low) for high, low in _BOX)
GONE = Key(label="", state="gone")  # the empty place of a tile
BOXED = 6  # the largest set shown as a box of tiles; in a larger one, tiles are chosen by their halves


def doubles_picker(table: Table, unseen: int) -> Picker:
    """All doubles of the set, highest first, for a round that opens with one."""
    high = table.setup.tiles.high
    keys = (_tile_key(tile(number, number), unseen, unseen, "play", {}) for number in range(high, -1, -1))
    return Picker(shape=f"doubles p{high}", keys=tuple(keys))


def tiles_picker(
    table: Table, asked: Asked, unseen: int, goes: int, name: str, lit: Container[int] | None = None
) -> Picker:
    """The set as a box or a pad: the tiles of the mask `unseen` lie in it, those of `goes` are lit; keys send `name`.

    On the pad the halves in `lit` are lit; without it, the halves of the lit tiles.
    """
    high, ways = table.setup.tiles.high, ways_to_correct(table)

    def pad(number: int) -> Key:
        can = _left(high, number, unseen & goes) > 0
        if lit is not None:
            can = number in lit and _left(high, number, unseen) > 0
        return _half_key(high, number, unseen, asked.href(table.link, half=number), can=can)

    found = laid_out(
        high,
        asked.half,
        lambda each: _tile_key(each, unseen, goes, name, ways),
        pad,
        asked.href(table.link, half=None),
        asked.href(table.link, at="") if asked.at else "",
    )
    if name != "play" or not found.is_pad:
        return found
    return found._replace(go=_names(unseen & goes), off=_names(unseen & ~goes))


def _names(tiles: int) -> str:
    return " ".join(each.name for each in tiles_in(tiles))


def hand_picker(shape: str, tiles: Iterable[Tile], possible: int) -> Picker:
    """A picker for a hand being shown; `tiles` that are not in the mask `possible` leave their place empty."""
    return Picker(
        shape, tuple(picker_key(each, name="tile") if each.bit & possible else GONE for each in tiles)
    )


def tile_links(
    high: int,
    offered: int,
    way: Callable[[Tile], str],
    pad: Callable[[int | None], str],
    half: int | None,
    lying: int = 0,
) -> Picker:
    """A picker that only names a tile: those of the mask `offered` link to `way(tile)`, and so do those of `lying`, which
    are pale; the others leave their place empty.

    `pad(number)` is the address of the tiles with that half, `pad(None)` the way back; `half` is the one chosen so
    far.
    """

    def key(each: Tile) -> Key:
        if each.bit & offered:
            return picker_key(each, href=way(each))
        if each.bit & lying:
            return picker_key(each, _("{tile}, laid already", tile=each), can=False, href=way(each))
        return GONE

    def half_key(number: int) -> Key:
        can = _left(high, number, offered | lying) > 0
        return _half_key(high, number, offered, pad(number), can=can)

    return laid_out(high, half, key, half_key, pad(None))


def only_tiles(table: Table, asked: Asked, half: int, unseen: int, goes: int, elsewhere: str) -> Picker:
    """The tiles with the only number that is wanted, without asking for a number first; all tiles of a small set.

    `elsewhere` leads to the other numbers.
    """
    found = tiles_picker(table, asked._replace(half=half), unseen, goes, "play", {half})._replace(
        close=elsewhere
    )
    if table.setup.tiles.high <= BOXED:
        return found
    return found._replace(shape=f"only {found.shape}", by_keys=_("or type both numbers"))


def laid_out(
    high: int,
    half: int | None,
    key: Callable[[Tile], Key],
    pad: Callable[[int], Key],
    back: str,
    elsewhere: str = "",
) -> Picker:
    """The set as a box; with more than 28 tiles as a pad of halves, and then as a row of the tiles with the chosen
    `half`.

    `back` leads from the row to the pad, `elsewhere` away from a place that was tapped first.
    """
    if high <= BOXED:
        return Picker(shape="box", keys=tuple(map(key, BOX)), close=elsewhere)
    numbers = range(high, -1, -1)
    if half is None or half > high:
        by_keys = _("or type both numbers")
        return Picker(shape=f"pad p{high}", keys=tuple(map(pad, numbers)), close=elsewhere, by_keys=by_keys)
    keys = tuple(key(tile(half, n)) for n in numbers)
    label = with_article(marked("with a {number}"), marked("with an {number}"), half)
    picture = half_picture(half, label=str(label))
    by_keys = _("or type the other number")
    return Picker(shape=f"row p{high}", keys=keys, picture=picture, close=back, by_keys=by_keys)


def _tile_key(each: Tile, unseen: int, goes: int, name: str, ways: Mapping[Tile, str]) -> Key:
    """The key of a tile; if the tile has been laid, its empty place links to its correction."""
    if each.bit & unseen & goes:
        return picker_key(each, name=name)
    if each.bit & unseen:
        return picker_key(each, _("{tile}, cannot go", tile=each), can=False, name=name)
    if each in ways:
        return Key(label=_("Correct {tile}", tile=each), state="gone", href=ways[each])
    return GONE


def _left(high: int, number: int, unseen: int) -> int:
    """How many unseen tiles have this half."""
    return (unseen & tile_set(high).having[number]).bit_count()


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


def draw_button(current: HandsRound, left: int, *, can: bool) -> Press:
    """The Draw button, with how many tiles are `left`; pale if the referee would refuse it, and a tap then says why."""
    label, sub, tone = _p("button", "Draw"), sleeping(current, left), "" if can else "pale"
    return Press(label=label, name="draw", value="1", sub=sub, tone=tone, keyed=_p("key", "D"))


def pass_button(word: str, *, can: bool) -> Press:
    """The Pass button, in the game's own word; pale if the referee would refuse it."""
    return Press(label=word, name="knock", value="1", tone="" if can else "pale", keyed=_p("key", "P"))


def says(
    label: str, raw: Mapping[str, Any], sub: str = "", tone: str = "", drawing: Markup = NOTHING_DRAWN
) -> Press:
    """A button that says the event `raw`."""
    return Press(label=label, name="say", value=dumped(raw), sub=sub, tone=tone, drawing=drawing)


def outward(number: int, drawing: Markup) -> Press:
    """The answer that the half with this number points outward."""
    return Press(_("{number} outward", number=number), "out", str(number), drawing=drawing)


def on_place(place: Place, drawing: Markup) -> Press:
    """The answer that a tile goes on this place of a line."""
    return Press(_("on {tile}", tile=place.tile), "at", place.written, drawing=drawing)


def said_button(
    table: Table, raw: Mapping[str, Any], label: str, sub: str = "", drawing: Markup = NOTHING_DRAWN
) -> Press:
    """A button that says the event; pale if the referee would refuse it now, and a tap then says why."""
    tone = "" if table.log.say(raw)[0].ruling.verdict is Verdict.STANDS else "pale"
    return says(label, raw, sub, tone, drawing)


def sleeping(current: HandsRound, left: int, *, is_short: bool = False) -> str:
    """How many tiles are in the boneyard, or may still be drawn; `is_short` if there is little room."""
    if not left:
        if not current.boneyard:
            return _("none left")
        return _n("{n} stays", "{n} stay", current.boneyard)
    if is_short:
        return _n("{n} left", "{n} left", left)
    if current.boneyard == left:
        return _n("{n} in the boneyard", "{n} in the boneyard", left)
    return _n("{n} may be drawn", "{n} may be drawn", left)


def correcting(table: Table) -> list[Action]:
    """The Undo button, with Redo to its left after an undo; each only if this link may use it."""
    redo, undo = table.log.steps.redo, table.log.steps.undo
    found: list[Action] = []
    if redo and not any(may_say(table, {"retract": each}) for each in redo):
        found.append(Press(label=_("Redo"), name="redo", value="1", keyed=_p("key", "R")))
    if undo and not any(may_say(table, {"retract": each}) for each in undo):
        found.append(Press(label=_("Undo"), name="undo", value="1", keyed=_p("key", "U")))
    return found


def back_link(table: Table, label: str, tone: str = "", to: Asked = NOTHING) -> LinkView:
    """The link that leaves a step, also by Escape: it shows the plain table, or the step before."""
    return LinkView(label=label, href=to.href(table.link), tone=tone, keyed="Escape")


def after_refusal(
    table: Table, tried: Mapping[str, Any], ruling: Ruling, draws: Iterable[Action] = ()
) -> tuple[Action, ...]:
    """The buttons after a refused move: draw instead, let it stand if the table may, or take it back."""
    stand = Press(label=_("Let it stand"), name="stand", value=dumped(tried))
    may_stand = ruling.may_stand and {"play", "draw", "pass"} & set(tried)
    return (*draws, *((stand,) if may_stand else ()), back_link(table, _("Take it back"), "main"))


def spaced(actions: Sequence[Action], short: str) -> tuple[Action, ...]:
    """Of three buttons the first is wide; of four or more, Draw gets the `short` words."""
    if not actions or not isinstance(actions[0], Press):
        return tuple(actions)
    first = actions[0]
    if len(actions) > 3:
        first = first._replace(sub=short if first.name == "draw" else first.sub)
    elif len(actions) == 3 and not first.tone:
        first = first._replace(tone="wide")
    return (first, *actions[1:])
