"""Players at a table of the web application: they set it up with its forms and enter events with its buttons.

`hand` uses the phone: a `Reader` without a browser, or a `Thumb` in one.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from werkzeug.datastructures import MultiDict

from referee.engine.tiles import read_tile
from referee.importing import import_record
from referee.storage.rows import NewEvent
from referee.web.tables.choices import TableChoices, header_of
from tests.web.beforehand import tables_of
from tests.web.reading import Form, Reader

BOXED = 6
SPOKEN_TRUMPS: dict[Any, str] = dict(
    enumerate(("Blanks", "Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"))
)
SPOKEN_TRUMPS["none"] = "No trump"


class Hand(Protocol):
    """What both a reader and a thumb can do."""

    address: str

    @property
    def text(self) -> str: ...
    def open(self, address: str) -> object: ...
    def press(self, label: str, **filled: str) -> object: ...
    def follow(self, label: str) -> object: ...
    def choose(self, name: str, value: str) -> object: ...
    def pick(self, name: str, value: str) -> None: ...
    def has_link(self, label: str) -> bool: ...
    def buttons(self, part: str = "") -> list[str]: ...


def set_up_by_steps(hand: Hand, variant: str, players: Sequence[str], **switches: str) -> str:
    """Set up a table step by step; `switches`, `tiles`, `paired` and `save_as` are as in the forms.

    Returns the address of the table.
    """
    tiles, paired, save_as = (switches.pop(name, "") for name in ("tiles", "paired", "save_as"))
    hand.open(f"/new?step=2&n={len(players)}&variant={variant}")
    if len(players) > 1:
        for name in players:
            hand.press("Add", typed=name)
    if tiles and any(
        (each.name, each.value) == ("tiles", tiles) for form in hand.page.forms for each in form.buttons
    ):
        hand.choose("tiles", tiles)
    if paired:
        hand.pick("paired", paired)
    if len(players) > 1:
        hand.press("Next")
    else:
        hand.press("Next", typed=players[0])
    if switches:
        hand.follow("Change a rule")
        hand.press("Done", **switches)
    start(hand, is_as_printed=not switches, **({"save_as": save_as} if save_as else {}))
    return hand.address


def start(hand: Hand, *, is_as_printed: bool = False, **filled: str) -> None:
    """Start at the last step with the rules shown there, or with `is_as_printed` without last time's house rules."""
    changed = not is_as_printed and any(each.startswith("Start") for each in hand.buttons("main"))
    hand.press("Start" if changed else "Play as ", **filled)  # as printed, or as usual


def set_up(hand: Hand, variant: str, players: Sequence[str], **switches: str) -> str:
    """Store a new table and open it as its owner; `switches`, `tiles` and `paired` are as in the forms. Returns the
    address of the table."""
    return prepare(hand, variant, players, **switches)


def prepare(
    hand: Hand,
    variant: str,
    players: Sequence[str],
    events: Iterable[Mapping[str, Any]] = (),
    **switches: str,
) -> str:
    """Store a table with these events, and open it as its owner. Returns the address of the table.

    It is imported directly, because using the forms takes ten times as long.
    """
    tiles, paired = switches.pop("tiles", ""), switches.pop("paired", "")
    header = header_of(
        TableChoices(
            variant=variant,
            players=(*players,),
            tiles=int(tiles or 0),
            paired=paired == "yes",
            switches=switches,
        )
    )
    record = "\n".join(json.dumps(each) for each in (header, *events))
    with tables_of(hand) as store:
        row, _ = import_record(store, record.encode())
    address = f"/t/{row.links['owner']}"
    hand.open(address)
    return address


def write(hand: Hand, address: str, events: Iterable[Mapping[str, Any]]) -> None:
    """Store these events in one commit; an open page gets them as news, like those of another phone."""
    with tables_of(hand) as store:
        opened = store.open(address.removeprefix("/t/"))
        assert opened is not None
        key = f"written after {opened.head}"
        store.append(opened.table.id, opened.head, key, [NewEvent(dict(each)) for each in events])


def play(
    hand: Hand,
    variant: str,
    players: Sequence[str],
    events: Iterable[Mapping[str, Any]],
    **switches: str,
) -> str:
    """Set up a table and enter these events. Returns the address of the table."""
    address = set_up(hand, variant, players, **switches)
    for event in events:
        say(hand, event, int(switches.get("tiles", BOXED)))
    return address


