"""The computer's clock is put back, as on a small computer that has none of its own and begins in the past."""

import time
from datetime import UTC, datetime, timedelta
from unittest.mock import Mock

import pytest
from itsdangerous import TimestampSigner

from referee.server import connections
from referee.storage import known_phones, links, rows, store
from referee.web import create_app
from tests.faults.phone import HEADER
from tests.storage.conftest import PLAY
from tests.web.reading import Reader
from tests.web.sitting import say, set_up_by_steps


@pytest.fixture
def clock(monkeypatch):
    """The computer's clock, to be put back by hand: `clock.back(days)`."""

    class Clock(datetime):
        off = timedelta()

        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + cls.off

        @classmethod
        def back(cls, days: float) -> None:
            cls.off = timedelta(days=-days)

    for module in (rows, links, known_phones):
        monkeypatch.setattr(module, "datetime", Clock)
    monkeypatch.setattr(
        TimestampSigner, "get_timestamp", lambda _: int(time.time() + Clock.off.total_seconds())
    )
    monkeypatch.setattr("referee.web.infra.visitors.datetime", Clock)
    return Clock


def test_a_phone_keeps_its_tables_and_its_forms_when_the_clock_is_put_back(app, clock):
    """Guards: `ClockTolerantSigner`: a cookie that was signed in the future is still ours."""
    phone = Reader(app.test_client())
    table = set_up_by_steps(phone, "fundex2004.all-fives", ("Ana", "Ben"))
    say(phone, {"round": 1})
    clock.back(days=400)

    phone.open("/")
    assert "All Fives" in phone.text
    phone.open(table)
    say(phone, {"by": "Ana", "play": "6-6"})

    assert phone.status == 200
    assert "6-6" in phone.text
    kept = app.extensions["referee"]
    assert kept.head(1) == 2
    assert [each.seq for each in kept.events(1)] == [1, 2]


def test_a_cookie_that_is_too_old_or_not_ours_is_still_not_believed(app, clock):
    """Guards: only what is dated in the future is let through, and only with our signature."""
    phone = Reader(app.test_client())
    set_up_by_steps(phone, "fundex2004.all-fives", ("Ana", "Ben"))
    cookie = phone.client.get_cookie("referee").value
    assert "Resume" in phone.client.get("/").text
    clock.back(days=-401)
    assert "Resume" not in phone.client.get("/").text

    clock.back(days=1)
    forged = app.test_client()
    forged.set_cookie("referee", cookie[:-4] + "AAAA")
    assert "Resume" not in forged.get("/").text


def test_events_keep_their_order_and_keys_count_once_when_the_clock_is_put_back(tmp_path, clock):
    """Guards: events are ordered by their number, not by the time."""
    with store.Store(tmp_path / "referee.db") as kept:
        row = kept.create_table(HEADER)
        kept.append(row.id, 0, "form-one", [PLAY])
        clock.back(days=3000)
        wrote = kept.append(row.id, 1, "form-two", [PLAY])
        assert wrote.last_seq == 2
        assert kept.append(row.id, 0, "form-one", [PLAY]).repeated
        assert [each.seq for each in kept.events(row.id)] == [1, 2]
        assert kept.events(row.id)[0].at > kept.events(row.id)[1].at
        code = kept.links.new_code(row.id)
        assert kept.links.by_code(code.text) == row.id


def test_how_long_a_line_rests_does_not_go_by_the_clock_that_was_put_back(monkeypatch):
    """Guards: connections are timed by a clock that only goes forward."""
    lasting = [time.monotonic()]
    monkeypatch.setattr(connections.time, "monotonic", lambda: lasting[0])
    monkeypatch.setattr(connections.time, "time", lambda: 0.0)
    room = connections.OpenConnections(10)
    line = connections.Connection.__new__(connections.Connection)
    line.address, line.since, line.came, line.is_working, line._left = ("here", 1), lasting[0], 0, False, 0
    line._transport = Mock(get_write_buffer_size=Mock(return_value=0))
    room.let_in(line)

    lasting[0] += connections.RESTING - 1
    room.look_after()
    line._transport.close.assert_not_called()
    lasting[0] += 2
    room.look_after()
    line._transport.close.assert_called_once()


def test_a_server_with_a_clock_of_the_past_starts_on_the_tables_of_the_future(tmp_path, clock):
    first = create_app(tmp_path)
    row = first.extensions["referee"].create_table(HEADER)
    first.extensions["referee"].close()
    clock.back(days=20000)

    again = create_app(tmp_path, {"TESTING": True})
    answer = again.test_client().get(f"/t/{row.links['owner']}")
    again.extensions["referee"].close()

    assert answer.status_code == 200
    assert datetime.fromisoformat(row.created_at) > clock.now(UTC)
