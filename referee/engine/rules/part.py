"""What every part of the rules has: a few switches, for each value the sentence that a player reads, and a source."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from typing import Any, ClassVar, Self, cast

from referee.engine.messages import Message, msg, number_word
from referee.engine.rulings import Provenance, Source

Value = str | int | bool


def is_same(one: object, other: object) -> bool:
    """Whether two values of a switch are the same, including their type: 1 is not true."""
    return type(one) is type(other) and one == other


@dataclass(frozen=True, slots=True)
class Switch:
    """One question that a table may answer for itself (rules/README.md 2.10).

    `title` heads the question, `sentences` holds each value's sentence; a switch that takes any number
    from `least` on has one template with `{n}`, may word the number 1 as `one`, and may have sentences for values that
    mean something else. `reasons` says
    why the referee uses a value if a sheet is silent (rules/README.md part 2). A switch that is not open is always as
    the sheet prints it, and no table may set it. `base` is the number whose multiples score in this game:
    it fills `{base}` in a sentence, and twice as much fills `{double}`. `spellings` are further names of values, which
    say what a value does if records name it after a sheet. Both can be read; records keep the old ones.
    """

    title: str
    sentences: Mapping[Value, str]
    template: str | None = None
    least: int = 0
    reasons: Mapping[Value, str] = field(default_factory=dict)
    is_open: bool = True
    base: int = 5
    spellings: Mapping[str, Value] = field(default_factory=dict)
    one: str | None = None

    def meant(self, value: Any) -> Any:
        """The value in the form that records use."""
        return self.spellings.get(value, value) if isinstance(value, str) else value

    def takes(self, value: object) -> bool:
        """Whether the value is one of the switch's own."""
        if self.template is not None and type(value) is int:
            return value >= self.least
        return any(is_same(each, value) for each in self.sentences)

    @property
    def heading(self) -> Message:
        """The title as a message."""
        return self._filled(self.title)

    def sentence(self, value: Value) -> Message:
        """The sentence of a value that the switch takes."""
        for each, words in self.sentences.items():
            if is_same(each, value):
                return self._filled(words)
        assert self.template is not None, f"{self.title}: no sentence for {value!r}"
        return msg(self.one if value == 1 and self.one is not None else self.template, n=value)

    def of(self, base: int) -> "Switch":
        """The same switch in a game where multiples of `base` score."""
        return self if base == self.base else replace(self, base=base)

    def _filled(self, words: str) -> Message:
        numbers = {"{base}": self.base, "{double}": 2 * self.base}
        return msg(
            words, **{name[1:-1]: number_word(each) for name, each in numbers.items() if name in words}
        )


def choice(
    title: str,
    sentences: Mapping[Any, str],
    *,
    default: Value | None = None,
    reasons: Mapping[Any, str] | None = None,
    spellings: Mapping[str, Value] | None = None,
) -> Any:
    """A field that is a switch between values, by default the first; `reasons` are for values that apply if a sheet is
    silent."""
    switch = Switch(title, sentences, reasons=reasons or {}, spellings=spellings or {})
    return field(default=next(iter(sentences)) if default is None else default, metadata={"switch": switch})


def number(
    title: str,
    template: str,
    *,
    default: Value = 0,
    least: int = 0,
    one: str | None = None,
    sentences: Mapping[Any, str] | None = None,
    reasons: Mapping[Any, str] | None = None,
) -> Any:
    """A field that is a switch over numbers, `least` or more; `one` is the sentence in the singular, and `sentences`
    are for values that mean something else."""
    switch = Switch(title, sentences or {}, template, least, reasons or {}, one=one)
    return field(default=default, metadata={"switch": switch})


def fixed(title: str, sentences: Mapping[Any, str] | str) -> Any:
    """A field for a rule that no table sets: one sentence, or one of several that sheets print differently."""
    worded: Mapping[Any, str] = {"printed": sentences} if isinstance(sentences, str) else sentences
    return field(default=next(iter(worded)), metadata={"switch": Switch(title, worded, is_open=False)})


