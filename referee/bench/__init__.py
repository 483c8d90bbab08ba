"""How fast, how small, how flat: `referee bench` measures it, each thing beside a floor in the same run.

One room for each thing measured: `engine` and `drawings` in this process, `posted`, `weight` and `footprint` with the
real server in a process of its own. Nothing here is used by the program itself.
"""
