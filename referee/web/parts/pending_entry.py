"""Posted forms, and the step that a phone is at before it posts one: only their shape is checked here.

Whether they make sense at the table is for the referee to say. The page's address holds the step, so every step works
as a link, and reloading the page keeps it.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Self

from flask import request, url_for
from werkzeug.datastructures import MultiDict
from wtforms import Field, Form, IntegerField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional, Regexp, ValidationError

from referee.engine.log import Answer, Log
from referee.engine.rulings import Ruling, Verdict
from referee.engine.setup import LONGEST_NAME
from referee.engine.spelling import visible
from referee.engine.tiles import Face, Tile, read_face, read_tile

LONGEST_WHY = 200
_SHORT = (Optional(), Length(max=12))
_NUMBER = (Optional(), NumberRange(min=0, max=9999))
_ENTRY = (Optional(), NumberRange(min=0, max=99_999))  # the number of an event
_NAME = (Optional(), Length(max=LONGEST_NAME))


def _is_event(_form: Form, field: Field) -> None:
    """Check that the field holds a JSON object, which is what an event is in record/README.md."""
    if read_object(field.data) is None:
        raise ValidationError("not an event")


_EVENT = (Optional(), Length(max=1000), _is_event)


class EntryForm(Form):
    """One entry at the table. `seq` is the last event that the phone had seen, `key` identifies this form.

    The CSRF token of every post is checked before its form is read. `after` is the key of a form sent earlier that
    was still unanswered when this one was tapped. With `back` nothing is entered: the form sent before with the same
    `key` is taken back, whether or not it has arrived.
    """

    seq = IntegerField(validators=[InputRequired(), NumberRange(min=0)])
    key = StringField(validators=[InputRequired(), Length(min=8, max=64), Regexp(r"[\w-]+\Z")])
    after = StringField(validators=(Optional(), Length(min=8, max=64), Regexp(r"[\w-]+\Z")))
    back = StringField(validators=_SHORT)
    by = StringField(validators=_NAME)
    play = StringField(validators=_SHORT)
    flip = StringField(validators=_SHORT)
    at = StringField(validators=_SHORT)
    out = IntegerField(validators=_NUMBER)
    stood = StringField(validators=_SHORT)
    draw = IntegerField(validators=_NUMBER)
    knock = StringField(validators=_SHORT)
    claim = IntegerField(validators=_NUMBER)
    muggins = IntegerField(validators=_NUMBER)
    tile = StringField(validators=_SHORT)
    shown = StringField(validators=(Optional(), Length(max=1000)))
    pips = IntegerField(validators=_NUMBER)
    round = IntegerField(validators=_NUMBER)
    opener = StringField(validators=_NAME)
    stand = StringField(validators=(Optional(), Length(max=400)))
    chance = StringField(validators=_SHORT)
    forced = StringField(validators=_SHORT)
    antes = IntegerField(validators=_NUMBER)
    undo = StringField(validators=_SHORT)
    redo = StringField(validators=_SHORT)
    retract = IntegerField(validators=_ENTRY)
    amend = IntegerField(validators=_ENTRY)
    onward = IntegerField(validators=_ENTRY)
    put = StringField(validators=(Optional(), Length(max=400)))
    correct = StringField(validators=_EVENT)
    before = IntegerField(validators=_ENTRY)
    drew = IntegerField(validators=_NUMBER)
    without = IntegerField(validators=_ENTRY)
    result = StringField(validators=_SHORT)
    say = StringField(validators=_EVENT)
    confirm = StringField(validators=_SHORT)
    confirming = StringField(validators=_SHORT)
    then = StringField(validators=_EVENT)
    adjust = StringField(validators=_SHORT)
    void = StringField(validators=_SHORT)
    why = StringField(
        filters=(lambda typed: typed and visible(typed),), validators=(Optional(), Length(max=LONGEST_WHY))
    )

    def validate_stand(self, field: Field) -> None:
        """What the table lets stand is an event that was refused before, written as JSON."""
        if field.data and read_tried(field.data) is None:
            raise ValidationError("not an event")


class _Unsaid(NamedTuple):
    """A field that the form did not send. It is immutable, because all forms share it."""

    data: None = None


_FIELDS = frozenset(name for name, field in vars(EntryForm).items() if hasattr(field, "_formfield"))
_ALWAYS = frozenset(("seq", "key", "by"))  # `by` may be filled in later
_STEPS = frozenset(("undo", "redo"))
_SENT = frozenset(("after", "back"))


def entry_form() -> EntryForm:
    """The posted form. It has some forty fields but most posts send three, so only those are made.

    Undo and Redo say nothing of what else was begun in the form, which a browser does not check then.
    """
    said = _FIELDS.intersection(request.form)
    if said & _STEPS:
        said &= _STEPS | _SENT
    return _form_of(said | _ALWAYS)(request.form)


@lru_cache(maxsize=200)
def _form_of(said: frozenset[str]) -> type[EntryForm]:
    """The form class with only these fields; every other field is empty."""
    return type("EntryForm", (EntryForm,), dict.fromkeys(_FIELDS - said, _Unsaid()))


# The fields that deliver a form and name its page; all others are its content.
ENVELOPE = frozenset(("csrf_token", "seq", "key", "after", "from"))


def content_of(posted: MultiDict[str, str]) -> str:
    """A digest of what a form says, which does not depend on the order of its fields: 32 hexadecimal digits."""
    said = sorted(pair for pair in posted.items(multi=True) if pair[0] not in ENVELOPE)
    return hashlib.blake2b(json.dumps(said).encode(), digest_size=16).hexdigest()


def read_object(text: str) -> dict[str, Any] | None:
    """A JSON object; None for anything else, including NaN, Infinity and lone surrogates."""
    try:
        read = json.loads(text, parse_constant=_no_constant)
        if "\\u" in text:
            json.dumps(read, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return read if isinstance(read, dict) else None


def number_in(text: str, digits: int = 5) -> int | None:
    """The whole number in a field or an address, with at most that many digits; None for anything else.

    Python's `isdigit` alone would accept a superscript two.
    """
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def points_in(text: str, digits: int = 5) -> int | None:
    """The same with an optional plus or minus before it, for points that are added or deducted."""
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    number = number_in(text[1:] if text[:1] in ("+", "-") else text, digits)
    return -number if number is not None and text[0] == "-" else number


def read_chosen(text: str) -> dict[int, str]:
    """The ends that the table chose for later tiles, written as "7:6-5/5 9:2-1/1"; anything else is left out."""
    pairs = (each.partition(":") for each in text.split())
    found = ((number_in(number), end) for number, _, end in pairs)
    return {number: end for number, end in found if number is not None}


def _no_constant(name: str) -> Any:
    raise ValueError(name)


# The events that may be refused and shown again with the reason.
TRIED = (
    "play", "flip", "draw", "pass", "claim", "muggins", "hand", "pips", "bid", "trump", "rest", "concede", "result",
    "ante", "bet", "call", "raise", "check", "fold", "deal", "remove", "knock", "move", "turn",
)  # fmt: skip


def is_call(raw: Mapping[str, Any]) -> bool:
    """Whether an event claims points or calls muggins, by itself or with a tile."""
    return bool({"claim", "muggins"} & set(raw))


def read_tried(text: str) -> dict[str, Any] | None:
    """An event that a page carries with it, written as JSON; None for anything else."""
    tried = read_object(text)
    if tried is None or not any(verb in tried for verb in TRIED):
        return None
    return tried


# For each field that makes an event: its verb in the record, and the fields that go with it.
_VERBS = (
    ("play", "play", ("by", "at", "out", "stood")),
    ("flip", "flip", ("by", "at", "out")),
    ("draw", "draw", ("by",)),
    ("knock", "pass", ("by",)),
    ("claim", "claim", ("by",)),
    ("muggins", "muggins", ("by",)),
    ("pips", "pips", ("by",)),
    ("round", "round", ("opener",)),
    ("retract", "retract", ()),
    ("void", "void", ("why",)),
)
_FLAGS = ("knock", "void", "stood")  # true if the form sends them at all


def event_of(form: EntryForm) -> dict[str, Any] | None:
    """The event in the form's plain fields, as record/README.md writes it; None if there is none."""
    for field, verb, others in _VERBS:
        value = _said(form, field)
        if value is not None:
            found = {name: _said(form, name) for name in others}
            return {verb: value, **{name: each for name, each in found.items() if each is not None}}
    return None


