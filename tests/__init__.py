"""The tests. `python3 -m tests` runs all of them and the other checks."""

import os
import sys
from pathlib import Path

# Containers often forbid Python to write byte code. The tests start about a hundred servers and commands; each would
# compile the whole program, which would double its start-up time.
if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "compiled")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
