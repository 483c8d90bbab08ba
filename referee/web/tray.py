"""The tray under the layout: the last ruling, the tiles that are left, and what may be done."""

from __future__ import annotations

from markupsafe import Markup

from referee.drawing import half_svg, tile_svg
from referee.events import Claim, Draw, Muggins, Pass, Play, Round
from referee.play.claiming import are_open
from referee.play.legal import fitting
from referee.play.state import Match, OpenClaim, RoundState, drawable, open_mask
from referee.play.turn import is_dead
from referee.play.words import points_word, sum_in_words, tiles_word
from referee.replay import Entry
from referee.rulings import Rule, Ruling, Said, Verdict
from referee.tiles import Tile, tile
from referee.web.asked import Asked
from referee.web.book import Table
from referee.web.cite import cited
from referee.web.corrections import redo_of, undo_of
from referee.web.views import Action, Key, Link, Picker, Press, Words

# Double-six as it lies in its box, seven a row: sixes; fives and 0-0; fours and ones; threes and twos.
_BOX = (
    *((6, n) for n in range(6, -1, -1)), *((5, n) for n in range(5, -1, -1)), (0, 0),
    *((4, n) for n in range(4, -1, -1)), (1, 1), (1, 0), *((3, n) for n in range(3, -1, -1)), (2, 2), (2, 1), (2, 0),
)  # fmt: skip
BOX = tuple(tile(high, low) for high, low in _BOX)
BOXED = 6  # the largest set whose tiles stand side by side; a larger one is chosen by its halves


# The ruling


def words_of(table: Table) -> Words | None:
    """The last ruling, as the tray shows it."""
    if undone := _taken_back(table):
        return Words(head="Taken back", sub=undone)
    if not table.log.entries:
        return None
    entry = table.log.entries[-1]
    if isinstance(entry.event, Play) and entry.event.tile is not None:
        return _of_tile(table, entry, entry.event.tile)
    head, *rest = _sentences(entry.ruling)
    if isinstance(entry.event, Draw):
        head, rest = _of_draws(table, entry.event), [f"{_left(entry.state)} left in the boneyard"]
    return Words(head=head, sub=". ".join(rest), **_why(table, entry.ruling))


def _taken_back(table: Table) -> str:
    """What was taken back just now: the sentence of the entry that the last event struck out."""
    corrections = table.log.corrections
    if not corrections or corrections[-1].number != table.seq:
        return ""
    return str(undo_words(table, corrections[-1].event.event))


def undo_words(table: Table, number: int) -> str:
    """How an entry reads that is no longer in force."""
    event = dict(table.log.plain).get(number)
    names = table.setup.players
    match event:
        case Play():
            return f"{names[event.by]}’s {event.written}"
        case Draw():
            return f"{names[event.by]} drew {tiles_word(event.number)}"
        case Pass():
            return f"{names[event.by]}’s pass"
        case Claim() | Muggins():
            return f"{names[event.by]}’s call of {points_word(event.points)}"
        case Round():
            return f"The deal of round {event.number}"
        case None:
            return "A correction"
        case _:
            by = getattr(event, "by", -1)
            return f"What {names[by]} showed" if by >= 0 else "What the table agreed"


def _sentences(ruling: Ruling) -> list[str]:
    return [str(each).removesuffix(".") for each in ruling.said]


def _of_tile(table: Table, entry: Entry, laid: Tile) -> Words:
    drawing = Markup(tile_svg(laid, label=""))
    state = entry.state
    lays, *rest = _sentences(entry.ruling)
    name = table.setup.players[entry.event.by]  # type: ignore[union-attr]
    if are_open(state):
        stood = ", which the table lets stand" if entry.ruling.verdict is Verdict.STOOD else ""
        claim, sub = claim_link(table, state)
        return Words(head=f"{name} lays {laid}", sub=sub + stood, drawing=drawing, claim=claim)
    ends = state.round.layout.ends() if state.round and table.setup.variant.counting.counts_ends else []
    if ends and rest:
        lays, rest = sum_in_words(ends), rest[1:] or [lays]
    if not rest and state.round is not None and state.round.hands[entry.event.by] == 1:  # type: ignore[union-attr]
        rest = [f"{name} has one tile left"]
    return Words(head=lays, sub=". ".join(rest), drawing=drawing, **_why(table, entry.ruling))


def _of_draws(table: Table, last: Draw) -> str:
    """Tiles drawn one by one are one draw to whoever reads them."""
    number = 0
    for entry in reversed(table.log.entries):
        if not isinstance(entry.event, Draw) or entry.event.by != last.by:
            break
        number += entry.event.number
    return f"{table.setup.players[last.by]} draws {tiles_word(number)}"


