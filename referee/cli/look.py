"""`referee look`: reads the tiles in a photograph."""

import json
import os
from pathlib import Path

from referee.camera import DOUBT, MOST_BYTES, CannotLook, Seen, is_available, look
from referee.cli.terminal import refuse

_REFUSED = {
    "too-large": "{file} is too large: at most 6 MB and 20 million pixels (WebP: 10 million).",
    "not-a-picture": "{file} cannot be read as a picture. Use JPEG, PNG or WebP.",
}


def look_at(file: str, highest: int, *, as_json: bool) -> int:
    """Print the tiles in the photograph `file`, as a list or as JSON; `highest` is the set's highest double.

    Returns the exit status: 0 if the photograph could be read, otherwise 2.
    """
    if not is_available():
        return refuse("To read photographs numpy is needed: python3 -m pip install 'referee[camera]'", 2)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more threads cost more and are no faster
    try:
        with Path(file).open("rb") as opened:
            picture = opened.read(MOST_BYTES + 1)
        seen = look(picture, highest=highest)
    except OSError as error:
        return refuse(f"{file} cannot be read: {error.strerror or error}.", 2)
    except CannotLook as error:
        return refuse(_REFUSED[error.reason].format(file=file), 2)
    print(_json(seen) if as_json else _text(seen))
    return 0


def _json(seen: Seen) -> str:
    tiles = [
        {"tile": each.tile.name, "corners": list(map(list, each.corners)), "sure": round(each.sure, 2)}
        for each in seen.found
    ]
    return json.dumps({"tiles": tiles, "size": list(seen.size)})


def _text(seen: Seen) -> str:
    if not seen.found:
        return "No tiles found."
    lines = []
    for each in seen.found:
        others = ", ".join(other.tile.name for other in each.others[:3])
        doubt = f"perhaps {others}" if others else "nothing else is likely"
        lines.append(each.tile.name + ("" if each.sure >= DOUBT else f"  (not sure: {doubt})"))
    pips = sum(each.tile.pips for each in seen.found)
    count = len(seen.found)
    told = f"{count} tile{'' if count == 1 else 's'}, {pips} pip{'' if pips == 1 else 's'}"
    return "\n".join([*lines, told])
