"""The switches of a table as its forms write and read them: their values, groups, and how they differ from the sheet."""

from collections.abc import Mapping

from referee.engine.messages import _, marked
from referee.engine.rules.game import Game
from referee.engine.rules.order import names_in_order
from referee.engine.rules.part import Switch, Value
from referee.engine.rulings import Provenance
from referee.web.parts.pending_entry import points_in

# The groups of a form: a key, its title, and the parts of a game whose switches stand in it.
GROUPS = (
    ("bids", marked("Bids and calls"), ("auction", "trumps", "specials")),
    ("points", marked("Points and claims"), ("counting", "claims", "contract", "marks")),
    ("stakes", marked("Hands and stakes"), ("ranks", "betting")),
    ("doubles", marked("Tiles and spinners"), ("joins", "doubles")),
    ("drawing", marked("Dealing and drawing"), ("deal", "opening", "drawing", "rows")),
    ("board", marked("The tiles on the table"), ("counting_row", "knock_out", "columns", "draw_five")),
    ("turns", marked("Turns and mistakes"), ("turns", "tricks", "reneges")),
    ("trains", marked("The trains"), ("trains",)),
    ("end", marked("End and target"), ("going_out", "blocked", "charges", "rounding", "partnership", "target", "goal")),
)  # fmt: skip


UNSET = {"hand_size": 0, "opening_double": -1, "rounds": 0}  # the value that stands for "as printed"


def written(value: Value) -> str:
    """A value as a form writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def switches_of(variant: Game) -> dict[str, Switch]:
    """Every switch that a table of this variant may set, in the order in which a player meets them."""
    return {name: switch_of(variant, name) for name in names_in_order(variant)}


def switch_of(variant: Game, name: str) -> Switch:
    """One of them. KeyError if a table of this variant may not set it."""
    switch = variant.switch(name)
    if switch is None:
        raise KeyError(name)
    return switch


def read_value(variant: Game, name: str, text: str) -> Value | None:
    """The value of a switch that a form wrote; None if the switch has no such value."""
    switch = switch_of(variant, name)
    for value in switch.sentences:
        if written(value) == text:
            return value
    number = points_in(text, len(text)) if switch.template is not None else None
    return number if switch.takes(number) else None


def read_values(variant: Game, switches: Mapping[str, str]) -> dict[str, Value]:
    """The values of the switches that a form wrote, without those that cannot be read."""
    read = {name: read_value(variant, name, text) for name, text in switches.items()}
    return {name: value for name, value in read.items() if value is not None}


def changed(printed: Game, switches: Mapping[str, str], seats: int, highest: int) -> dict[str, str]:
    """The switches that a form sets to another value than they would have anyway, and those that cannot be read."""
    said = {
        name: text
        for name, text in switches.items()
        if text != written(printed.worked_out(name, seats, highest))
    }
    found = {}
    for name, text in said.items():
        others = {other: each for other, each in said.items() if other != name}
        if text != written(implied(printed, as_chosen(printed, others, seats), name)):
            found[name] = text
    return found


def is_silent(printed: Game, name: str) -> bool:
    """Whether the sheet does not mention the switch, so that its value is how the referee reads the sheet."""
    return printed.rule(name).source.standing is Provenance.SILENT


def as_chosen(printed: Game, said: Mapping[str, str], seats: int) -> Game:
    """The variant as the form has it so far, without what cannot be read."""
    return printed.with_options(read_values(printed, said), seats)


def implied(printed: Game, now: Game, name: str) -> Value:
    """The value of a switch that nobody has set: as printed, or as another house rule implies."""
    is_own = name in printed.presets or now.part_of(name).cited(name).standing is Provenance.HOUSE
    return (printed if is_own else now).value(name)


def unchanged(printed: Game, as_printed: str, as_usual: str) -> str:
    """The words for what a table leaves as it is: as printed, or if the game is on no printed sheet, as usual."""
    return _(as_printed if printed.sheet.is_printed else as_usual)