def _said(form: EntryForm, name: str) -> Any:
    data = getattr(form, name).data
    if data in (None, ""):
        return None
    return True if name in _FLAGS else data


class Asked(NamedTuple):
    """A step: `half` is the number chosen on the pad, `at` an open place or an open number tapped first, `tried` an
    event that the referee refused or that is not complete, `call` the claim being entered, `hand` whose tiles are
    being shown, `who` a player who acted out of turn, `faces` the tiles of a deal so far, as they lie, `opener` who
    is due to open a rematch, `no_double` that nobody holds a double to open with. `answer` is the referee's to what
    was tried, once it is `judged`.

    A refused call is answered once and never put in an address: otherwise anybody could ask for free whether a tile
    scores.
    """

    half: int | None = None
    at: str = ""
    tried: Mapping[str, Any] | None = None
    call: str = ""
    hand: str = ""
    shown: tuple[Tile, ...] = ()
    pips: bool = False
    deal: bool = False
    who: str = ""
    faces: tuple[Face, ...] = ()
    opener: str = ""
    no_double: bool = False
    answer: Answer | None = None

    def judged(self, log: Log) -> Self:
        """The same step with the answer to what was tried: the one that was given when it was said, else the log's."""
        if self.tried is None or self.answer is not None:
            return self
        return self._replace(answer=log.say(self.tried)[0])

    @property
    def refusal(self) -> Ruling | None:
        """The ruling on what was tried, if that was refused; None until it is judged."""
        if self.answer is None or self.answer.ruling.verdict is not Verdict.REFUSED:
            return None
        return self.answer.ruling

    def args(self) -> dict[str, str]:
        """The step as query arguments."""
        found = {"at": self.at, "call": self.call, "hand": self.hand, "who": self.who, "opener": self.opener}
        found["half"] = "" if self.half is None else str(self.half)
        found["tried"] = "" if self.tried is None or self.is_call else dumped(self.tried)
        found["shown"] = " ".join(each.name for each in self.shown)
        found["faces"] = " ".join(str(each) for each in self.faces)
        found["pips"] = "1" if self.pips else ""
        found["deal"] = "1" if self.deal else ""
        found["no_double"] = "1" if self.no_double else ""
        return {name: value for name, value in found.items() if value}

    @property
    def is_call(self) -> bool:
        """Whether what was refused is a claim or a call of muggins."""
        return self.tried is not None and is_call(self.tried)

    def href(self, link: str, **changes: Any) -> str:
        """The address of the table with this step, after any `changes` to it."""
        args: dict[str, Any] = dict(self._replace(**changes).args())
        return url_for("rounds.show", link=link, **args)


