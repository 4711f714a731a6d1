"""The browser of the tests of pages; Debian's, if there is one."""

import importlib.util
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

CHROMIUM = next(
    (found for found in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if found), None
)
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
HAS_BROWSER = CHROMIUM is not None and importlib.util.find_spec("playwright") is not None
IN_CHROMIUM = [
    pytest.mark.browser,
    pytest.mark.skipif(not HAS_BROWSER, reason="needs Playwright and Chromium: `make browser` installs it, as root"),
]
"""Marks of the tests that drive the browser. The audit runs them apart from the others."""


def in_chromium(test: Any) -> Any:
    """Mark a test that drives the browser."""
    for mark in IN_CHROMIUM:
        test = mark(test)
    return test


@contextmanager
def started() -> Iterator[Any]:
    """Start the browser, and close it at the end."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()
