"""Games side by side: the differences; then, folded, what is the same and what a sheet does not say."""

from collections.abc import Iterable, Sequence

from flask import url_for

from referee.engine.messages import _, _n
from referee.engine.rules.game import Game
from referee.engine.rules.order import ComparedQuestion, RuleEntry, compare
from referee.web.parts.table_views import LinkView
from referee.web.rulebook.views import CompareAnswer, CompareFold, ComparePage, CompareRow

Group = tuple[ComparedQuestion, list[ComparedQuestion]]  # a difference, and what follows from it


def compare_page(picked: Sequence[Game]) -> ComparePage:
    """The comparison of two or more variants."""
    found = compare(picked)
    groups = _grouped(found.differ)
    return ComparePage(
        title=_n("1 difference", "{n} differences", len(groups)) if groups else _("The same game"),
        sub=", ".join(dict.fromkeys(str(each.title) for each in picked)),
        back=url_for("rulebook.index", v=[each.key for each in picked]),
        columns=_columns(picked),
        differ=tuple(_row(picked, *group) for group in groups),
        folds=tuple(_folds(picked, found.same)),
    )


def _columns(picked: Sequence[Game]) -> tuple[LinkView, ...]:
    """The column heads: the sheets, or the games if their names differ."""
    words = [(str(each.title), _(each.sheet.title)) for each in picked]
    if len({each.name for each in picked}) == 1:
        words = [(sheet, name) for name, sheet in words]
    hrefs = (url_for("rulebook.show", key=each.key) for each in picked)
    return tuple(LinkView(label, href, sub) for (label, sub), href in zip(words, hrefs, strict=True))


def _grouped(differ: Iterable[ComparedQuestion]) -> list[Group]:
    """The differences, each with the questions of its chapter that arise only from its answer."""
    found: list[Group] = []
    for each in differ:
        parents = [group for group in found if group[0].chapter == each.chapter and group[0].is_for_all]
        if each.is_for_all or not parents:
            found.append((each, []))
        else:
            parents[-1][1].append(each)
    return found


def _row(
    picked: Sequence[Game], question: ComparedQuestion, following: Sequence[ComparedQuestion]
) -> CompareRow:
    answers = []
    for place, game in enumerate(picked):
        told = [each.told[place] for each in (question, *following)]
        cases = tuple(case for entry in told if entry is not None for case in entry.cases)
        answers.append(CompareAnswer(cases=cases, note=_note(game, question.told[place])))
    return CompareRow(title=str(question.title), answers=tuple(answers))


def _note(game: Game, entry: RuleEntry | None) -> str:
    """The caveat of an answer: that the sheet does not give it, or not clearly; else ""."""
    if entry is None:
        return ""
    if entry.is_silent:
        return _("sheet does not say")
    return _("not clear on the sheet") if entry.name in game.unclear_about else ""


def _folds(picked: Sequence[Game], same: Sequence[ComparedQuestion]) -> Iterable[CompareFold]:
    """The rules that all share; then, sheet by sheet, those that it lacks and that are filled in from the others."""
    missing: list[list[ComparedQuestion]] = [[] for _game in picked]
    shared = []
    for each in same:
        silent = [entry is not None and entry.is_silent for entry in each.told]
        if any(silent) and not all(silent):
            missing[silent.index(True)].append(each)
        else:
            shared.append(each)
    if shared:
        title = _("The same in both") if len(picked) == 2 else _("The same in all")
        yield _fold(title, shared)
    for game, questions in zip(picked, missing, strict=True):
        if questions:
            yield _fold(_("Not on {sheet}", sheet=_(game.sheet.title)), questions)


def _fold(title: str, questions: Sequence[ComparedQuestion]) -> CompareFold:
    rows = tuple((str(each.title), each.answers[0] or ()) for each in questions)
    return CompareFold(title=title, sub=_n("1 rule", "{n} rules", len(rows)), rows=rows)
