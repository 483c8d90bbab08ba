"""A hand that is laid open: all the tiles still held, tapped one after the other."""

from __future__ import annotations

from referee.engine.games.tricks.state import TrickMatch, TrickRound
from referee.engine.messages import _, _p
from referee.engine.tiles import tiles_in
from referee.web.parts.actions import back_link
from referee.web.parts.citations import cited
from referee.web.parts.forms import EntryForm
from referee.web.parts.hands import holds_words, row_being_shown, shown_of, undo_shown
from referee.web.parts.last_ruling import refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import tile_key, tile_picture
from referee.web.parts.submit import Entered, one_more_tile, with_one_more
from referee.web.parts.table_views import HandRow, Key, TablePage, Words
from referee.web.table.tricks.ending_early import REST
from referee.web.table.tricks.facts import match_of
from referee.web.table.tricks.picker import open_picker


def hidden_hands(match: TrickMatch) -> list[int]:
    """The seats that hold tiles which nobody has seen, once the trump is named."""
    current = match.round
    if current is None or current.trump is None or current.without_tiles:
        return []
    return [seat for seat, held in enumerate(current.hands) if held and current.shown[seat] is None]


def open_page(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The hands, one of them being laid open; `asked` says whose, and what of it so far."""
    match = match_of(table)
    current = match.current
    names = match.setup.players
    claims = asked.at == REST
    hidden = [each for each in (current.turn,) if each is not None] if claims else hidden_hands(match)
    seat = names.index(asked.hand) if asked.hand in names else hidden[0]
    seat = seat if seat in hidden else hidden[0]
    name, held = names[seat], current.hands[seat]
    shown = tuple(each for each in asked.shown if each.bit & current.unseen)[:held]
    step = Asked(at=REST if claims else "", hand=name, shown=shown)
    seats = [seat] if claims else sorted(range(len(names)), key=lambda each: each != seat)
    return common._replace(
        screen="hands",
        template="table/_hands.html",
        words=_words(table, asked, name if claims else ""),
        at=step.at,
        hands=tuple(_row(table, current, each, step) for each in seats),
        by=name,
        turn=holds_words(name, held, len(shown)),
        shown=tuple(each.name for each in shown),
        picker=open_picker(current, step),
        bar=(undo_shown(table, step) if shown else back_link(table, _("Back")),),
    )


def _words(table: Table, asked: Asked, claims: str) -> Words:
    """What laying open means, or why a hand cannot be this one."""
    if asked.refusal is not None:
        return refused_words(table, asked.refusal)
    if claims:
        return Words(
            head=_("{name} claims the rest", name=claims), sub=_("Tap every tile that is still in it.")
        )
    rule = cited(table, match_of(table).setup.variant.tricks.rule("laid_open"))
    return Words(head=_("A hand is laid open"), sub=_("Tap every tile that is still in it."), rules=(rule,))


def _row(table: Table, current: TrickRound, seat: int, step: Asked) -> HandRow:
    name, held, lies = table.setup.players[seat], current.hands[seat], current.shown[seat]
    if name == step.hand:
        return row_being_shown(table, step, held)
    if lies is None:
        href = Asked(hand=name).href(table.link) if held else ""
        return HandRow(name=name, note=shown_of(0, held), empty=held, href=href)
    return HandRow(name=name, note=_p("hand", "open"), tiles=tuple(map(tile_key, tiles_in(lies))))


def enter(table: Table, form: EntryForm) -> Entered | None:
    """One more tile of a hand that is laid open, complete with the last one; None if the form says nothing of it."""
    if not form.tile.data:
        return None
    if form.at.data == REST:
        return Entered(asked=Asked(at=REST, hand=form.by.data or "", shown=with_one_more(form)))
    current = match_of(table).round
    return one_more_tile(table, form, current.hands) if current is not None else Entered()


def open_hands(match: TrickMatch, current: TrickRound) -> tuple[HandRow, ...]:
    """The hands that were shown, with the tiles that were not laid since."""
    return tuple(
        HandRow(
            name=match.setup.players[seat],
            note="",
            tiles=tuple(
                Key(label=each.name, state="go", drawing=tile_picture(each, label=None))
                for each in tiles_in(shown)
            ),
        )
        for seat, shown in enumerate(current.shown)
        if shown
    )
