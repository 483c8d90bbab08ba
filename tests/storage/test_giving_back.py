"""What a book makes of the record of a phone that knows more: compared, judged, and all of it written or nothing."""

import pytest

from referee.cli.main import main
from referee.engine.log import open_log
from referee.engine.setup import read_setup
from referee.giving_back import WentOnDifferently, give_back
from referee.importing import NotImported
from referee.storage.annotations import GIVEN_BACK
from referee.storage.rows import Conflict, Locked, NewEvent, Withdrawn
from referee.storage.store import Store
from tests.lost_moves import HEADER, MOVES, lost_after, record, said


def heard(store):
    def read(row, head):
        rows, log = store.events(row.id), open_log(read_setup(row.header))
        for each in rows:
            _answer, log = log.say(each.body)
        return rows, log

    return read


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "referee.db") as store:
        yield store


def given(store, row, text, role="keep"):
    return give_back(store, row.links[role], text.encode(), heard(store))


def test_the_moves_that_all_tests_play_stand(store):
    row = lost_after(store, 0)

    assert given(store, row, record(*MOVES)) == len(MOVES) == 15


def test_the_book_has_again_what_it_had_with_every_settlement(store):
    row = lost_after(store, 3)

    assert given(store, row, record(*MOVES)) == 12

    assert said(store, row) == MOVES
    assert store.notes.noted(row.id, GIVEN_BACK) == frozenset(range(4, 16))
    assert store.links.entered_by(row.id, 9).role == "keep"


def test_what_is_given_back_twice_is_written_once(store):
    row = lost_after(store, 3)

    assert [given(store, row, record(*MOVES), role) for role in ("keep", "owner")] == [12, 0]

    assert said(store, row) == MOVES


def test_of_two_phones_at_the_same_moment_each_move_is_written_once(store):
    """Guards: the key of the same moves, and the number of the last event that each gift comes after."""
    row = lost_after(store, 3)
    plain = heard(store)
    other = iter([record(*MOVES[:13]), record(*MOVES)])

    def while_another_gives_back(table, head):
        found = plain(table, head)
        if first := next(other, None):
            give_back(store, row.links["owner"], first.encode(), plain)
        return found

    assert give_back(store, row.links["keep"], record(*MOVES).encode(), while_another_gives_back) == 2
    assert said(store, row) == MOVES


def test_a_table_that_others_write_at_without_end_is_told(store):
    row = lost_after(store, 3)
    plain = heard(store)

    def while_others_write(table, head):
        found = plain(table, head)
        number = store.head(row.id)
        store.append(row.id, number, f"form {number}", [NewEvent(MOVES[number])])
        return found

    with pytest.raises(Conflict):
        give_back(store, row.links["keep"], record(*MOVES).encode(), while_others_write)


@pytest.mark.parametrize(
    ("place", "forged"),
    [
        (5, {"by": "Ben", "play": "6-6"}),
        (6, {"by": "Ana", "draw": 40}),
        (9, {"by": "Eve", "play": "5-5"}),
        (9, {"score": 100}),
        (12, {"retract": 99}),
        (12, {"amend": 2, "with": {"by": "Ana", "play": "5-5"}}),
    ],
)
def test_an_event_that_does_not_stand_is_told_and_nothing_is_written(store, place, forged):
    row = lost_after(store, 3)
    moves = [*MOVES[:place], forged, *MOVES[place + 1 :]]

    with pytest.raises(NotImported) as refused:
        given(store, row, record(*moves))

    assert refused.value.complaints[0].event == place + 1
    assert refused.value.complaints[0].line == place + 2
    assert said(store, row) == MOVES[:3]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_book_that_went_on_otherwise_is_given_nothing(store, place):
    row = lost_after(store, 3)
    moves = [*MOVES]
    moves[place] = {"by": "Ana", "play": "5-5"}

    with pytest.raises(WentOnDifferently) as refused:
        given(store, row, record(*moves))

    assert refused.value.entry == place + 1
    assert said(store, row) == MOVES[:3]


@pytest.mark.parametrize(
    "header",
    [
        {**HEADER, "variant": "edge.block"},
        {**HEADER, "options": {"claims": "auto"}},
        {**HEADER, "players": ["Ana", "Ben", "Cal"]},
        {**HEADER, "note": "a finer table"},
    ],
)
def test_a_record_of_another_table_is_given_nothing(store, header):
    row = lost_after(store, 3)

    with pytest.raises(WentOnDifferently):
        given(store, row, record(*MOVES, header=header))


@pytest.mark.parametrize("names", [["Anna", "Ben"], ["Ben", "Ana"], ["Somebody", "Somebody 2"]])
def test_a_player_who_was_given_another_name_meanwhile_gives_back_all_the_same(store, names):
    row = lost_after(store, 3)
    new = dict(zip(HEADER["players"], names, strict=True))
    moves = [{**each, "by": new[each["by"]]} if "by" in each else each for each in MOVES]

    assert given(store, row, record(*moves, header={**HEADER, "players": names})) == 12

    assert said(store, row) == MOVES


@pytest.mark.parametrize("role", ["watch", "seat", "revoked", "unknown"])
def test_only_a_good_link_that_keeps_score_gives_back(store, role):
    row = lost_after(store, 3)
    token = {each.role: each.token for each in store.links.of(row.id)}
    store.links.revoke(row.id, "keep")
    link = {**token, "revoked": token["keep"], "unknown": "x" * 16}[role]

    with pytest.raises(Withdrawn):
        give_back(store, link, record(*MOVES).encode(), heard(store))

    assert said(store, row) == MOVES[:3]


def test_a_link_that_is_withdrawn_while_it_is_judged_gives_nothing_back(store):
    """Guards: the link is asked again in the transaction that writes."""
    row = lost_after(store, 3)

    def while_it_is_withdrawn(table, head):
        store.links.revoke(row.id, "keep")
        return heard(store)(table, head)

    with pytest.raises(Withdrawn):
        give_back(store, row.links["keep"], record(*MOVES).encode(), while_it_is_withdrawn)

    assert said(store, row) == MOVES[:3]


def test_a_locked_table_takes_back_from_its_owner_only(store):
    row = lost_after(store, 3)
    store.links.lock(row.id, locked=True)

    with pytest.raises(Locked):
        given(store, row, record(*MOVES))
    assert said(store, row) == MOVES[:3]
    assert given(store, row, record(*MOVES), "owner") == 12


def test_a_removed_table_is_told_from_one_that_the_book_never_knew(store, tmp_path):
    row = lost_after(store, 3)
    old = row.links["keep"]
    new = store.links.renew(row.id, "keep").token

    assert [store.links.is_withdrawn(each) for each in (old, new, "x" * 16)] == [True, False, False]
    assert main(["tables", "delete", str(row.id), "--yes", "--database", str(tmp_path / "referee.db")]) == 0

    assert [store.links.is_withdrawn(each) for each in (old, new, "x" * 16)] == [True, True, False]
    assert new.encode() not in (tmp_path / "referee.db").read_bytes()
