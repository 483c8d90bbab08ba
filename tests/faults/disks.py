"""Disks of our own: one of a megabyte that can be full, one that turns read-only as a failing one does."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

BALLAST = "ballast"


def can_mount() -> bool:
    """Whether this system lets us have disks of our own."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("mount") is not None


@contextmanager
def small_disk(place: Path) -> Iterator[Path]:
    """A disk of a megabyte at `place`; skips the test if none can be had."""
    with _mounted(["-t", "tmpfs", "-o", "size=1m", "tmpfs"], place):
        yield place


@contextmanager
def failing_disk(place: Path) -> Iterator[Path]:
    """A disk in a file, to be ended by `fail`; skips the test if none can be had."""
    image = place.with_name("disk.img")
    with image.open("wb") as file:
        file.truncate(4 * 2**20)
    if shutil.which("mkfs.ext4") is None or not can_mount():
        pytest.skip("no disk of our own can be had here")
    subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True)
    with _mounted(["-o", "loop", str(image)], place):
        yield place


def fail(place: Path) -> None:
    """Make the disk detect an error in itself and accept no more writes."""
    subprocess.run(["mount", "-o", "remount,abort", str(place)], check=True)


def fill(place: Path) -> None:
    """Nothing more goes on the disk."""
    made = os.open(place / BALLAST, os.O_WRONLY | os.O_CREAT)
    try:
        while True:
            os.write(made, b"x" * 4096)
    except OSError:
        pass
    finally:
        os.close(made)


@contextmanager
def _mounted(what: list[str], place: Path) -> Iterator[None]:
    place.mkdir()
    if (
        not can_mount()
        or subprocess.run(["mount", *what, str(place)], capture_output=True, check=False).returncode
    ):
        pytest.skip("no disk of our own can be had here")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)
