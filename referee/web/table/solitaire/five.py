"""Draw five: a line with two ends, an open hand, and tiles drawn only if nothing in the hand fits."""

from markupsafe import Markup

from referee.drawing.svg import layout_svg
from referee.engine.games.solitaire.draw_five import FiveRound
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.layout import Laid
from referee.engine.messages import _, _p, tiles_word
from referee.engine.tiles import Tile, read_tile, tile_list, tiles_in
from referee.web.parts.actions import back_link, correcting, on_place, says, tiles_picker
from referee.web.parts.open_tables import Table, open_book
from referee.web.parts.pending_entry import Asked, dumped
from referee.web.parts.pictures import beside, drawn, finished_picture, layout_words, picker_key, tile_picture
from referee.web.parts.table_page import Asking, TablePage
from referee.web.parts.table_views import Action, Key, Press
from referee.web.table.solitaire.entering import is_shuffled
from referee.web.table.solitaire.standing import PatienceFace, ResultFigure, best_figure


def five_page(table: Table, state: SolitaireMatch, asked: Asked, common: TablePage) -> TablePage:
    """The line, the hand, and what may be drawn."""
    current: FiveRound = state.current
    figures = (
        ResultFigure(label=_p("tiles", "Hand"), value=str(current.held[0])),
        ResultFigure(label=_("Boneyard"), value=str(current.sleeping)),
        best_figure(state),
    )
    hand = [*tiles_in(current.known)][::-1]
    able = [each for each in hand if current.goes(each)]
    asking = _asking(table, current, asked)
    face = PatienceFace(
        figures=figures,
        layout=_picture(table, current, asking),
        hand=() if asking is not None else tuple(_key(each, current) for each in hand),
        fields=(("by", state.setup.players[0]),),
    )
    picker = None  # the tiles that can be drawn, or if some were drawn unnamed, those that can be laid
    if table.may_write and (current.hidden or (current.sleeping and not able)):
        name, unseen = "play" if current.hidden else "tile", current.unseen
        picker = tiles_picker(table, Asked(half=asked.half), unseen, unseen, name)
    line = layout_words([each.tile for each in current.layout.laid], current.layout.places())
    return common._replace(
        face=face,
        layout_words=f"{line} {_('The hand: {hand}.', hand=tile_list(hand))}",
        asking=asking,
        turn=_turn(current, able),
        picker=picker,
        bar=tuple(_bar(table, able, current)),
    )


def _turn(current: FiveRound, able: list[Tile]) -> str:
    if current.hidden:
        return _("Which of the tiles drawn is laid?")
    if not current.layout.laid:
        return _("Lay any tile")
    return _("Lay a tile") if able else _("Nothing goes: draw a tile")


def _key(tile: Tile, current: FiveRound) -> Key:
    said = dumped({"play": tile.name})
    if current.goes(tile):
        return picker_key(tile, name="say")._replace(state="", value=said)
    return picker_key(tile, _("{tile}, cannot go", tile=tile), can=False, name="say")._replace(value=said)


def _bar(table: Table, able: list[Tile], current: FiveRound) -> list[Action]:
    found: list[Action] = []
    if current.sleeping and not able:
        words, tone = _("until one goes"), "main" if is_shuffled(table) else ""
        found.append(Press(label=_("Draw for me"), name="chance", value="draw", sub=words, tone=tone))
    elif current.sleeping and current.layout.laid:
        found.append(says(_p("verb", "Draw"), {"draw": 1}, tone="pale"))
    return [*found, *correcting(table)]


def _asking(table: Table, current: FiveRound, asked: Asked) -> Asking | None:
    """Asks which end, if the tile fits both."""
    if asked.tried is None or asked.refusal is None or not table.may_write:
        return None
    tile = read_tile(str(asked.tried.get("play", "")))
    places = dict.fromkeys(place for place, _ in asked.refusal.ways)
    if tile is None or not places:
        return None
    return Asking(
        title=_("{tile} goes on both ends", tile=tile),
        sub=_("On which tile?"),
        drawing=tile_picture(tile),
        choices=tuple(on_place(place, beside(current.layout, tile, place, place.half)) for place in places),
        back=back_link(table, _("Another tile")),
        fields=(("play", tile.name),),
    )


def _picture(table: Table, current: FiveRound, asking: Asking | None) -> Markup:
    layout = current.layout
    candidates: tuple[Laid, ...] = ()
    if asking is not None:
        tile = read_tile(asking.fields[0][1])
        assert tile is not None
        candidates = tuple(
            layout.add(tile, each.place, each.touching).laid[-1]
            for each in current.places(tile)
            if each.place is not None
        )
    return drawn(
        layout_svg(
            open_book().arranged(table, layout),
            layout,
            counts_ends=False,
            mark_last=not candidates,
            candidates=candidates,
            label="",
        )
    )


def five_ended(current: FiveRound) -> PatienceFace:
    """The line."""
    layout = finished_picture(current.layout, str(tiles_word(len(current.layout.laid))), counts_ends=False)
    return PatienceFace(layout=layout)
