"""One match in progress and after: `Table` plays it, `Record` keeps it. Knows no players."""

from leyden.table.record import Record
from leyden.table.table import NoUndo, Table

__all__ = ["NoUndo", "Record", "Table"]
