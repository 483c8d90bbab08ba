"""A ruling of the table on its pages: in the log, on paper, and never over a round that was settled before it."""

import re

import pytest

from referee.storage.rows import NewEvent

SHARED = "When the lightest hands are equal, they share the points."
NOBODY = "When the lightest hands are equal, nobody scores."
HEADER = {
    "record": 1,
    "variant": "hasbro2003.draw",
    "players": ["Ana", "Ben", "Cal"],
    "options": {"hand_size": 3, "draw": "none"},
}
EVENTS = [
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"ruling": {"block_tie": "split"}, "why": "as last week"},
    *({"by": name, "pass": True} for name in ("Ben", "Cal", "Ana")),
    *({"by": name, "pips": pips} for name, pips in (("Ana", 10), ("Ben", 10), ("Cal", 12))),
    {"ruling": {"block_tie": "no_score"}},
]


@pytest.fixture
def address(app) -> str:
    """A table at which a tie was settled by a ruling, and another ruling made after it."""
    store = app.extensions["referee"]
    row = store.create_table(HEADER)
    store.append(row.id, 0, "all of it", [NewEvent(each) for each in EVENTS])
    return f"/t/{row.links['keep']}"


def words(client, address: str) -> str:
    page = client.get(address)
    assert page.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.text))


def test_the_log_tells_what_the_table_ruled_and_why(client, address):
    assert f"The table rules: {SHARED} It holds from now on. Reason: as last week" in words(
        client, f"{address}/log"
    )


@pytest.mark.parametrize("page", ["", "/round/1"])
def test_a_settled_round_shows_the_rule_that_it_was_settled_by(client, address, page):
    shown = words(client, address + page)

    assert "Ana takes 6 and Ben takes 6" in shown
    assert SHARED in shown
    assert NOBODY not in shown.replace(f"The table rules: {NOBODY}", "")


def test_the_rules_of_the_table_are_those_that_it_plays_by_now(client, address):
    rules = words(client, f"{address}/rules")

    assert rules.index(NOBODY) < rules.index(SHARED)
