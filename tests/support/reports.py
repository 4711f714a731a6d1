"""Reports of evaluations as elements and text."""

from html.parser import HTMLParser
from pathlib import Path

from tests.support.chromium import started

VOID = {"meta"}
HOSTILE = "</style><script>alert(1)</script>\"'><img src=x onerror=alert(1)>"


class Page(HTMLParser):
    """The elements of a page, checked to be closed in order, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "title"):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def check_it_stands_alone(text: str) -> None:
    """Assert that a report runs nothing and reads nothing of any network."""
    page = Page(text)
    assert "script" not in {tag for tag, _ in page.elements}
    for _, attributes in page.elements:
        assert not {"src", "href", "style", "srcset"} & set(attributes)
        assert not any(name.startswith("on") for name in attributes)
    assert "url(" not in text and "http://" not in text and "https://" not in text
    policy = next(attributes["content"] for _, attributes in page.elements if attributes.get("http-equiv"))
    assert policy is not None and policy.startswith("default-src 'none'; style-src 'sha256-")


def check_it_fits(text: str, path: Path) -> None:
    """Assert that no window is narrower than a report, that Chromium has no objection, and that it has two themes."""
    path.write_text(text, encoding="utf-8")
    trouble: list[str] = []
    colours = set()
    with started() as browser:
        for width, scheme in ((390, "light"), (900, "dark"), (1600, "light")):
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            page.on("console", lambda message: trouble.append(message.text))
            page.goto(path.as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            colours.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert trouble == [] and len(colours) == 2
