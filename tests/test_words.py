"""The rulebook's words: what has a name there has no other one here."""

import re

from tests.support.places import ROOT

OTHERWISE = re.compile(r"flak", re.IGNORECASE)
"""The other name of Anti-Aircraft."""
PACKED = re.compile(r'"eN[\w+/=]*"')
"""Packed numbers in result files, whose letters can spell any word."""
FILES_KNOW_IT = {
    "stuka_env/games/stuka/charts/lists.py": "card ids in files of before",
    "stuka_env/games/stuka/rules/mat.py": "fields in files of before",
    "docs/decisions_that_matter.md": "decisions of the third game",
    "docs/exercises.md": "exercises of the third game",
    "docs/watching.md": "the page of the third game",
    "CHANGELOG.md": "changes of the third game",
    "examples/recon/recon.py": "a game of its own",
    "examples/recon/cases/recon.toml": "the cases of that game",
    "tests/support/recon.py": "checks of that game",
    "tests/building/test_new_games.py": "the rolls of that game",
    "tests/support/cases.py": "an example of the third game",
    "tests/test_cases.py": "cases of the third game",
    "tests/support/mats.py": "a mat of the third game",
    "tests/watch/test_third_game.py": "the page of the third game",
    "tests/test_joint.py": "a word that may not stand in the generic rooms",
    "tests/test_words.py": "itself",
}
OTHER_GAMES = ("interceptor", "wing")
"""Parts of the paths of the second and the third game, whose rulebooks have the other name."""
WRITTEN = {".py", ".toml", ".md", ".js", ".html", ".css", ".txt", ".json", ".yaml", ".svg"}
PLACES = ("stuka_env", "agents", "examples", "tests", "tools", "docs", "configs", "README.md", "CHANGELOG.md")


def test_anti_aircraft_has_one_name() -> None:
    files = [file for place in PLACES for file in [ROOT / place, *(ROOT / place).rglob("*")] if file.suffix in WRITTEN]
    texts = {file.relative_to(ROOT).as_posix(): PACKED.sub("", file.read_text(encoding="utf-8")) for file in files}
    texts = {name: text for name, text in texts.items() if not any(game in name for game in OTHER_GAMES)}
    named = {name for name, text in texts.items() if OTHERWISE.search(text)}
    assert named == set(FILES_KNOW_IT)
