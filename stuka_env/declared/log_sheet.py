"""Lines of log sheets: values for CSV, and cells for a page."""

from typing import Any, NamedTuple


class Column(NamedTuple):
    """A column of a log sheet.

    Attributes:
        name: its name in the values of a line.
        head: its head in the CSV; "" if it is not there.
        page: its head on the page; "" if it is not there.
        is_number: whether the page shows it as a number.
        is_narrow: whether a terminal, which has little room, shows it too.
    """

    name: str
    head: str
    page: str = ""
    is_number: bool = False
    is_narrow: bool = False


class SheetCell(NamedTuple):
    """A cell of the page of a log sheet."""

    text: str
    is_number: bool = False
    rows: tuple[tuple[str, str, str, str], ...] = ()
    """Rows of a list in place of the text: a number, two names, a number."""


class SheetLine(NamedTuple):
    """A line of a log sheet."""

    values: dict[str, Any]
    """Values of the columns of the CSV; a column without a value is empty."""
    cells: tuple[SheetCell, ...]
    """Cells of the page."""
    heading: str
    """Heading of the table that it belongs to."""
    is_flown: bool
    """Whether it was flown; the page shows other lines pale."""
