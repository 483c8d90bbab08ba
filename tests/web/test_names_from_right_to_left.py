"""Names in Hebrew and Arabic letters: what stands after a name stays after it, measured in Chromium."""

import json

import pytest

from referee.web.infra.typesetting import in_order
from tests.folders import PLAYTHROUGHS
from tests.web.sitting import prepare
from tests.web.touching import Thumb

NAMES = {"Ana": "דנה", "Ben": "محمد", "Cal": "ג'ורג'"}
MARK = "\N{LEFT-TO-RIGHT MARK}"
# Each text with a name and a figure after it, and where each of the two begins, from the left; if they are on two lines,
# the figure counts as far to the right
LEFT = """
(names) => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const at = (node, start, end) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return range.getBoundingClientRect();
  };
  while (walk.nextNode()) {
    const node = walk.currentNode, text = node.data;
    for (const name of names) {
      const start = text.indexOf(name), figure = text.slice(start + name.length).match(/^[^0-9א-ת]*?([0-9]+)/);
      if (start < 0 || !figure || !node.parentElement.checkVisibility()) continue;
      const from = start + name.length + figure[0].length - figure[1].length;
      const first = at(node, start, start + name.length), last = at(node, from, from + figure[1].length);
      found.push([text, first.left, last.left + (last.top > first.bottom ? 10000 : 0)]);
    }
  }
  return found;
}
"""


@pytest.fixture
def played(thumb) -> tuple[Thumb, str]:
    """A thumb at a finished match of players with such names, and the address of their table."""
    text = (PLAYTHROUGHS / "fundex2004.five-up.jsonl").read_text(encoding="utf-8")
    for name, other in NAMES.items():
        text = text.replace(f'"{name}"', json.dumps(other, ensure_ascii=False))
    header, *said = map(json.loads, text.splitlines())
    return thumb, prepare(thumb, "fundex2004.five-up", header["players"], said)


@pytest.mark.parametrize("page", ["", "/match", "/round/1", "/ask?q=held"])
def test_a_figure_stands_to_the_right_of_the_name_before_it(played, page):
    thumb, address = played
    thumb.open(f"{address}{page}")

    lines = thumb.phone.evaluate(LEFT, list(NAMES.values()))

    assert len(lines) > 1
    assert [text for text, name, figure in lines if figure <= name] == []


def test_names_in_a_row_are_read_from_the_left(played):
    thumb, address = played
    thumb.open(f"{address}/match")

    first, second, text = thumb.phone.evaluate("""() => {
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const node = walk.currentNode, at = ["דנה", "محمد"].map((name) => node.data.indexOf(name));
        if (at.includes(-1)) continue;
        const lefts = at.map((start) => {
          const range = document.createRange();
          range.setStart(node, start);
          range.setEnd(node, start + 3);
          return range.getBoundingClientRect().left;
        });
        return [...lefts, node.data];
      }
    }""")

    assert first < second, text


def test_what_scripts_write_and_what_is_shared_keeps_the_order(played):
    thumb, address = played
    told = thumb.phone.evaluate("window.referee.say('lays', {name: 'דנה', tile: '6-4'})")
    shared = thumb.phone.evaluate("(at) => fetch(at).then((all) => all.text())", f"{address}/export/text")

    assert f"דנה{MARK}" not in told  # a word from left to right follows
    assert thumb.phone.evaluate("window.referee.say('gone', 'דנה 6-4')").startswith(f"דנה{MARK} 6-4")
    assert f"דנה{MARK}, " in shared


def test_only_what_is_read_gets_marks_and_a_name_keeps_its_apostrophes():
    form = '<input value="דנה 2"><script>["דנה", 2]</script>'

    assert (
        in_order(f"{form}<b>ג&#39;ורג&#39; &amp; דנה</b>")
        == f"{form}<b>ג&#39;ורג&#39;{MARK} &amp; דנה{MARK}</b>"
    )


def test_a_negative_number_has_a_real_minus_where_it_is_read_and_a_tile_keeps_its_hyphen():
    form = '<input value="-5"><path d="M0 -5"/>'

    assert (
        in_order(f"{form}<b>6-4 · Ben -15, 54 - 34, 2026-11-26</b>")
        == f"{form}<b>6-4 · Ben −15, 54 − 34, 2026-11-26</b>"
    )


def test_a_link_can_be_copied_as_it_is_read_even_if_it_begins_with_a_hyphen():
    page = "<b>54 - 34</b><a>http://referee.local:8000/t/-3via8I167Wl2faM</a>"

    assert in_order(page) == page.replace("54 - 34", "54 − 34")


def test_a_page_without_such_names_is_not_touched():
    page = "<p>Žofie, 王小明 &#38; Юлия · 5</p>"

    assert in_order(page) is page
