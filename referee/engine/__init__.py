"""The referee as a library: tiles, rules, games and rulings.

It imports nothing but the standard library, and uses no files, no clock, no network and no randomness. README.md beside
this file shows a round in ten lines.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.engine.log import Log


def open_table(header: Mapping[str, Any]) -> "Log":
    """A table at which nothing has been said yet; `header` is line 0 of a record, without `record` if you like.

    `log.say(event)` gives the answer and the log after it. Raises HeaderError if the header is wrong.
    """
    # Imported here so that a process that needs one module, such as `tiles`, does not load them all.
    from referee.engine.log import open_log
    from referee.engine.setup import read_setup

    return open_log(read_setup({"record": 1, **header}))
