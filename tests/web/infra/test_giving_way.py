"""Pages wait for moves, long work waits for both, and everything comes to its end all the same."""

import threading
import time
from contextlib import contextmanager

import pytest

from referee.web.infra import giving_way
from referee.web.infra.giving_way import TrackRequests, give_way, long_work

PAGE = {"REQUEST_METHOD": "GET", "PATH_INFO": "/t/link/log"}
MOVE = {"REQUEST_METHOD": "POST", "PATH_INFO": "/t/link"}


@contextmanager
def being_answered(environ):
    """A request that is being answered until the block ends, or until what is given is set."""
    began, go_on = threading.Event(), threading.Event()

    def answer(_environ, _start):
        began.set()
        assert go_on.wait(20)
        return [b"answered"]

    thread = threading.Thread(target=lambda: TrackRequests(answer)(environ, None))
    thread.start()
    assert began.wait(20)
    try:
        yield go_on
    finally:
        go_on.set()
        thread.join(20)


@pytest.fixture(params=[PAGE, MOVE], ids=["page", "move"])
def answering(request):
    """A phone that is being answered, from the beginning of the test to its end or until it is let go."""
    with being_answered(request.param) as go_on:
        yield go_on


def seconds_to_answer(environ) -> float:
    """Until what is asked has been answered."""
    began = time.monotonic()
    TrackRequests(lambda _environ, _start: [])(environ, None)
    return time.monotonic() - began


def work(pieces: int) -> float:
    """Seconds that long work takes, each piece of which takes longer than a turn."""
    began = time.monotonic()
    for done in range(pieces):
        time.sleep(2 * giving_way.TURN)
        give_way(done, pieces)
    return time.monotonic() - began


def test_long_work_waits_until_the_phone_is_answered(answering, monkeypatch):
    monkeypatch.setattr(giving_way, "REST", 20.0)
    threading.Timer(0.3, answering.set).start()

    assert work(1) < 10
    assert answering.is_set()


def test_long_work_ends_although_phones_ask_all_the_time(answering, monkeypatch):
    monkeypatch.setattr(giving_way, "REST", 0.01)

    assert work(20) < 10


def test_long_work_does_not_wait_for_a_phone_that_waits_for_long_work(monkeypatch):
    monkeypatch.setattr(giving_way, "REST", 20.0)

    def answer(_environ, _start):
        with long_work():
            took.append(work(3))
        return []

    took: list[float] = []
    TrackRequests(answer)(PAGE, None)
    assert took[0] < 5


def test_nobody_is_waited_for_after_an_answer_that_failed(monkeypatch):
    monkeypatch.setattr(giving_way, "REST", 20.0)

    def fail(_environ, _start):
        with long_work():
            1 / 0  # noqa: B018

    with pytest.raises(ZeroDivisionError):
        TrackRequests(fail)(PAGE, None)
    assert work(3) < 5


def test_a_page_is_begun_only_when_no_move_is_being_answered(monkeypatch):
    monkeypatch.setattr(giving_way, "REST", 20.0)
    with being_answered(MOVE) as go_on:
        threading.Timer(0.3, go_on.set).start()
        assert seconds_to_answer(PAGE) < 10
        assert go_on.is_set()


def test_a_page_is_made_although_moves_come_all_the_time(monkeypatch):
    monkeypatch.setattr(giving_way, "REST", 0.01)
    with being_answered(MOVE):
        assert seconds_to_answer(PAGE) < 10


def test_two_pages_are_not_made_at_once():
    with being_answered(PAGE) as go_on:
        threading.Timer(0.3, go_on.set).start()
        assert seconds_to_answer(PAGE) < 10
        assert go_on.is_set()


@pytest.mark.parametrize("other", [PAGE, MOVE], ids=["page", "move"])
def test_a_move_waits_for_nothing(other, monkeypatch):
    monkeypatch.setattr(giving_way, "REST", 20.0)
    with being_answered(other):
        assert seconds_to_answer(MOVE) < 5


def test_a_page_that_waits_for_long_work_keeps_no_other_page_waiting():
    def answer(_environ, _start):
        with long_work():
            took.append(seconds_to_answer(PAGE))
        return []

    took: list[float] = []
    TrackRequests(answer)(PAGE, None)
    assert took[0] < 5
