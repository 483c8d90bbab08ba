"""A player gets another name at many tables: the file says it everywhere, and nothing else has changed."""

import json
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.answers import answer_json, result_json
from referee.engine.log import open_log
from referee.engine.renaming import rename
from referee.engine.setup import check_new_names, read_setup
from referee.reports.players import Facts
from referee.storage.player_names import BothSitThere
from referee.storage.rows import NewEvent, Standing
from referee.storage.store import Store
from tests.folders import PLAYTHROUGHS
from tests.storage.conftest import HEADER, PLAY

RECORDS = sorted(path.stem for path in PLAYTHROUGHS.glob("*.jsonl") if ".answers" not in path.name)


def record(name: str) -> tuple[dict, list[dict]]:
    header, *events = map(json.loads, (PLAYTHROUGHS / f"{name}.jsonl").read_text().splitlines())
    return header, events


def judged(header: dict, events: list[dict]) -> tuple[list[dict], dict]:
    log = open_log(read_setup(header))
    answers = []
    for event in events:
        answer, log = log.say(event)
        answers.append(answer_json(answer))
    return answers, result_json(log.state)["result"]


def every_text(path: Path) -> str:
    """All that any column of any table of the file says, with what JSON writes as an escape written out."""
    connection = sqlite3.connect(path)
    found = []
    for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        for row in connection.execute(f"SELECT * FROM {table}"):
            for value in row:
                try:
                    found.append(json.dumps(json.loads(value), ensure_ascii=False))
                except (TypeError, ValueError):
                    found.append(str(value))
    connection.close()
    return "\n".join(found)


names = st.text(st.characters(categories=("L", "M", "N", "P", "S", "Zs")), min_size=1, max_size=40).filter(
    lambda name: name.strip() and " & " not in name
)


@settings(max_examples=80)
@given(st.data())
def test_a_renamed_table_is_judged_as_before_with_the_new_name(data):
    header, events = record(data.draw(st.sampled_from(RECORDS)))
    before, result = judged(header, events)
    old = data.draw(st.sampled_from(header["players"]))
    new = data.draw(names.filter(lambda name: name not in header["players"]))

    named = rename(
        header, [(raw, each.get("settled")) for raw, each in zip(events, before, strict=True)], old, new
    )

    after, renamed = judged(named.header, [body for body, _ in named.events])
    assert [each["verdict"] for each in after] == [each["verdict"] for each in before]
    assert list(renamed["scores"].values()) == list(result["scores"].values())
    assert [settled for _, settled in named.events] == [each.get("settled") for each in after]
    assert named.header["players"] == [new if each == old else each for each in header["players"]]


@settings(max_examples=20)
@given(st.data())
def test_a_name_given_back_makes_the_table_what_it_was(data):
    header, events = record(data.draw(st.sampled_from(RECORDS)))
    said = [(raw, each.get("settled")) for raw, each in zip(events, judged(header, events)[0], strict=True)]
    old = data.draw(st.sampled_from(header["players"]))

    there = rename(header, said, old, "Wilhelmina")
    back = rename(there.header, there.events, "Wilhelmina", old)

    assert (back.header, list(back.events)) == (header, said)


def test_a_side_is_called_by_its_players_and_a_correction_names_them_too():
    header = {"players": ["Ana", "Ben", "Cal", "Dan"], "teams": [["Ana", "Cal"], ["Ben", "Dan"]]}
    said = [
        ({"adjust": {"Ana & Cal": 5, "Ben & Dan": -5}, "why": "Ana, not Anabel, had a bet"}, None),
        (
            {"amend": 3, "with": {"by": "Cal", "play": "6-4"}},
            {"winner": "Ana & Cal", "points": {"Ana & Cal": 5}},
        ),
        ({"round": 1, "opener": "Cal"}, None),
    ]

    named = rename(header, said, "Cal", "by")

    assert named.header["teams"] == [["Ana", "by"], ["Ben", "Dan"]]
    assert [body for body, _ in named.events] == [
        {"adjust": {"Ana & by": 5, "Ben & Dan": -5}, "why": "Ana, not Anabel, had a bet"},
        {"amend": 3, "with": {"by": "by", "play": "6-4"}},
        {"round": 1, "opener": "by"},
    ]
    assert named.events[1][1] == {"winner": "Ana & by", "points": {"Ana & by": 5}}
    assert rename(header, said, "Ana", "Zoe").events[0][0]["why"] == "Zoe, not Anabel, had a bet"


def test_a_settlement_that_would_be_another_one_today_stays_as_it_was_announced():
    header, events = record("edge.block")
    answers, _ = judged(header, events)
    place = next(number for number, each in enumerate(answers) if "settled" in each)
    kept = {**answers[place]["settled"], "steps": ["Ana was paid 99."], "points": {"Ana": 99}}
    said = [(raw, kept if number == place else None) for number, raw in enumerate(events)]

    named = rename(header, said, "Ana", "Zoe")

    assert named.events[place][1] == {**kept, "steps": ["Zoe was paid 99."], "points": {"Zoe": 99},
                                      "winner": "Zoe" if kept["winner"] == "Ana" else kept["winner"]}  # fmt: skip


def full_table(store: Store, name: str, old: str) -> int:
    """A table of a playthrough whose first player is called `old`, named wherever somebody can write it."""
    header, events = record(name)
    first = header["players"][0]
    answers, _ = judged(header, events)
    said = [(raw, each.get("settled")) for raw, each in zip(events, answers, strict=True)]
    named = rename(header, said, first, old)
    table = store.create_table({**named.header, "note": f"{old}'s birthday", "place": f"at {old}'s"})
    entries = [NewEvent(body, settled) for body, settled in named.events]
    entries.append(NewEvent({"void": True, "why": f"{old} had to leave"}))
    store.append(table.id, 0, "all", entries, {"told": {old: f"{old} opens"}})
    return table.id


