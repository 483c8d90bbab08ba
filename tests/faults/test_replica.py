"""A computer that is gone, while Litestream copies its book to another: what the deployment's paper promises."""

import shutil
import subprocess
import sys
import time

import pytest

from tests.faults.phone import Phone, opened_table, reasons
from tests.running import RunningServer

LITESTREAM = shutil.which("litestream")
BEHIND = 2.5  # seconds that the copy may be behind: Litestream sends once a second


@pytest.mark.skipif(LITESTREAM is None, reason="litestream is not installed")
def test_a_book_that_two_processes_serve_goes_on_at_another_computer_with_every_answered_entry(tmp_path):
    """Guards: Litestream's own log and tables disturb neither the two writers nor the check of the book."""
    home, away, copy = (tmp_path / name for name in ("home", "away", "copy"))
    servers = [RunningServer(home), RunningServer(home)]
    _, address = opened_table(home / "referee.db")
    replica = f"file://{copy}"
    copying = subprocess.Popen(["litestream", "replicate", str(home / "referee.db"), replica])
    try:
        for each in servers:
            each.start()
        phones = [Phone(each.port, address) for each in servers]
        for number in range(10):
            assert phones[number % 2].say(f"entry {number}").status in (200, 303)
        time.sleep(BEHIND)
    finally:
        for each in servers:
            each.kill()
        copying.kill()
        copying.wait()

    subprocess.run(["litestream", "restore", "-o", str(away / "referee.db"), replica], check=True)
    checked = subprocess.run(
        [sys.executable, "-m", "referee", "check", str(away / "referee.db")], capture_output=True, check=False
    )
    other = RunningServer(away)
    other.start()
    seen = Phone(other.port, address).look()
    other.stop()

    assert checked.returncode == 0, checked
    assert reasons(away / "referee.db", 1) == [f"entry {number}" for number in range(10)]
    assert seen.status == 200
