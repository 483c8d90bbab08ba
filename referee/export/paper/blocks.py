"""The parts of a sheet of paper, each drawn in a box of a given width; they return where they end."""

from collections.abc import Sequence

from referee.drawing.plots import PlotFrame, Scores, score_plot
from referee.engine.messages import _
from referee.engine.rulings import Provenance, Rule
from referee.engine.tiles import Tile
from referee.export.paper.sheet import POINT, DrawnSheet, Look
from referee.reports.matches import MatchSummary
from referee.reports.rounds import RoundSummary
from referee.reports.told import HandLeft, StepLine, TrickLine, are_by_pips
from referee.reports.totals import Totals

MARGIN = 14.0  # of a page
_SIGNED = 13.0  # how high a row of lines to sign is
_ABREAST = 6  # lines to sign side by side


def draw_head(sheet: DrawnSheet, width: float, title: str, facts: str, right: str, when: str) -> float:
    """The title with what was agreed; at the right which round, when and who."""
    y = 13.0
    sheet.write_at(MARGIN, y, width * 0.7, title, 20, bold=True)
    sheet.write_at(MARGIN + width * 0.7, y + 3.2, width * 0.3, right, 11, bold=True, align="R")
    y += 9.4
    if sheet.width_of(facts, 9) + sheet.width_of(when, 9) + 6 <= width:
        sheet.write_at(MARGIN, y, width, facts, 9)
        sheet.write_at(MARGIN, y, width, when, 9, align="R")
        y += 5
    else:
        sheet.write_at(MARGIN, y, width, facts, 9)
        y = sheet.paragraph(MARGIN, y + 4.4, width, when, 9) + 0.6
    sheet.rule(MARGIN, y + 0.8, width, 0.35)
    return y + 5


def draw_totals(
    sheet: DrawnSheet, x: float, y: float, width: float, totals: Totals, hands: Sequence[HandLeft] = ()
) -> float:
    """Each side's points by where they came from, and its score; after the names the tiles of these hands, if any."""
    high = 7.4 if len(totals.rows) <= 4 else 5.4
    letters = 7.0 if hands else 8.0
    needed = _needed(sheet, totals, letters)
    spare = width * (1 - _FEWEST) - sum(needed)
    held = min(width * _HELD, max(spare, _TWO_TILES)) if hands else 0.0
    name, *wide = _columns(sheet, width - held, totals, needed)
    *starts, total = (x + name + held + sum(wide[:number]) for number in range(len(wide)))
    sheet.write_at(x, y, name, totals.heading, letters, grey=True)
    if hands:
        sheet.write_at(x + name, y, held, _("Left in hand"), letters, grey=True)
    for left, room, column in zip((*starts, total), wide, (*totals.columns, _("Total")), strict=True):
        sheet.write_at(left, y, room, column, letters, grey=True, align="R")
    y += 4.6
    sheet.rule(x, y, width, 0.2)
    for row in totals.rows:
        at = y + (high - 10 * POINT * 1.2) / 2
        lines = sheet.wrapped(row.name, name - 1, 10, bold=True)
        for number, line in enumerate(lines):
            sheet.write_at(x, at + number * 4.2, name - 1, line, 10, bold=True)
        for left, room, points in zip(starts, wide[:-1], row.figures, strict=True):
            sheet.write_at(left, at, room, str(points or ""), 10, align="R")
        sheet.write_at(total, at - 0.4, wide[-1], str(row.total), 12, bold=True, align="R", won=row.won)
        tiles = [tile for hand in hands if hand.name == row.name for tile in hand.tiles]
        below = _draw_tiles(sheet, x + name, y + 0.9, held, _TILE, tiles)
        y = max(y + high + 4.2 * (len(lines) - 1), below + 0.6)
        sheet.rule(x, y, width, 0.1, grey=True)
    return y


_HELD = 0.42  # how much of the width tiles take at most
_TILE = 3.2
_TWO_TILES = 4.5 * _TILE


