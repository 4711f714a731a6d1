"""The site builds without a warning, nothing in it comes from another host, and all of ``docs/`` is in it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.support.axe import severe_faults
from tests.support.chromium import HAS_BROWSER, started
from tests.support.places import ROOT
from tools import DOCS, gallery_doc, site_pages
from tools.glossary_doc import GLOSSARIES

LOADS = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "embed": "src",
}
LINKS_THAT_LOAD = {
    "stylesheet",
    "preconnect",
    "preload",
    "prefetch",
    "dns-prefetch",
    "icon",
    "modulepreload",
    "manifest",
}
ELSEWHERE = re.compile(r"^(?:https?:)?//")
UNLISTED = re.compile(r"<p>(?:(?!</p>).)*\n(?:- |1\. |\|)(?:(?!</p>).)*</p>", re.DOTALL)
"""A list or table that lacks the empty line before it, and so has become text."""


class QuietHandler(SimpleHTTPRequestHandler):
    """Server of files that prints nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


class Loaded(HTMLParser):
    """Files that a page makes the browser load, and classes for which the theme loads more."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: list[str] = []
        self.classes: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.classes.update(values.get("class", "").split())
        if tag in LOADS:
            self.places.append(values.get(LOADS[tag], ""))
        if tag == "link" and LINKS_THAT_LOAD & set(values.get("rel", "").split()):
            self.places.append(values["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly."""
    for needed in ("mkdocs", "material", "mkdocstrings"):
        pytest.importorskip(needed, reason="needs the extra site of stuka-env: make site")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    return folder


def pages(site: Path) -> dict[str, str]:
    return {file.relative_to(site).as_posix(): file.read_text(encoding="utf-8") for file in site.rglob("*.html")}


def test_what_loads_from_elsewhere_is_noticed() -> None:
    text = '<link rel="stylesheet" href="https://a.example/b.css"><script src="//c.example/d.js"></script><a href="http://e">'
    assert [place for place in Loaded(text).places if ELSEWHERE.match(place)] == [
        "https://a.example/b.css",
        "//c.example/d.js",
    ]


def test_nothing_loads_from_another_host(site: Path) -> None:
    for name, text in pages(site).items():
        loaded = Loaded(text)
        assert [place for place in loaded.places if ELSEWHERE.match(place)] == [], name
        assert "mermaid" not in loaded.classes, f"{name}: the theme would load mermaid from another host"
    for style in site.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", text), style


def test_every_page_of_the_documentation_is_there(site: Path) -> None:
    written = {
        file.relative_to(ROOT / "docs").with_suffix(".html").as_posix() for file in (ROOT / "docs").rglob("*.md")
    }
    wanted = written - {"package.html"} | {"contributing.html", "changelog.html", "examples.html", "index.html"}
    wanted |= {f"rules/{Path(page).stem}.html" for page, _ in site_pages.CHAPTERS.values()}
    wanted |= {f"gallery/{war.name}.html" for war in gallery_doc.WARS}
    wanted |= {f"exercises/{game}.html" for game in gallery_doc.GAME_TITLES}
    assert set(pages(site)) == wanted | {"404.html"}


def test_lists_are_lists(site: Path) -> None:
    assert {name: found[0] for name, text in pages(site).items() if (found := UNLISTED.findall(text))} == {}


def test_the_reference_has_names_types_and_words(site: Path) -> None:
    text = pages(site)["reference/environments.html"]
    assert 'id="stuka_env.envs.single.StukaEnv.step"' in text and "legal_actions" in text
    assert not re.search(r":(?:class|func|meth|data|mod|attr):", text)


def test_every_rule_is_on_the_page_of_its_chapter() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    rows = site_pages.rows_of(text)
    names = [row[0] for found in rows.values() for row in found]
    assert sorted(names) == sorted(re.findall(r"^\| ([RD]\d\w*) \|", text, re.MULTILINE)) and all(rows.values())
    assert all(len(row) == 5 for found in rows.values() for row in found)
    assert [row[1] for row in rows["7"]] and all(row[1].startswith("7") for row in rows["7"])


def test_every_example_is_on_the_page_that_lists_them() -> None:
    page = site_pages.examples_page(ROOT / "examples")
    programs = sorted((ROOT / "examples").glob("*.py"))
    assert programs
    for program in programs:
        assert f"[{program.name}](#{program.stem})" in page and f"{{ #{program.stem} }}" in page
        assert program.read_text(encoding="utf-8") in page


def test_links_of_the_root_become_links_of_the_site() -> None:
    text = "[a](docs/agents.md#write-one) [d](CHANGELOG.md) [x](examples/README.md) [e](https://f.example/docs/g.md)"
    moved = "[a](agents.md#write-one) [d](changelog.md) [x](examples.md) [e](https://f.example/docs/g.md)"
    assert site_pages.from_docs(text) == moved


def test_links_between_pages_lead_to_files() -> None:
    """The strict build checks this for ``docs/``; here the pages at the root are included, without MkDocs."""
    own = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
    dead = [
        f"{file.relative_to(ROOT)}: {link['place']}"
        for file in own
        for link in site_pages.PAGE_LINK.finditer(file.read_text(encoding="utf-8"))
        if not (file.parent / link["place"]).exists()
    ]
    assert dead == []


