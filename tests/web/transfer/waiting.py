"""Waiting for long work to end."""

import time

from referee.web.transfer.work import Work, works_of

LONG_ENOUGH = 60  # seconds, on the busiest computer


def wait_for(app, address: str) -> Work:
    """The job whose progress page has that address, once it has ended."""
    work = works_of(app).get(address.rpartition("/")[2])
    assert work is not None
    until = time.monotonic() + LONG_ENOUGH
    while not work.is_over:
        assert time.monotonic() < until, "it does not end"
        time.sleep(0.05)
    return work
