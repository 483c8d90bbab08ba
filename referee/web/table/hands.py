"""The hands at the end of a round of any game with hidden hands, as they are shown one after the other."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from flask import url_for

from referee.engine.explain.reconciliation import RECONCILABLE, may_recount
from referee.engine.games.hands import HandsMatch, HandsRound
from referee.engine.games.match import Status
from referee.engine.games.shown_hands import all_held
from referee.engine.messages import _, tiles_word
from referee.engine.record.events import Event, Pips
from referee.engine.tiles import mask_of, tiles_in
from referee.web.parts.actions import back_link, correcting, said_button, tiles_picker
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked, dumped
from referee.web.parts.pictures import tile_key, tile_picture
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Action, HandRow, Key, LinkView, Press, Words
from referee.web.parts.taking_pictures import take_picture


def shown_page(
    table: Table,
    match: HandsMatch,
    asked: Asked,
    common: TablePage,
    waiting: Sequence[int],
    words: Words,
    by_tiles: Collection[int] = (),
    besides: Mapping[int, int] = MappingProxyType({}),
) -> TablePage:
    """The page on which the `waiting` seats show their hands, one after the other; `asked` says whose turn it is, and
    which tiles are shown so far. Of the seats in `by_tiles` the total is not enough; `besides` is what a shown hand
    counts besides its pips, by seat."""
    current = match.current
    names = match.setup.players
    step = being_shown(names, asked, waiting, current.hands, current.unseen)
    rows = hand_rows(table, current, step, waiting, besides)
    page = page_of_hands(common, step, rows)._replace(words=words)
    if not step.hand:  # the hand that this phone was about to show is known by now
        return page._replace(bar=(back_link(table, _("Back")),))
    name, seat = step.hand, names.index(step.hand)
    held = current.hands[seat]
    # A phone that keeps score for all and has just entered a hand by its pips goes on so.
    goes_on = table.seat is None and not asked.hand and isinstance(table.log.entries[-1].event, Pips)
    if seat not in by_tiles and (asked.pips or goes_on):
        turn = _("Pips in {name}'s {tiles}", name=name, tiles=tiles_word(held))
        other: Action = LinkView(label=_("Show the tiles"), href=Asked(hand=name).href(table.link))
        bar = (*_mending(table, asked), other, *correcting(table))
        return page._replace(turn=turn, pips_for=name, shown=(), bar=bar)
    pips = LinkView(label=_("Pips only"), href=Asked(hand=name, pips=True).href(table.link))
    others = [(names[each], current.hands[each]) for each in waiting if names[each] != name]
    left = current.unseen & ~mask_of(step.shown)
    return page._replace(
        turn=holds_words(name, held, len(step.shown)),
        picker=tiles_picker(table, step._replace(half=asked.half), left, left, "tile"),
        bar=(
            *_mending(table, asked),
            *take_picture(table, held, current.unseen, name, others, is_counted=True),
            *bar_of_shown(table, step, *(() if seat in by_tiles else (pips,))),
        ),
    )


def being_shown(
    names: Sequence[str], asked: Asked, waiting: Sequence[int], held: Sequence[int], unseen: int
) -> Asked:
    """The step of the seat that shows its hand now, with the tiles shown so far; NOTHING if no seat is `waiting`.

    It is the seat asked for by name if that is waiting, else the first. Each seat has `held` so many tiles, each of
    them one of the mask `unseen`.
    """
    now = names.index(asked.hand) if asked.hand in names else None
    if now not in waiting:
        now = next(iter(waiting), None)
    if now is None:
        return NOTHING
    return Asked(hand=names[now], shown=tuple(each for each in asked.shown if each.bit & unseen)[: held[now]])


def page_of_hands(common: TablePage, step: Asked, rows: Iterable[HandRow]) -> TablePage:
    """The page with a row for each hand, while that of `step` is being shown."""
    return common._replace(
        screen="hands",
        template="table/_hands.html",
        hands=tuple(rows),
        by=step.hand,
        at=step.at,
        shown=tuple(each.name for each in step.shown),
    )


def hand_rows(
    table: Table, current: HandsRound, step: Asked, waiting: Collection[int], besides: Mapping[int, int]
) -> Iterator[HandRow]:
    """Every hand that was shown or is `waiting` to be, while that of `step` is being shown."""
    for seat, name in enumerate(table.setup.players):
        held, told = current.hands[seat], current.shown[seat]
        if not held:
            continue
        if name == step.hand:
            yield row_being_shown(table, step, held)
        elif told is None:
            if seat in waiting:
                yield row_not_shown(table, name, held, shown_of(0, held))
        else:
            more = besides.get(seat)
            note = f"{told.pips} + {more}" if more else str(told.pips)
            tiles = tuple(map(tile_key, told.tiles or ()))
            yield HandRow(name=name, note=note, tiles=tiles, empty=held - len(tiles))


def pips_instead(table: Table, event: Event) -> tuple[Press, ...]:
    """Buttons for the totals that a hand may have had, of which a total was entered at this table; none for anything
    else."""
    if not isinstance(event, Pips):
        return ()
    by, held = table.setup.players[event.by], table.state.hands_held[event.by]
    pips = sorted(each.pips for each in tiles_in(getattr(table.state.round, "unseen", 0)))
    totals = range(sum(pips[:held]), sum(pips[len(pips) - held :]) + 1)
    return tuple(said_button(table, {"by": by, "pips": each}, str(each)) for each in totals)


def hidden_hands(state: HandsMatch) -> list[int]:
    """The seats whose tiles nobody knows, in a round that is over: they may still be shown, for the proof."""
    current = state.round
    if current is None or state.status is Status.PLAYING or current.without_tiles:
        return []
    return [seat for seat, held in enumerate(all_held(state)) if held is None or held.tiles is None]


def holds_words(name: str, held: int, shown: int) -> str:
    """How many tiles a player holds, and how many of them are shown so far."""
    tiles = tiles_word(held)
    if not shown:
        return _("{name} holds {tiles}", name=name, tiles=tiles)
    return _("{name} holds {tiles}, {shown} shown", name=name, tiles=tiles, shown=shown)


def _mending(table: Table, asked: Asked) -> tuple[Action, ...]:
    """After a hand that cannot be right: a link to what may be wrong."""
    refusal = asked.refusal
    if asked.tried is None or refusal is None or not {"hand", "pips"} & set(asked.tried):
        return ()
    if refusal.code not in RECONCILABLE:
        return ()
    href = url_for("disputes.mend", link=table.link, tried=dumped(asked.tried))
    return (LinkView(label=_("What may be wrong"), href=href, tone="main", away=True),)


def bar_of_shown(table: Table, step: Asked, *instead: LinkView) -> tuple[Action, ...]:
    """Undo takes back the tile shown last, else the last entry; `instead` is what else the first step offers."""
    if step.shown:
        return (LinkView(label=_("Undo"), href=step.href(table.link, shown=step.shown[:-1])),)
    if table.state.status is not Status.REVEAL:
        return (back_link(table, _("Back")),)
    return (*instead, *correcting(table))


def shown_of(shown: int, held: int) -> str:
    """How many tiles of a hand are shown, beside its name."""
    return _("{shown} of {held}", shown=shown, held=held)


def row_being_shown(table: Table, step: Asked, held: int) -> HandRow:
    """The hand of `step.hand`, who holds `held` tiles; a tap on a tile takes it out again."""
    keys = tuple(
        Key(
            label=_("{tile}, not in the hand", tile=tile),
            state="go",
            value=tile.name,
            href=step.href(table.link, shown=tuple(each for each in step.shown if each is not tile)),
            drawing=tile_picture(tile),
        )
        for tile in step.shown
    )
    shown = len(keys)
    recount = None
    if table.may_correct and may_recount(table.setup):
        href = url_for("disputes.count", link=table.link, by=table.setup.players.index(step.hand))
        recount = LinkView(_("Not {n}?", n=held), href)
    return HandRow(
        name=step.hand,
        note=shown_of(shown, held),
        tiles=keys,
        empty=held - shown,
        now=True,
        recount=recount,
    )


def row_not_shown(table: Table, name: str, held: int, note: str) -> HandRow:
    """A hand that nobody has seen; a tap on its name shows it."""
    href = Asked(hand=name).href(table.link) if held and table.may_write else ""
    return HandRow(name=name, note=note, empty=held, href=href)