def test_the_search_ranks_the_pages_that_explain_words_above_tables(site: Path) -> None:
    entries = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    boosts = {entry["location"].partition("#")[0]: entry.get("boost", 1) for entry in entries}
    explaining = {
        path.with_suffix(".html").name for kind in site_pages.EXPLAINING_PAGES for path in DOCS.glob(f"*{kind}")
    }
    assert len(explaining) == 8 and {page for page, boost in boosts.items() if boost > 1} == explaining
    assert {"charts.html", "findings/operations.html"} <= {page for page, boost in boosts.items() if boost == 1}


@pytest.fixture(scope="module")
def chromium(site: Path) -> Iterator[Any]:
    """Chromium and the address of a plain web server of the site."""
    if not HAS_BROWSER:
        pytest.skip("needs Playwright and Chromium: make site browser")
    handler = partial(QuietHandler, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, started() as browser:
        Thread(target=server.serve_forever, daemon=True).start()
        yield browser, f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def phone(chromium: Any) -> Iterator[Any]:
    """A tab of 390 pixels in Chromium, whose addresses begin at the site."""
    browser, address = chromium
    page = browser.new_page(viewport={"width": 390, "height": 844}, base_url=address)
    yield page
    page.close()


FIRST_VISIT = 3_000_000
"""Limit of the bytes that the first visit of the home page loads."""


def test_the_home_page_plays_at_once_and_is_small(phone: Any) -> None:
    requests: list[Any] = []
    phone.on("requestfinished", lambda request: requests.append(request))
    phone.goto("index.html", wait_until="networkidle")
    phone.frame("show").wait_for_selector("#play[aria-label=Pause]")
    assert sum(request.sizes()["responseBodySize"] for request in requests) < FIRST_VISIT
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.locator("nav.show").get_by_role("link", name="Air Support").click()
    phone.frame("show").wait_for_function("document.title.startsWith('Air Support')")


def test_the_ways_on_from_the_home_page_work_from_a_folder(chromium: Any, site: Path) -> None:
    browser, _ = chromium
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto((site / "index.html").as_uri())
    page.frame("show").wait_for_selector("#play[aria-label=Pause]")
    page.locator(".ways").get_by_role("link", name="Air Support").click()
    page.wait_for_selector("html[data-ready=yes]")
    page.keyboard.press("1")
    page.get_by_role("button", name="Next exercise").wait_for()
    page.get_by_role("link", name="About the exercises").click()
    page.get_by_role("heading", name="Exercises", level=1).wait_for()
    page.goto((site / "gallery.html").as_uri())
    links = page.locator('.md-content a[href*="gallery/"]')
    assert links.count() == len(gallery_doc.WARS)
    links.last.click()
    page.wait_for_selector("html[data-ready=yes]")
    page.keyboard.press("ArrowRight")
    assert page.locator("#review .account").is_visible()
    assert [error for error in errors if "search_index" not in error] == [], (
        "only the search of the theme needs a server"
    )
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index.html", "gallery.html", "exercises.html", "gallery/wing-best.html"])
def test_axe_finds_nothing_serious(chromium: Any, name: str, scheme: str) -> None:
    browser, address = chromium
    page = browser.new_page(color_scheme=scheme)
    page.goto(address + name, wait_until="networkidle")
    assert severe_faults(page) == []
    page.close()


@pytest.mark.parametrize("name", ["findings/operations.html", "leaderboard.html", "charts.html"])
def test_a_wide_table_scrolls_in_its_column_on_a_phone(phone: Any, name: str) -> None:
    phone.goto(name)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    box = phone.locator(".md-typeset__scrollwrap").first
    assert box.evaluate("box => box.scrollWidth > box.clientWidth && box.getBoundingClientRect().right <= 390")
    first, second = (box.locator(f"tbody tr:first-child td:nth-child({column})") for column in (1, 2))
    before = second.bounding_box()["x"]
    box.evaluate("box => { box.scrollLeft = 100; }")
    assert second.bounding_box()["x"] < before and first.bounding_box()["x"] >= 0, "the first column stays in sight"


SEARCH = """async word => {
    const input = document.querySelector(".md-search__input"), list = document.querySelector(".md-search-result__list");
    input.value = word;
    list.replaceChildren();
    input.dispatchEvent(new Event("keyup"));
    for (let waited = 0; waited < 2000 && !list.querySelector("a"); waited += 20)
        await new Promise(later => setTimeout(later, 20));
    return [...list.querySelectorAll(".md-search-result__link")].map(link => link.getAttribute("href"));
}"""
"""Script that types a word into the search and returns the addresses of the results, the best first."""


@pytest.mark.parametrize("glossary", sorted(GLOSSARIES), ids=lambda path: path.stem)
def test_a_search_for_a_word_of_a_glossary_finds_the_pages_that_explain_it(phone: Any, glossary: Path) -> None:
    phone.goto("index.html")
    phone.locator("label.md-header__button[for=__search]").click()
    phone.get_by_text("Type to start searching").wait_for(timeout=20_000)
    lost = []
    for word in re.findall(r"^\| \*\*(.+?)\*\* \|", glossary.read_text(encoding="utf-8"), re.MULTILINE):
        names = [address.partition("?")[0].rpartition("/")[2] for address in phone.evaluate(SEARCH, word)]
        if not names or not names[0].endswith(("glossary.html", "primer.html")):
            lost.append((word, names[:3]))
        elif f"{glossary.stem}.html" not in names:
            lost.append((word, names[:3]))
    assert lost == []
