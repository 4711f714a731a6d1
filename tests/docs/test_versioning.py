"""The numbers of the formats on docs/versioning.md are those of the code."""

from agents.evaluation.entries import ENTRY_FORMAT
from agents.evaluation.evaluate import RESULTS_FORMAT
from stuka_env.envs.agent_card import CARD_FORMAT
from stuka_env.game import game_named
from stuka_env.io.quoting import LAST_READER
from stuka_env.play.war_file import WAR_FORMAT
from stuka_env.position.text import VERSION
from stuka_env.replay.file import REPLAY_FORMAT
from tests.support.each import each
from tests.support.places import ROOT

PAGE = (ROOT / "docs" / "versioning.md").read_text(encoding="utf-8")
FIRST, SECOND = (game_named(name).engine.state for name in ("stuka", "interceptor"))


@each(
    "row",
    [
        f"replay | `format`, {REPLAY_FORMAT}",
        f"state of `get_state()` | `format`, {FIRST.number} in the first game and {SECOND.number} in the second",
        f'war that `stuka play` keeps | `format`, "{WAR_FORMAT}"',
        f"text of a position | its second part, {VERSION}",
        f"card of a saved agent | `format`, {CARD_FORMAT}",
        f"`results.json` of an evaluation | `format`, {RESULTS_FORMAT}",
        f"entry of the leaderboard | `format`, {ENTRY_FORMAT}, with",
    ],
)
def test_the_format_of_a_file_is_that_of_the_code(row: str) -> None:
    assert f"| {row} " in PAGE


def test_the_commit_that_reads_older_formats_is_that_of_the_code() -> None:
    assert f"`{LAST_READER}`" in PAGE