@pytest.mark.parametrize("name", ["fundex2004.all-fives", "hasbro2003.texas", "hasbro2003.poker"])
@pytest.mark.parametrize("way", ["renamed", "forgotten"])
def test_nothing_of_a_name_is_left_anywhere_in_the_file(path, name, way):
    old = "Žofie Quux"
    with Store(path) as store:
        table = full_table(store, name, old)
        store.phones.hide("somebody else's phone", old)
        assert old in every_text(path)
        heads = store.head(table)
        links = store.table(table).links
        if way == "renamed":
            assert store.names.rename([links["keep"]], old, "Zoe") == [table]
        else:
            assert store.names.rename([links["owner"]], old, None) == [table]
        assert store.head(table) == heads
        assert store.table(table).links == links

    assert "Quux" not in every_text(path)
    assert ("Zoe" if way == "renamed" else "Somebody") in every_text(path)
    assert b"Quux" not in b"".join(each.read_bytes() for each in path.parent.iterdir())


def test_events_are_guarded_again_afterwards_and_nothing_changes_where_it_cannot_be_done(store, path):
    links = [
        store.create_table({**HEADER, "players": names}).links for names in (["Ana", "Ben"], ["Ana", "Cal"])
    ]
    store.append(1, 0, "a", [PLAY])
    before = every_text(path)

    with pytest.raises(BothSitThere) as refused:
        store.names.rename([each["keep"] for each in links], "Ana", "Cal")
    assert refused.value.tables == 1
    assert every_text(path) == before

    store.names.rename([each["keep"] for each in links], "Ana", "Zoe")
    connection = sqlite3.connect(path)
    for statement in ("UPDATE event SET body = '{}'", "DELETE FROM event"):
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(statement)
    connection.close()


def test_only_the_tables_that_a_link_may_correct_are_changed(store):
    rows = [store.create_table(HEADER) for _ in range(4)]
    kept, watched, locked, withdrawn = (row.id for row in rows)
    store.links.lock(locked, locked=True)
    store.links.revoke(withdrawn, "keep")
    tokens = [rows[0].links["keep"], rows[1].links["watch"], rows[2].links["keep"], rows[3].links["keep"]]

    assert store.names.rename(tokens, "Ana", "Zoe") == [kept]

    players = [store.table(row.id).header["players"][0] for row in rows]
    assert players == ["Zoe", "Ana", "Ana", "Ana"]
    assert watched


def test_a_forgotten_player_gets_a_numbered_name_if_the_first_is_taken(store):
    row = store.create_table({**HEADER, "players": ["Somebody", "Ana", "Ben"]})

    store.names.rename([row.links["keep"]], "Ana", None)

    assert store.table(row.id).header["players"] == ["Somebody", "Somebody 2", "Ben"]


def test_a_removed_player_gets_no_name_that_looks_like_one_of_the_table(store):
    row = store.create_table({**HEADER, "players": ["somebody", "Ana", "Ben"]})

    store.names.rename([row.links["owner"]], "Ana", None)

    header = store.table(row.id).header
    assert header["players"] == ["somebody", "Somebody 2", "Ben"]
    check_new_names(header)


def test_what_was_judged_by_an_old_name_is_not_written_down(store, table):
    from referee.storage.rows import Conflict

    header = store.table(table).header
    store.names.rename([store.table(table).links["keep"]], "Ana", "Zoe")

    with pytest.raises(Conflict):
        store.append(table, 0, "late", [PLAY], header=header)
    assert store.head(table) == 0


def test_a_phone_knows_its_links_until_their_table_is_removed(store):
    mine = "the secret of this phone"
    tokens = [store.create_table(HEADER).links["keep"] for _ in range(3)]
    for _ in range(20):
        store.phones.remember(mine, tokens[:1])
        store.phones.remember(mine, [tokens[1], "no link at all"])
        assert store.phones.links(mine) == [tokens[1], tokens[0]]
    assert store.phones.links("the secret of another") == []

    store.remove_tables([2])
    assert store.phones.links(mine) == [tokens[0]]


def test_what_a_table_comes_to_is_forgotten_with_a_name_and_by_another_version_or_counting(
    store, table, monkeypatch
):
    """Guards: figures by a name that was taken away, and figures that another version of the rules worked out, or an
    earlier way of counting."""
    token = store.table(table).links["owner"]
    facts = Facts("edge.block", False, ())
    store.note_standings([Standing(table, 0, facts)])
    assert next(store.recent([token])).figures == {"variant": "edge.block", "is_over": False, "cards": []}

    for mark, other in (("__version__", "99.0"), ("COUNTING", 99)):
        with monkeypatch.context() as later:
            later.setattr(f"referee.storage.store.{mark}", other)
            assert next(store.recent([token])).figures is None
    store.names.rename([token], "Ana", "Zoe", "")
    assert next(store.recent([token])).figures is None


def test_whether_a_match_is_over_is_known_until_something_is_said(store, table):
    token = store.table(table).links["keep"]
    assert next(store.recent([token])).is_over is None
    facts = Facts("edge.block", True, ())
    store.note_standings([Standing(table, 0, facts), Standing(99, 1, facts)])
    assert next(store.recent([token])).is_over is True
    store.append(table, 0, "a", [PLAY])
    assert next(store.recent([token])).is_over is None
