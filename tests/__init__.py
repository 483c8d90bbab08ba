"""The tests; `python3 -m tests` runs them all, and the checks."""

import os
import sys
from pathlib import Path

# Containers often forbid Python to keep compiled files. The tests start about a hundred servers and commands; each
# would compile the whole program, which would double its time to start.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "compiled")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
