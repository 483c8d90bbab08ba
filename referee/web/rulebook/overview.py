"""A game in a minute: its aim, its facts, and three cards drawn from positions played by the engine."""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from referee.engine.explain.samples import NAMES, Unplayable
from referee.engine.explain.samples.line import line_sample
from referee.engine.explain.samples.poker import poker_sample
from referee.engine.explain.samples.solitaire import solitaire_sample
from referee.engine.explain.samples.trains import train_sample
from referee.engine.explain.samples.tricks import trick_sample
from referee.engine.messages import Listed, _, marked
from referee.engine.rules.game import Game
from referee.engine.rules.order import RuleTable, people
from referee.engine.seating import Seating
from referee.engine.setup import read_setup
from referee.engine.tiles import SET_NAMES, set_word
from referee.reports.agreed import goal_of
from referee.web.rulebook.line_cards import line_aim, line_cards
from referee.web.rulebook.poker_cards import poker_aim, poker_cards
from referee.web.rulebook.solitaire_cards import solitaire_aim, solitaire_cards
from referee.web.rulebook.train_cards import train_aim, train_cards
from referee.web.rulebook.trick_cards import trick_aim, trick_cards
from referee.web.rulebook.views import Overview, OverviewCard

Samples = Callable[[Any], Any]
Aim = Callable[[Any], str]
Cards = Callable[[Any, RuleTable | None, Any], tuple[OverviewCard, ...]]
# By a game's machine: the functions that find its positions, tell its aim, and make its cards.
KINDS: Mapping[str, tuple[Samples, Aim, Cards]] = {
    "line": (line_sample, line_aim, line_cards),
    "tricks": (trick_sample, trick_aim, trick_cards),
    "trains": (train_sample, train_aim, train_cards),
    "showdown": (poker_sample, poker_aim, poker_cards),
    "patience": (solitaire_sample, solitaire_aim, solitaire_cards),
}
STAKES = ("stakes", "buy_in")  # house rules that the drawings do not show
USUAL = 3  # players in the drawings, if the game allows it


def overview_of(variant: Game) -> Overview:
    """A game by its sheet's rules."""
    least, most = variant.player_range(variant.tiles)
    number = min(max(least, USUAL), most)
    header = {"record": 1, "variant": variant.key, "players": list(NAMES[:number])}
    return _overview(header, variant, None)


def overview_at(setup: Seating, table: RuleTable) -> Overview:
    """A game as a table plays it, with its players and house rules."""
    options = {name: value for name, value in setup.options.items() if name not in STAKES}
    kept = {name: setup.header.get(name) for name in ("record", "variant", "players", "teams")}
    header = {**kept, "options": options}
    if "tiles" in setup.header:
        header["tiles"] = setup.header["tiles"]
    return _overview(header, setup.variant, table)


def _overview(header: Mapping[str, Any], variant: Game, table: RuleTable | None) -> Overview:
    _find, aim, cards = KINDS[variant.machine]
    setup, sample = sampled(json.dumps(header, sort_keys=True))
    usual = (_("Set up."), _("Your turn."), _("End of a round."))
    made = zip(cards(setup, table, sample), usual, strict=True)
    return Overview(
        aim=aim(setup.variant),
        facts=" · ".join(filter(None, _facts(variant, table))),
        cards=tuple(card._replace(title=card.title or title) for card, title in made),
    )


@lru_cache(maxsize=200)
def sampled(header: str) -> tuple[Seating, Any]:
    """A table with this header, and sample positions of its game; None if its house rules allow none."""
    setup = read_setup(json.loads(header))
    try:
        return setup, KINDS[setup.variant.machine][0](setup)
    except Unplayable:
        return setup, None


def _facts(variant: Game, table: RuleTable | None) -> tuple[str, str, str]:
    """The number of players, the target and the set, in words."""
    if table is not None:
        return str(people([table.players])), goal_of(variant, table.highest), str(set_word(table.highest))
    sets = variant.all_sets
    least = min(variant.player_range(each)[0] for each in sets)
    most = max(variant.player_range(each)[1] for each in sets)
    goal = _("to 100 or 200") if variant.asks_target else goal_of(variant)
    words = str(Listed((set_word(each) for each in sets), marked("{some} or {last}")))
    if len(sets) > 1 and sets == tuple(each for each in SET_NAMES if each >= sets[0]):
        words = _("{set} or larger", set=set_word(sets[0]))
    return str(people(list(range(least, most + 1)))), goal, words
