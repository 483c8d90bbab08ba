"""Ending a hand of a trick game before its last trick: the ways to do so, a claim tile by tile, and open hands."""

from collections.abc import Iterator
from typing import Any

from referee.engine.games.tricks.ending_early import Led, Why, judged
from referee.engine.games.tricks.settlement import made
from referee.engine.games.tricks.state import TrickMatch, TrickRound
from referee.engine.log import Answer
from referee.engine.messages import Listed, Message, _, _n, _p, marked, msg, points_word, tiles_word
from referee.engine.rules.trump import DOUBLES, NEL_O, Suit
from referee.engine.rulings import Code, Verdict
from referee.engine.tiles import mask_of, tiles_in
from referee.reports.rounds import title_of
from referee.reports.told import StepLine
from referee.web.parts.actions import BOX, hand_picker, says
from referee.web.parts.last_ruling import cited, refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked, EntryForm
from referee.web.parts.pictures import tile_key, tile_picture
from referee.web.parts.submit import Entered, may_say, with_one_more
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Action, HandRow, LinkView, Press, Words
from referee.web.table.hands import (
    bar_of_shown,
    being_shown,
    holds_words,
    page_of_hands,
    row_being_shown,
    row_not_shown,
    shown_of,
)
from referee.web.table.tricks.views import ClaimedTile, ClaimFace

END, REST, CONCEDE = "end", "rest", "concede"  # values of the query parameter `at`
HIGHEST: dict[Suit, Message] = {
    0: msg("The highest blank"), 1: msg("The highest one"), 2: msg("The highest two"), 3: msg("The highest three"),
    4: msg("The highest four"), 5: msg("The highest five"), 6: msg("The highest six"),
    DOUBLES: msg("The highest double"),
}  # fmt: skip
WHY = {
    Why.LAST_TRUMP: marked("The last trump"),
    Why.HIGHEST_TRUMP: marked("The highest trump"),
    Why.NEAREST: marked("No tile is nearer to seven"),
    Why.DRAWN: marked("Higher tiles are gone by then"),
}


def ways_to_end(
    table: Table, match: TrickMatch, current: TrickRound, hidden: list[int]
) -> tuple[Action, ...]:
    """Score the round, claim the rest, concede, show a hand: those that are possible now and allowed to this link."""
    assert current.turn is not None
    names, seat = match.setup.players, current.turn
    name, found = names[seat], list[Action](_score_now(table, match))
    if not current.table and current.trump != NEL_O and table.seat in (None, seat):
        open_tiles = tuple(tiles_in(current.shown[seat] or 0))
        sub = _(
            "{name} shows {tiles} and takes every trick", name=name, tiles=tiles_word(current.hands[seat])
        )
        href = Asked(at=REST, hand=name, shown=open_tiles).href(table.link)
        found.append(LinkView(label=_("Claim the rest"), href=href, sub=sub))
    rest = points_word(match.setup.variant.tricks.total - sum(match.taken()))
    sub = _("One team gives up the {points} left", points=rest)
    if current.trump == NEL_O:
        sub = _("One team gives up")
    found.append(LinkView(label=_("Concede"), href=Asked(at=CONCEDE).href(table.link), sub=sub))
    if table.seat is not None:
        hidden = [each for each in hidden if each == table.seat]
    if hidden:
        shows = seat if seat in hidden else hidden[0]
        sub = _("Lay the tiles open and play on")
        found.append(LinkView(label=_("Show hand"), href=Asked(hand=names[shows]).href(table.link), sub=sub))
    return tuple(found)


def _score_now(table: Table, match: TrickMatch) -> Iterator[Press]:
    """A button that ends a hand to which the tricks left bring nothing more."""
    is_made = made(match, match.taken())
    raw = {"result": {"made": is_made}}
    if is_made is not None and not may_say(table, raw):
        yield from _ends(table, _("Score the round"), raw)


def _ends(table: Table, label: str, raw: dict[str, Any]) -> Iterator[Press]:
    """A button that ends the hand, with the result that it would have; none if the referee would not settle it."""
    answer = table.log.say(raw)[0]
    if answer.ruling.settled is not None:
        yield says(label, raw, title_of(answer.ruling.settled, answer.state))


def who_concedes(table: Table, match: TrickMatch) -> tuple[Action, ...]:
    """A button for each side that this link may speak for, with the result that the hand would have."""
    setup, found = match.setup, list[Action]()
    for side, label in enumerate(setup.sides):
        by = setup.side_of.index(side) if table.seat is None else table.seat
        if setup.side_of[by] == side:
            raw = {"by": setup.players[by], "concede": True}
            found += _ends(table, _("{names} concede", names=label), raw)
    return tuple(found)


# A claim


def claim_page(table: Table, match: TrickMatch, asked: Asked, common: TablePage) -> TablePage | None:
    """The claimed tiles, each with why it cannot lose or what may beat it; None if they are not yet the player's
    whole hand."""
    raw = {"by": asked.hand, "rest": [each.name for each in asked.shown]}
    answer = table.log.say(raw)[0]
    if answer.ruling.verdict is Verdict.REFUSED and answer.ruling.code is not Code.MAY_LOSE:
        return None
    seat = match.setup.players.index(asked.hand)
    led = judged(match, seat, asked.shown)
    stands = answer.ruling.verdict is not Verdict.REFUSED
    face = ClaimFace(
        title=_("{name} may lose a trick", name=asked.hand),
        sub="",
        tiles=tuple(_claimed(each) for each in led),
        steps=(),
        rules=tuple(cited(table, each) for each in answer.ruling.rules),
    )
    on = LinkView(label=_("Play on"), href=NOTHING.href(table.link))
    concede = LinkView(label=_("Concede"), href=Asked(at=CONCEDE).href(table.link))
    ways: tuple[Action, ...] = (on._replace(tone="main"), concede)
    if stands:
        face = face._replace(
            title=_("{name} takes the rest", name=asked.hand),
            sub=_n("No tile left can beat this one.", "No tile left can beat these {n}.", len(led)),
            steps=_steps(match, seat, len(led), answer),
        )
        ways = (says(_("Score the round"), raw, _scored(answer), "main"), on)
    before = Asked(at=REST, hand=asked.hand, shown=asked.shown[:-1])
    return common._replace(
        sub=_("Round {number} · claim", number=match.current.number),
        screen="settled",
        template="table/tricks/_claim.html",
        face=face,
        turn=face.title,
        bar=(*ways, LinkView(label=_("Undo"), href=before.href(table.link))),
    )


