"""Long work rests while a phone is being answered, and comes to its end all the same."""

from __future__ import annotations

import threading
import time

import pytest

from referee.web.infra import giving_way
from referee.web.infra.giving_way import Answered, give_way, long_work


@pytest.fixture
def answering():
    """A phone that is being answered, from the beginning of the test to its end or until it is let go."""
    began, go_on = threading.Event(), threading.Event()

    def answer(_environ, _start):
        began.set()
        assert go_on.wait(20)
        return [b"answered"]

    thread = threading.Thread(target=lambda: Answered(answer)({}, None))
    thread.start()
    assert began.wait(20)
    yield go_on
    go_on.set()
    thread.join(20)


def work(pieces: int) -> float:
    """Seconds that a piece of long work takes, each part of which takes longer than a turn."""
    began = time.monotonic()
    for done in range(pieces):
        time.sleep(2 * giving_way.TURN)
        give_way(done, pieces)
    return time.monotonic() - began


def test_long_work_waits_until_the_phone_is_answered(answering, monkeypatch):
    monkeypatch.setattr(giving_way, "REST", 20.0)
    threading.Timer(0.3, answering.set).start()

    assert 0.25 < work(1) < 10


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
    Answered(answer)({}, None)
    assert took[0] < 5


def test_nobody_is_waited_for_after_an_answer_that_failed(monkeypatch):
    monkeypatch.setattr(giving_way, "REST", 20.0)

    def fail(_environ, _start):
        with long_work():
            1 / 0  # noqa: B018

    with pytest.raises(ZeroDivisionError):
        Answered(fail)({}, None)
    assert work(3) < 5
