"""`python3 -m tests.benchmarks`: runs all benchmarks and prints one table."""

import sys

from tests.benchmarks.command import main

sys.exit(main(sys.argv[1:]))
