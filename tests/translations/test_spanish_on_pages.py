"""Spanish as it stands on a page: capitals at the beginning of a line, plurals, tiles in one piece."""

import re

import pytest

from referee.importing import import_record
from referee.web.infra.typesetting import unbroken
from tests.pinning import RECORDS

SPANISH = {"Accept-Language": "es"}
BEGUN = """{"record": 1, "variant": "hasbro2003.block", "tiles": 9, "players": ["Ana", "Ben"], "options": {}}
{"round": 1, "opener": "Ana"}
{"by": "Ana", "play": "9-9"}
{"by": "Ben", "pass": true}
{"retract": 3}
"""


@pytest.fixture
def say(app):
    """What a page of a record says in Spanish."""

    def read(record: str, page: str = "") -> str:
        row, _judged = import_record(app.extensions["referee"], record.encode())
        html = app.test_client().get(f"/t/{row.links['owner']}{page}", headers=SPANISH).text
        return " ".join(re.sub(r"<[^>]+>", " ", html).split())

    return read


def test_what_was_taken_back_begins_with_a_capital(say):
    assert "Deshecho Pase de Ben" in say(BEGUN)
    assert "Ben pasó deshecho" in say(BEGUN, "/log")


def test_many_tiles_left_are_many(say):
    record = next(path for path in RECORDS if path.stem == "fundex2004.knock-out").read_text(encoding="utf-8")
    page = say(record)
    assert "Partida 1 quedan 20" in page
    assert "queda 20" not in page.replace("quedan", "")


def test_partners_are_not_said_to_take_as_one(say):
    record = next(path for path in RECORDS if path.stem == "hasbro2003.texas").read_text(encoding="utf-8")
    assert "Ana y Cal cumplen la puja de 35" in say(record, "/match")


def test_a_tile_is_not_broken_at_the_end_of_a_line_and_what_was_typed_is_no_markup():
    assert unbroken("Ana opens with 12-12") == 'Ana opens with <span class="unbroken">12-12</span>'
    assert unbroken("<b> 6-4") == '&lt;b&gt; <span class="unbroken">6-4</span>'
