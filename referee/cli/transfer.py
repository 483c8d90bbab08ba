"""`referee export`, `referee print` and `referee import`."""

import sys
from collections.abc import Sequence
from pathlib import Path

from referee.cli.backup import database_of
from referee.cli.terminal import refuse
from referee.cli.whole_file import written_whole
from referee.engine.messages import in_locale
from referee.engine.record.reading import RecordError
from referee.engine.spelling import escaped
from referee.export.table_files import NothingToExport, download, written
from referee.importing import LARGEST, NotImported, import_record, unpacked
from referee.storage.rows import NoSuchTable, StoreError, TableRow
from referee.storage.store import Store
from referee.translations.catalogues import ENGLISH, translator_of

DONE, REFUSED, FAILED = 0, 1, 2


def export(
    table: str,
    form: str,
    number: int | None,
    output: str,
    data: str | None,
    language: str = ENGLISH,
    paper: str = "",
) -> int:
    """Write a table, or one of its rounds, to the file `output` (`-`: standard output); returns the exit status."""
    try:
        with in_locale(translator_of(language)), _open(data) as store:
            file = download(written(store, _find(store, table)), form, number, paper=paper)
    except (NothingToExport, StoreError) as error:
        return refuse(str(error), FAILED)
    if output == "-":
        sys.stdout.buffer.write(file.data)
        return DONE
    path = Path(output)
    path = path / file.name if path.is_dir() else path
    try:
        _write(path, file.data)
    except OSError as error:
        return refuse(f"{path} cannot be written: {error.strerror}.", FAILED)
    print(path)
    return DONE


def _write(path: Path, data: bytes) -> None:
    """Write the file as a whole; a device or a pipe in place."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    target = path.resolve()  # a symbolic link stays one
    with written_whole(target, target.stat().st_mode & 0o777 if target.exists() else 0o666) as unfinished:
        unfinished.write_bytes(data)


def import_files(files: Sequence[str], data: str | None, *, skip_refused: bool) -> int:
    """Import each record as a new table; returns the worst exit status.

    0: every record was imported; 1: at least one has events that do not stand; 2: at least one cannot be read.
    """
    worst = DONE
    try:
        with Store(database_of(data, None)) as store:
            for name in files:
                worst = max(worst, _import_one(store, name, skip_refused=skip_refused))
    except StoreError as error:
        return refuse(str(error), FAILED)
    return worst


def _import_one(store: Store, name: str, *, skip_refused: bool) -> int:
    try:
        row, judged = import_record(store, unpacked(_read(name)), skip_refused=skip_refused)
    except OSError as error:
        return refuse(f"{name}: {error.strerror}", FAILED)
    except RecordError as error:
        return refuse(f"{name}:{error.line}:{error.column}: {error.message}", FAILED)
    except NotImported as error:
        for each in error.complaints:
            refuse(f"{name}:{each.line}: event {each.event}: {each.says} ({each.code})", FAILED)
        refuse(f"{name}: nothing was imported. With --skip-refused these events are left out.", FAILED)
        return REFUSED
    left_out = f", {len(judged.complaints)} left out" if judged.complaints else ""
    print(escaped(f"{name}: table {row.id}, {len(judged.entries)} events{left_out}, /t/{row.links['keep']}"))
    return DONE


def _read(name: str) -> bytes:
    """Read a file, or standard input for `-`; if it is too large, only enough to detect that."""
    if name == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    with Path(name).open("rb") as file:
        return file.read(LARGEST + 1)


def _open(data: str | None) -> Store:
    """Open the database. Raises StoreError if there is none, because reading must not create one."""
    path = database_of(data, None)
    if not path.exists():
        raise StoreError(f"There is no database {path}. Name its folder with --data.")
    return Store(path)


def _find(store: Store, table: str) -> TableRow:
    """A table by its number, or by one of its links."""
    if table.isascii() and table.isdigit() and len(table) < 10:
        return store.table(int(table))
    found = store.open(table.rstrip("/").rpartition("/")[2]) if table.isascii() else None
    if found is None:
        raise NoSuchTable(f"There is no table {table}.")
    return found[0]
