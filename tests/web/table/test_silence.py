"""While a claim is open, no page says whether a tile scores: pages of tiles that do and do not are the same."""

import json
import re
from html import unescape

import pytest

from tests.web.reading import Reader
from tests.web.sitting import say, set_up

# 6-6 and 6-3 count 15; with 6-2 in its place the ends count 14. Nothing else differs.
SCORES, SCORES_NOT = "6-3", "6-2"
PLAYERS = ("Ana", "Ben", "Cal")
ASKED = (
    "/ask?q=count", "/ask?q=turn", "/ask?q=held", "/ask?q=nothing&who=Ben", "/ask?q=may&tile=6-5",
    "/ask?q=score&tile=6-5", "/elsewhere", "/open",
)  # fmt: skip


def table_after(app, tile, *events, variant):
    reader = Reader(app.test_client(), htmx=True)
    address = set_up(reader, variant, PLAYERS, tiles="6")
    for event in ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": tile}, *events):
        say(reader, event)
    return reader, address


def levelled(html, address, tile):
    """The page with everything made equal that only names the tile, the table or the form.

    The keys of the picker stand in their fixed places, so they are put in the order of their names.
    """
    other = tile[-1]
    html = html.replace(address, "/t/table")
    html = re.sub(r'<svg class="symbols".*?</svg>|(?<= )d="[^"]*"', "", html)
    html = re.sub(r"<time .*?</time>|(?<=open ends: )[^.]*", "", html)
    html = re.sub(
        r'name="key" value="[^"]*"|name="csrf_token" value="[^"]*"|data-(phone|token)="[^"]*"', "", html
    )
    html = re.sub(r'data-link="[^"]*"', "", html)
    html = re.sub(r"<kbd>(\d)</kbd> <kbd>(\d)</kbd>", r"\1-\2", html)
    html = re.sub(r'(?<=data-ahead=")[^"]*', lambda facts: ahead_of(facts[0], other), html)
    keys = re.findall(r'<(?:button class="key|(?:span|a) class="slot).*?</(?:button|span|a)>', html)
    for key in keys:
        html = html.replace(key, "", 1)
    return renamed(html, other), sorted(renamed(key, other) for key in keys)


def ahead_of(facts, half):
    """What a phone goes on from without a connection: the half that differs as X, and neither of the two tiles."""
    told = json.loads(unescape(facts))
    unseen = [told["unseen"][place : place + 2] for place in range(0, len(told["unseen"]), 2)]
    told["unseen"] = [each for each in unseen if each not in ("62", "63")]
    told["ends"] = [
        [tile, "X" if str(open_half) == half else open_half, *ways] for tile, open_half, *ways in told["ends"]
    ]
    return json.dumps(told)


def renamed(html, half):
    """The two halves that differ, told apart by nothing any more, in names and in drawings."""
    html = re.sub(r"\b([0-6])-([0-6])\b", lambda tile: name_of(tile, half), html)
    html = html.replace(f"#h{half}", "#hX").replace(f"#q{half}", "#qX")
    return re.sub(r"-[23]/[23]|X/[23]", "X", html)


def name_of(tile, half):
    """A tile with the half that differs written as X; the other of the two is written as Y."""
    other = {"2": "3", "3": "2"}[half]
    names = {half: "X", other: "Y"}
    return "-".join(sorted(names.get(each, each) for each in tile.groups()))


@pytest.mark.parametrize("variant", ["fundex2004.all-fives", "hasbro2003.muggins"])
@pytest.mark.parametrize(
    "events",
    [(), ({"by": "Cal", "play": "6-1"},), ({"by": "Cal", "draw": 1},)],
    ids=["at once", "after the next tile", "after a draw"],
)
def test_a_tile_that_scores_and_one_that_does_not_give_the_same_pages(app, variant, events):
    scores, there = table_after(app, SCORES, *events, variant=variant)
    scores_not, here = table_after(app, SCORES_NOT, *events, variant=variant)

    paths = ["", "/live?since=0", "?call=claim", "?call=muggins", *ASKED]
    # By Hasbro's rule the next tile closes every window, and then the list may tell all.
    is_told = bool(events) and "play" in events[0] and variant.startswith("hasbro")
    for path in [*paths, *(() if is_told else ("/log",))]:
        pages = [scores.open(there + path).html, scores_not.open(here + path).html]
        if is_told:
            pages = [re.sub(r'(?s)<section class="so-far">.*?</section>', "", each) for each in pages]
        one, two = levelled(pages[0], there, SCORES), levelled(pages[1], here, SCORES_NOT)
        assert one[0] == two[0], path
        if path != "/log":
            assert same_but_order(one[1], two[1]), path


def same_but_order(one, two):
    """The drawings of the keys differ by which half is the higher one; what is lit must be the same."""
    states = [[re.sub(r"<svg.*</svg>", "", each) for each in keys] for keys in (one, two)]
    return sorted(states[0]) == sorted(states[1])


def test_an_answer_to_a_tile_gives_no_points_away(app):
    reader, address = table_after(app, SCORES, variant="fundex2004.all-fives")

    for path in ("", "/log", "?call=claim"):
        text = reader.open(address + path).text
        assert "15 points" not in text
        assert "= 15" not in text
        assert "+15" not in text


def test_totals_hold_claimed_points_only(app):
    reader, _ = table_after(app, SCORES, {"by": "Ben", "claim": 15}, variant="fundex2004.all-fives")

    assert "Ben claims 15 points for 6-3" in reader.page.text
    assert "Ben 4 15 85 to go" in reader.page.text


def test_once_its_window_is_closed_a_missed_score_is_told(app):
    events = ({"by": "Cal", "play": "6-1"}, {"by": "Ana", "play": "4-1"})
    reader, address = table_after(app, SCORES, *events, variant="fundex2004.all-fives")

    text = reader.open(f"{address}/log").text

    assert "Ben missed 15 points" in text
    assert "6 + 6 + 3 = 15" in text


def test_where_the_referee_counts_the_sum_is_shown_and_nobody_calls(app):
    reader = Reader(app.test_client(), htmx=True)
    set_up(reader, "fundex2004.all-fives", PLAYERS, claims="auto")
    for event in ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": SCORES}):
        say(reader, event)

    assert "6 + 6 + 3 = 15" in reader.page.text
    assert "15 points for Ben" in reader.page.text
    assert "Muggins" not in reader.page.links
    assert "Claim" not in reader.page.links
