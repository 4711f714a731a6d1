"""The HTML of mats in notebooks."""

import html
import re
from html.parser import HTMLParser

TAG = re.compile(r"<[^>]*>")


class Balanced(HTMLParser):
    """Counts open elements; refuses what is neither a pre nor a span with a style."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.spans = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("pre", "span") and [name for name, _ in attrs] == ["style"]
        self.open.append(tag)
        self.spans += tag == "span"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def notebook_text(page: str) -> str:
    """Return the visible text of the HTML of a notebook."""
    reader = Balanced()
    reader.feed(page)
    assert not reader.open and reader.spans > 3 and "\x1b" not in page
    return html.unescape(TAG.sub("", page))
