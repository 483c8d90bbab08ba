"""Whatever is done to a table, in any order, what was said at it stays."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from referee.storage.rows import Conflict, NewEvent
from referee.storage.store import Store
from tests.storage.conftest import HEADER, PLAY


class ATableOverTime(RuleBasedStateMachine):
    """Phones that write, send twice, look at an old page; and a server that starts again."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(Path(self.folder.name, "referee.db"))
        self.table = self.store.create_table(HEADER)
        self.said: list[dict] = []
        self.answers: dict[str, tuple] = {}

    @rule(count=st.integers(0, 3))
    def write(self, count: int) -> None:
        key = f"form {len(self.answers)}"
        events = [NewEvent({"n": len(self.said) + number}) for number in range(count)]
        wrote = self.store.append(self.table.id, len(self.said), key, events, {"key": key})
        self.said += [entry.body for entry in events]
        self.answers[key] = wrote._replace(repeated=True, rows=())
        assert not wrote.repeated

    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        if self.answers:
            key = data.draw(st.sampled_from(sorted(self.answers)))
            seen = data.draw(st.integers(0, len(self.said) + 2))
            assert self.store.append(self.table.id, seen, key, [PLAY]) == self.answers[key]

    @rule(behind=st.integers(-2, 5).filter(bool))
    def write_from_an_old_page(self, behind: int) -> None:
        with pytest.raises(Conflict):
            self.store.append(self.table.id, len(self.said) - behind, "never", [PLAY])

    @rule()
    def start_again(self) -> None:
        self.store.close()
        self.store = Store(Path(self.folder.name, "referee.db"))

    @invariant()
    def nothing_is_lost_or_moved(self) -> None:
        if hasattr(self, "store"):
            rows = self.store.events(self.table.id)
            assert [row.body for row in rows] == self.said
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            assert self.store.head(self.table.id) == len(rows)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()


TestATableOverTime = ATableOverTime.TestCase
TestATableOverTime.settings = settings(max_examples=25, stateful_step_count=20)
