"""The paper on which a round or a match is printed. static/css/print.css has the same names and millimetres."""

from typing import NamedTuple

from referee.engine.messages import marked


class Paper(NamedTuple):
    """What people call it, and its width and height in millimetres."""

    name: str
    size: tuple[float, float]


SHEETS = {"a4": Paper("A4", (210.0, 297.0)), "letter": Paper(marked("Letter"), (215.9, 279.4))}
# A match is too wide for a receipt; the PDF of a round is as long as it has to be.
PAPERS = {**SHEETS, "receipt": Paper("80 mm", (80.0, 297.0))}
