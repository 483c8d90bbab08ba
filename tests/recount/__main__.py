"""`python3 -m tests.recount [--family F] [--first SEED] [--matches N]` counts matches a second time; see README.md."""

import argparse
import time
import traceback
from collections import Counter

from tests.recount.families import FAMILIES, Unclear, recount


def main() -> int:
    """Play as many matches as wanted; 1 if the referee and the counting ever differ."""
    asked = _asked()
    differences = 0
    for family in [asked.family] if asked.family else FAMILIES:
        began, ended = time.monotonic(), Counter[str]()
        for seed in range(asked.first, asked.first + asked.matches):
            try:
                recount(family, seed)
                ended["alike"] += 1
            except Unclear as unclear:
                ended[f"not clear: {unclear}"] += 1
            except Exception as different:  # noqa: BLE001 - a crash is a difference too
                ended["different"] += 1
                differences += 1
                print("".join(traceback.format_exception(different, limit=-6 if asked.trace else 0)))
                if ended["different"] >= asked.most:
                    break
        print(f"{family}: {time.monotonic() - began:.0f} s")
        for what, number in ended.most_common():
            print(f"{number:7} {what}")
    return 1 if differences else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m tests.recount", description=__doc__)
    parser.add_argument("--family", choices=FAMILIES)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--matches", type=int, default=100, help="how many seeds of each family")
    parser.add_argument("--most", type=int, default=5, help="stop a family after so many differences")
    parser.add_argument("--trace", action="store_true", help="print where in the code each difference shows")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
