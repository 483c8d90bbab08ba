"""`python3 -m tests.recount [--family F] [--first SEED] [--matches N]` counts matches a second time; see README.md."""

import argparse
import time
import traceback
from collections import Counter

from tests.recount.families import FAMILIES, Unclear, recount

# A family is left after so many differences.
MOST = 5


def main() -> int:
    """Play as many matches as wanted; 1 if the referee and the counting ever differ."""
    asked = _asked()
    differ = [count(each, asked) for each in ([asked.family] if asked.family else FAMILIES)]
    return 1 if any(differ) else 0


def count(family: str, asked: argparse.Namespace) -> bool:
    """Count the matches of one family and say how they ended; whether there was a difference."""
    began, ended = time.monotonic(), Counter[str]()
    for seed in range(asked.first, asked.first + asked.matches):
        try:
            recount(family, seed)
            ended["alike"] += 1
        except Unclear as unclear:
            ended[f"not clear: {unclear}"] += 1
        except Exception as different:  # noqa: BLE001 - a crash is a difference too
            ended["different"] += 1
            print("".join(traceback.format_exception(different, limit=-4)), flush=True)
        if ended["different"] == MOST or (asked.seconds and time.monotonic() - began > asked.seconds):
            break
    print(f"{family}: seeds {asked.first} to {seed}, {time.monotonic() - began:.0f} s")
    print(*(f"{number:7} {what}" for what, number in ended.most_common()), sep="\n", flush=True)
    return ended["different"] > 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m tests.recount", description=__doc__)
    parser.add_argument("--family", choices=FAMILIES)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--matches", type=int, default=100, help="how many of each family")
    parser.add_argument("--seconds", type=float, default=0, help="leave a family after so long")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
