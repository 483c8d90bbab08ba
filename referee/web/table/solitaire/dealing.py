"""The deal of a solitaire: its tiles are tapped one by one as they lie, or shuffled for practice."""

from typing import NamedTuple

from referee.engine.games.match import Status
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.messages import _, marked
from referee.engine.record.events import Deal, Retract
from referee.engine.tiles import Face, mask_of
from referee.reports.sections import said_first
from referee.web.parts.actions import back_link, correcting, says, tiles_picker
from referee.web.parts.last_ruling import refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import face_picture
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Action, LinkView, Press
from referee.web.parts.taking_pictures import take_picture
from referee.web.table.solitaire.standing import Board, BoardSpot, PatienceFace, deal_size


class _Deal(NamedTuple):
    """How a game begins: what to lay, how to tap it, and the button's label when the deal is complete."""

    lay: str
    tap: str
    ready: str
    shape: str


CHANGE = "change"  # value of the query parameter `at`: ask which tile is wrong
_IN_A_ROW = marked("Tap each as it lies, from the left. A tap on a tile in the row turns it round.")
_DEALS = {
    "counting_row": _Deal(
        marked("Lay all {n} tiles in one row, face up."), _IN_A_ROW, marked("Count this row"), "by7"
    ),
    "knock_out": _Deal(
        marked("Lay all {n} tiles in one line, face up."), _IN_A_ROW, marked("Play this line"), "by7"
    ),
    "columns": _Deal(
        marked("Lay seven columns side by side, face down."),
        marked(
            "Seven tiles in the first, six in the next, down to one. Turn up the lowest of each and tap it here, "
            "the long column first. A tap on an open tile turns it round."
        ),
        marked("Play these columns"),
        "upright",
    ),
    "draw_five": _Deal(
        marked("Mix the tiles face down and take five."),
        marked("Tap the five tiles."),
        marked("Play this hand"),
        "five",
    ),
}


def deal_page(table: Table, state: SolitaireMatch, asked: Asked, common: TablePage) -> TablePage:
    """The tiles entered so far, and a picker for the next one."""
    deal, size = _DEALS[state.setup.variant.solitaire], deal_size(state)
    faces = _draft(table, asked)[:size]
    left = state.setup.tiles.mask & ~mask_of(each.tile for each in faces)
    chosen = next((each for each in faces if str(each) == asked.at), None)
    complete = len(faces) == size if chosen is None else not left
    steps = Asked(faces=faces, deal=True, half=asked.half, at=asked.at)
    refused = refused_words(table, asked.refusal) if asked.refusal is not None else None
    face = PatienceFace(
        lead="" if faces else _(deal.lay, n=size),
        more="" if faces else _(deal.tap),
        board=Board(shape=deal.shape, spots=_spots(table, faces, state, asked)) if faces else None,
        fields=(("shown", " ".join(str(each) for each in faces)), *((("at", asked.at),) if chosen else ())),
    )
    return common._replace(
        face=face,
        words=refused,
        turn=_turn(faces, size, asked, chosen),
        picker=None if complete or asked.at == CHANGE else tiles_picker(table, steps, left, left, "tile"),
        bar=tuple(
            _changing_bar(table, faces, chosen)
            if chosen or asked.at == CHANGE
            else _bar(table, state, asked, faces, _(deal.ready) if complete else "")
        ),
    )


def _draft(table: Table, asked: Asked) -> tuple[Face, ...]:
    """The tiles entered so far. After the undo of a deal these are its tiles, so that a wrong one can be fixed."""
    last = table.log.corrections[-1] if table.log.corrections else None
    if asked.deal or last is None or last.number != table.seq or not isinstance(last.event, Retract):
        return asked.faces
    event = said_first(table.log, last.event.event)
    return tuple(each for each in event.faces if each is not None) if isinstance(event, Deal) else asked.faces


def _turn(faces: tuple[Face, ...], size: int, asked: Asked, chosen: Face | None) -> str:
    if chosen is not None:
        return _("Which tile is it, if not {tile}?", tile=chosen)
    if asked.at == CHANGE:
        return _("Tap the tile that is wrong")
    if len(faces) == size:
        return _("All {n} are here", n=size)
    return _("Tile {n} of {all}", n=len(faces) + 1, all=size)


def _spots(
    table: Table, faces: tuple[Face, ...], state: SolitaireMatch, asked: Asked
) -> tuple[BoardSpot, ...]:
    kind = state.setup.variant.solitaire
    upright, turns = kind == "columns", kind != "draw_five"
    if asked.at:
        return tuple(_spot_to_change(table, faces, each, asked, upright=upright) for each in faces)
    return tuple(
        BoardSpot(
            label=_("{tile}, turn it round", tile=each) if turns else str(each),
            drawing=face_picture(each, upright=upright, state="last" if number == len(faces) - 1 else ""),
            name="tile" if turns else "",
            value=f"turn-{number}",
        )
        for number, each in enumerate(faces)
    )


def _spot_to_change(
    table: Table, faces: tuple[Face, ...], face: Face, asked: Asked, *, upright: bool
) -> BoardSpot:
    """A tile that can be picked as the wrong one, or swapped with it."""
    if asked.at == CHANGE:
        href = Asked(faces=faces, deal=True, at=str(face)).href(table.link)
        return BoardSpot(_("{tile} is wrong", tile=face), face_picture(face, upright=upright), href=href)
    if asked.at == str(face):
        return BoardSpot(str(face), face_picture(face, upright=upright, state="last"))
    drawing = face_picture(face, upright=upright)
    return BoardSpot(_("{tile} lies there", tile=face), drawing, name="tile", value=face.tile.name)


def _changing_bar(table: Table, faces: tuple[Face, ...], chosen: Face | None) -> list[Action]:
    """The buttons while a tile of the row is being changed."""
    first = Press(label=_("Start over"), name="tile", value="none")
    if chosen is not None:
        first = Press(label=_("Take {tile} out", tile=chosen), name="tile", value="out")
    return [first, back_link(table, _("Back"), to=Asked(faces=faces, deal=True))]


def _bar(
    table: Table, state: SolitaireMatch, asked: Asked, faces: tuple[Face, ...], ready: str
) -> list[Action]:
    found: list[Action] = []
    if ready:
        found.append(says(ready, {"deal": [str(each) for each in faces]}, tone="main"))
    if faces:
        if asked.faces:
            found.append(Press(label=_("Remove"), name="tile", value="back", sub=str(faces[-1])))
        if len(faces) > 1:
            href = Asked(faces=faces, deal=True, at=CHANGE).href(table.link)
            found.append(LinkView(label=_("Change one"), href=href))
    else:
        found += take_picture(table, deal_size(state), state.setup.tiles.mask)
        tone = "" if found else "main"
        found.append(Press(label=_("Shuffle for practice"), name="chance", value="deal", tone=tone))
    if asked.deal and state.status is Status.ROUND_OVER and state.round is not None:
        found.append(back_link(table, _("Back")))
    elif not asked.faces:
        found += correcting(table)
    return found
