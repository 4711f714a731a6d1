"""The log sheet of a war, as a page to print and as CSV: a line for each mission or sortie line."""

import csv
import io
from html import escape

from stuka_env.declared.log_sheet import SheetCell, SheetLine
from stuka_env.replay.run import Flight


def log_sheet(flight: Flight) -> list[SheetLine]:
    """Return the lines of the log sheet that have ended."""
    names, replay = flight.game.replays.names, flight.replay
    people = None if names is None else names(replay.seed, replay.episode)
    return flight.game.log_sheets.lines(flight.moments, people)


# --- as CSV ---


def csv_text(flight: Flight) -> str:
    """Return the sheet as CSV: a head, then its lines."""
    text, columns = io.StringIO(), flight.game.log_sheets.heads
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns.values())
    writer.writerows([line.values.get(name, "") for name in columns] for line in log_sheet(flight))
    return text.getvalue()


# --- as a page ---

STYLE = """
:root { color-scheme: light dark; }
body { font: 13px/1.35 system-ui, "DejaVu Sans", sans-serif; margin: 24px auto; max-width: 1360px; padding: 0 16px; }
h1 { font-size: 20px; margin: 0 0 2px; } h2 { font-size: 15px; margin: 22px 0 6px; } p { margin: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #8886; padding: 3px 5px; vertical-align: top; text-align: left; }
th { font-size: 11px; font-weight: 600; background: #8882; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
td:last-child { min-width: 9em; }
.rows { min-width: 17.5em; } .rows div { display: flex; gap: 6px; }
.rows i { width: 1.4em; text-align: right; opacity: .65; }
.rows span { flex: 1; min-width: 7.6em; white-space: nowrap; }
.rows b { width: 2.2em; text-align: right; font-variant-numeric: tabular-nums; }
tr.out td { opacity: .65; }
@media print { body { margin: 0; max-width: none; padding: 0; font-size: 9px; } h2 { break-after: avoid; }
  tr { break-inside: avoid; } th { font-size: 8px; } }
@page { size: A4 landscape; margin: 10mm; }
"""


def _cell(cell: SheetCell) -> str:
    if cell.rows:
        rows = (
            f"<div><i>{escape(number)}</i><span>{escape(one)}</span><span>{escape(other)}</span><b>{escape(last)}</b></div>"
            for number, one, other, last in cell.rows
        )
        return f'<td class="rows">{"".join(rows)}</td>'
    look = ' class="n"' if cell.is_number else ""
    return f"<td{look}>{escape(cell.text)}</td>"


def _row(line: SheetLine) -> str:
    """Return a line on the page, pale if it was not flown."""
    cells = "".join(map(_cell, line.cells))
    return f"<tr>{cells}</tr>" if line.is_flown else f'<tr class="out">{cells}</tr>'


def page_text(flight: Flight) -> str:
    """Return the sheet as a page to print: a table for each heading."""
    replay, ending, game = flight.replay, flight.ending, flight.game
    parts, lines = game.log_sheets, log_sheet(flight)
    about = ", ".join([replay.env, *game.replays.title(replay.arguments), f"seed {replay.seed}"])
    flown = f"Flown by \u201c{replay.policy_record.name}\u201d. " if replay.policy_record.name else ""
    end = "Not played to its end."
    if ending.result is not None and ending.score is not None:
        end = f"Final {game.replays.ending(replay.env, ending.result, ending.score)}."
    head = "".join(f"<th>{escape(column.page)}</th>" for column in parts.shown)
    tables = []
    for heading in dict.fromkeys(line.heading for line in lines):
        rows = "".join(_row(line) for line in lines if line.heading == heading)
        tables.append(
            f'<h2>{escape(heading)}</h2><div class="scroll"><table><thead><tr>{head}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>"
        )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{parts.title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{parts.title}</h1>\n"
        f"<p>{escape(' '.join(filter(None, (f'{about}.', flown.strip(), end, parts.note))))}</p>\n"
        f"{''.join(tables)}\n</body>\n</html>\n"
    )