def _draw_tiles(
    sheet: DrawnSheet, x: float, y: float, width: float, high: float, tiles: Sequence[Tile]
) -> float:
    """Tiles of that height in as many rows as they need."""
    abreast = max(1, int(width // (2.25 * high)))
    for start in range(0, len(tiles), abreast):
        sheet.tiles(x, y, high, tiles[start : start + abreast])
        y += high + 0.7
    return y


_NAMES = 0.34  # how much of the width the names take, and at least
_FEWEST = 0.22
_APART = 1.2  # between two figures


def _needed(sheet: DrawnSheet, totals: Totals, letters: float) -> list[float]:
    """How wide each column of figures has to be, with heads in letters of that size."""
    heads = [sheet.width_of(each, letters) for each in (*totals.columns, _("Total"))]
    figures = [
        *(
            [sheet.width_of(str(points or ""), 10) for points in each]
            for each in zip(*(row.figures for row in totals.rows), strict=True)
        ),
        [sheet.width_of(str(row.total), 12, bold=True) for row in totals.rows],
    ]
    return [max(head, *those) + _APART for head, those in zip(heads, figures, strict=True)]


def _columns(sheet: DrawnSheet, width: float, totals: Totals, needed: Sequence[float]) -> tuple[float, ...]:
    """How wide the names and each column of figures are: all columns alike, or where that is too narrow for a figure,
    each as its figures need. Long names have what the figures leave."""
    longest = max((sheet.width_of(row.name, 10, bold=True) for row in totals.rows), default=0.0) + 1.5
    names = max(width * _NAMES, min(longest, width - sum(needed)))
    alike = (width - names) / len(needed)
    if max(needed) <= alike:
        return (names, *(alike for _each in needed))
    names = max(width * _FEWEST, min(names, width - sum(needed)))
    return (names, *(each * (width - names) / sum(needed) for each in needed))


_NARROWEST = 0.7  # of their usual size, if names have little room


def draw_names(
    sheet: DrawnSheet, x: float, y: float, apart: float, room: float, names: Sequence[str], align: str = "L"
) -> float:
    """Names above columns that are `apart`, each with that room, in letters of one size and in as many lines as they
    need. Returns the upper edge of the last line."""
    words = [sheet.width_of(word, 8, bold=True) for name in names for word in name.split()]
    size = 8 * min(1.0, max(_NARROWEST, room * 0.995 / max(words, default=room)))
    told = [sheet.wrapped(name, room, size, bold=True) for name in names]
    last = y + 3.4 * (max(map(len, told), default=1) - 1)
    for place, lines in enumerate(told):
        for above, line in enumerate(reversed(lines)):
            at = last - 3.4 * above + (8 - size) * POINT
            sheet.write_at(x + place * apart, at, room, line, size, bold=True, align=align)
    return last


def draw_auction(sheet: DrawnSheet, x: float, y: float, width: float, auction: str) -> float:
    """What everybody bid."""
    if not auction:
        return y
    sheet.write_at(x, y, width, _("The auction"), 11, bold=True)
    return sheet.paragraph(x, y + 5.4, width, auction, 9) + 3


def draw_tricks(
    sheet: DrawnSheet, x: float, y: float, width: float, players: Sequence[str], tricks: Sequence[TrickLine]
) -> float:
    """A row for each trick: every player's tile in a column, the one that led with a dot, the one that took it
    outlined."""
    if not tricks:
        return y
    points = max(8.0, sheet.width_of(_("Trick"), 8) + 1)
    column = (width - 8 - points) / len(players)
    y = draw_names(sheet, x + 8, y, column, column - 1.5, players)
    sheet.write_at(x + width - points, y, points, _("Trick"), 8, grey=True, align="R")
    y += 5
    for trick in tricks:
        sheet.write_at(x, y + 1, 7, str(trick.number), 8, grey=True)
        for place, layer in enumerate(trick.laid):
            left = x + 8 + players.index(layer.name) * column
            sheet.tile(left, y + 0.6, 5.0, layer.tile, last=layer.name == trick.taken_by)
            if place == 0:
                sheet.dot_at(left - 1.6, y + 3.1, 0.6)
        if trick.taken_by:
            sheet.write_at(x + width - 8, y + 1, 8, str(trick.points), 9, bold=True, align="R")
        y += 7.0
    told = _("The tile that led has a dot, and the one that took the trick is outlined.")
    return sheet.paragraph(x, y, width, told, 8, grey=True) + 3


def draw_hands(sheet: DrawnSheet, x: float, y: float, width: float, hands: Sequence[HandLeft]) -> float:
    """What each player held at the end, tile by tile; below the names if these stand next to ranks, not pips."""
    if not hands:
        return y
    by_pips = are_by_pips(hands)
    sheet.write_at(x, y, width, _("Left in hand") if by_pips else _("Hands"), 11, bold=True)
    y += 6
    name = min(width * 0.34, max(sheet.width_of(each.name, 9, bold=True) for each in hands) + 3)
    note = max(sheet.width_of(each.told, 9, bold=True) for each in hands) + 2
    indent, taken, down = (name, name + note, 0.9) if by_pips else (0.0, 0.0, 5.6)
    most = 1 if all(len(each.tiles) <= 4 for each in hands) else 0
    high = 4.2 if most else 3.4
    for hand in hands:
        sheet.write_at(x, y + 0.6, name - 1.5, hand.name, 9, bold=True)
        sheet.write_at(x + width - note, y + 0.6, note, hand.told, 9, bold=True, align="R")
        below = _draw_tiles(sheet, x + indent, y + down, width - taken, high, hand.tiles)
        y = max(y + 5.6, below + 0.5)
        y = sheet.paragraph(x, y, width, hand.why, 8, grey=True) if hand.why else y
        sheet.rule(x, y, width, 0.1, grey=True)
    return y + 4


def draw_steps(sheet: DrawnSheet, x: float, y: float, width: float, summary: RoundSummary) -> float:
    """Who won and how, the arithmetic line by line, and the rules that decided."""
    y = sheet.paragraph(x, y, width, summary.title, 11, bold=True) + 0.6
    if summary.how not in ("", summary.title):
        y = sheet.paragraph(x, y, width, summary.how, 9) + 0.8
    y = draw_sums(sheet, x, y, width, summary.steps)
    y = draw_rules(sheet, x, y + 1.4, width, summary.rules)
    for sentence in summary.further_house_rules:
        y = sheet.paragraph(x, y, width, _("House rule: {rule}", rule=sentence), 8) + 0.8
    return y


def draw_sums(sheet: DrawnSheet, x: float, y: float, width: float, steps: Sequence[StepLine]) -> float:
    """The arithmetic line by line, its last line under a rule."""
    for number, step in enumerate(steps, 1):
        last = number == len(steps)
        figure = sheet.width_of(step.figure, 10, bold=last) + 2 if step.figure else 0
        if last and step.figure:
            sheet.rule(x, y, width, 0.3)
            y += 0.8
        sheet.write_at(x + width - figure, y, figure, step.figure, 9.5, bold=last, align="R")
        y = sheet.paragraph(x, y, width - figure, step.label, 9.5, bold=last and bool(step.figure)) + 0.7
    return y


def draw_rules(sheet: DrawnSheet, x: float, y: float, width: float, rules: Sequence[Rule]) -> float:
    """The rules that decided, each with where it stands."""
    for rule in rules:
        y = sheet.paragraph(x, y, width, str(rule.sentence), 8.5)
        house = rule.source.standing is Provenance.HOUSE
        source = _("House rule of this table") if house else str(rule.source)
        y = sheet.paragraph(x, y, width, source, 7, grey=True) + 1.2
    return y


def signatures_height(players: Sequence[str]) -> float:
    """How high the lines to sign are together."""
    return _SIGNED * -(-len(players) // _ABREAST) + 2.0


def draw_signatures(sheet: DrawnSheet, y: float, width: float, players: Sequence[str]) -> None:
    """A line for each player to sign."""
    rows = -(-len(players) // _ABREAST)
    abreast = -(-len(players) // rows)
    gap = 6.0
    line = (width - gap * (max(abreast, 3) - 1)) / max(abreast, 3)
    for number, name in enumerate(players):
        left = MARGIN + number % abreast * (line + gap)
        top = y + number // abreast * _SIGNED + 2.0
        sheet.write_at(left, top + 5.5, line, name, 8, grey=True)
        sheet.rule(left, top + _SIGNED - 2.2, line, 0.25)


_LETTER = 8.0  # points


def draw_plot(
    sheet: DrawnSheet,
    x: float,
    y: float,
    width: float,
    height: float,
    match: MatchSummary,
    size: float = _LETTER,
) -> float:
    """The plot of a match in a box of that size, with letters of `size` points. Returns its lower edge."""
    letter = size * POINT
    ran = Scores(match.sides, match.ran, match.target, match.winner, match.began)
    plot = score_plot(
        ran, PlotFrame(width, height, letter, lambda text: sheet.width_of(text, size, bold=True))
    )
    for guide in plot.guides:
        look = Look(dash=(letter * 0.55, letter * 0.3)) if guide.is_target else Look(grey=True)
        ends = ((x + plot.left, y + guide.y), (x + plot.right, y + guide.y))
        sheet.line_through(ends, letter * (0.1 if guide.is_target else 0.05), look)
        if guide.is_told:
            at = y + guide.y - letter * 0.6
            sheet.write_at(x, at, plot.left - letter * 0.4, str(guide.score), size, grey=True, align="R")
    for tick in plot.ticks:
        left = x + tick.x - letter
        sheet.write_at(
            left, y + height - letter * 1.2, 2 * letter, str(tick.number), size, grey=True, align="C"
        )
    for run in plot.runs:
        points = tuple((x + across, y + down) for across, down in run.points)
        sheet.line_through(points, run.thick, Look(won=run.won, dash=run.dash))
        for across, down in points[1:]:
            sheet.dot_at(across, down, plot.dot * (1.3 if run.won else 1), won=run.won)
    for name in plot.names:
        room = width - name.x
        sheet.write_at(
            x + name.x, y + name.y - letter * 0.6, room, name.text, size, bold=name.won, won=name.won
        )
    return y + height + 1
