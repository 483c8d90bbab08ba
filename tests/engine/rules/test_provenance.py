"""A default is no citation: each switch of each game is written in its sheet's file, or named there as assumed."""

import pytest

from referee.engine.rules.deal import DrawingRules
from referee.engine.rules.game import Game
from referee.engine.rules.order import chapters
from referee.engine.rulings import Provenance, Source
from referee.engine.sheets import LINE_GAMES, VARIANTS

# What rules/README.md calls SILENT or rules in italics, game by game (parts 1 and 2); what is not here is not checked.
SILENT = {
    "fundex2004.block-draw": ("next_opener", "block_tie", "mode"),
    "fundex2004.all-fives": ("next_opener", "block_tie", "muggins_close", "false_claim"),
    "fundex2004.matador": ("next_opener", "block_tie"),
    "fundex2004.bergen": ("must_play", "claims", "block_tie", "next_opener"),
    "fundex2004.blind": ("block_pay", "block_winner", "block_tie"),
    "fundex2004.cross": ("next_opener", "block_tie"),
    "fundex2004.five-up": ("claims", "block_tie", "exact_overshoot", "next_opener", "out_award", "lot_tie"),
    "fundex2004.fours": ("draw", "next_opener", "block_tie", "lot_tie"),
    "fundex2004.one-arm-joe": ("next_opener", "block_tie"),
    "hasbro2003.draw": ("must_play", "block_tie"),
    "hasbro2003.bergen": ("must_play", "block_tie"),
    "hasbro2003.tiddle-a-wink": ("spinner", "bonus_turn", "block_tie"),
    "hasbro2003.matador": ("block_tie",),
    "hasbro2003.muggins": ("muggins_close", "false_claim"),
    "hasbro2003.block": ("opening", "must_play", "out_pay", "block_tie", "mode"),
    "hasbro2003.sebastopol": ("must_play", "out_pay", "next_opener", "mode"),
    "hasbro2003.texas": ("all_pass", "renege"),
    "hasbro2003.poker": ("stakes",),
    "classic.draw": ("block_tie",),
    "classic.matador": ("spinner",),
    "classic.tiddle-a-wink": ("spinner", "bonus_turn"),
    "fundex2008.draw": ("opening", "no_double"),
    "fundex2008.all-fives": (
        "must_play", "spinner", "claims", "score_unit", "block_pay", "block_winner", "block_tie", "target", "end_check",
    ),
    "fundex2008.blind": ("block_pay", "block_winner", "block_tie"),
    "edge.block": ("next_opener", "opening_tile"),
    "edge.draw": ("next_opener", "opening_tile"),
    "edge.muggins": ("next_opener", "opening_tile", "block_tie"),
}  # fmt: skip
EVERYWHERE_SILENT = ("misplay", "false_pass", "team_out", "over_tie")


def switches_of(game: Game) -> list[str]:
    """The switches of a game that are open."""
    return [name for part in game.parts() for name, switch in part.switches().items() if switch.is_open]


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_each_switch_is_written_in_the_sheet_or_named_there_as_assumed(key: str) -> None:
    game = VARIANTS[key]
    left_open = [name for name in switches_of(game) if not game.part_of(name).was_written(name)]
    assert [name for name in left_open if name not in game.sheet.assumed] == []
    printed = [name for name in left_open if game.part_of(name).cited(name).standing is not Provenance.SILENT]
    assert printed == []


@pytest.mark.parametrize("key", sorted(SILENT))
def test_where_the_specification_says_silent_the_rule_is_shown_as_assumed(key: str) -> None:
    game = VARIANTS[key]
    printed = [name for name in SILENT[key] if game.rule(name).source.standing is not Provenance.SILENT]
    assert not printed


@pytest.mark.parametrize("key", sorted(LINE_GAMES))
def test_what_no_sheet_speaks_of_is_assumed_unless_its_sheet_writes_it(key: str) -> None:
    game = LINE_GAMES[key]
    names = [name for name in EVERYWHERE_SILENT if not game.part_of(name).was_written(name)]
    assert names
    assert {game.rule(name).source.standing for name in names} == {Provenance.SILENT}


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_each_assumption_that_is_shown_has_its_reason(key: str) -> None:
    game: Game = VARIANTS[key]
    shown = [
        entry for chapter in chapters(game) for entry in chapter.entries if entry.is_silent and entry.switch
    ]
    assert [entry.name for entry in shown if entry.why is None] == []


def test_a_switch_that_nobody_wrote_is_not_shown_as_printed() -> None:
    part = DrawingRules(must_play=True, source=Source("A sheet", "The play"))
    assert part.cited("must_play").standing is Provenance.PRINTED
    assert part.cited("draw").standing is Provenance.SILENT
    house = part.with_house_rule("reserve", 2, Source("A sheet", "The play", Provenance.HOUSE))
    assert house.cited("reserve").standing is Provenance.HOUSE
    assert house.cited("must_play").standing is Provenance.PRINTED
    assert house.cited("draw").standing is Provenance.SILENT


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_each_switch_cites_a_section_of_its_own_sheet(key: str) -> None:
    game = VARIANTS[key]
    cited = {name: game.part_of(name).cited(name) for name in switches_of(game)}
    wrong = [name for name, source in cited.items() if source.sheet != game.sheet.title or not source.section]
    assert wrong == []


def test_a_shared_rule_is_printed_only_as_far_as_it_was_written() -> None:
    shared = DrawingRules(must_play=True, draw="one", source=Source("", ""), silent=("draw",))
    section = Source("A sheet", "The play")
    part = shared.printed_in(section, optional_draw="any")
    printed = [name for name, each in part.switches().items() if each.is_open and part.cited(name) == section]
    assert printed == ["must_play", "optional_draw"]
    assert part.draw == "one"
    assert not part.was_written("reserve")


def test_a_sheet_says_for_itself_what_it_leaves_out_of_a_shared_rule() -> None:
    shared = DrawingRules(must_play=True, draw="one", source=Source("", ""), silent=("draw",))
    part = shared.printed_in(Source("A sheet", "The play"), silent=("must_play",))
    assert part.is_silent("must_play")
    assert not part.is_silent("draw")
