"""The flags that a seat's tiles raise, in words."""

from __future__ import annotations

from collections.abc import Sequence

from referee.audit import (
    RENEGE,
    WRONG_OPENING,
    Denial,
    Flag,
    Holding,
    Opened,
    Passed,
    SeenHand,
    SeenTile,
    Witness,
)
from referee.tiles import tiles_in
from referee.wording import Listed, Said, marked, said

MOST_NAMED = 6  # more tiles than these are not listed in a sentence


def flags_of(
    witness: Witness, seat: int, holding: Holding, players: Sequence[str], number: int
) -> list[Flag]:
    """The breaches that one seat's tiles prove in round `number`; without a tile those that only counting proves.

    A wrong opening is charged to whoever opened, whoever's tile shows it.
    """
    hand = SeenHand(witness, seat, holding)
    found = [_renege(hand, denials, seat, players[seat], number) for denials in hand.breaches()]
    opening = hand.opening
    if opening is not None and isinstance(opening.what, Opened) and not hand.explains(hand.shown, [opening]):
        told = hand.telling([opening])
        words = marked("{name} held {tile} from the deal ({seen}), and {led} opened at entry {event}.")
        if len(told) > 1:
            words = marked(
                "{name} held one of {tiles} from the deal ({tile} was {seen}), and {led} opened at entry {event}."
            )
        what = opening.what
        values = {**_values(players[seat], what.event, told), "led": what.tile}
        shown = told[-1]
        found.append(
            Flag(WRONG_OPENING, what.seat, number, what.event, Said(words, values), shown.tile, shown.event)
        )
    return found


def opening_counted(
    witness: Witness, holdings: Sequence[Holding], boneyard: int, players: Sequence[str], number: int
) -> Flag | None:
    """The flag of an opening that counting disproves: too few tiles sleep or were drawn for every tile that should
    have opened instead; None where all of them may be there. `holdings` are those of all the seats."""
    opened = witness.opening
    if opened is None:
        return None
    hiding = holdings[0].unseen & opened.outranked_by
    room = boneyard
    for seat, holding in enumerate(holdings):
        hand = SeenHand(witness, seat, holding)
        seen = [each.tile for each in hand.shown if not each.tile.bit & holding.unseen]
        drawn = witness.drawn_by(seat) - sum(each.bit & opened.outranked_by != 0 for each in seen)
        room += min(hand.ways - len(seen), drawn)
    if hiding.bit_count() <= room:
        return None
    tiles = list(tiles_in(hiding))
    only = tiles[0] if len(tiles) == 1 else None
    words = marked(
        "{name} opened with {led} at entry {event}, and {tiles} was dealt: nothing that is left can hide it."
    )
    if only is None:
        words = marked(
            "{name} opened with {led} at entry {event}, and one of {tiles} was dealt: too few tiles sleep for all."
        )
    values = {
        "name": players[opened.seat],
        "led": opened.tile,
        "event": opened.event,
        "tiles": listed_or(tiles),
    }
    return Flag(WRONG_OPENING, opened.seat, number, opened.event, Said(words, values), only)


def _renege(hand: SeenHand, denials: Sequence[Denial], seat: int, name: str, number: int) -> Flag:
    *others, last = denials
    told = hand.telling(denials)
    if not told:
        return _counted(hand, last, seat, name, number)
    or_at = tuple(each.what.event for each in others)
    did = _did(last, name)
    if len(told) == 1:
        words = marked("{did} holding {tile}, which could go: it was {seen} and no draw brought it.")
    else:
        words = marked(
            "{did} with one of {tiles} in hand, which could go: {tile} was {seen}, and the draws can have brought "
            "only {brought} of them."
        )
        if or_at:
            back = marked("{name} held back at entry {others} or entry {event}")
            did = said(back, name=name, others=listed_or(or_at), event=last.what.event)
    values = _values(name, last.what.event, told) | {"did": did, "brought": len(told) - 1}
    shown = told[-1]
    return Flag(RENEGE, seat, number, last.what.event, Said(words, values), shown.tile, shown.event, or_at)


def _counted(hand: SeenHand, denial: Denial, seat: int, name: str, number: int) -> Flag:
    tiles = hand.candidates(denial)
    did = _did(denial, name)
    words = said("{did} holding a tile that could go: too few tiles were left that could not.", did=did)
    if len(tiles) <= MOST_NAMED:
        words = said(
            "{did} holding a tile that could go, {tiles}: too few tiles were left that could not.",
            did=did,
            tiles=listed_or(tiles),
        )
    only = tiles[0] if len(tiles) == 1 else None
    return Flag(RENEGE, seat, number, denial.what.event, words, only)


def _did(denial: Denial, name: str) -> Said:
    if not isinstance(denial.what, Passed):
        return said("{name} drew at entry {event}", name=name, event=denial.what.event)
    if denial.what.unsaid:
        return said("{name} stopped before entry {event}", name=name, event=denial.what.event)
    return said("{name} passed at entry {event}", name=name, event=denial.what.event)


def _values(name: str, event: int, told: Sequence[SeenTile]) -> dict[str, object]:
    values: dict[str, object] = {"name": name, "event": event}
    if told:
        values |= {
            "tile": told[-1].tile,
            "seen": told[-1].how,
            "tiles": listed_or([each.tile for each in told]),
        }
    return values


def listed_or(items: Sequence[object]) -> Listed:
    """Things of which one is meant: "5-1, 5-0 or 3-2"."""
    return Listed(items, marked("{some} or {last}"))
