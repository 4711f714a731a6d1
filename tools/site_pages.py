"""Hook of MkDocs that adds the pages of the site that are not files of ``docs/``.

``mkdocs.yml`` names this file. ``CONTRIBUTING.md`` and ``CHANGELOG.md`` stay at the root, where readers look for them,
and become pages. ``examples/README.md`` becomes a page that contains the programs it lists. The long table of
``docs/rules.md`` becomes one page for each chapter of the rulebook. The wars of the gallery and the exercises of each
game become pages that stand alone. Pages of ``docs/`` name the places of links to them in comments.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tools import exercise_pages, gallery_doc
from tools.generated import filled

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

SITE_PAGES = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Page of each file at the root."""
EXAMPLES = "examples/README.md"
EXAMPLES_PAGE = "examples.md"
EXAMPLE_LINK = re.compile(r"\[(\w+)\.py\]\(\1\.py\)")
"""Link of that page to a program."""
EXPLAINING_PAGES = ("primer.md", "glossary.md")
"""Ends of the names of the pages that explain words. In the search they come before tables that use the words."""
SEARCH_BOOST = 100_000
"""Factor of the rank of these pages."""
RULES = "rules.md"
CHAPTERS = {
    "2": ("2-introduction.md", "2 Introduction to Game Play"),
    "3": ("3-components.md", "3 Game Components"),
    "4": ("4-setup.md", "4 Setup"),
    "5": ("5-how-to-play.md", "5 How to Play"),
    "6": ("6-crew-and-aircraft-management.md", "6 Crew and Aircraft Management"),
    "7": ("7-combat-missions.md", "7 Combat Missions"),
    "8": ("8-return-to-base.md", "8 Return to Base"),
    "": ("rest.md", "Mat, Example of Play, Notes"),
}
"""Page and title by the first number of a section. Rows without a number go to the last page."""
HOME, GALLERY_LIST = "index.md", "gallery.md"
SHOWN_FIRST = ("stuka-agent", "wing-best", "support-best", "interceptor-agent")
"""Wars of the gallery that play on the home page."""
PAGE_LINK = re.compile(r"\]\((?P<place>[^)#:]+)(?P<anchor>#[^)]*)?\)")
"""Link to a file of the repository. Links to other hosts contain a colon."""
ROLE_MARKUP = re.compile(r":(?:attr|class|data|func|meth|mod):\s*(?=<code>)")
"""Sphinx role before a name in a docstring."""
RULE_ROW = re.compile(r"^\| (?=[RD]\d)")


def from_docs(text: str) -> str:
    """Return a page of the root with links as in ``docs/``: without ``docs/``, and to pages instead of root files."""

    def move(link: "re.Match[str]") -> str:
        place = link["place"].removeprefix("docs/")
        return f"]({(SITE_PAGES | {EXAMPLES: EXAMPLES_PAGE}).get(place, place)}{link['anchor'] or ''})"

    return PAGE_LINK.sub(move, text)


def examples_page(folder: Path) -> str:
    """Return the list of the examples, followed by every program that it links to."""
    overview = (folder / "README.md").read_text(encoding="utf-8")
    parts = [EXAMPLE_LINK.sub(r"[\1.py](#\1)", overview)]
    for name in EXAMPLE_LINK.findall(overview):
        program = (folder / f"{name}.py").read_text(encoding="utf-8")
        parts.append(f"## {name}.py {{ #{name} }}\n\n```python\n{program}```\n")
    return "\n".join(parts)


def chapter_of(row: Iterable[str]) -> str:
    """Return the chapter of a row of the table, from the section in its second cell."""
    first = list(row)[1].partition(".")[0]
    return first if first in CHAPTERS else ""


def rows_of(text: str) -> dict[str, list[list[str]]]:
    """Return the rows of ``docs/rules.md`` as lists of cells, by chapter, in the order of the page."""
    chapters: dict[str, list[list[str]]] = {chapter: [] for chapter in CHAPTERS}
    for line in filter(RULE_ROW.match, text.splitlines()):
        row = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        chapters[chapter_of(row)].append(row)
    return chapters


