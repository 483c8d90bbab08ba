"""Sentences that are translated when they are shown: an English template and its values.

The referee rules once, but players at one table may read the ruling in several languages. So a sentence is kept as a
template and rendered when it is shown: `str(msg("{name} passes.", name="Ana"))`. The default language is English.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


def marked(template: str) -> str:
    """The template unchanged, but marked for translation: for words defined away from where they are used."""
    return template


AND = marked("{some} and {last}")
OR = marked("{some} or {last}")


def paired(one: str, many: str) -> tuple[str, str]:
    """The singular and plural templates unchanged, but marked for translation."""
    return one, many


class Translator(Protocol):
    """A language: the methods of a gettext catalogue. A message without a translation is returned in English."""

    def gettext(self, message: str) -> str:
        """The message in this language."""

    def ngettext(self, message1: str, message2: str, n: int) -> str:
        """The form of the message for the number `n`: in English `message1` for one, else `message2`."""

    def pgettext(self, context: str, message: str) -> str:
        """The message in the sense that `context` names."""


_spoken: ContextVar[Translator | None] = ContextVar("translator", default=None)


def use_locale(translator: Translator | None) -> None:
    """Use this language in this context (thread or request) from now on; None for English."""
    _spoken.set(translator)


def locale_in_use() -> Translator | None:
    """The current language; None for English."""
    return _spoken.get()


@contextmanager
def in_locale(translator: Translator | None) -> Iterator[None]:
    """Use this language within the block; None for English."""
    before = _spoken.set(translator)
    try:
        yield
    finally:
        _spoken.reset(before)


class Message:
    """A sentence: an English template with names in braces, and their values. `str` renders it.

    Values may be other sentences, numbers, names and tiles. `context` tells a translator which of two meanings is
    wanted: "Draw" the game or "Draw" the button.
    """

    __slots__ = ("context", "template", "values")

    def __init__(self, template: str, values: Mapping[str, object] | None = None, context: str = "") -> None:
        self.template = template
        self.values = values or {}
        self.context = context

    def __str__(self) -> str:
        translator = _spoken.get()
        if translator is None:
            return self.template.format_map(self.values)
        template = (
            translator.pgettext(self.context, self.template)
            if self.context
            else translator.gettext(self.template)
        )
        return template.format_map(self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self._meaning() == other._meaning()

    def __hash__(self) -> int:
        return hash(self.template)

    def __repr__(self) -> str:
        return f"Message({self.template!r}, {dict(self.values)!r})"

    def _meaning(self) -> tuple[object, ...]:
        return self.template, self.values, self.context


class Counted(Message):
    """A sentence with a singular and a plural: "1 tile", "3 tiles". `{n}` is the number."""

    __slots__ = ("many", "number")

    def __init__(self, one: str, many: str, number: int, values: Mapping[str, object] | None = None) -> None:
        super().__init__(one, {"n": number, **(values or {})})
        self.many = many
        self.number = number

    def __str__(self) -> str:
        translator = _spoken.get()
        if translator is None:
            return (self.template if self.number == 1 else self.many).format_map(self.values)
        return translator.ngettext(self.template, self.many, self.number).format_map(self.values)

    def _meaning(self) -> tuple[object, ...]:
        return self.template, self.many, self.values


class Listed(Message):
    """A list in words: "5-1, 5-0 and 3-2"; "" if it is empty."""

    __slots__ = ("items",)

    def __init__(self, items: Iterable[object], template: str = AND) -> None:
        self.items = tuple(items)
        super().__init__(template)

    def __bool__(self) -> bool:
        return bool(self.items)

    def __str__(self) -> str:
        words = [str(each) for each in self.items]
        if len(words) < 2:
            return "".join(words)
        translator = _spoken.get()
        template = translator.gettext(self.template) if translator is not None else self.template
        return template.format(some=", ".join(words[:-1]), last=words[-1])

    def _meaning(self) -> tuple[object, ...]:
        return self.template, self.items


class Joined(Message):
    """Sentences or figures joined by a separator: "6 + 6 + 3"."""

    __slots__ = ("between", "items")

    def __init__(self, items: Iterable[object], between: str) -> None:
        self.items = tuple(items)
        self.between = between
        super().__init__("")

    def __str__(self) -> str:
        return self.between.join(str(each) for each in self.items)

    def _meaning(self) -> tuple[object, ...]:
        return self.between, self.items


class Partners(str):
    """Players who share a score, joined as in records: "Ana & Cal". `str` gives the reader's language: "Ana y Cal"."""

    __slots__ = ()

    def __str__(self) -> str:
        words = self[:]  # a plain text; splitting what is shorter than " & " gives back the object itself
        if _spoken.get() is None:
            return words
        return str(Listed(words.split(" & "), marked("{some} & {last}")))


class Begun(Message):
    """Words that begin a sentence, with a capital: "Fives were led"."""

    __slots__ = ("words",)

    def __init__(self, words: Message) -> None:
        self.words = words
        super().__init__(words.template)

    def __str__(self) -> str:
        return capital(self.words)

    def _meaning(self) -> tuple[object, ...]:
        return "begun", self.words


def msg(template: str, **values: object) -> Message:
    """A sentence with its values."""
    return Message(template, values)


def msg_as(context: str, template: str, **values: object) -> Message:
    """A sentence or word with a `context`, for an English word that has two meanings."""
    return Message(template, values, context)


def of_side(one: str, several: str, name: str, **values: object) -> Message:
    """A sentence about a side, `{name}`: "Ana wins" is `one`, "Ana & Cal win" is `several`."""
    return Message(several if isinstance(name, Partners) else one, {"name": name, **values})


def with_article(a: str, an: str, number: int, **values: object) -> Message:
    """A sentence with an article before a `{number}`: `an` for 8 and 11, which begin with a vowel, else `a`."""
    return Message(an if number in (8, 11) else a, {"number": number, **values})


def counted(one: str, many: str, number: int, **values: object) -> Counted:
    """A sentence about a number of things, `{n}` in the templates: "{n} tile", "{n} tiles"."""
    return Counted(one, many, number, values)


NUMBERS = (
    marked("no"), marked("one"), marked("two"), marked("three"), marked("four"), marked("five"), marked("six"),
    marked("seven"), marked("eight"), marked("nine"), marked("ten"), marked("eleven"), marked("twelve"),
)  # fmt: skip


def number_word(number: int) -> Message:
    """A number as a word, up to twelve: "three"; larger ones in figures."""
    return msg(NUMBERS[number]) if 0 <= number < len(NUMBERS) else msg("{number}", number=number)


def capital(words: object) -> str:
    """The words with a capital first letter, to begin a sentence or a line."""
    text = str(words)
    return f"{text[:1].upper()}{text[1:]}"


# The same, rendered at once in the current language.


def _(template: str, **values: object) -> str:
    return str(Message(template, values))


def _p(context: str, template: str, **values: object) -> str:
    return str(Message(template, values, context))


def _n(one: str, many: str, number: int, **values: object) -> str:
    return str(Counted(one, many, number, values))


def number_of(one: str, many: str) -> Callable[[int], Message]:
    """A function that words a number of such things: "1 point", "15 points"."""
    return lambda number: counted(one, many, abs(number), n=number)


tiles_word = number_of(*paired("1 tile", "{n} tiles"))
pips_word = number_of(*paired("{n} pip", "{n} pips"))
points_word = number_of(*paired("{n} point", "{n} points"))
marks_word = number_of(*paired("{n} mark", "{n} marks"))
chips_word = number_of(*paired("{n} chip", "{n} chips"))
