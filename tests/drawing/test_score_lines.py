"""The plot of a match: where its lines, dots and names lie, the same for a page, a paper and a picture."""

import re
from html import unescape
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.drawing.plots import PlotFrame, Scores, score_plot, scores_svg

FRAME = PlotFrame(358, 172, 14)
THREE = Scores(("Ana", "Ben", "Cal"), ((20, 10, 35), (30, 60, 55), (55, 60, 70), (60, 120, 90)), 100, 1)


def matches(sides: int = 8) -> st.SearchStrategy[Scores]:
    """Matches of up to so many sides, won by one of them or not over yet, begun with or without points."""
    return st.integers(2, sides).flatmap(
        lambda number: st.builds(
            Scores,
            st.just(tuple(f"Player {each}" for each in range(number))),
            st.lists(st.tuples(*[st.integers(-90, 400)] * number), min_size=1, max_size=40).map(tuple),
            st.sampled_from((0, 61, 250)),
            st.none() | st.integers(0, number - 1),
            st.just(()) | st.tuples(*[st.integers(0, 1000)] * number),
        )
    )


@given(matches())
def test_every_line_begins_at_the_left_and_has_a_point_for_each_round_inside_the_room(match: Scores) -> None:
    plot = score_plot(match, FRAME)

    for run in plot.runs:
        assert len(run.points) == len(match.rounds) + 1
        assert run.points[0][0] == plot.left
        assert all(
            plot.left - 0.01 <= x <= plot.right + 0.01 and 0 <= y <= FRAME.height for x, y in run.points
        )


@given(matches())
def test_the_names_of_the_sides_stand_in_order_and_never_cover_each_other(match: Scores) -> None:
    names = score_plot(match, FRAME).names
    last = dict(zip(match.sides, match.rounds[-1], strict=True))

    assert [int(each.text.rpartition(" ")[2]) for each in names] == sorted(last.values(), reverse=True)
    apart = min(FRAME.letter * 1.25, FRAME.height / len(names) * 0.9)
    assert all(below.y - above.y >= apart - 0.01 for above, below in pairwise(names))
    assert all(0 <= each.y <= FRAME.height for each in names)


@given(matches())
def test_the_lines_are_told_apart_without_colour(match: Scores) -> None:
    runs = score_plot(match, FRAME).runs
    others = [each.dash for each in runs if not each.won]

    assert len(set(others)) == len(others)
    if match.winner is not None:
        assert runs[-1].won
        assert runs[-1].thick > max(each.thick for each in runs[:-1])
        assert runs[-1].dash == ()


def test_the_target_is_dashed_and_the_winner_is_drawn_above_the_others() -> None:
    svg = scores_svg(THREE, FRAME)

    assert svg.count('class="target-line"') == 1
    assert re.findall('<g class="(run[^"]*)">', svg) == ["run", "run", "run won"]
    assert 'aria-label="The scores, round by round. Ana 60, Ben 120, Cal 90"' in svg
    assert re.findall(r'class="run-name[^"]*"[^>]*>([^<]*)<', svg) == ["Ben 120", "Cal 90", "Ana 60"]


@pytest.mark.parametrize(("rounds", "numbers"), [(4, [1, 2, 3, 4]), (30, [5, 10, 15, 20, 25, 30])])
def test_of_many_rounds_every_fifth_is_numbered(rounds: int, numbers: list[int]) -> None:
    match = Scores(("Ana", "Ben"), tuple((each, 2 * each) for each in range(1, rounds + 1)))
    assert [each.number for each in score_plot(match, FRAME).ticks] == numbers


@pytest.mark.parametrize("rounds", range(1, 80))
def test_the_numbers_of_the_rounds_never_run_together(rounds: int) -> None:
    match = Scores(("Ana & Cal", "Ben & Dan"), tuple((each, 2 * each) for each in range(1, rounds + 1)))
    frame = PlotFrame(358, 160, 14)

    ticks = score_plot(match, frame).ticks

    for one, other in pairwise(ticks):
        widths = 0.62 * frame.letter * (len(str(one.number)) + len(str(other.number))) / 2
        assert other.x - one.x > widths + 2


@pytest.mark.parametrize(
    ("sides", "told"),
    [
        (("Anastasia-Wilhelmina", "Ben"), ["Anastasia-Wil… 388", "Ben 40"]),
        (
            ("Grandma Rosa & Guadalupe M", "Maximiliano & Bernardo José"),
            ["Grandma Rosa &", "Guadalupe M 388", "Maximiliano &", "Bernardo José 40"],
        ),
    ],
)
@pytest.mark.parametrize("frame", [PlotFrame(480, 160, 12), FRAME])
def test_long_names_have_room_beside_the_lines_and_of_partners_each_has_a_line(sides, told, frame):
    match = Scores(sides, ((388, 40),))

    drawn = scores_svg(match, frame)

    assert re.findall(r"run-name[^>]*>([^<]*)<", unescape(drawn)) == told
    squeezed = [float(each) / frame.width for each in re.findall(r'textLength="([^"]*)"', drawn)]
    assert squeezed == ([] if frame is not FRAME else [pytest.approx(0.4)])


def test_the_names_of_partners_never_cover_each_other():
    match = Scores(("Ana & Cal", "Ben & Dan"), ((20, 21),))

    names = score_plot(match, FRAME).names

    assert [each.text for each in names] == ["Ben &", "Dan 21", "Ana &", "Cal 20"]
    assert all(below.y - above.y >= FRAME.letter * 1.2 - 0.01 for above, below in pairwise(names))
    assert all(FRAME.letter / 2 <= each.y <= FRAME.height for each in names)


def test_the_lines_start_with_what_every_side_began_with():
    match = Scores(("Ana", "Ben"), ((26, 14), (20, 20)), began=(20, 20))

    plot = score_plot(match, FRAME)

    assert [run.points[0] for run in plot.runs] == [(plot.left, run.points[-1][1]) for run in plot.runs]