NOTHING = Asked()
# Values of the query parameter `at`:
OTHER = "other"  # another tile opens than the one that has to
ANY = "any"  # offer every number, though only one is wanted


def dumped(event: Mapping[str, Any]) -> str:
    """An event as compact JSON, as a page carries it."""
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False)


def read_asked(args: MultiDict[str, str]) -> Asked:
    """The step in an address; what cannot be read is left out."""
    tried = read_tried(args["tried"]) if "tried" in args else None
    call = args.get("call", "")
    return Asked(
        half=number_in(args.get("half", ""), 2),
        at=args.get("at", "")[:12],
        tried=None if tried is not None and is_call(tried) else tried,
        call=call if call in ("claim", "muggins") else "",
        hand=args.get("hand", "")[:40],
        shown=read_shown(args.get("shown", "")),
        pips=bool(args.get("pips")),
        deal=bool(args.get("deal")),
        who=args.get("who", "")[:40],
        faces=read_faces(args.get("faces", "")),
        opener=args.get("opener", "")[:40],
        no_double=bool(args.get("no_double")),
    )


def read_shown(text: str) -> tuple[Tile, ...]:
    """The tiles in a list separated by spaces, each once."""
    read = (read_tile(word) for word in text.split()[:40])
    return tuple(dict.fromkeys(each for each in read if each is not None))


def read_faces(text: str) -> tuple[Face, ...]:
    """The tiles in a list separated by spaces, as they lie, each once."""
    found: dict[Tile, Face] = {}
    for word in text.split()[:60]:
        face = read_face(word)
        if face is not None:
            found.setdefault(face.tile, face)
    return tuple(found.values())