def _left(state: Match) -> int:
    return state.round.boneyard if state.round is not None else 0


def _why(table: Table, ruling: Ruling) -> dict[str, object]:
    if ruling.rule is None:
        return {}
    return {"rules": (cited(table, ruling.rule),), "seen": ruling.says}


def refused_words(table: Table, ruling: Ruling) -> Words:
    """A refusal: one sentence, the rule, and its source."""
    rules = (cited(table, ruling.rule),) if isinstance(ruling.rule, Rule) else ()
    return Words(head=str(_first(ruling.said)), refused=True, rules=rules)


def _first(said: tuple[Said, ...]) -> str:
    return str(said[0]) if said else ""


# Claims: nothing here may depend on whether the tile scores


def claim_link(table: Table, state: Match) -> tuple[Link | None, str]:
    """The way to the layer's own claim while it is theirs to make, and the line under the tile."""
    newest = owner_claim(state)
    if newest is None:
        return None, "Muggins may be called" if callable_claims(state) else "The time to claim is over"
    name = table.setup.players[newest.seat]
    if newest.claimed:
        return None, f"{name} has claimed"
    return Link(label="Claim", href=Asked(call="claim").href(table.link)), f"{name} may claim"


def owner_claim(state: Match) -> OpenClaim | None:
    """The open claim on the last tile, while its layer may speak."""
    if state.round is None or not state.round.claims:
        return None
    newest = state.round.claims[-1]
    rules = state.setup.variant.claims
    is_theirs = rules.owner_may(
        tiles_since=newest.tiles_since, turn_passed=newest.turn_passed, draws_only=newest.draws_only
    )
    return newest if is_theirs else None


def callable_claims(state: Match) -> list[OpenClaim]:
    """The tiles that muggins may be called on now, whether or not there is anything to call."""
    if state.round is None:
        return []
    rules = state.setup.variant.claims
    return [
        each
        for each in state.round.claims
        if rules.others_may(tiles_since=each.tiles_since, turn_passed=each.turn_passed)
    ]


def muggins_action(table: Table, state: Match) -> Link | None:
    """The way to a call of muggins, in the bar where it may be called."""
    on = callable_claims(state)
    false_claim = state.round is not None and state.round.false_claim is not None
    if not on and not false_claim:
        return None
    sub = f"on {on[-1].tile}" if on else ""
    return Link(label="Muggins", sub=sub, tone="open", href=Asked(call="muggins").href(table.link))


# The tiles


def picker_of(table: Table, current: RoundState, asked: Asked) -> Picker:
    """The tiles not seen yet, each in its place; those that can go are lit."""
    goes = _can_go(table.log.state, current, asked)
    high = table.setup.tiles.high
    if high <= BOXED:
        return Picker(shape="box", keys=tuple(_tile_key(each, current.unseen, goes) for each in BOX))
    if asked.half is None or asked.half > high:
        lit = _open_halves(table.log.state, current, goes)
        return Picker(shape=f"pad p{high}", keys=tuple(_half_key(table, current, n, lit, asked) for n in _down(high)))
    keys = tuple(_tile_key(tile(asked.half, n), current.unseen, goes) for n in _down(high))
    picture = Markup(half_svg(asked.half, label=f"with a {asked.half}"))
    return Picker(shape=f"row p{high}", keys=keys, picture=picture, close=_without_half(table, asked))


def unseen_picker(table: Table, current: RoundState, asked: Asked) -> Picker:
    """The tiles that a hand can still be: everything not seen, and not shown a moment ago."""
    left = current.unseen
    for each in asked.shown:
        left &= ~each.bit
    high = table.setup.tiles.high
    if high <= BOXED:
        return Picker(shape="box", keys=tuple(_tile_key(each, left, left, "tile") for each in BOX))
    if asked.half is None or asked.half > high:
        lit = {n for n in range(high + 1) if any(left & tile(n, m).bit for m in range(high + 1))}
        current = current._replace(unseen=left)
        return Picker(shape=f"pad p{high}", keys=tuple(_half_key(table, current, n, lit, asked) for n in _down(high)))
    keys = tuple(_tile_key(tile(asked.half, n), left, left, "tile") for n in _down(high))
    picture = Markup(half_svg(asked.half, label=f"with a {asked.half}"))
    return Picker(shape=f"row p{high}", keys=keys, picture=picture, close=_without_half(table, asked))


def _without_half(table: Table, asked: Asked) -> str:
    return asked.href(table.link, half=None)


def _down(high: int) -> range:
    return range(high, -1, -1)


