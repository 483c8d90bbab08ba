"""The last ruling of a trick game as the tray shows it, and whose turn it is."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from referee.engine.games.tricks.state import TrickMatch, TrickRound
from referee.engine.log import Entry
from referee.engine.messages import _, capital
from referee.engine.record.events import Hand, Round
from referee.engine.rules.trump import DOUBLES, NAMED, suit_name
from referee.engine.rulings import Verdict
from referee.engine.tiles import tile
from referee.web.parts.before_round import tiles_each
from referee.web.parts.last_ruling import last_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import half_picture, tile_picture
from referee.web.parts.table_views import NOTHING_DRAWN, Words
from referee.web.table.tricks.facts import ONE_OF, match_of
from referee.web.table.tricks.picker import HAS_NONE, has_none, suit_led


def words_of(table: Table) -> Words | None:
    """The last ruling; once a trump is named it stands under what is trump."""
    match = match_of(table)
    current = match.round

    def tell(entry: Entry, said: list[str]) -> dict[str, Any]:
        known = _proofs(match)
        told = [each for each in said if each not in known]
        if current is not None and current.trump is not None:
            told = [trump_title(current.trump), *_short(table, entry, told)]
        elif current is not None and isinstance(entry.event, Round):
            told = _dealt(match, current)
        return {"head": told[0], "sub": ". ".join(told[1:]), "seen": entry.ruling.says}

    words = last_words(table, tell)
    return words._replace(drawing=_trump_drawing(current)) if words is not None else None


def _dealt(match: TrickMatch, current: TrickRound) -> list[str]:
    names = match.setup.players
    return [
        tiles_each(match.setup),
        _(
            "{dealer} deals, {name} bids first",
            dealer=names[current.opener - 1],
            name=names[current.opener],
        ),
    ]


def _short(table: Table, entry: Entry, told: list[str]) -> list[str]:
    """What is not plain from the page: what stood, who took the trick, what is certain; else the ruling itself."""
    if entry.ruling.verdict is Verdict.LET_STAND:
        return told[1:]
    if isinstance(entry.event, Hand):
        return [_("{name} lays the hand open", name=table.setup.players[entry.event.by])]
    if entry.ruling.trick is None:
        return told
    winner = table.setup.players[entry.ruling.trick.seat]
    taken = _("{name} takes the trick: {points}", name=winner, points=entry.ruling.trick.points)
    return [taken, *told[2:]]  # after the tile and who took the trick: what is certain of the bid by now


def _proofs(match: TrickMatch) -> set[str]:
    """The reneges proved in the round in hand, as rulings tell them, without a full stop."""
    found = (each for each in match.flags if each.round == match.round_number)
    return {str(each.because).removesuffix(".") for each in found}


def trump_title(trump: int | str) -> str:
    """The trump as the heading of a hand: "Sixes are trump"."""
    if isinstance(trump, int) or trump == DOUBLES:
        return _("{suit} are trump", suit=capital(suit_name(trump)))
    return capital(NAMED[trump])


def _trump_drawing(current: TrickRound | None) -> Markup:
    trump = current.trump if current is not None else None
    if isinstance(trump, int):
        return half_picture(trump)
    return tile_picture(tile(6, 6)) if trump == DOUBLES else NOTHING_DRAWN


# Whose turn it is


def turn_words(match: TrickMatch, current: TrickRound, at: str = "", who: str = "") -> str:
    """Whose turn it is, and what is asked: "Ben to follow: fives"."""
    if current.turn is None:
        return ""
    if who in match.setup.players and who != match.setup.players[current.turn]:
        return _("{name} laid out of turn", name=who)
    name = match.setup.players[current.turn]
    if current.bidding:
        return _("{name} to bid", name=name)
    if current.trump is None:
        return _("{name} names the trump", name=name)
    if current.led is None:
        return _("{name} to lead", name=name)
    suit = suit_led(current)
    if suit is None:
        return _("{name} to lay the nearest to seven", name=name)
    if at == HAS_NONE or has_none(current, current.turn):
        return _("{name} has no {tile}", name=name, tile=ONE_OF[suit])
    return _("{name} to follow: {suit}", name=name, suit=suit_name(suit))