def where(switch: str, *values: Value) -> cached_property[bool]:
    """A property of a part: whether its switch has one of these values."""
    return cached_property(lambda part: getattr(part, switch) in values)


def unless(switch: str, *values: Value) -> cached_property[bool]:
    """A property of a part: whether its switch has none of these values."""
    return cached_property(lambda part: getattr(part, switch) not in values)


@cache
def _switches(part: Any) -> dict[str, Switch]:
    return {each.name: each.metadata["switch"] for each in fields(part) if "switch" in each.metadata}


CITING = ("source", "elsewhere", "silent")


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of a variant's rules: where it is printed, and which switches are printed elsewhere or nowhere.

    A switch counts as printed only if its sheet writes it, here or under `elsewhere`; one that nobody wrote, or that is
    named in `silent`, is assumed: a default is no citation. `told_by` names other fields that decide a switch.
    """

    told_by: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    source: Source
    elsewhere: Mapping[str, Source] = field(default_factory=dict)
    silent: tuple[str, ...] = ()
    _given: frozenset[str] = field(init=False, repr=False, compare=False)  # the fields that were written

    def __new__(cls, **given: Any) -> Self:
        """Create the part and record which of its fields were given."""
        part = super().__new__(cls)
        object.__setattr__(part, "_given", frozenset(given))
        return part

    def __post_init__(self) -> None:
        """Add every switch that was not given to `silent`; keep values in the form that records use."""
        for name, switch in self.switches().items():
            if switch.spellings:
                object.__setattr__(self, name, switch.meant(getattr(self, name)))
        object.__setattr__(self, "silent", tuple(dict.fromkeys((*self.silent, *self._unwritten()))))

    def _unwritten(self) -> Iterator[str]:
        for name, switch in self.switches().items():
            if switch.is_open and not self.was_written(name):
                yield name

    def was_written(self, name: str) -> bool:
        """Whether the switch `name` was written, not left at its default."""
        ways = (name, *self.told_by.get(name, ()))
        return name in self.elsewhere or bool(self._given.intersection(ways))

    @classmethod
    def switches(cls) -> dict[str, Switch]:
        """The part's switches by name, in the order in which a player meets them."""
        return _switches(cast(Any, cls))

    def cited(self, name: str) -> Source:
        """Where the switch `name` is printed, or that the sheet says nothing about it."""
        source = self.elsewhere.get(name, self.source)
        return source._replace(standing=Provenance.SILENT) if self.is_silent(name) else source

    def is_silent(self, name: str) -> bool:
        """Whether the sheet says nothing about the switch `name`."""
        return name in self.silent

    def why(self, name: str) -> Message | None:
        """Why the referee uses this value if the sheet is silent; None if it is printed or chosen."""
        if not self.is_silent(name):
            return None
        switch = self.switches().get(name)
        reason = switch.reasons.get(getattr(self, name)) if switch is not None else None
        return msg(reason) if reason else msg("The sheet does not say; this is how the referee reads it.")

    def printed_in(
        self,
        source: Source,
        *,
        elsewhere: Mapping[str, Source] | None = None,
        silent: tuple[str, ...] | None = None,
        **changes: Any,
    ) -> Self:
        """The part as one section of a sheet prints it: the switches that are written here and in `changes`.

        `silent` names what that sheet does not mention; without it, what is silent here stays silent.
        A switch that nobody has written stays assumed, as if the part were written out.
        """
        unwritten = set(self._unwritten())
        written = {name: getattr(self, name) for name in self._given if name not in CITING}
        kept = tuple(each for each in self.silent if each not in unwritten)
        return type(self)(
            source=source,
            elsewhere=elsewhere or {},
            silent=kept if silent is None else silent,
            **{**written, **changes},
        )

    def with_house_rule(self, name: str, value: Value, source: Source) -> Self:
        """The part with one switch set by the table."""
        changes: dict[str, Any] = {name: value}
        silent = tuple(each for each in self.silent if each != name)
        return replace(self, elsewhere={**self.elsewhere, name: source}, silent=silent, **changes)
