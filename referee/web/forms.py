"""What a form may send, by shape alone: whether it makes sense at the table is for the referee to say."""

from __future__ import annotations

import json
from typing import Any

from flask_wtf import FlaskForm
from wtforms import Field, IntegerField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional, Regexp, ValidationError

LONGEST_NAME = 40
LONGEST_WHY = 200
_SHORT = (Optional(), Length(max=12))
_NUMBER = (Optional(), NumberRange(min=0, max=9999))
_NAME = (Optional(), Length(max=LONGEST_NAME))


class EntryForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """One thing said at the table. `seq` is the last event that the phone had seen, `key` names this form."""

    seq = IntegerField(validators=[InputRequired(), NumberRange(min=0)])
    key = StringField(validators=[InputRequired(), Length(min=8, max=64), Regexp(r"[\w-]+\Z")])
    by = StringField(validators=_NAME)
    play = StringField(validators=_SHORT)
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
    forced = StringField(validators=_SHORT)
    undo = StringField(validators=_SHORT)
    redo = StringField(validators=_SHORT)
    retract = IntegerField(validators=_NUMBER)
    adjust = StringField(validators=_SHORT)
    void = StringField(validators=_SHORT)
    why = StringField(validators=(Optional(), Length(max=LONGEST_WHY)))

    def validate_stand(self, field: Field) -> None:
        """What the table lets stand is an event that was refused before, written as JSON."""
        if field.data and read_tried(field.data) is None:
            raise ValidationError("not an event")


def read_tried(text: str) -> dict[str, Any] | None:
    """An event that a page carries with it, written as JSON; None for anything else."""
    try:
        tried = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(tried, dict) or not any(
        verb in tried for verb in ("play", "draw", "pass", "claim", "muggins")
    ):
        return None
    return tried


def event_of(form: EntryForm) -> dict[str, Any] | None:
    """The one event that the form says, as RECORD.md writes it; None where it says none of its own."""
    by = form.by.data or None
    said: dict[str, Any] | None = None
    if form.play.data:
        said = {"by": by, "play": form.play.data, "at": form.at.data or None, "out": form.out.data}
        said["stood"] = True if form.stood.data else None
    elif form.draw.data:
        said = {"by": by, "draw": form.draw.data}
    elif form.knock.data:
        said = {"by": by, "pass": True}
    elif form.claim.data is not None:
        said = {"by": by, "claim": form.claim.data}
    elif form.muggins.data is not None:
        said = {"by": by, "muggins": form.muggins.data}
    elif form.pips.data is not None:
        said = {"by": by, "pips": form.pips.data}
    elif form.round.data:
        said = {"round": form.round.data, "opener": form.opener.data or None}
    elif form.retract.data:
        said = {"retract": form.retract.data}
    elif form.void.data:
        said = {"void": True, "why": form.why.data or None}
    return None if said is None else {name: value for name, value in said.items() if value is not None}
