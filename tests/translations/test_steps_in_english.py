"""Every word in the steps of trick games, poker and solitaires can be translated."""

import json
from typing import Any

import pytest

from referee.importing import import_record
from tests.folders import PLAYTHROUGHS
from tests.translations.test_nothing_in_english import bracketed, left_over, names_of
from tests.web.reading import HTMX, Page

__all__ = ["bracketed"]

Step = str | dict[str, Any]
NAMES = ("Ana", "Ben", "Cal", "Dan")
UNDO = {"undo": 1}


def said(**event: Any) -> dict[str, Any]:
    """An event as a button says it."""
    return {"say": json.dumps(event)}


def bids(*amounts: int | str) -> list[dict[str, Any]]:
    return [said(by=name, bid=bid) for name, bid in zip(NAMES, amounts, strict=False)]


def deal_of(key: str) -> dict[str, Any]:
    lines = (PLAYTHROUGHS / f"{key}.jsonl").read_text(encoding="utf-8").splitlines()
    return said(**next(event for line in lines if "deal" in (event := json.loads(line))))


DEAL = said(round=1, opener="Ana")
BID_35 = [DEAL, *bids(35, "pass", "pass", "pass")]
SIXES = [*BID_35, said(by="Ana", trump=6)]
LIES_OPEN = said(by="Ben", hand=["6-4", "5-4", "5-3", "4-4", "3-3", "2-2", "1-1"])
TEXAS, FORTY_TWO, POKER = "hasbro2003.texas", "traditional.forty-two", "hasbro2003.poker"
STAKES = {"stakes": True, "buy_in": 20}
SPECIALS = {"nel_o": True, "sevens": True, "plunge": True, "splash": True}
FIRST_HAND = ["6-6", "5-5", "4-4", "3-3", "2-2"]
SECOND_HAND = ["6-1", "6-2", "6-3", "6-4", "6-5"]
LINE, COLUMNS, FIVE, ROW = (
    "fundex2004.knock-out",
    "fundex2004.solitaire",
    "fundex2008.solitaire",
    "hasbro2003.bingo",
)

