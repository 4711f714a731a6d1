"""Golden playthroughs: committed episodes that are played again and compared line by line."""

import difflib

import pytest

from tests.support.contract import each_id
from tests.support.playthroughs import FOLDER, MOST, again, golden
from tests.support.samples import IDS, SHORTEST

SHOWN = 40
"""Lines of a difference that are shown."""
ADVICE = "If the change is wanted, write the file again with python -m tools.net --write, and read its diff."


@each_id
def test_a_golden_playthrough_is_as_it_was(env_id: str) -> None:
    path = golden(env_id)
    text = path.read_text(encoding="utf-8")
    diff = list(difflib.unified_diff(text.splitlines(), again(text).splitlines(), path.name, "now", lineterm="", n=2))
    if diff:
        pytest.fail("\n".join([*diff[:SHOWN], f"({len(diff)} lines of difference)", ADVICE]), pytrace=False)


@each_id
def test_a_golden_playthrough_is_a_whole_short_episode_or_the_beginning_of_a_long_one(env_id: str) -> None:
    text = golden(env_id).read_text(encoding="utf-8")
    assert ("\nresult: " in text) != (f"\n{MOST}. " in text)
    assert "\nresult: " in text or env_id not in SHORTEST
    assert text.count(" legal: ") > 10 and text.count("\n    ") > 30 and "ILLEGAL" not in text


def test_another_action_is_told_where_it_was_taken() -> None:
    text = golden(IDS[0]).read_text(encoding="utf-8")
    number = text.splitlines().index(next(line for line in text.splitlines() if line.startswith("5. ")))
    head, _, label = text.splitlines()[number].partition(" legal: ")
    changed = text.replace(f"{head} legal: {label}", f"{head} legal: {label.split()[0]}0 {label.partition(' ')[2]}")
    lines, others = again(changed).splitlines(), changed.splitlines()
    assert lines[:number] == others[:number] and "ILLEGAL" in lines[number]


def test_every_golden_playthrough_belongs_to_an_id() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {golden(env_id).name for env_id in IDS}
