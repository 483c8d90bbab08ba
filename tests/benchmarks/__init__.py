"""The benchmarks: `python3 -m tests.benchmarks` measures everything, each thing against its floor."""
