"""The switches of all line games, for tests that go through each of them."""

from functools import cache

from referee.engine.rules.part import Switch
from referee.engine.sheets import LINE_GAMES


@cache
def switch_slots() -> dict[str, tuple[str, Switch]]:
    """Every switch of a line game by its name: the slot of its part, and the switch."""
    slots = next(iter(LINE_GAMES.values())).slots
    return {name: (slot, switch) for slot, part in slots.items() for name, switch in part.switches().items()}
