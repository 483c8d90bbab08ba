"""Where tiles lie in the drawing, and the text that draws them."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.drawing.lying import Lying
from referee.drawing.placing import Arrangement, arrange
from referee.drawing.svg import end_places, face_svg, half_svg, layout_svg
from referee.drawing.symbols import pips, symbols
from referee.engine.layout import Layout, Place, Shape
from referee.engine.sheets import LINE_GAMES
from referee.engine.tiles import Face, tile, tile_set
from tests.drawing.layouts import (
    CROSS,
    EVERY,
    FIRST,
    IN_LINE,
    LINE,
    ONE_ARM,
    OPENING,
    SHAPES,
    layouts,
    line_of,
    matadors,
    random_layout,
    random_matador,
)

EDGE = 1e-9


def overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return (
        a[0] < b[0] + b[2] - EDGE and b[0] < a[0] + a[2] - EDGE
        and a[1] < b[1] + b[3] - EDGE and b[1] < a[1] + a[3] - EDGE
    )  # fmt: skip


def middles(lying: Lying, half: int) -> list[tuple[float, float]]:
    """The middles of the half squares of a tile that show `half`."""
    return [(x, y) for number, x, y in lying.halves if number == half]


def touches(new: Lying, under: Lying, half: int) -> bool:
    """Whether a half of `new` lies full face to `half` of `under`; a tile across shows its middle too.

    A single across is touched there and nowhere else.
    """
    mine = middles(new, new.laid.touching) if not new.laid.across else []
    yours = middles(under, half)
    if new.across:
        mine.append((new.x, new.y))
    if under.across and under.laid.tile.is_double:
        yours.append((under.x, under.y))
    gaps = [sorted((abs(x - a), abs(y - b))) for x, y in mine for a, b in yours]
    return [0.0, 1.0] in gaps


def assert_no_overlap(arrangement: Arrangement) -> None:
    boxes = [each.box for each in arrangement.lying]
    for number, box in enumerate(boxes):
        assert not any(overlap(box, other) for other in boxes[:number])


@settings(max_examples=30, deadline=None)
@given(layouts)
def test_no_tile_lies_on_another(layout: Layout) -> None:
    assert_no_overlap(arrange(layout))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_whole_double_fifteen_set_lies_without_overlap(shape: Shape) -> None:
    arrangement = arrange(random_layout(shape, 15, 7))
    assert_no_overlap(arrangement)


@settings(max_examples=40, deadline=None)
@given(layouts, st.integers(1, 200))
def test_what_lies_does_not_move_unless_the_chain_is_laid_anew(layout: Layout, some: int) -> None:
    count = min(some, len(layout.laid))
    before, after = arrange(replace(layout, laid=layout.laid[:count])), arrange(layout)
    assert after.lying[:count] == before.lying or after.anew > before.anew


@settings(max_examples=30, deadline=None)
@given(layouts)
def test_every_tile_lies_full_face_to_the_half_it_touches(layout: Layout) -> None:
    lying = arrange(layout).lying
    where = {each.laid.tile: each for each in lying}
    for each in lying[1:]:
        assert each.laid.on is not None
        if each.mark is None:
            assert touches(each, where[each.laid.on.tile], each.laid.on.half)


@settings(max_examples=30, deadline=None)
@given(layouts)
def test_tiles_and_places_are_in_view(layout: Layout) -> None:
    arrangement = arrange(layout)
    left, top, width, height = arrangement.view.box
    places = [(each.x - 0.5, each.y - 0.5, 1.0, 1.0) for each in end_places(arrangement, layout)]
    for x, y, wide, high in [each.box for each in arrangement.lying] + places:
        assert left <= x
        assert x + wide <= left + width
        assert top <= y
        assert y + high <= top + height


@settings(max_examples=30, deadline=None)
@given(layouts)
def test_open_places_are_free_and_apart_from_each_other(layout: Layout) -> None:
    arrangement = arrange(layout)
    boxes = [each.box for each in arrangement.lying]
    for place in end_places(arrangement, layout):
        box = (place.x - 0.5, place.y - 0.5, 1.0, 1.0)
        assert not any(overlap(box, other) for other in boxes)
        boxes.append(box)


@pytest.mark.parametrize(
    ("shape", "high"),
    [(shape, high) for shape in (LINE, OPENING, IN_LINE) for high in (6, 9, 15)]
    + [(ONE_ARM, 6), (ONE_ARM, 9)],
)
def test_a_line_or_a_spinner_in_the_middle_never_breaks_off(shape: Shape, high: int) -> None:
    for seed in range(10 if high < 15 else 2):
        assert arrange(random_layout(shape, high, seed)).continued == 0


def test_only_all_sevens_lays_doubles_in_line_and_a_spinner_lies_across_all_the_same() -> None:
    in_line = [each for each in LINE_GAMES.values() if each.doubles.shape().in_line]
    assert [each.key for each in in_line] == ["fundex2004.matador"]
    assert not replace(in_line[0].doubles, spinner="all").shape().in_line


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([(7, 6), (10, 9)]), st.booleans())
def test_doubles_in_line_change_nothing_in_links_and_ends(
    seed: int, game: tuple[int, int], crosswise: bool
) -> None:
    in_line = random_matador(IN_LINE, game, seed, crosswise)
    across = random_matador(LINE, game, seed, crosswise)
    assert in_line.laid == across.laid
    assert in_line.frontier == across.frontier
    assert (in_line.places(), in_line.ends()) == (across.places(), across.ends())


@settings(max_examples=40, deadline=None)
@given(matadors)
def test_doubles_in_line_lie_as_their_arm_runs_and_have_no_pin(layout: Layout) -> None:
    layout = replace(layout, shape=IN_LINE)
    arrangement = arrange(layout)
    for each in arrangement.lying:
        assert (each.upright == (each.facing in (1, 3))) != each.laid.across
    assert 'class="pin"' not in layout_svg(arrangement, layout)


def test_a_double_in_line_is_open_at_its_short_ends() -> None:
    alone = line_of(IN_LINE, "5-5")
    assert arrange(alone).lying[0].box == (-1.0, -0.5, 2.0, 1.0)
    assert {each[:3] for each in end_places(arrange(alone), alone)} == {
        (Place(tile(5, 5), 5), 1.5, 0.0),
        (Place(tile(5, 5), 5), -1.5, 0.0),
    }
    followed = alone.add(tile(2, 2), Place(tile(5, 5), 5), 2)
    assert arrange(followed).lying[1].box == (1.0, -0.5, 2.0, 1.0)
    assert {each[1:4] for each in end_places(arrange(followed), followed)} == {(3.5, 0.0, 2), (-1.5, 0.0, 5)}


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([(7, 6), (10, 9)]))
@example(1320, (10, 9))
@example(15869, (10, 9))
def test_a_line_of_matadors_never_breaks_off(seed: int, game: tuple[int, int]) -> None:
    for shape in (LINE, IN_LINE):
        assert arrange(random_matador(shape, game, seed)).continued == 0


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 999), st.sampled_from([(7, 6), (10, 9)]), st.sampled_from([LINE, IN_LINE]))
def test_every_open_end_is_shown_where_matadors_lie_across(
    seed: int, game: tuple[int, int], shape: Shape
) -> None:
    layout = random_matador(shape, game, seed, crosswise=True)
    assert {each.place for each in end_places(arrange(layout), layout)} == set(layout.places())


def test_a_matador_across_is_touched_in_its_middle_and_open_at_both_short_ends() -> None:
    layout = line_of(IN_LINE, "6-4").add(tile(5, 2), Place(tile(6, 4), 4), 2, across=True)
    arrangement = arrange(layout)
    assert arrangement.lying[1].halves == ((2, 1.5, -0.5), (5, 1.5, 0.5))
    places = {each[1:4] for each in end_places(arrangement, layout)}
    assert places == {(-1.5, 0.0, 6), (1.5, -1.5, 2), (1.5, 1.5, 5)}
    branch = layout.add(tile(4, 3), Place(tile(5, 2), 5), 3).add(tile(5, 0), Place(tile(5, 2), 2), 5)
    assert [each.box for each in arrange(branch).lying[2:]] == [(1.0, 1.0, 1.0, 2.0), (1.0, -3.0, 1.0, 2.0)]


def test_the_first_tile_lies_in_the_middle_a_double_standing() -> None:
    root = arrange(line_of(OPENING, "6-6")).lying[0]
    assert root.box == (-0.5, -1.0, 1.0, 2.0)
    assert arrange(line_of(LINE, "6-4")).lying[0].halves == ((6, -0.5, 0.0), (4, 0.5, 0.0))


def test_the_arms_of_a_spinner_go_right_left_up_and_down() -> None:
    lying = arrange(line_of(OPENING, "6-6", "6-1 on 6-6", "6-2 on 6-6", "6-3 on 6-6", "6-4 on 6-6")).lying
    assert [(each.x, each.y) for each in lying[1:]] == [(1.5, 0), (-1.5, 0), (0, -2), (0, 2)]


def test_a_line_turns_before_the_edge_down_at_the_right_and_up_at_the_left_and_runs_back_three_units_out() -> (
    None
):
    steps = ["6-6", "6-3 on 6-6", "3-1 on 6-3", "5-1 on 3-1", "5-4 on 5-1", "4-4 on 5-4", "4-3 on 4-4"]
    right = arrange(line_of(OPENING, *steps)).lying
    assert right[3].halves == ((1, 4.0, 1.0), (5, 4.0, 2.0))
    assert right[4].halves == ((4, 3.0, 3.0), (5, 4.0, 3.0))
    assert right[5].box == (1.5, 2.0, 1.0, 2.0)
    left = line_of(LINE, "6-6", "6-0 on 6-6", "6-2 on 6-6", "4-2 on 6-2", "4-1 on 4-2", "6-1 on 4-1")
    assert arrange(left).lying[-2].halves == ((1, -4.0, -2.0), (4, -4.0, -1.0))
    assert arrange(left).lying[-1].halves == ((1, -4.0, -3.0), (6, -3.0, -3.0))


def test_the_first_view_is_15_by_10_units_and_later_ones_keep_its_shape() -> None:
    assert arrange(line_of(LINE, "6-4")).view.box == (-7.5, -5.0, 15.0, 10.0)
    wide = arrange(random_layout(LINE, 9, 1)).view
    assert wide.step > 0
    assert wide.box[2] / wide.box[3] == pytest.approx(1.5, abs=0.03)


def test_a_tile_that_is_tried_moves_nothing() -> None:
    layout = random_layout(OPENING, 6, 3)
    for count in range(2, len(layout.laid)):
        arrangement = arrange(replace(layout, laid=layout.laid[:count]))
        tried = arrangement.tried(layout.laid[count])
        assert tried.lying[:count] == arrangement.lying
        assert tried.lying[-1] == arrangement.where(layout.laid[count])


def test_open_places_count_as_the_layout_counts() -> None:
    layout = line_of(OPENING, "6-6", "6-3 on 6-6")
    found = {(each.number, each.x, each.y): each.tinted for each in end_places(arrange(layout), layout)}
    expected = {(6, -1.0, 0.0): True, (6, 0.0, -1.5): False, (6, 0.0, 1.5): False, (3, 3.0, 0.0): True}
    assert found == expected


@settings(max_examples=40, deadline=None)
@given(layouts)
def test_where_ends_do_not_count_all_places_that_may_be_used_now_look_the_same(layout: Layout) -> None:
    arrangement = arrange(layout)
    usable = layout.places_now()
    for each in end_places(arrangement, layout, counts_ends=False):
        assert each.tinted == (each.place in usable)
        assert each.waits == (each.place not in usable)
    assert {each[:4] for each in end_places(arrangement, layout, counts_ends=False)} == {
        each[:4] for each in end_places(arrangement, layout)
    }


@pytest.mark.parametrize("counts_ends", [True, False])
def test_while_a_cross_is_owed_only_what_it_lacks_is_tinted_and_can_be_tapped(counts_ends: bool) -> None:
    steps = ["6-6", "6-1 on 6-6", "6-3 on 6-6"]
    owed = line_of(CROSS, *steps)
    svg = layout_svg(arrange(owed), owed, counts_ends=counts_ends)
    assert re.findall(r'class="place (\w+)" data-place="([^"]*)"', svg) == [("counts", "6-6/6")] * 2
    assert svg.count('<g class="place bare"><rect') == 2
    done = line_of(CROSS, *steps, "6-2 on 6-6", "6-5 on 6-6")
    svg = layout_svg(arrange(done), done, counts_ends=counts_ends)
    assert re.findall(r'class="place (\w+)"', svg) == ["counts"] * 4


def test_in_a_silent_drawing_all_open_places_look_the_same() -> None:
    owed = line_of(CROSS, "6-6", "6-1 on 6-6", "6-3 on 6-6")
    silent = layout_svg(arrange(owed), owed, silent=True)
    assert silent.count('<g class="place" data-place=') == 4
    assert silent == layout_svg(arrange(owed), owed, silent=True, counts_ends=False)
    free = replace(owed, shape=FIRST)
    assert silent == layout_svg(arrange(free), free, silent=True)


def test_a_silent_drawing_does_not_tell_what_counts() -> None:
    scoring = line_of(OPENING, "5-5", "5-0 on 5-5")
    other = replace(scoring, shape=OPENING._replace(counts_until=1))
    assert [each.tinted for each in end_places(arrange(scoring), scoring)] != [
        each.tinted for each in end_places(arrange(other), other)
    ]
    assert layout_svg(arrange(scoring), scoring) != layout_svg(arrange(other), other)
    silent = layout_svg(arrange(scoring), scoring, silent=True)
    assert silent == layout_svg(arrange(other), other, silent=True)
    assert "<text" not in silent


def test_a_double_open_four_ways_has_a_pin_and_no_other_has() -> None:
    spinner = line_of(OPENING, "6-6", "6-3 on 6-6", "3-3 on 6-3")
    assert layout_svg(arrange(spinner), spinner).count('class="pin"') == 1
    plain = line_of(LINE, "6-6", "6-3 on 6-6")
    assert 'class="pin"' not in layout_svg(arrange(plain), plain)


def test_candidates_lie_where_the_tile_would_lie_and_name_their_place() -> None:
    layout = line_of(OPENING, "6-6", "6-5 on 6-6", "6-4 on 6-6", "4-2 on 6-4")
    new = tile(5, 2)
    offered = [
        layout.add(new, place, place.half).laid[-1] for place in layout.places() if place.half in new.halves
    ]
    svg = layout_svg(arrange(layout), layout, candidates=offered)
    assert re.findall(r'class="tile cand" data-place="([^"]*)"', svg) == ["6-5/5", "4-2/2"]
    assert svg.count('class="place') == 2


def test_candidates_at_both_ends_of_a_line_are_in_the_view_together() -> None:
    layout = line_of(EVERY, "5-1", "4-1 on 5-1", "5-5 on 5-1", "5-2 on 5-5", "4-3 on 4-1", "2-2 on 5-2")
    ends = (Place(tile(4, 3), 3), Place(tile(2, 2), 2))
    offered = [layout.add(tile(3, 2), place, place.half).laid[-1] for place in ends]
    arrangement = arrange(layout)
    svg = layout_svg(arrangement, layout, candidates=offered)
    left, _, width, _ = map(float, re.search('viewBox="([^"]*)"', svg)[1].split())
    for each in offered:
        lying = arrangement.where(each)
        assert left <= lying.x - 1
        assert lying.x + 1 <= left + width


def test_the_last_tile_and_a_tile_that_stood_are_marked() -> None:
    layout = line_of(LINE, "6-6", "6-3 on 6-6").add(tile(5, 1), Place(tile(6, 3), 3), 5, stood=True)
    svg = layout_svg(arrange(layout), layout)
    assert svg.count('class="tile last stood"') == 1
    assert "last" not in layout_svg(arrange(layout), layout, mark_last=False)


def test_a_refused_tile_is_drawn_where_it_would_lie_and_nothing_moves() -> None:
    layout = line_of(LINE, "6-6", "6-3 on 6-6")
    wrong = layout.add(tile(5, 1), Place(tile(6, 3), 3), 5).laid[-1]
    svg = layout_svg(arrange(layout), layout, refused=[wrong])
    assert 'class="tile refused"' in svg
    assert svg.count('<g class="tile') == 3


@settings(max_examples=30, deadline=None)
@given(layouts, st.booleans())
def test_every_drawing_is_well_formed_and_keeps_the_content_policy(layout: Layout, silent: bool) -> None:
    svg = layout_svg(arrange(layout), layout, silent=silent, label='Ana & "Ben"')
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    assert root.get("aria-label") == 'Ana & "Ben"'
    assert "style=" not in svg
    assert "<style" not in svg
    assert "<script" not in svg


@pytest.mark.parametrize("high", [6, 9, 12, 15])
def test_the_symbols_hold_all_that_tiles_refer_to(high: int) -> None:
    held = set(re.findall(r'id="([^"]+)"', symbols(high)))
    ET.fromstring(symbols(high))
    for each in tile_set(high).tiles:
        for upright in (False, True):
            assert (
                set(re.findall(r'href="#([^"]+)"', face_svg(Face(each.high, each.low), upright=upright)))
                <= held
            )
    assert set(re.findall(r'href="#([^"]+)"', half_svg(high))) <= held


@pytest.mark.parametrize("number", range(16))
def test_a_half_shows_its_number_of_pips_apart_and_within_the_tile(number: int) -> None:
    found = pips(number)
    assert len(found) == len(set(found)) == number
    assert all(abs(x) <= 0.34 and abs(y) <= 0.34 for x, y in found)
    assert {(-x, -y) for x, y in found} == set(found)


def test_a_tile_by_itself_is_named_by_its_halves_unless_told_otherwise() -> None:
    assert 'role="img" aria-label="6-4"' in face_svg(Face(6, 4))
    assert 'aria-label="held by Ana"' in face_svg(Face(6, 4), label="held by Ana")
    assert 'aria-hidden="true"' in face_svg(Face(6, 4), label="")
    assert 'class="tile cannot"' in face_svg(Face(6, 4), state="cannot")


def test_twenty_eight_tiles_take_no_more_than_six_kilobytes() -> None:
    layout = max((random_layout(OPENING, 6, seed) for seed in range(30)), key=lambda each: len(each.laid))
    assert len(layout.laid) >= 27
    assert len(layout_svg(arrange(layout), layout)) < 6000
    assert 'aria-label="27 tiles"' in layout_svg(arrange(replace(layout, laid=layout.laid[:27])), layout)


def test_an_arm_that_finds_no_room_runs_on_at_the_foot_and_a_letter_stands_at_both_places() -> None:
    layout = random_layout(LINE, 6, 0, misplays=True)
    arrangement = arrange(layout)
    marks = [each.mark for each in arrangement.lying if each.mark is not None]
    assert [each.letter for each in marks] == ["A", "B"]
    svg = layout_svg(arrangement, layout)
    assert re.findall(r"<circle[^>]*/><text[^>]*>([A-Z])<", svg) == ["A", "A", "B", "B"]
    left, top, width, height = arrangement.view.box
    for each in marks:
        assert left < each.to_x < left + width
        assert top < each.to_y < top + height