# What is done one after the other at a table of a game: what is posted, or, as a string, what is looked at.
STEPS: dict[str, tuple[str, dict[str, Any], list[Step]]] = {
    "bids": (TEXAS, {}, [DEAL, said(by="Ana", bid=5), said(by="Cal", bid=31), *bids(30, "pass"), UNDO, "/log"]),
    "nobody bids": (TEXAS, {}, [DEAL, *bids(*["pass"] * 4), "?deal=1", "/log", "/round/1"]),
    "trump": (TEXAS, {}, [*BID_35, said(by="Ben", trump=3), said(by="Ana", trump=7), said(by="Ana", trump=6), UNDO]),
    "a refused follow": (
        TEXAS, {},
        [*SIXES, "?hand=Ben", LIES_OPEN, {"play": "6-6", "by": "Ana"}, "?at=none", "?who=Cal",
         {"play": "5-4", "by": "Ben"}, {"stand": json.dumps({"by": "Ben", "play": "5-4"})}, UNDO, "/log"],
    ),
    "a renege": (
        TEXAS, {},
        [*SIXES, *({"play": tile} for tile in ("6-6", "5-4", "6-2", "6-1", "5-5", "5-0", "5-1", "5-2")),
         said(by="Ben", hand=["6-4", "5-3", "4-4", "3-3", "2-2"]), "/log"],
    ),
    "a call": (FORTY_TWO, SPECIALS, [DEAL, *bids(30, "plunge", "pass", "pass"), "?", "/log", UNDO]),
    "sevens": (FORTY_TWO, SPECIALS, [DEAL, *bids(42, "pass", "pass", "pass"), said(by="Ana", trump="sevens"),
                                     {"play": "5-2"}, {"play": "6-2"}, "/log"]),
    "nel-o": (FORTY_TWO, SPECIALS, [DEAL, *bids(42, "pass", "pass", "pass"), said(by="Ana", trump="nel-o"),
                                    {"play": "5-5"}, {"play": "5-2"}, {"play": "5-1"}, "/log"]),
    "stakes": (
        POKER, STAKES,
        [DEAL, "?at=0", "?at=7", {"antes": 2}, said(by="Ana", check=True), said(by="Ben", bet=5), "?at=3",
         said(by="Cal", check=True), said(by="Cal", **{"raise": 13}), said(by="Dan", fold=True), UNDO,
         said(by="Dan", call=True), said(by="Ana", fold=True), said(by="Ben", call=True), "?hand=Ben",
         {"tile": "6-6", "by": "Ben"}, {"tile": "1-1", "by": "Ben", "shown": "6-6 5-5 4-4 3-3"}, "/log"],
    ),
    "everybody folds": (
        POKER, STAKES,
        [DEAL, {"antes": 2}, *(said(by=name, **{act: True}) for name, act in
                               zip(NAMES, ("check", "check", "check"), strict=False)),
         said(by="Dan", bet=1), *(said(by=name, fold=True) for name in NAMES[:3]), "/log", "/round/1"],
    ),
    "one ante": (POKER, STAKES, [DEAL, said(by="Ana", ante=2), said(by="Ben", ante=2), said(by="Cal", ante=2)]),
    "no stakes": (
        POKER, {},
        ["?", said(round=1), said(by="Ana", hand=FIRST_HAND), said(by="Ben", hand=SECOND_HAND),
         said(by="Cal", hand=["6-6", "5-1", "4-1", "3-1", "2-1"]), UNDO, "/log", "/ranks"],
    ),
    "a knocked pair": (
        LINE, {}, [{"tile": "3-1"}, deal_of(LINE), said(knock=["3-1", "2-1"]), said(knock=["6-4", "4-4"]), UNDO, "/log"],
    ),
    "a run": (LINE, {"knock": "run"}, [deal_of(LINE), "?at=6-4", "?at=2-2", said(void=True, why="given up"), "/log"]),
    "a hint": (
        COLUMNS, {},
        [{"tile": "6-5"}, deal_of(COLUMNS), "?at=hint", "?at=4-5", said(move="6-5", onto="4-4"),
         said(move="4-5", onto="4-4"), "?at=hint", {"tile": "6-4", "at": "c2"}, {"tile": "6-6", "at": "c2"}, UNDO, UNDO,
         {"void": 1}, said(void=True, why="given up"), "/log", "/round/1", "?deal=1"],
    ),
    "a hand of five": (
        FIVE, {},
        [{"tile": "5-1"}, deal_of(FIVE), {"play": "5-1"}, said(play="6-6"), said(play="5-2"), said(draw=1), UNDO,
         said(void=True, why="given up"), "/log", "/round/1"],
    ),
    "a row": (ROW, {}, [{"tile": "2-0"}, deal_of(ROW), said(remove="4-4"), {"forced": 1}, "?", UNDO, "/log"]),
}  # fmt: skip


def seated(app, key, options):
    """A table of the game at which nothing has been said yet: its address, and what is a name there."""
    header = json.loads((PLAYTHROUGHS / f"{key}.jsonl").read_text(encoding="utf-8").splitlines()[0])
    header["options"] = options
    table, _ = import_record(app.extensions["referee"], json.dumps(header).encode(), skip_refused=True)
    return f"/t/{table.links['keep']}", {*names_of(app), *header["players"]}


def post(client, address, step):
    """The form of the page as it stands, sent with something tapped."""
    form = next(each for each in Page(client.get(address).text).forms if "key" in each.fields)
    fields = {**form.fields.to_dict(), **{name: str(value) for name, value in step.items()}}
    return client.post(address, data=fields, headers=HTMX)


@pytest.mark.parametrize(("key", "options", "steps"), STEPS.values(), ids=STEPS)
def test_no_step_of_a_game_has_words_that_nobody_can_translate(bracketed, app, key, options, steps):
    address, names = seated(app, key, options)
    found = {}
    for number, step in enumerate(steps):
        looked = isinstance(step, str)
        answer = bracketed.get(f"{address}{step}") if looked else post(bracketed, address, step)
        assert answer.status_code == 200, (number, step)
        if texts := left_over(answer.text, names):
            found[f"{number}: {step}"] = texts
    assert found == {}