def chapter_page(title: str, rows: Iterable[Iterable[str]]) -> str:
    """Return the page of one chapter: a table with id, section, and the rule with its code and its tests."""
    lines = [f"# {title}", "", "| id | section | rule, its code, its tests |", "|---|---|---|"]
    for name, section, rule, code, tests in rows:
        cell = "<br>".join(part for part in (rule, code, f"<small>{tests}</small>" if tests else "") if part)
        lines.append(f"| {name} | {section} | {cell} |")
    return "\n".join([*lines, ""])


def contents(rows: dict[str, list[list[str]]]) -> str:
    """Return the list of chapters, each with its number of rules."""
    return "".join(
        f"- [{CHAPTERS[name][1]}](rules/{CHAPTERS[name][0]}): {len(chapter)}\n" for name, chapter in rows.items()
    )


def exercise_links() -> str:
    """Return links to the pages of the exercises, for the end of a sentence."""
    return ": " + ", ".join(f"[{title}](exercises/{game}.html)" for game, title in gallery_doc.GAME_TITLES.items())


def show() -> str:
    """Return the elements of the home page in which replays play."""
    wars = {war.name: gallery_doc.built(war) for war in gallery_doc.WARS}
    shown = [
        (gallery_doc.GAME_TITLES[name.partition("-")[0]], f"gallery/{name}.html{wars[name].scene}&amp;show")
        for name in SHOWN_FIRST
    ]
    links = "".join(f'<a href="{address}" target="show">{title}</a>\n' for title, address in shown)
    frame = f'<iframe class="embedded" name="show" title="A replay that plays" src="{shown[0][1]}"></iframe>'
    return f'<nav class="show" aria-label="Games to watch">\n{links}</nav>\n{frame}'


def on_files(files: "Files", config: "MkDocsConfig") -> "Files":
    """Add the pages before MkDocs collects the files."""
    from mkdocs.structure.files import File

    root = Path(config.config_file_path).parent
    for name, page in SITE_PAGES.items():
        files.append(File.generated(config, page, content=from_docs((root / name).read_text(encoding="utf-8"))))
    files.append(File.generated(config, EXAMPLES_PAGE, content=examples_page((root / EXAMPLES).parent)))
    for chapter, rows in rows_of((Path(config.docs_dir) / RULES).read_text(encoding="utf-8")).items():
        page, title = CHAPTERS[chapter]
        files.append(File.generated(config, f"rules/{page}", content=chapter_page(title, rows)))
    for war in gallery_doc.WARS:
        files.append(File.generated(config, f"gallery/{war.name}.html", content=gallery_doc.built(war).html))
    for game in gallery_doc.GAME_TITLES:
        text = exercise_pages.exercise_page(game)
        files.append(File.generated(config, f"exercises/{game}.html", content=text))
    return files


def on_page_markdown(markdown: str, page: "Page", config: "MkDocsConfig", files: "Files") -> str:
    """Redirect links from the examples to their page, and put what only the site has into its places.

    The rank in the search is set here too, because a front matter would show up on the repository's own pages.
    """
    if page.file.src_uri.endswith(EXPLAINING_PAGES):
        page.meta["search"] = {"boost": SEARCH_BOOST}
    if page.file.src_uri == SITE_PAGES["CHANGELOG.md"]:
        page.meta["search"] = {"exclude": True}  # every page loads the index
    markdown = markdown.replace(f"](../{EXAMPLES})", f"]({EXAMPLES_PAGE})")
    if page.file.src_uri == HOME:
        page.meta["hide"] = ["toc"]
        markdown = markdown.replace("<!-- site:show -->", show())
    if page.file.src_uri == GALLERY_LIST:
        markdown = filled(markdown, "gallery", gallery_doc.site_entries())
    markdown = markdown.replace("<!-- site:exercises -->", exercise_links())
    if page.file.src_uri != RULES:
        return markdown
    return markdown.partition("\n| id |")[0] + "\n" + contents(rows_of(markdown))


def on_page_content(html: str, page: "Page", config: "MkDocsConfig", files: "Files") -> str:
    """Return the page without Sphinx's roles."""
    return ROLE_MARKUP.sub("", html)
