"""Random values, texts and events that no honest phone sends, from nearly valid to nonsense."""

import copy
import json
import random
from typing import Any

NAMES = (
    "Ana",
    "Ben",
    "Cal",
    "Dan",
    "Ana & Cal",
    "Ben & Dan",
    "You",
    "ana",
    " Ana",
    "Ana\u0301",
    "",
    "An\u00e1",
    "A\u200bna",
    "Ａna",
    "Añá\u0327",
)
VERBS = (
    "round", "play", "draw", "pass", "flip", "claim", "muggins", "hand", "pips", "bid", "trump", "rest", "concede",
    "result", "ante", "bet", "call", "raise", "check", "fold", "deal", "remove", "knock", "move", "turn", "retract",
    "amend", "adjust", "void", "ruling",
)  # fmt: skip
WORDS = (
    "by",
    "at",
    "out",
    "claim",
    "stood",
    "opener",
    "with",
    "why",
    "onto",
    "column",
    "stand",
    "record",
    "variant",
)
NUMBERS = (
    0, 1, 2, 3, 5, 7, 12, 28, 42, 84, -1, -5, 999_999, 1_000_000, 1_000_001, 2**31, 2**63, 2**64, 10**40, -(10**40),
)  # fmt: skip
FLOATS = (0.5, -0.0, 1e300, 1e-300, float("inf"), float("-inf"), float("nan"))
TEXTS = (
    "", " ", "\x00", "a\x00b", "\ud800", "\udfff", "x\ud83d", "\u202e6-4", "6\u20114", "６-４", "٦-٤", "6-4\n", "²",
    "½", "<script>alert(1)</script>", "\"'><img src=x>", "'; DROP TABLE event; --", "{{7*7}}", "{name}", "%s%n", "{0}",
    "../../../etc/passwd", "%00", "%ff", "\\", "null", "NaN", "true", "none", "doubles", "column", "pass", "\N{BOM}",
    "🁣" * 30, "e\u0301" * 60, "\N{RIGHT-TO-LEFT OVERRIDE}Ana", "\r\nSet-Cookie: a=b", "１２", "+1", "-1", "1e3", "0x10",
    "1_000", " 7 ", "9" * 30, "-" * 50, "6-4/6", "5-3/3", "6-4/99", "6-4/²", "/", "-", "6-", "-4", "6-4-2",
)  # fmt: skip
PIECES = (
    "Ana",
    "6-4",
    "round",
    "∞",
    "\x00",
    "\ud800",
    "ß",
    "ﷺ",
    " ",
    "-",
    "/",
    "0",
    "<b>",
    "&",
    '"',
    "\\",
    "\u200b",
)


def number(chance: random.Random) -> int:
    """A whole number: small, at a boundary, or far too large."""
    return chance.choice(NUMBERS) if chance.random() < 0.6 else chance.randint(-3, 60)


def tile(chance: random.Random) -> str:
    """A tile, mostly one of the set in use."""
    high = 6 if chance.random() < 0.8 else 20
    written = f"{chance.randint(0, high)}-{chance.randint(0, high)}"
    return f"{written}/{chance.randint(0, high)}" if chance.random() < 0.1 else written


def text(chance: random.Random) -> str:
    """A text: a name, a tile, a trap, a long repetition, or a mix of pieces."""
    kind = chance.randrange(12)
    if kind < 3:
        return tile(chance)
    if kind < 5:
        return chance.choice(NAMES)
    if kind < 9:
        return chance.choice(TEXTS)
    if kind == 9:
        return chance.choice(("x", "6-4 ", "ä", "\x00", "🁣", "[", "{")) * chance.choice((41, 501, 3000))
    return "".join(chance.choice(PIECES) for _ in range(chance.randint(1, 9)))


def value(chance: random.Random, deep: int = 3) -> Any:
    """Any JSON value, and what Python's parser accepts beyond that."""
    kind = chance.randrange(13 if deep else 9)
    if kind < 3:
        return number(chance)
    if kind < 6:
        return text(chance)
    if kind < 8:
        return chance.choice((True, False, None))
    if kind == 8:
        return chance.choice(FLOATS)
    if kind < 11:
        return [value(chance, deep - 1) for _ in range(chance.randint(0, 6))]
    return {key(chance): value(chance, deep - 1) for _ in range(chance.randint(0, 4))}


def key(chance: random.Random) -> str:
    """A key of the record, or any text."""
    return chance.choice((*VERBS, *WORDS)) if chance.random() < 0.7 else text(chance)


def nested(chance: random.Random) -> str:
    """Deeply nested JSON text, sometimes not closed."""
    depth = chance.choice((20, 200, 330, 480, 900, 3000, chance.randint(1, 1000)))
    opening, closing = chance.choice((("[", "]"), ('{"with":', "}"), ('{"amend":1,"with":', "}")))
    return opening * depth + "1" + closing * (depth if chance.random() < 0.5 else 0)


def TRUE(chance: random.Random) -> bool:  # noqa: N802 - a value, written like one
    """The value of a key that is either true or absent."""
    return True


SWITCHES = ("claims", "draw", "reserve", "spinner", "target", "blanks", "score_unit")
CHOICES: dict[str, tuple[Any, ...]] = {
    "bid": ("pass", 30, 31, 42, 84, 126, 168, "84", -1, 10**6),
    "trump": (0, 3, 6, 7, "doubles", "none", "follow_me"),
    "draw": (1, 1, 2, 3, 5, ["6-4"], ["6-4", "0-0"], []),
    **dict.fromkeys(("pass", "call", "check", "fold", "void", "concede"), (True,)),
    **dict.fromkeys(("retract", "amend"), tuple(range(1, 41))),
    "round": (1, 2, 3, 4),
}


