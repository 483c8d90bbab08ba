"""People at a table of the web application: they set it up by its forms and say what happens by its buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.tiles import read_tile
from tests.web.reading import Reader

BOXED = 6


def set_up(reader: Reader, variant: str, players: Sequence[str], **switches: str) -> str:
    """Set up a table by the three steps; `switches` and `tiles` are house rules as the form writes them.

    Returns the address of the table.
    """
    tiles = switches.pop("tiles", "")
    paired = switches.pop("paired", "")
    reader.open(f"/new?n={len(players)}")
    form = reader.page.forms[0]
    form.fields.setlist("variant", [variant])
    form.fields.add("step", "2")
    reader.send(form)
    for name in players:
        reader.press("Add", typed=name)
    if tiles:
        reader.press("Next", tiles=tiles)
    else:
        reader.press("Next")
    if paired:
        reader.follow("Back")
        reader.page.forms[0].fields.add("paired", "yes")
        reader.press("Next")
    reader.press("Open the table", **switches)
    return reader.address


def say(reader: Reader, event: Mapping[str, Any], high: int = BOXED) -> None:
    """Say one event of a record by the buttons of the page."""
    by = event.get("by", "")
    if "round" in event:
        _deal(reader, event)
    elif "play" in event:
        _lay(reader, event, high)
    elif "draw" in event:
        for _ in range(int(event["draw"])):
            if reader.buttons("main"):  # no tile fits any more: the rest is drawn in one go
                reader.press("Draw the last")
                return
            reader.press("Draw")
    elif "pass" in event:
        reader.press("Pass")
    elif "claim" in event:
        reader.follow("Claim")
        reader.press(str(event["claim"]))
    elif "muggins" in event:
        reader.follow("Muggins")
        reader.press(str(event["muggins"]), by=by)
    elif "hand" in event:
        _show(reader, event, high)
    else:
        raise AssertionError(f"no button for {event}")


def _deal(reader: Reader, event: Mapping[str, Any]) -> None:
    if "Next round" in reader.page.links:
        reader.follow("Next round")
    if "opener" in event:
        reader.press(str(event["opener"]))
    elif "Next round" in reader.buttons():
        reader.press("Next round")
    else:
        reader.press("The tiles are dealt")


def _lay(reader: Reader, event: Mapping[str, Any], high: int) -> None:
    tile = str(event["play"])
    if high > BOXED:
        found = read_tile(tile)
        assert found is not None
        reader.follow(f"{found.high}, ")
    before = reader.page.html
    reader.press(tile)
    assert reader.page.html != before
    if "Who laid it?" in reader.page.text:
        reader.press(str(event["by"]))
    if "on which tile?" in reader.page.text:
        _choose(reader, "at", str(event["at"]))
    if "which half stays outward?" in reader.page.text:
        _choose(reader, "out", str(event["out"]))


def _choose(reader: Reader, name: str, value: str) -> None:
    for form in reader.page.forms:
        for button in form.buttons:
            if (button.name, button.value) == (name, value):
                form.fields.add(name, value)
                reader.send(form)
                return
    raise AssertionError(f"no choice {name}={value}")


def _show(reader: Reader, event: Mapping[str, Any], high: int) -> None:
    name = str(event["by"])
    if not reader.page.text.count(f"{name} holds"):
        reader.follow(name)
    for each in event["hand"]:
        found = read_tile(each)
        assert found is not None
        if high > BOXED:
            reader.follow(f"{found.high}, ")
        reader.press(each)
