"""Writes a file as a whole: it takes its name only when all of it is on the disk."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def written_whole(target: Path, mode: int = 0o600) -> Iterator[Path]:
    """An empty file beside `target`, for the block to fill. Only its owner can read it, because a score book holds
    links; `mode` gives others more rights, if the system allows it.

    After the block it takes the place of `target`. If the block fails, it is removed. Raises OSError, also if there is
    a write-ahead log of another `target`: SQLite would write its pages into the new one.
    """
    unfinished = target.parent / f".{target.name}.{os.getpid()}"
    log = target.parent / f"{target.name}-wal"
    try:
        os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode))
        yield unfinished
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        if log.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(log))
        unfinished.replace(target)
    except OSError as error:
        if error.filename == str(unfinished):  # a name that nobody has typed
            error.filename = str(target)
        raise
    finally:
        for tail in ("", "-wal", "-shm"):
            unfinished.with_name(unfinished.name + tail).unlink(missing_ok=True)
