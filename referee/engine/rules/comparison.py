"""Variants side by side: what each answers to every question, those first on which they differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.messages import Message, msg
from referee.engine.rules.game import Game
from referee.engine.rules.order import SEATING, Case, RuleEntry, entries, headings, seating


class Question(NamedTuple):
    """One question and the rule by which every variant answers it; None if it does not come up."""

    chapter: Message
    name: str
    title: Message
    told: tuple[RuleEntry | None, ...]

    @property
    def answers(self) -> tuple[tuple[Case, ...] | None, ...]:
        """The sentences of every variant."""
        return tuple(None if each is None else each.cases for each in self.told)

    @property
    def is_disputed(self) -> bool:
        """Whether the variants answer it differently."""
        return len(set(self.answers)) > 1

    @property
    def is_for_all(self) -> bool:
        """Whether it comes up in every variant; if not, it mostly follows from another answer of its chapter."""
        return None not in self.told


class Comparison(NamedTuple):
    """All questions that come up in any of the variants, in order of play."""

    differ: tuple[Question, ...]
    same: tuple[Question, ...]


def compare(variants: Sequence[Game]) -> Comparison:
    """Hold the variants against each other, part by part."""
    told = [entries(variant) for variant in variants]
    titles = {name: entry.title for each in told for name, entry in each.items()}
    asked = [
        Question(
            msg(chapter),
            name,
            titles[name],
            tuple(each.get(name) for each in told),
        )
        for chapter, name in _in_order(variants)
        if name in titles
    ]
    return Comparison(
        tuple(each for each in asked if each.is_disputed),
        tuple(each for each in asked if not each.is_disputed),
    )


def _in_order(games: Sequence[Game]) -> list[tuple[str, str]]:
    """Every question with its chapter; a preset of any of the games before what it is about."""
    found = [(SEATING, entry.name) for entry in seating(games[0])] if games else []
    for chapter, names in dict.fromkeys(heading for game in games for heading in headings(game)):
        for name in names:
            presets = [preset for each in games for preset, its in each.presets.items() if its.about == name]
            found += [(chapter, each) for each in (*dict.fromkeys(presets), name)]
    return list(dict.fromkeys(found))
