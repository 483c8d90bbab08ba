"""An unfinished entry: the step that a phone is at before anything is written down.

The page's address holds it, so every step works as a link, and reloading the page keeps the step.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from flask import url_for
from werkzeug.datastructures import MultiDict

from referee.engine.log import Answer, Log
from referee.engine.rulings import Ruling, Verdict
from referee.engine.tiles import Face, Tile, read_face, read_tile
from referee.web.parts.forms import is_call, number_in, read_tried


class Asked(NamedTuple):
    """`half` is the number chosen on the pad, `at` an open place or an open number tapped first, `tried` an event that
    the referee refused or that is not complete, `call` the claim being entered, `hand` whose tiles are being shown,
    `who` a player who acted out of turn, `faces` the tiles of a deal so far, as they lie, `opener`
    who opens a rematch by the match before, `no_double` that nobody holds a double to open with. `answer` is the
    referee's to what was tried, once it is `judged`.

    A call that was refused is answered once and is no part of an address: asking whether a tile scores would be free.
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
        """The same with the answer to what was tried: the one that was given when it was said, else one by the log."""
        if self.tried is None or self.answer is not None:
            return self
        return self._replace(answer=log.say(self.tried)[0])

    @property
    def refusal(self) -> Ruling | None:
        """The ruling on what was tried, where that is refused; None until it is judged."""
        if self.answer is None or self.answer.ruling.verdict is not Verdict.REFUSED:
            return None
        return self.answer.ruling

    def args(self) -> dict[str, str]:
        """The same as the arguments of an address."""
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
        """The address of the table with this step, and perhaps another one instead."""
        args: dict[str, Any] = dict(self._replace(**changes).args())
        return url_for("rounds.show", link=link, **args)


NOTHING = Asked()


def dumped(event: Mapping[str, Any]) -> str:
    """An event as a page carries it."""
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False)


def read_asked(args: MultiDict[str, str]) -> Asked:
    """The step that an address names; what cannot be read is left out."""
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
    """Tiles written one after the other, each once."""
    read = (read_tile(word) for word in text.split()[:40])
    return tuple(dict.fromkeys(each for each in read if each is not None))


def read_faces(text: str) -> tuple[Face, ...]:
    """Tiles written one after the other as they lie, each once."""
    found: dict[Tile, Face] = {}
    for word in text.split()[:60]:
        face = read_face(word)
        if face is not None:
            found.setdefault(face.tile, face)
    return tuple(found.values())
