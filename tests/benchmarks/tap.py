"""How much of our code one tap runs: files, functions, and the number of times that the judge is called."""

import json
import re
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from flask.testing import FlaskClient

import referee
from referee.engine import judge
from referee.storage.rows import NewEvent
from referee.web import create_app
from tests.benchmarks.engine import long_game
from tests.benchmarks.figures import Figure, Target

_OURS = str(Path(referee.__file__).parent)
AT = 30  # events before the tap
WARM = 3  # taps before it, to warm up
FILES, FUNCTIONS, ONCE = 40, 250, 1


class Passed(NamedTuple):
    """The code that one tap ran, and its outcome (the header `Referee-Entry`)."""

    became: str
    files: int
    functions: int
    judged: int


def measure(*, quick: bool) -> Iterator[Figure]:
    """Measure a tap that stands and one that is refused."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(folder, {"PACED": False})
        try:
            stands, refused = taps(app.test_client())
        finally:
            app.extensions["referee"].close()
    yield from _figures("tap.stands", "a tap that stands", stands)
    yield from _figures("tap.refused", "a tap that is refused", refused)


def taps(client: FlaskClient) -> tuple[Passed, Passed]:
    """Tap a tile that stands, in a game that counts its ends, and the same tile again, which is refused."""
    game = long_game(AT + WARM + 1)
    book = client.application.extensions["referee"]
    link = book.import_table(game.header, [NewEvent(each) for each in game.said[:AT]]).links["owner"]
    page = client.get(f"/t/{link}").text
    token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]

    def tap(seq: int, said: dict[str, Any]) -> Passed:
        form = {
            "csrf_token": token,
            "seq": str(seq),
            "key": secrets.token_urlsafe(12),
            "say": json.dumps(said),
        }
        return _watched(client, f"/t/{link}", form)

    for seq in range(AT, AT + WARM):
        tap(seq, game.said[seq])
    last = AT + WARM
    stands = tap(last, game.said[last])
    tap(last + 1, game.said[last])
    return stands, tap(last + 1, game.said[last])


def _watched(client: FlaskClient, address: str, form: dict[str, str]) -> Passed:
    called: Counter[CodeType] = Counter()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_OURS):
            called[frame.f_code] += 1

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        answer = client.post(address, data=form, headers={"HX-Request": "true"})
    finally:
        sys.setprofile(before)
    # A lambda or comprehension counts as part of its enclosing function.
    functions = {each for each in called if not each.co_name.startswith("<")}
    files = {each.co_filename for each in called}
    judged = called[judge.rule_on.__code__]
    return Passed(answer.headers["Referee-Entry"], len(files), len(functions), judged)


def _figures(name: str, title: str, passed: Passed) -> Iterator[Figure]:
    counts = (
        ("files", "Python files of ours", passed.files, FILES),
        ("functions", "functions of ours", passed.functions, FUNCTIONS),
        ("judged", "times judged", passed.judged, ONCE),
    )
    for what, words, value, most in counts:
        target = Target(of="value", bound=most) if what == "judged" or passed.became == "written" else None
        yield Figure(name=f"{name}.{what}", title=f"{title}: {words}", value=value, unit="", target=target)
