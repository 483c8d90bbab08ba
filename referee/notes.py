"""What is kept beside the log and is no part of the record: why a correction was made, who confirmed a round.

A note is the reply kept with the request that said it, so it stands or falls with what was written down.
"""

from __future__ import annotations

from referee.database import DatabaseFile

CONFIRMING = "confirming"
CONFIRMED = "confirmed"


class NoteBook:
    """The notes in the database file."""

    def __init__(self, file: DatabaseFile) -> None:
        self._file = file

    def whys(self, table_id: int) -> dict[int, str]:
        """Why corrections were made, as far as anybody said: by the number of the event."""
        rows = self._file.rows(
            "SELECT first_seq, reply ->> '$.why' FROM request "
            "WHERE table_id = ? AND reply ->> '$.why' IS NOT NULL AND last_seq >= first_seq",
            table_id,
        )
        return {int(seq): str(why) for seq, why in rows}

    def is_confirming(self, table_id: int) -> bool:
        """Whether the table asks that somebody else confirms each settled round."""
        rows = self._file.rows(
            "SELECT reply ->> '$.confirming' FROM request "
            "WHERE table_id = ? AND reply ->> '$.confirming' IS NOT NULL ORDER BY at DESC LIMIT 1",
            table_id,
        )
        return bool(rows) and bool(rows[0][0])

    def confirmed_by(self, table_id: int, seq: int) -> frozenset[int]:
        """The links that confirmed how the table stood after event `seq`."""
        rows = self._file.rows(
            "SELECT link_id FROM request "
            "WHERE table_id = ? AND reply ->> '$.confirmed' IS NOT NULL AND last_seq = ? AND link_id IS NOT NULL",
            table_id,
            seq,
        )
        return frozenset(int(link) for (link,) in rows)
