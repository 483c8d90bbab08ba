"""Names above the layout."""

from referee.web.parts.scores import Seat


def test_a_very_long_name_is_shortened_at_its_hyphen_as_at_a_space():
    assert Seat("Bartholomew-Sebastian").short == "Bartholomew S."
    assert Seat("Maximiliana Josefina Maria").short == "Maximiliana J. M."
    assert Seat("Mary-Ann").short == "Mary-Ann"
