"""Who may open a table: links that are withdrawn and made anew, seats that are taken, codes that run out."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from referee.storage import links
from referee.storage.links import ALPHABET, read_code
from referee.storage.rows import Locked, Withdrawn
from tests.storage.conftest import HEADER, PLAY


def kinds(store, table):
    return [(each.role, each.seat) for each in store.links.of(table)]


def link(store, table, role, seat=None):
    return next(each for each in store.links.of(table) if (each.role, each.seat) == (role, seat))


ALL = [("owner", None), ("keep", None), ("seat", 0), ("seat", 1), ("watch", None)]


def test_a_new_table_has_a_link_for_its_owner_the_keeper_each_seat_and_watchers(store, table):
    assert kinds(store, table) == ALL
    assert len({each.token for each in store.links.of(table)}) == 5
    for each in store.links.of(table):
        assert store.open(each.token)[:2] == (store.table(table), each)


def test_a_withdrawn_link_opens_nothing_and_the_others_go_on(store, table):
    gone = link(store, table, "seat", 1)

    store.links.revoke(table, "seat", 1)

    assert store.open(gone.token) is None
    assert store.links.glance(gone.token) is None
    assert kinds(store, table) == [each for each in ALL if each != ("seat", 1)]


@pytest.mark.parametrize(("role", "seat"), ALL)
def test_a_link_made_anew_takes_the_place_of_the_one_before(store, table, role, seat):
    before = link(store, table, role, seat)

    new = store.links.renew(table, role, seat)

    assert store.open(before.token) is None
    assert store.open(new.token)[1] == new
    assert kinds(store, table) == ALL


def test_nothing_is_written_by_a_link_that_was_withdrawn_after_the_page_was_opened(store, table):
    keep = link(store, table, "keep")
    store.append(table, 0, "a", [PLAY], link=keep)
    store.links.revoke(table, "keep")

    with pytest.raises(Withdrawn):
        store.append(table, 1, "b", [PLAY], link=keep)

    assert store.head(table) == 1


def test_a_link_of_one_table_writes_nothing_at_another(store, table):
    other = store.create_table(HEADER)

    with pytest.raises(Withdrawn):
        store.append(other.id, 0, "a", [PLAY], link=link(store, table, "keep"))


def test_a_locked_table_takes_entries_from_its_owner_only(store, table):
    store.links.lock(table, locked=True)

    assert store.table(table).locked
    for role, seat in ALL[1:]:
        with pytest.raises(Locked):
            store.append(table, 0, "a", [PLAY], link=link(store, table, role, seat))
    store.append(table, 0, "b", [PLAY], link=link(store, table, "owner"))

    store.links.lock(table, locked=False)
    store.append(table, 1, "c", [PLAY], link=link(store, table, "keep"))
    assert store.head(table) == 2


def test_it_is_known_which_link_entered_what_after_it_was_withdrawn_too(store, table):
    store.append(table, 0, "a", [PLAY, PLAY], link=link(store, table, "seat", 1))
    store.append(table, 2, "b", [PLAY])
    store.append(table, 3, "c", [PLAY], link=link(store, table, "keep"))
    store.links.revoke(table, "seat", 1)

    entered = store.links.entered(table, 1, 9)

    assert {seq: (each.role, each.seat) for seq, each in entered.items()} == {
        1: ("seat", 1),
        2: ("seat", 1),
        4: ("keep", None),
    }
    assert [store.links.entered_by(table, number) for number in range(6)] == [
        entered.get(number) for number in range(6)
    ]


def test_a_seat_is_given_to_one_phone_until_its_link_is_made_anew(store, table):
    with ThreadPoolExecutor(8) as threads:
        given = list(threads.map(lambda _: store.links.take_seat(table, 0), range(8)))

    assert len([each for each in given if each is not None]) == 1
    assert link(store, table, "seat", 0).taken
    assert not link(store, table, "seat", 1).taken
    store.links.renew(table, "seat", 0)
    assert store.links.take_seat(table, 0) is not None


def test_a_seat_that_has_entered_something_is_taken(store, table):
    store.append(table, 0, "a", [PLAY], link=link(store, table, "seat", 1))

    assert store.links.take_seat(table, 1) is None


def test_a_glance_tells_the_last_event(store, table):
    watch = link(store, table, "watch")
    store.append(table, 0, "a", [PLAY, PLAY])

    assert store.links.glance(watch.token) == (table, watch, 2)
    assert store.links.glance("nothing") is None


# The short code


def test_a_code_is_short_and_has_no_figure_that_is_taken_for_another(store, table):
    codes = {store.links.new_code(table).text for _ in range(200)}

    assert len(codes) == 200
    assert {len(code) for code in codes} == {6}
    assert set("".join(codes)) <= set(ALPHABET)
    assert not set(ALPHABET) & set("01258BILOSUVZ")


def test_a_code_is_found_as_people_type_it(store, table):
    code = store.links.code(table).text

    for typed in (code, code.lower(), f" {code[:3]}-{code[3:]} ", f"{code[:3]} {code[3:]}"):
        assert store.links.by_code(typed) == table
    assert store.links.by_code("") is None
    assert read_code("a\u0301b\u0661") == "AB"


def test_a_code_runs_out_after_an_evening(store, table, monkeypatch):
    assert timedelta(hours=11) < store.links.code(table).ends_at - datetime.now(UTC) <= links.CODE_LASTS
    monkeypatch.setattr(links, "CODE_LASTS", timedelta(minutes=-1))
    code = store.links.new_code(table)

    assert store.links.by_code(code.text) is None
    assert store.links.code(table) is None


def test_a_new_code_ends_the_one_before(store, table):
    before = store.links.code(table).text

    new = store.links.new_code(table).text

    assert store.links.by_code(before) is None
    assert store.links.by_code(new) == table
    store.links.end_code(table)
    assert store.links.by_code(new) is None
