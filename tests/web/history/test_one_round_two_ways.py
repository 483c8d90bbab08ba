"""A settled round on its page and in its file: the same words, from one account."""

import io
import json
import re
from html import unescape

import pytest
from pypdf import PdfReader

from referee.importing import import_record
from tests.folders import PLAYTHROUGHS

GAMES = (
    "fundex2004.all-fives", "traditional.partners-cuban", "fundex2008.blind", "traditional.mexican-train",
    "traditional.chickenfoot", "hasbro2003.texas", "traditional.forty-two", "hasbro2003.poker", "fundex2004.knock-out",
    "fundex2004.elimination", "fundex2004.solitaire", "fundex2008.solitaire",
)  # fmt: skip
TOLD = re.compile(r"<(h1|h2|p|dt|dd|th|td|b)\b[^>]*>(.*?)</\1>", re.DOTALL)
# What only one of them says: the drawings have captions, the tables heads that a screen reader needs.
ASIDE = re.compile(r'<svg.*?</svg>|<span class="unseen">.*?</span>', re.DOTALL)
CAPTIONS = {"As it was turned up", "As it ended", "Trick by trick", "The trains", "The foot", "open"}


def squeezed(text: str) -> str:
    """The text without spaces, because lines break elsewhere on paper."""
    return re.sub(r"\s", "", text).casefold()


def told_on_page(html: str) -> list[str]:
    """What the page says above the moves."""
    above = ASIDE.sub("", html.partition('<main class="paper-page')[2].partition('<ol class="events')[0])
    found = (unescape(re.sub(r"<.+?>", " ", words)).strip() for _, words in TOLD.findall(above))
    return [each for each in found if each and each not in CAPTIONS]


@pytest.mark.parametrize("game", GAMES)
def test_all_that_the_page_of_a_round_says_stands_in_its_file(app, reader, game):
    row, _ = import_record(app.extensions["referee"], (PLAYTHROUGHS / f"{game}.jsonl").read_bytes())
    link = row.links["owner"]
    reader.open(f"/t/{link}/round/1")
    file = reader.client.get(f"/t/{link}/export/round/1.pdf").data
    printed = squeezed("".join(page.extract_text() for page in PdfReader(io.BytesIO(file)).pages))

    told = told_on_page(reader.page.html)

    assert len(told) > 7
    assert [each for each in told if squeezed(each) not in printed] == []


def test_the_page_of_a_round_says_where_it_was_played(app, reader):
    header, *events = (PLAYTHROUGHS / "fundex2004.all-fives.jsonl").read_text("utf-8").splitlines()
    there = json.dumps({**json.loads(header), "place": "The Anchor"})
    row, _ = import_record(app.extensions["referee"], "\n".join((there, *events)).encode())

    assert " · The Anchor · " in reader.open(f"/t/{row.links['owner']}/round/1").text
