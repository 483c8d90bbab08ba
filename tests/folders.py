"""The folders of the test data."""

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
EXAMPLES = TESTS / "examples"  # worked examples of the rules, a file for each variant
PLAYTHROUGHS = TESTS / "playthroughs"  # a short complete round of each variant, with the referee's answers
