"""Numbers as forms and addresses write them."""

import pytest

from referee.web.parts.pending_entry import number_in, points_in


@pytest.mark.parametrize(("text", "number"), [("7", 7), (" 12 ", 12), ("0", 0), ("99999", 99999)])
def test_a_whole_number_is_read(text, number):
    assert number_in(text) == number


@pytest.mark.parametrize("text", ["", "²", "٣", "-1", "1.0", "1e3", "100000", "x"])
def test_anything_else_is_no_number(text):
    assert number_in(text) is None


@pytest.mark.parametrize(("text", "points"), [("-5", -5), ("+5", 5), ("\N{MINUS SIGN}15", -15), ("0", 0)])
def test_points_may_have_one_sign(text, points):
    assert points_in(text) == points


@pytest.mark.parametrize("text", ["", "-", "+-5", "--5", "-²", "1000"])
def test_no_points_are_read_from_anything_else(text):
    assert points_in(text, 3) is None