def _can_go(match: Match, current: RoundState, asked: Asked) -> int:
    """The tiles that may be laid now, as far as anybody can know; before the lead, those that may open."""
    if not current.layout.laid:
        opening = match.setup.variant.opening
        allowed = (
            each
            for each in match.setup.tiles.tiles
            if current.free_lead or opening.allows(each, match.setup.tiles.high)
        )
        return sum(each.bit for each in allowed)
    if asked.at:
        half = asked.at.partition("/")[2]
        return match.setup.fits[int(half)] if half.isdigit() and int(half) < len(match.setup.fits) else 0
    return open_mask(match, current)


def _open_halves(match: Match, current: RoundState, goes: int) -> set[int]:
    """The numbers with which an unseen tile can be set against an open end."""
    left = current.unseen & goes
    if not current.layout.laid:
        return {half for each in match.setup.tiles.tiles if each.bit & left for half in each.halves}
    places = current.layout.places_now()
    lit: set[int] = set()
    for each in match.setup.tiles.tiles:
        if each.bit & left:
            lit.update(way.touching for way in fitting(match, places, each))
    return lit


def _tile_key(each: Tile, unseen: int, goes: int, name: str = "play") -> Key:
    if not each.bit & unseen:
        return Key(label="", state="gone")
    can = bool(each.bit & goes)
    label = each.name if can else f"{each}, cannot go"
    drawing = Markup(tile_svg(each, state="" if can else "cannot", label=""))
    return Key(label=label, state="go" if can else "off", name=name, value=each.name, drawing=drawing)


def _half_key(table: Table, current: RoundState, number: int, lit: set[int], asked: Asked) -> Key:
    high = table.setup.tiles.high
    left = sum(bool(current.unseen & tile(number, other).bit) for other in range(high + 1))
    can = number in lit and left > 0
    note = f"{left} left" if high < 12 else str(number)
    return Key(
        label=f"{number}, {left} left",
        state="go" if can else "off",
        value=str(number),
        href=asked.href(table.link, half=number),
        note=note,
        drawing=Markup(half_svg(number, state="" if can else "cannot", label="")),
    )


# The actions


def bar_of(table: Table, current: RoundState) -> tuple[Action, ...]:
    """What may be done besides laying a tile: only what this game has, in its own words."""
    state = table.log.state
    found: list[Action] = []
    if current.layout.laid and current.turn is not None:
        name = table.setup.players[current.turn]
        found += _stuck_actions(table, current, name)
    muggins = muggins_action(table, state)
    if muggins is not None:
        found.append(muggins)
    found += correcting(table)
    return _spaced(found)


def _stuck_actions(table: Table, current: RoundState, name: str) -> list[Action]:
    state = table.log.state
    variant = table.setup.variant
    left = drawable(state, current)
    found: list[Action] = []
    if variant.drawing.draw != "none":
        if left and is_dead(state, current):
            return [Press(label=f"Draw the last {left}" if left > 1 else "Draw the last tile", name="forced", value="1",
                          sub="no tile fits any more", tone="main")]
        tone = "" if _stands(table, {"by": name, "draw": 1}) else "pale"
        found.append(Press(label="Draw", name="draw", value="1", sub=_sleeping(current, left), tone=tone))
    tone = "" if _stands(table, {"by": name, "pass": True}) else "pale"
    word = "Done" if current.going_on == "optional" else variant.pass_word
    found.append(Press(label=word, name="knock", value="1", tone=tone))
    return found


def _sleeping(current: RoundState, left: int) -> str:
    if not left:
        return "none left" if not current.boneyard else f"{current.boneyard} stay"
    return f"{current.boneyard} in the boneyard" if current.boneyard == left else f"{left} of {current.boneyard}"


def _stands(table: Table, raw: dict[str, object]) -> bool:
    answer, _ = table.log.say(raw)
    return answer.ruling.verdict is Verdict.STANDS


def correcting(table: Table) -> list[Action]:
    """Undo, and Redo left of it after an undo."""
    found: list[Action] = []
    if redo_of(table.log, table.seq) is not None:
        found.append(Press(label="Redo", name="redo", value="1"))
    if undo_of(table.log) is not None:
        found.append(Press(label="Undo", name="undo", value="1"))
    return found


def _spaced(actions: list[Action]) -> tuple[Action, ...]:
    """The first of three is wide; with four of them the words under Draw are short."""
    first, *rest = actions or [None]
    if not isinstance(first, Press):
        return tuple(actions)
    if len(actions) > 3:
        first = Press(label=first.label, name=first.name, value=first.value, tone=first.tone,
                      sub=first.sub.replace(" in the boneyard", " left"))
    elif len(actions) == 3 and not first.tone:
        first = Press(label=first.label, name=first.name, value=first.value, sub=first.sub, tone="wide")
    return (first, *[each for each in rest if each is not None])


