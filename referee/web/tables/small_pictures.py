"""Small pictures of a few tiles, for home and for a new table. A page that shows them must include their symbols."""

from functools import lru_cache

from markupsafe import Markup

from referee.drawing.placing import arrange
from referee.drawing.svg import layout_svg
from referee.engine.layout import Layout, Place, Shape, Spinner
from referee.engine.sheets import LINE_GAMES
from referee.engine.tiles import Tile, tile
from referee.web.parts.open_tables import Table, open_book
from referee.web.parts.pictures import cropped, layout_picture, tile_picture


def _few(shape: Shape, first: str, *moves: tuple[str, str]) -> Layout:
    """A layout of a few tiles: the first one, then each with its first half on a place like "6-6/6"."""
    layout = Layout(shape).lead(_tile(first))
    for written, on in moves:
        tile_there, half = on.split("/")
        layout = layout.add(_tile(written), Place(_tile(tile_there), int(half)), int(written.split("-")[0]))
    return layout


def _tile(written: str) -> Tile:
    high, low = written.split("-")
    return tile(int(high), int(low))


def _still(layout: Layout, *, open_places: bool = False, mark_last: bool = False) -> Markup:
    """The drawing of a few tiles, cropped to them."""
    arrangement = arrange(layout)
    svg = layout_svg(
        arrangement, layout, open_places=open_places, mark_last=mark_last, counts_ends=False, label=""
    )
    return cropped(svg, [each.box for each in arrangement.lying], 1.1 if open_places else 0.1)


@lru_cache(maxsize=100)
def still_life(key: str) -> Markup:
    """The opening of a game: the tile that leads and those that go on it."""
    game = LINE_GAMES.get(key)
    if game is None:
        return tile_picture(tile(6, 4))
    shape = game.doubles.shape()
    if game.joins.makes_sums:
        return _still(_few(shape, "6-1", (f"{game.joins.target_sum - 6}-3", "6-1/6")))
    if game.doubles.has_spinners:
        return _still(_few(shape, "6-6", ("6-3", "6-6/6"), ("6-2", "6-6/6")))
    if game.counting.counts_ends:
        return _still(_few(shape, "5-5", ("5-0", "5-5/5")))
    return _still(_few(shape, "6-6", ("6-3", "6-6/6")))


@lru_cache(maxsize=1)
def played_cross() -> Markup:
    """A round of a few moves, with a spinner that carries four arms."""
    arms = [(f"6-{each}", "6-6/6") for each in (4, 3, 2, 5)]
    further = (("4-1", "6-4/4"), ("3-5", "6-3/3"), ("2-2", "6-2/2"))
    layout = _few(Shape(Spinner.FIRST_DOUBLE), "6-6", *arms, *further)
    return _still(layout, open_places=True, mark_last=True)


@lru_cache(maxsize=8)
def spinner_picture(value: str) -> Markup:
    """Which doubles open on all sides: what a value of the switch `spinner` means."""
    on_single = (("2-2", "6-2/2"),)
    shape = Shape(Spinner(value))
    if value == "first_double":
        return _still(_few(shape, "6-2", *on_single), open_places=True)
    return _still(_few(shape, "6-6", ("6-2", "6-6/6"), *on_single), open_places=True)


def own_box(table: Table) -> Markup:
    """The drawing of the layout in play, cropped to its tiles and the open places around them."""
    boxes = [each.box for each in open_book().arranged(table, table.match.current.layout).lying]
    watched = table._replace(role="watch")  # the whole drawing links to the table, no tile to its correction
    found: Markup = open_book().once(table, "own box", lambda: cropped(layout_picture(watched), boxes))
    return found
