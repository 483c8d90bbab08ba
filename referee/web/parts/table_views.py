"""View models that several pages share: cited rules, links, buttons and tiles to choose from."""

from collections.abc import Iterable
from typing import NamedTuple

from markupsafe import Markup

NOTHING_DRAWN = Markup()


class Cited(NamedTuple):
    """A rule as it is cited: its sentence, its source, and the address of the rule."""

    sentence: str
    source: str
    href: str = ""


class Words(NamedTuple):
    """The last ruling: the tile it is about, what is said, and its why.

    The why shows the `rules` that decided; `printed` is the sheet's own rule if the house changed it. `can_do` is what
    one can do after a refusal. `calls` are the claims that may be made. `proof` links to what has just been proved.
    `opened` if the why is open from the start. `head_stays` if the head is the same for the whole round, such as the
    trump: it is not read aloud.
    """

    head: str
    sub: str = ""
    drawing: Markup = NOTHING_DRAWN
    refused: bool = False
    rules: tuple[Cited, ...] = ()
    printed: tuple[str, ...] = ()
    can_do: str = ""
    calls: tuple["LinkView", ...] = ()
    proof: "LinkView | None" = None
    opened: bool = False
    head_stays: bool = False


class LinkView(NamedTuple):
    """A link: what it leads to, in words, and where it is. Following it enters nothing.

    `sub` is a second line, `fact` stands at the end of the line. Without an address it cannot be followed, and `sub` says
    why. `chosen` if it is the present choice. On a table's page it is a step on this phone, or `away` leads to another
    page. `is_picture` leads to a picture, which a phone offers to share; `keyed` is its keyboard shortcut.
    """

    label: str
    href: str = ""
    sub: str = ""
    fact: str = ""
    tone: str = ""
    chosen: bool = False
    away: bool = False
    is_picture: bool = False
    keyed: str = ""
    drawing: Markup = NOTHING_DRAWN


class Press(NamedTuple):
    """A button that posts the field `name` with `value`; `keyed` is its keyboard shortcut.

    As an answer to a question it has a `drawing`. `form` is the id of the form that it sends, if not the one around it.
    """

    label: str
    name: str
    value: str
    sub: str = ""
    tone: str = ""
    keyed: str = ""
    drawing: Markup = NOTHING_DRAWN
    form: str = ""


class TakePicture(NamedTuple):
    """The button that takes a picture of tiles, and what is known of them.

    There are `number` tiles, of the player `by` or, if that is "", of a deal; each is one of the mask `possible`.
    `others` are the other hands that are still to be shown; `is_counted` if the pips of a hand count.
    """

    label: str
    number: int
    possible: int
    by: str = ""
    others: tuple[tuple[str, int], ...] = ()
    is_counted: bool = False
    tone: str = "main"


Action = LinkView | Press | TakePicture


class Choice(NamedTuple):
    """One of the values that a field of a form may have."""

    value: str
    label: str
    note: str = ""
    chosen: bool = False
    drawing: Markup = NOTHING_DRAWN


def choices_among(values: Iterable[tuple[str, str]], chosen: str) -> tuple[Choice, ...]:
    """The values, each with its label, as choices of which one is `chosen`."""
    return tuple(Choice(value, label, chosen=value == chosen) for value, label in values)


class Key(NamedTuple):
    """One place in the picker: a tile (or a half of one) that can go, cannot, or is gone."""

    label: str
    state: str
    name: str = ""
    value: str = ""
    href: str = ""
    note: str = ""
    drawing: Markup = NOTHING_DRAWN


class Picker(NamedTuple):
    """The tiles not seen yet. `shape` names its grid: the box of 28, or the pad of halves by its set.

    `by_keys` says what to type if that is not the name of a tile. A pad has the names of the unseen tiles, `go` those
    that can be laid and `off` the others: without a connection the phone opens a number by itself.
    """

    shape: str
    keys: tuple[Key, ...]
    picture: Markup = NOTHING_DRAWN
    close: str = ""

    by_keys: str = ""
    go: str = ""
    off: str = ""

    @property
    def is_pad(self) -> bool:
        """Whether it has the numbers of a large set."""
        return "pad" in self.shape.split()

    @property
    def is_row(self) -> bool:
        """Whether it has the tiles with one number of a large set."""
        return "row" in self.shape.split()

    @property
    def typed(self) -> tuple[str, ...]:
        """The numbers of the first lit tile, as they are typed on a keyboard; () if no tile is lit."""
        lit = next((each for each in self.keys if each.state == "go"), None)
        return () if lit is None or self.by_keys else tuple(lit.value.split("-"))


class HandRow(NamedTuple):
    """One player's hand as it is shown at the end of a round; `recount` leads to where its number is put right."""

    name: str
    note: str
    tiles: tuple[Key, ...] = ()
    empty: int = 0
    now: bool = False
    href: str = ""
    recount: LinkView | None = None