def say(hand: Hand, event: Mapping[str, Any], high: int = BOXED) -> None:
    """Enter one event of a record with the buttons of the page."""
    if "round" in event:
        _deal(hand, event)
    elif "play" in event or "flip" in event:
        _lay(hand, event, high)
    elif "draw" in event:
        _draw(hand, event)
    elif "pass" in event:
        hand.choose("knock", "1")
    elif "claim" in event:
        hand.follow("Claim")
        hand.press(str(event["claim"]))
    elif "muggins" in event:
        hand.follow("Muggins")
        hand.press(str(event["muggins"]), by=str(event["by"]))
    elif "bid" in event or "trump" in event:
        hand.press(_spoken(event))
    elif "hand" in event:
        if hand.has_link("End the round"):
            hand.follow("End the round")
            hand.follow("Show hand")
        _show(hand, event, high)
    else:
        raise AssertionError(f"no button for {event}")


def _deal(hand: Hand, event: Mapping[str, Any]) -> None:
    if hand.has_link("Next round"):
        hand.follow("Next round")
    if "opener" in event:
        hand.press(str(event["opener"]))
    elif any(each.startswith("Next round") for each in hand.buttons()):
        hand.press("Next round")
    else:
        hand.press("The tiles are dealt")


def _spoken(event: Mapping[str, Any]) -> str:
    """The label of the button for a bid or a trump."""
    if "bid" in event:
        return str(event["bid"]).capitalize()
    return SPOKEN_TRUMPS.get(event["trump"]) or str(event["trump"]).capitalize()


def _draw(hand: Hand, event: Mapping[str, Any]) -> None:
    if "Who lays" in hand.text:  # in search of the double
        hand.press(f"{event['by']} draws")
        return
    for _ in range(int(event["draw"])):
        if hand.buttons("main"):  # no tile fits any more: the rest is drawn in one go
            hand.press("Draw the last")
            return
        hand.press("Draw")


def _lay(hand: Hand, event: Mapping[str, Any], high: int) -> None:
    tile = read_tile(str(event.get("play", event.get("flip"))))
    assert tile is not None
    is_asked = f"{tile.name} opens" in hand.text and "Who laid it?" in hand.text
    if is_asked or f"Who lays {tile.name}?" in hand.text:
        hand.press(str(event["by"]))
        return
    if "Who lays" in hand.text:
        hand.follow("Another double")
    if high > BOXED and hand.has_link(f"{tile.high}, "):  # otherwise all tiles are shown at once
        hand.follow(f"{tile.high}, ")
    hand.press(tile.name)
    if "Who laid it?" in hand.text or "Who lays" in hand.text:
        hand.press(str(event["by"]))
    if "on which train?" in hand.text:
        hand.press("Mexican train" if event["train"] == "mexican" else f"{event['train']}'s train")
    if "on which tile?" in hand.text and "Chickenfoot" in hand.text:
        hand.press(f"on {str(event['at']).partition('/')[0]}")
    elif "on which tile?" in hand.text:
        hand.choose("at", str(event["at"]))
    if "which half points out?" in hand.text:
        hand.choose("out", str(event["out"]))


def _show(hand: Hand, event: Mapping[str, Any], high: int) -> None:
    name = str(event["by"])
    if f"{name} holds" not in hand.text:
        hand.follow(name)
    for written in event["hand"]:
        tile = read_tile(written)
        assert tile is not None
        if high > BOXED:
            hand.follow(f"{tile.high}, ")
        hand.press(tile.name)


def play_again(reader: Reader, address: str) -> str:
    """Press "Same players again" on that page; return the address to which it leads.

    If a table does not offer it because its match is not over, it is asked for all the same.
    """
    forms = reader.open(address).forms
    token = next(each.fields["csrf_token"] for each in forms if "csrf_token" in each.fields)
    unoffered = Form(f"{address}/rematch", "post", fields=MultiDict({"csrf_token": token}))
    reader.send(next((each for each in forms if each.action.endswith("/rematch")), unoffered))
    return reader.address.partition("?")[0]


def links_of(reader: Reader, address: str) -> dict[str, str]:
    """The links that the owner's page of links shows, by purpose: "watch", "seat-0"."""
    html = reader.open(f"{address}/share").html
    return dict(re.findall(r'id="link-([\w-]+)".*?href="[^"]*(/t/[^"]*)"', html, re.DOTALL))
