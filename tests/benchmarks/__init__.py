"""What is measured, not tested: `python3 -m tests.benchmarks` measures everything, each thing beside its floor."""