def result(chance: random.Random) -> dict[str, Any]:
    """The result of a round, sometimes with keys of both families."""
    left = (
        number(chance),
        [tile(chance), tile(chance)],
        {"pips": number(chance), "tiles": number(chance)},
        7,
        13,
    )
    told = {
        "out": chance.choice(NAMES),
        "blocked": True,
        "left": {name: chance.choice(left) for name in NAMES[: chance.randint(0, 4)]},
        "points": {chance.choice(NAMES): chance.choice((5, 10, number(chance)))},
        "last": number(chance),
        "bidders": f"{NAMES[0]} & {NAMES[2]}",
        "bid": chance.choice(CHOICES["bid"]),
        "taken": chance.choice((34, 42, number(chance))),
        "made": chance.random() < 0.5,
    }
    usual = chance.choice((("out", "left"), ("blocked", "left"), ("bidders", "bid", "taken"), tuple(told)))
    return {key: told[key] for key in usual if chance.random() < 0.9}


def likely(chance: random.Random, verb: str) -> Any:
    """A plausible value for the verb."""
    if verb in CHOICES:
        return chance.choice(CHOICES[verb])
    match verb:
        case "hand" | "deal" | "knock" | "rest":
            return [tile(chance) for _ in range(chance.choice((0, 1, 2, 2, 3, 5, 7, 28, 60)))]
        case "play" | "flip" | "remove" | "move" | "turn":
            return tile(chance)
        case "result":
            return result(chance)
        case "adjust":
            return {chance.choice(NAMES): number(chance) for _ in range(chance.randint(0, 3))}
        case "ruling":
            values = ("auto", "call", "off", 2, 61, True, "free", number(chance))
            return {chance.choice(SWITCHES): chance.choice(values)}
    return chance.randint(0, 30)


# Other keys that each verb may have, with plausible values
BESIDE = {
    "play": (("at", tile), ("out", lambda chance: chance.randint(0, 6)), ("claim", number), ("stood", TRUE)),
    "flip": (("at", tile),),
    "draw": (("stood", TRUE),),
    "pass": (("stood", TRUE),),
    "round": (("opener", lambda chance: chance.choice(NAMES[:3])),),
    "adjust": (("why", text), ("about", number)),
    "void": (("why", text), ("about", number)),
}  # fmt: skip


def event(chance: random.Random, rough: float = 0.15, deep: int = 1) -> dict[str, Any]:
    """A random event; each part of it is malformed with the probability `rough`."""
    verb = chance.choice((*VERBS, "play", "play", "play", "draw", "hand"))
    found: dict[str, Any] = {verb: value(chance) if chance.random() < rough else likely(chance, verb)}
    if verb not in ("round", "retract", "amend", "adjust", "void", "ruling") and chance.random() > rough / 3:
        found["by"] = value(chance) if chance.random() < rough / 3 else chance.choice(NAMES[:4])
    for word, make in BESIDE.get(verb, ()):
        if chance.random() < 0.25:
            found[word] = value(chance) if chance.random() < rough else make(chance)
    if verb == "amend":
        found["with"] = event(chance, rough, deep - 1) if deep else value(chance)
    if verb == "move":
        found["onto"] = chance.choice(("column", tile(chance), value(chance) if rough else tile(chance)))
    if verb == "turn":
        found["column"] = chance.choice((1, 3, 7, value(chance) if rough else 2))
    if chance.random() < rough / 3:
        found[key(chance)] = value(chance)
    return found


def changed(chance: random.Random, before: Any) -> Any:
    """A JSON value with one random change."""
    found = copy.deepcopy(before)
    if isinstance(found, dict) and found:
        return _changed_object(chance, found)
    if isinstance(found, list) and found:
        return _changed_list(chance, found)
    if isinstance(found, str) and found and chance.random() < 0.5:
        place = chance.randrange(len(found))
        return found[:place] + chance.choice(PIECES) + found[place + 1 :]
    if isinstance(found, int) and chance.random() < 0.5:
        return found + chance.choice((-1, 1, 7, 10**6))
    return value(chance)


def _changed_object(chance: random.Random, found: dict[str, Any]) -> dict[str, Any]:
    place = chance.choice(list(found))
    match chance.randrange(6):
        case 0:
            del found[place]
        case 1:
            found[key(chance)] = found[place]
        case 2:
            found[key(chance)] = value(chance)
        case 3:
            found[place] = changed(chance, found[place])
        case _:
            found[place] = value(chance)
    return found


def _changed_list(chance: random.Random, found: list[Any]) -> list[Any]:
    place = chance.randrange(len(found))
    match chance.randrange(4):
        case 0:
            del found[place]
        case 1:
            found.insert(place, found[place])
        case 2:
            found[place] = changed(chance, found[place])
        case _:
            found[place] = value(chance)
    return found


def written(chance: random.Random, said: Any) -> str:
    """JSON text of a value, sometimes broken."""
    line = json.dumps(said, ensure_ascii=chance.random() < 0.5)
    if chance.random() < 0.85:
        return line
    if chance.random() < 0.1:
        return nested(chance)
    place = chance.randrange(len(line) + 1)
    return (
        line[:place]
        + chance.choice((*PIECES, "{", "}", "[", ",", '"by":'))
        + line[place + chance.randrange(3) :]
    )