def _claimed(led: Led) -> ClaimedTile:
    if led.beaten_by is not None:
        why = _("{tile} may still be out", tile=led.beaten_by)
    elif led.why is Why.HIGHEST:
        why = str(HIGHEST[led.asked])
    else:
        why = _(WHY[led.why or Why.DRAWN])
    return ClaimedTile(drawing=tile_picture(led.tile), why=why, safe=led.beaten_by is None)


def _steps(match: TrickMatch, seat: int, tricks: int, answer: Answer) -> tuple[StepLine, ...]:
    """The side's points so far, the points of the remaining tricks, and the result of the hand."""
    taken, counts = match.taken(), match.setup.variant.tricks
    side = match.setup.side_of[seat]
    done = len(match.current.tricks)
    rest = counts.total - sum(taken) - tricks
    steps = [StepLine(label=_n("Taken in 1 trick", "Taken in {n} tricks", done), figure=str(taken[side]))]
    steps.append(StepLine(label=_n("1 trick more", "{n} tricks more", tricks), figure=str(tricks)))
    if rest:
        laid = {each.tile for each in match.current.laid}
        out = [each for each in match.setup.tiles.tiles if counts.worth([each]) > 1 and each not in laid]
        steps.append(StepLine(label=_("{tiles}, still out", tiles=Listed(out)), figure=str(rest)))
    settled = answer.ruling.settled
    if settled is not None:
        title = title_of(settled, answer.state)
        steps.append(StepLine(label=title, figure=str(taken[side] + tricks + rest)))
    return tuple(steps)


def _scored(answer: Answer) -> str:
    """The sides' scores, higher first: "42 to 0"."""
    settled = answer.ruling.settled
    points = dict(settled.points) if settled is not None else {}
    scored = sorted((points.get(side, 0) for side in range(2)), reverse=True)
    return _("{more} to {less}", more=scored[0], less=scored[1])


def hidden_hands(match: TrickMatch) -> list[int]:
    """The seats with tiles that nobody has seen; empty before the trump is named."""
    current = match.round
    if current is None or current.trump is None or current.without_tiles:
        return []
    return [seat for seat, held in enumerate(current.hands) if held and current.shown[seat] is None]


def open_page(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The hands, one of them being shown; `asked` says whose, and its tiles so far."""
    match = TrickMatch.of(table.state)
    current = match.current
    names = match.setup.players
    claims = asked.at == REST
    hidden = [each for each in (current.turn,) if each is not None] if claims else hidden_hands(match)
    step = being_shown(names, asked, hidden, current.hands, current.unseen)._replace(
        at=REST if claims else ""
    )
    seats = sorted(range(len(names)), key=lambda each: names[each] != step.hand)[: 1 if claims else None]
    held = current.hands[seats[0]]
    return page_of_hands(common, step, (_row(table, current, each, step) for each in seats))._replace(
        words=_words(table, asked, step.hand if claims else ""),
        turn=holds_words(step.hand, held, len(step.shown)),
        picker=hand_picker("box", BOX, current.unseen & ~mask_of(step.shown)),
        bar=bar_of_shown(table, step),
    )


def _words(table: Table, asked: Asked, claims: str) -> Words:
    """The rule for showing a hand, or why the shown hand was refused."""
    if asked.refusal is not None:
        return refused_words(table, asked.refusal)
    if claims:
        return Words(
            head=_("{name} claims the rest", name=claims), sub=_("Tap every tile that is still in it.")
        )
    rule = cited(table, TrickMatch.of(table.state).setup.variant.rule("laid_open"))
    return Words(head=_("A hand is laid open"), sub=_("Tap every tile that is still in it."), rules=(rule,))


def _row(table: Table, current: TrickRound, seat: int, step: Asked) -> HandRow:
    name, held, lies = table.setup.players[seat], current.hands[seat], current.shown[seat]
    if name == step.hand:
        return row_being_shown(table, step, held)
    if lies is None:
        return row_not_shown(table, name, held, shown_of(0, held))
    return HandRow(name=name, note=_p("hand", "open"), tiles=tuple(map(tile_key, tiles_in(lies))))


def enter(_table: Table, form: EntryForm) -> Entered | None:
    """Add a tile to the hand that is claimed with; None for any other form."""
    if not form.tile.data or form.at.data != REST:
        return None
    return Entered(asked=Asked(at=REST, hand=form.by.data or "", shown=with_one_more(form)))


def open_hands(match: TrickMatch, current: TrickRound) -> tuple[HandRow, ...]:
    """The hands that were shown, with their remaining tiles."""
    return tuple(
        HandRow(name=match.setup.players[seat], note="", tiles=tuple(map(tile_key, tiles_in(shown))))
        for seat, shown in enumerate(current.shown)
        if shown
    )
