"""What an eye asks of a phone: pips in the colours of the set, more contrast, the system's own colours, no motion."""

import pytest

from tests.web.looking import SMALL, faults
from tests.web.phone.test_phone import remember
from tests.web.sitting import prepare
from tests.web.touching import Thumb

LAID = [
    {"round": 1},
    *({"by": by, "play": tile} for by, tile in (("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "5-4"))),
]
SIX, PALE, INK = "rgb(166, 106, 0)", "rgb(118, 132, 142)", "rgb(28, 26, 23)"
WOOD, WOOD_BY_NIGHT = "rgb(201, 191, 168)", "rgb(154, 143, 120)"
FILL_OF = "part => getComputedStyle(part).fill"
# The words that are broken over two lines.
BROKEN = """all => all.flatMap(each => {
    const words = [...each.firstChild.data.matchAll(/\\p{L}+/gu)];
    return words.filter(word => {
        const range = document.createRange();
        range.setStart(each.firstChild, word.index);
        range.setEnd(each.firstChild, word.index + word[0].length);
        return range.getClientRects().length > 1;
    }).map(word => word[0]);
})"""
STATES = {
    "contrast": {"contrast": "more"},
    "contrast by night": {"contrast": "more", "color_scheme": "dark"},
    "the system's colours": {"forced_colors": "active"},
    "the system's colours by night": {"forced_colors": "active", "color_scheme": "dark"},
}


def sit(phone, *marked):
    thumb = Thumb(phone)
    remember(thumb, *marked)
    prepare(thumb, "fundex2004.block-draw", ("Ana", "Ben"), LAID)
    return thumb


def pips(thumb, where):
    """The colour in which a six is painted there: asked of what hands it on to the symbol."""
    return painted(thumb, where, "#h6")


def painted(thumb, where, part):
    """The colour there of what is painted like this part of a symbol."""
    colour = """(place, part) => {
        const copy = document.querySelector(part).cloneNode();
        place.append(copy);
        const fill = getComputedStyle(copy).fill;
        copy.remove();
        return fill;
    }"""
    return thumb.phone.locator(where).first.evaluate(colour, part)


def test_pips_are_coloured_where_this_phone_was_asked_to(phone):
    thumb = sit(phone, "coloured")

    assert pips(thumb, "#k-6-1 .tile") == SIX
    assert pips(thumb, ".layout .tile") == SIX
    assert pips(thumb, ".words-tile .tile") == SIX
    assert pips(thumb, ".key.off .tile") == PALE
    thumb.press("6-4")
    thumb.phone.locator(".cand").first.wait_for()
    assert pips(thumb, ".layout .cand") not in (SIX, INK)
    assert pips(thumb, ".words-tile .tile") == SIX


def test_the_side_of_a_tile_has_the_colour_of_wood_by_day_and_by_night(phone):
    thumb = sit(phone)
    for tile in ("#k-6-1 .tile", ".layout .tile"):
        assert painted(thumb, tile, "#flat .side") == WOOD
    phone.emulate_media(color_scheme="dark")
    assert painted(thumb, "#k-6-1 .tile", "#flat .side") == WOOD_BY_NIGHT


def test_pips_are_black_where_nobody_asked_for_colours_and_on_paper(phone):
    thumb = sit(phone)
    assert pips(thumb, "#k-6-1 .tile") == INK

    remember(thumb, "coloured")
    thumb.phone.reload()
    assert pips(thumb, "#k-6-1 .tile") == SIX
    thumb.phone.emulate_media(media="print")
    assert pips(thumb, ".layout .tile") == "rgb(0, 0, 0)"


@pytest.mark.parametrize("state", STATES)
def test_states_are_told_by_lines_where_colours_do_not_tell_them(open_phone, state):
    thumb = sit(open_phone(viewport=SMALL, **STATES[state]), "coloured")
    dashes = "face => getComputedStyle(face).strokeDasharray"
    width = "part => parseFloat(getComputedStyle(part).borderLeftWidth)"

    assert property_of(thumb, ".key.off .tile", "--dash") != property_of(thumb, ".key.go .tile", "--dash")
    assert thumb.phone.locator(".place rect").first.evaluate(dashes) != "none"
    if "system" in state:
        assert thumb.phone.locator(".party.now").first.evaluate(width) >= 3
        assert thumb.phone.locator(".party:not(.now)").first.evaluate(width) == 0
        assert pips(thumb, "#k-6-1 .tile") != SIX
    assert faults(thumb.phone) == []
    thumb.press("3-2")
    assert thumb.phone.locator(".words.refused").first.evaluate(width) >= 5
    thumb.open("/phone")
    assert faults(thumb.phone) == []


def property_of(thumb, where, name):
    styled = "(part, name) => getComputedStyle(part).getPropertyValue(name)"
    return thumb.phone.locator(where).first.evaluate(styled, name).strip()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_where_less_motion_is_asked_for(open_phone, motion):
    thumb = sit(open_phone(reduced_motion=motion))
    name = thumb.phone.locator(".layout .last").evaluate("tile => getComputedStyle(tile).animationName")

    assert name == ("none" if motion == "reduce" else "laid")


@pytest.mark.parametrize("width", [390, 360])
def test_no_word_of_a_game_is_broken_in_large_type(open_phone, width):
    thumb = Thumb(open_phone(viewport={"width": width, "height": 844}))
    remember(thumb, "large")
    thumb.open("/")
    names = thumb.phone.locator(".quick .choice b")

    assert names.count() == 3
    assert names.evaluate_all(BROKEN) == []
