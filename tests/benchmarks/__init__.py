"""What is measured, not tested: run one with `python3 -m tests.benchmarks.phones`."""
