"""The accessibility checker axe on a page in Chromium."""

from typing import Any

SEVERE = ("serious", "critical")


def severe_faults(page: Any) -> list[str]:
    """Return the serious and critical faults that axe finds on a page: its rule, and the elements."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {fault['help']}: {[node['html'][:120] for node in fault['nodes'][:4]]}"
        for fault in found
        if fault["impact"] in SEVERE
    ]
