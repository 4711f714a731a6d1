"""Visits of pages in a browser."""

from pathlib import Path
from typing import Any

EVERY_QUESTION = "document.getElementById('questions').checked || document.getElementById('questions').click()"
"""Script that makes every question a step, without the focus going there."""
BUSIEST = """(enough) => {
    const slider = document.getElementById("slider");
    const go = (step) => { slider.value = step; slider.dispatchEvent(new Event("input")); };
    let busiest = 0, most = -1;
    for (let step = 0; step <= Number(slider.max) && most < enough; step++) {
        go(step);
        const lines = document.querySelectorAll(".stand-first :is(.close, .cells-of-map) .link").length;
        if (lines > most) [busiest, most] = [step, lines];
    }
    go(busiest);
}"""
"""Script that goes to the step with the most lines of fire on the board, or to the first one with so many."""


class Visit:
    """A page that is opened, and everything it should not have done."""

    def __init__(self, browser: Any) -> None:
        self.context = browser.new_context()
        self.page = self.context.new_page()
        self.trouble: list[str] = []
        self.own = ""
        self.page.on("console", lambda message: self.trouble.append(message.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("dialog", lambda dialog: self.trouble.append(dialog.message))
        self.context.route("**/*", self._block)

    def open(
        self, file: Path, *, width: int = 1280, scheme: str = "light", questions: bool = True, place: str = ""
    ) -> None:
        """Load a file in place of the one before. A page stores nothing, so that nothing of that one is left."""
        self.own = file.as_uri()
        self.page.set_viewport_size({"width": width, "height": 900})
        self.page.emulate_media(color_scheme=scheme)
        self.page.mouse.move(0, 0)
        self.page.goto(self.own + place)
        self.page.wait_for_selector("html[data-ready=yes]")
        if questions:  # every question a step, without the focus going there
            self.page.evaluate(EVERY_QUESTION)

    def _block(self, route: Any) -> None:
        if route.request.url.partition("#")[0] == self.own:
            route.continue_()
        else:
            self.trouble.append(f"request: {route.request.url}")
            route.abort()

    def text(self, selector: str, nth: int = 0) -> str:
        words: str = self.page.locator(selector).nth(nth).inner_text()
        return words

    def lines(self, selector: str, nth: int = 0) -> list[str]:
        return self.page.locator(".pane").nth(nth).locator(selector).all_inner_texts()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
