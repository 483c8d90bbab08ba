"""Notes that are kept with the log but are not part of the record: why a correction was made, who confirmed a round.

A note is the reply stored with a request, in the same transaction as its events.
"""

from referee.storage.database import BookPart

CONFIRMING = "confirming"
CONFIRMED = "confirmed"
GIVEN_BACK = "given_back"  # by a phone, after the book had lost the event
CHANCE = "chance"  # the referee shuffled
COUNT = "count"  # numbers the times that confirming rounds was switched on or off, from 1


class NoteBook(BookPart):
    """Reads the notes from the database file."""

    def whys(self, table_id: int) -> dict[int, str]:
        """The reasons given for corrections, by event number."""
        rows = self._file.rows(
            "SELECT first_seq, reply ->> '$.why' FROM request "
            "WHERE table_id = ? AND reply ->> '$.why' IS NOT NULL AND last_seq >= first_seq",
            table_id,
        )
        return {int(seq): str(why) for seq, why in rows}

    def noted(self, table_id: int, note: str) -> frozenset[int]:
        """The numbers of the events that have this note, such as GIVEN_BACK."""
        rows = self._file.rows(
            "SELECT first_seq, last_seq FROM request WHERE table_id = ? AND reply ->> ? IS NOT NULL",
            table_id,
            note,
        )
        return frozenset(seq for first, last in rows for seq in range(first, last + 1))

    def is_confirming(self, table_id: int) -> bool:
        """Whether a second player has to confirm each settled round. The latest choice counts.

        "Latest" means written last: a computer's clock may be set back.
        """
        rows = self._file.rows(
            "SELECT reply ->> '$.confirming' FROM request "
            "WHERE table_id = ? AND reply ->> '$.confirming' IS NOT NULL "
            "ORDER BY last_seq DESC, coalesce(reply ->> '$.count', 0) DESC, at DESC LIMIT 1",
            table_id,
        )
        return bool(rows) and bool(rows[0][0])

    def times_chosen(self, table_id: int) -> int:
        """How many times confirming rounds was switched on or off so far."""
        ((number,),) = self._file.rows(
            "SELECT count(*) FROM request WHERE table_id = ? AND reply ->> '$.confirming' IS NOT NULL",
            table_id,
        )
        return int(number)

    def confirmed_by(self, table_id: int, seq: int) -> frozenset[int]:
        """The ids of the links that confirmed the table as it was after event `seq`."""
        rows = self._file.rows(
            "SELECT link_id FROM request "
            "WHERE table_id = ? AND reply ->> '$.confirmed' IS NOT NULL AND last_seq = ? AND link_id IS NOT NULL",
            table_id,
            seq,
        )
        return frozenset(int(link) for (link,) in rows)
