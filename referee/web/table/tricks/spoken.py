"""The texts of a trick game's table: the last ruling, whose turn it is, and the tiles to choose from."""

from typing import Any

from markupsafe import Markup

from referee.engine.games.tricks.state import TrickMatch, TrickRound
from referee.engine.log import Entry
from referee.engine.messages import _, capital, marked
from referee.engine.record.events import Hand, Round
from referee.engine.rules.trump import DOUBLES, NAMED, NEAREST, Suit, suit_name
from referee.engine.rulings import Verdict
from referee.engine.tiles import Tile, mask_of, tile
from referee.web.parts.actions import BOX, GONE
from referee.web.parts.last_ruling import last_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import half_picture, picker_key, tile_picture
from referee.web.parts.table_views import NOTHING_DRAWN, Key, Picker, Words
from referee.web.table.before_round import tiles_each

HAS_NONE = "none"  # value of the query parameter `at`: the player has no tile of the suit led


def trick_picker(match: TrickMatch, current: TrickRound, seat: int, asked: Asked) -> Picker:
    """The tiles that the seat may hold. Those that follow suit are lit, or after "Has no fives" all others."""
    own = current.shown[seat]
    held = current.unseen if own is None else own
    follows = _following(match, current, held)
    lit = held & ~follows if asked.at == HAS_NONE or has_none(current, seat) else follows
    return Picker(shape="box", keys=tuple(_key(each, held, lit or held, follows) for each in BOX))


def _following(match: TrickMatch, current: TrickRound, held: int) -> int:
    """The held tiles that follow the suit led; all of them for a lead, or if none would follow."""
    if current.led is None or current.order.led_by(current.led) == NEAREST:
        return held
    follows = mask_of(
        each
        for each in match.setup.tiles.tiles
        if each.bit & held and not current.order.due(each, current.led)
    )
    return follows or held


def suit_led(current: TrickRound) -> Suit | None:
    """The suit to follow; None for a lead, or if the hand is played without suits."""
    if current.led is None:
        return None
    suit = current.order.led_by(current.led)
    return None if suit == NEAREST else suit


def has_none(current: TrickRound, seat: int) -> bool:
    """Whether the seat failed to follow this suit in an earlier trick of the round."""
    suit = suit_led(current)
    return suit is not None and any(
        each.seat == seat and each.asked == suit and each.due for each in current.laid
    )


def _key(each: Tile, held: int, lit: int, follows: int) -> Key:
    if not each.bit & held:
        return GONE
    if each.bit & lit:
        return picker_key(each, name="play")
    template = marked("{tile}, follows") if each.bit & follows else marked("{tile}, does not follow")
    return picker_key(each, _(template, tile=each), can=False, name="play")


def words_of(table: Table) -> Words:
    """The last ruling; once the trump is named, the trump is its heading."""
    match = TrickMatch.of(table.state)
    current = match.round

    def tell(entry: Entry, said: list[str]) -> dict[str, Any]:
        known = _proofs(match)
        told = [each for each in said if each not in known]
        if current is not None and current.trump is not None:
            told = [trump_title(current.trump), *_short(table, entry, told)]
        elif current is not None and isinstance(entry.event, Round):
            dealer = match.setup.players[current.opener - 1]
            told = [_("{name} deals", name=dealer), tiles_each(match.setup)]
        is_named = current is not None and current.trump is not None
        sub = ". ".join(told[1:])
        return {"head": told[0], "sub": sub, "head_stays": is_named}

    return last_words(table, tell)._replace(drawing=_trump_drawing(current))


def _short(table: Table, entry: Entry, told: list[str]) -> list[str]:
    """What the page does not show anyway: what stood, who took the trick, what is certain; else the ruling itself."""
    if entry.ruling.verdict is Verdict.LET_STAND:
        return told[1:]
    if isinstance(entry.event, Hand):
        return [_("{name} lays the hand open", name=table.setup.players[entry.event.by])]
    if entry.ruling.trick is None:
        return told
    winner = table.setup.players[entry.ruling.trick.seat]
    taken = _("{name} takes the trick: {points}", name=winner, points=entry.ruling.trick.points)
    return [taken, *told[2:]]  # told[2:] is what is certain of the bid by now


def _proofs(match: TrickMatch) -> set[str]:
    """The reneges proved in the current round, worded as in rulings, without the full stop."""
    found = (each for each in match.flags if each.round == match.round_number)
    return {str(each.because).removesuffix(".") for each in found}


def trump_title(trump: int | str) -> str:
    """The trump as a heading: "Sixes are trump"."""
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
    """Whose turn it is, and what they have to do: "Ben to follow: fives"."""
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
        return _("{name} has no {suit}", name=name, suit=suit_name(suit))
    return _("{name} to follow: {suit}", name=name, suit=suit_name(suit))
