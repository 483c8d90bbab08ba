"""The server frees no cycles (server/serving.py), so a game that a table made of house rules must not be one."""

import gc
import weakref
from collections.abc import Iterator
from dataclasses import replace

import pytest

from referee.engine.rules.order import chapters, names_in_order
from referee.engine.sheets import VARIANTS


@pytest.fixture(autouse=True)
def _counted_only() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("key", VARIANTS)
def test_a_game_whose_rules_were_read_is_freed_as_soon_as_nothing_refers_to_it(key: str) -> None:
    game = replace(VARIANTS[key])
    chapters(game)
    for name in names_in_order(game):
        game.rule(name)
    left = weakref.ref(game)
    del game
    assert left() is None
