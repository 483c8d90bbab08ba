"""What is measured, not tested: nothing here is collected by `python3 -m tests`.

`python3 -m tests.benchmarks.phones` asks how soon a tile is on four hundred phones; `python3 -m pytest
tests/benchmarks/bench_*.py` times the parts of a posted move one by one (pytest-benchmark: `--benchmark-compare`,
`--benchmark-autosave`); `referee bench` measures everything beside its floor.
"""
