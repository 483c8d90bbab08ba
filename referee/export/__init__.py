"""What a table can be taken away as: its record, spreadsheets, texts, pictures, paper, and all of it in one archive."""

from __future__ import annotations

from referee.export.table_files import (
    FORMS,
    PAPERS,
    ROUND_FORMS,
    Download,
    NothingToExport,
    Written,
    archive,
    download,
    printed,
    written,
)

__all__ = [
    "FORMS",
    "PAPERS",
    "ROUND_FORMS",
    "Download",
    "NothingToExport",
    "Written",
    "archive",
    "download",
    "printed",
    "written",
]
