"""The tiles nobody has seen, each in its place: those that follow are lit, and the others can be laid as well."""

from __future__ import annotations

from referee.engine.games.tricks.state import TrickMatch, TrickRound
from referee.engine.messages import _, marked
from referee.engine.rules.trump import NEAREST, Suit
from referee.engine.tiles import Tile, mask_of
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import Key, Picker
from referee.web.parts.tile_picker import BOX

HAS_NONE = "none"  # the player has no tile of the suit led: the step `at` of the address


def trick_picker(match: TrickMatch, current: TrickRound, seat: int, asked: Asked) -> Picker:
    """What the seat may hold; lit is what follows, or after "Has no five" everything else."""
    own = current.shown[seat]
    held = current.unseen if own is None else own
    follows = _following(match, current, held)
    lit = held & ~follows if asked.at == HAS_NONE or has_none(current, seat) else follows
    return Picker(shape="box", keys=tuple(_key(each, held, lit or held, follows) for each in BOX))


def open_picker(current: TrickRound, asked: Asked) -> Picker:
    """What a hand that is being laid open can still be."""
    left = current.unseen & ~mask_of(asked.shown)
    keys = (
        Key(label=each.name, state="go", name="tile", value=each.name, drawing=tile_picture(each))
        if each.bit & left
        else Key(label="", state="gone")
        for each in BOX
    )
    return Picker(shape="box", keys=tuple(keys))


def _following(match: TrickMatch, current: TrickRound, held: int) -> int:
    """The tiles of these that follow what is led; all of them for a lead, or if none of them would."""
    if current.led is None or current.order.led_by(current.led) == NEAREST:
        return held
    follows = mask_of(
        each
        for each in match.setup.tiles.tiles
        if each.bit & held and not current.order.due(each, current.led)
    )
    return follows or held


def suit_led(current: TrickRound) -> Suit | None:
    """What has to be followed; None for a lead, and if nothing has suits."""
    if current.led is None:
        return None
    suit = current.order.led_by(current.led)
    return None if suit == NEAREST else suit


def has_none(current: TrickRound, seat: int) -> bool:
    """Whether the seat has shown in an earlier trick of this round that it has none of the suit led."""
    suit = suit_led(current)
    return suit is not None and any(
        each.seat == seat and each.asked == suit and each.due for each in current.laid
    )


def _key(each: Tile, held: int, lit: int, follows: int) -> Key:
    if not each.bit & held:
        return Key(label="", state="gone")
    can = bool(each.bit & lit)
    label = each.name
    if not can:
        template = marked("{tile}, follows") if each.bit & follows else marked("{tile}, does not follow")
        label = _(template, tile=each)
    drawing = tile_picture(each, state="" if can else "cannot")
    return Key(label=label, state="go" if can else "off", name="play", value=each.name, drawing=drawing)
