"""Coverage-guided fuzzing with atheris, of records, headers and events.

The first byte selects what the input is: a whole record, a header, or an event at one of the example matches.
"""

import json
import sys
import tempfile
import time
from pathlib import Path


def main(seconds: float, seed: int) -> int:
    """Fuzz for that long. As usual with atheris, a fault ends it with a traceback and the input in a file."""
    try:
        import atheris
    except ImportError:
        print("atheris is missing: python3 -m pip install --group fuzz", file=sys.stderr)
        return 2
    with atheris.instrument_imports(include=["referee"]):
        from referee.engine.record.parsing import is_text
        from tests.fuzzing import judging
        from tests.fuzzing.watching import Watch

    watch = Watch()

    def one(data: bytes) -> None:
        if not data:
            return
        kind, rest = data[0], data[1:]
        if kind < 64:
            judging.read(rest)
        elif kind < 96:
            judging.read(rest.split(b"\n")[0] + b'\n{"round": 1}\n')
        elif len(rest) > 2:
            logs, _ = judging.stages(rest[0] % len(judging.records()))
            try:
                said = json.loads(rest[2:])
            except (ValueError, RecursionError):
                return
            if isinstance(said, dict) and is_text(json.dumps(said, ensure_ascii=False)):
                judging.say(logs[rest[1] * len(logs) // 256], said, watch)

    with tempfile.TemporaryDirectory() as folder:
        _sow(Path(folder), judging.records())
        limits = [
            f"-max_total_time={int(seconds)}",
            f"-seed={seed}",
            "-max_len=4096",
            "-timeout=20",
            "-rss_limit_mb=2000",
        ]
        atheris.LineSetup([sys.argv[0], *limits, folder], one)
        began = time.monotonic()
        try:
            atheris.Fuzz()
        finally:
            print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)
    return 0


def _sow(folder: Path, records: list[tuple[str, list[str]]]) -> None:
    """Write the seed corpus: the beginnings of the example matches, and their events."""
    for number, (name, lines) in enumerate(records):
        (folder / f"{name}.record").write_bytes(b"\x00" + "\n".join(lines[:12]).encode())
        for place in range(1, min(len(lines), 40), 4):
            (folder / f"{name}.{place}").write_bytes(
                bytes([200, number, min(255, place)]) + lines[place].encode()
            )
