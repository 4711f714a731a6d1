"""A browser window on a game, for tests."""

import re
from collections.abc import Callable
from typing import Any

from tests.support.game_server import PATIENCE, GameProcess

WIDE, TABLET, PHONE = {"width": 1440, "height": 900}, {"width": 820, "height": 1100}, {"width": 390, "height": 844}
MILLISECONDS = 1000 * PATIENCE


class Player:
    """A browser window on a game, which notes errors and the hosts of all requests."""

    def __init__(self, browser: Any, game: GameProcess, **options: Any) -> None:
        self.context = browser.new_context(**{"viewport": WIDE, **options})
        self.page = self.context.new_page()
        self.page.set_default_timeout(MILLISECONDS)
        self.errors: list[str] = []
        self.addresses: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.addresses.append(request.url))
        self.page.on("websocket", lambda stream: self.addresses.append(stream.url))
        self.page.goto(game.url)
        self.page.locator("html[data-version]").wait_for()

    @property
    def version(self) -> int:
        return int(self.page.locator("html").get_attribute("data-version"))

    def after(self, act: Callable[[], object]) -> None:
        """Act, and wait for the state that follows."""
        version = self.version
        act()
        self.page.wait_for_function(
            "version => Number(document.documentElement.dataset.version) > version", arg=version
        )

    def use(self, way: str, selector: str, key: str) -> None:
        """Use a control in one of three ways: "keyboard", "touch" or "clicks"."""
        if way == "keyboard":
            self.page.keyboard.press(key)
        elif way == "touch":
            self.page.locator(selector).tap()
            again = self.page.locator(selector, has_text="Tap again to choose this.")
            if again.get_by_text("Tap again to choose this.").is_visible():  # it gives something up
                again.tap()
        else:
            self.page.locator(selector).click()

    def is_open(self, dialog: str) -> bool:
        return bool(self.page.locator(f"dialog#{dialog}[open]").count())

    def last_box(self, selector: str) -> dict[str, float]:
        """Return the box of the last element in one call: advice that arrives can replace the elements at any time."""
        script = "selector => [...document.querySelectorAll(selector)].at(-1).getBoundingClientRect().toJSON()"
        box: dict[str, float] = self.page.evaluate(script, selector)
        return box

    def hosts(self) -> set[str]:
        """Return the hosts of all requests."""
        addresses = [address for address in self.addresses if not address.startswith(("data:", "blob:"))]
        return {re.sub(r"^\w+://([^/]*).*", r"\1", address) for address in addresses}
