"""The pages on environments, which are written by hand but for some tables, agree with the code."""

import inspect
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import pytest

from stuka_env.charts.bank import BANK_PARTS
from stuka_env.envs.arguments import RESET_OPTIONS, STATE_OPTION
from stuka_env.envs.single import StukaEnv
from stuka_env.game import game_named
from stuka_env.games.interceptor import observation as career_charts
from stuka_env.games.interceptor import observation as counted
from stuka_env.games.stuka import observation
from stuka_env.games.stuka.charts import load_charts
from stuka_env.games.stuka.codes import ACTIONS, SEGMENT_NAMES, SEGMENT_TITLES
from stuka_env.games.stuka.observation import CHART_CELLS, SHOWN_COVER
from tests.support.interceptor.playing import CAREER, bold
from tests.support.places import ROOT
from tests.support.playing import make


class EnvironmentPage(NamedTuple):
    """The page on the environments of a game."""

    file: str

    @property
    def text(self) -> str:
        return (ROOT / "docs" / self.file).read_text(encoding="utf-8")

    def names(self, head: str, number: int = 0) -> list[str]:
        """The names in the first column of a table with this first head."""
        tables = [part for part in re.split(r"\n\n", self.text) if part.startswith(f"| {head} |")]
        return re.findall(r"^\| `(.+?)` \|", tables[number], re.MULTILINE)


PAGES: Mapping[str, EnvironmentPage] = {
    "stuka": EnvironmentPage("environment.md"),
    "interceptor": EnvironmentPage("interceptor_environment.md"),
    "wing": EnvironmentPage("wing_environment.md"),
    "support": EnvironmentPage("support_environment.md"),
}
FIRST, SECOND = PAGES["stuka"], PAGES["interceptor"]


def defaults(game: str) -> dict[str, Any]:
    """The arguments of the environments of a game with their defaults."""
    parts = game_named(game).envs
    found: dict[str, Any] = {"discards": "seen"} if game == "interceptor" else {}
    for function in (StukaEnv.__init__, parts.read_war):
        found |= {name: each.default for name, each in inspect.signature(function).parameters.items()}
    found |= {each.name: each.default for each in parts.arguments}
    del found["given"]
    assert set(parts.argument_names) <= set(found)
    return {name: found[name] for name in found if name not in ("self", "game", "scale", "arguments")}


def spaced(text: str) -> str:
    return " ".join(text.split())


def test_the_interface_comes_first_and_tables_have_pages_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    page = FIRST.text
    assert page.index("## In short") < page.index("## Arguments") < page.index("## Actions") < page.index("## Reward")
    assert len(page) < 20_000 and "| `NO_FLY` |" not in page and "| `war_scale` |" not in page
    code, *_ = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    exec(code, {})  # a program of the page, which names what it imports
    assert capsys.readouterr().out == "(626,) Discrete(135)\n(16, 626) (16, 135)\n"


@pytest.mark.parametrize("game", PAGES)
def test_ids_arguments_and_parts_of_the_reward_are_those_of_the_code(game: str) -> None:
    page, parts = PAGES[game], game_named(game)
    assert tuple(page.names("id")) == parts.ids
    written = page.names("argument")
    assert len(written) == len(set(written)) and set(written) == set(defaults(game))
    assert tuple(page.names("part")) == parts.envs.rewards
    assert tuple(page.names("option")) == (*RESET_OPTIONS, STATE_OPTION)


@pytest.mark.parametrize("game", PAGES)
def test_the_defaults_are_those_of_the_code(game: str) -> None:
    shown = dict(re.findall(r"^\| `(\w+)` \| `(.+?)` \|", PAGES[game].text.partition("## Arguments")[2], re.MULTILINE))
    for name, default in defaults(game).items():
        implied = '"barbarossa"' if name == "operation" else str(default)
        assert shown[name] == (f'"{default}"' if isinstance(default, str) else implied), name


def test_numbers_and_names_of_the_first_page_are_those_of_the_code() -> None:
    page = spaced(FIRST.text)
    bytes_of_mat, words = observation.BYTES, observation.WORDS
    cells = len(CHART_CELLS.layout.places)
    for text in (
        f"An observation is {observation.LENGTH} float32, an action one of {ACTIONS}",
        f'`"flat"`: `Box` of {observation.LENGTH} float32.',
        f"The first {bytes_of_mat} floats are the bytes of the mat",
        f"contains the first {bytes_of_mat} numbers as on the mat. `tracks`, int16, contains the next {words}.",
        f"They take {bytes_of_mat + 2 * words:,} bytes in place of {4 * observation.LENGTH:,}.",
        f"It has {cells} numbers",
        f"full cover of B2 is shown as {SHOWN_COVER}",
        f"`Discrete({ACTIONS})`",
        f"Levels of victory: {', '.join(load_charts().names.victory_levels)}.",
        f"from a bank of {CHART_CELLS.source.size} sets",
        f"from the {len(BANK_PARTS['training'])} sets for training",
        f"from the {len(BANK_PARTS['selection'])} that choose between agents",
        f"from the {len(BANK_PARTS['evaluation'])} that chose nothing",
        f"from {len(BANK_PARTS['wide'])} sets that count by their charts alone",
        *(f'| `"{name}"` | {title} |' for name, title in zip(SEGMENT_NAMES, SEGMENT_TITLES, strict=True)),
    ):
        assert text in page, text


def test_the_page_of_the_charts_has_the_numbers_of_the_bank() -> None:
    training, selection, evaluation, wide = (len(BANK_PARTS[part]) for part in BANK_PARTS)
    text = (
        f"a bank of {training + selection + evaluation + wide} other plausible sets: {training} for training, "
        f"{selection} to choose between agents, {evaluation} for evaluation, and {wide} wide ones."
    )
    assert text in spaced((ROOT / "docs" / "charts.md").read_text(encoding="utf-8"))


def test_numbers_of_the_second_page_are_those_of_the_code() -> None:
    page, lengths, codes = spaced(SECOND.text), counted.LENGTHS, counted.CODE_COUNTS
    for text in (
        f"`Discrete({game_named('interceptor').envs.actions})`",
        f'`"flat"`: `Box` of {lengths["seen"]} float32.',
        f"and has {lengths['hidden']} floats",
        f"the {counted.SHARES} `shares` follow them, and it has {lengths['counted']}.",
        f"`codes` has {codes['seen']} int8 ({codes['hidden']} with hidden discards)",
        f"`tracks` has {counted.SHARES} int16",
        f"It has {len(career_charts.CHART_CELLS.layout.places):,} numbers",
        f"a package of the cards is shown as {career_charts.SHOWN_GROUP}, a bomber that is destroyed as "
        f"{career_charts.SHOWN_MOST}",
    ):
        assert text in page, text
    assert "index = code +1" in page and "- -" not in page.replace("| --- | ---", "")


def test_info_keys_are_on_the_page() -> None:
    env = gymnasium.make("Stuka/Mission-v0", disable_env_checker=True)
    _, info = env.reset(seed=1)
    seen = set(info)
    over = False
    while not over:
        action = int(info["action_mask"].argmax())
        _, _, over, _, info = env.step(action)
        seen |= set(info)
    assert seen == set(FIRST.names("key"))


def test_keys_of_infos_lines_and_results_of_the_second_game_are_on_the_page() -> None:
    env, rng = make(CAREER), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    keys, sorties, over = set(info), set[str](), False
    while not over:
        _, _, over, _, info = env.step(int(bold(info["action_mask"], rng)))
        keys |= set(info)
        sorties |= {key for sortie in info["sorties"] for key in sortie}
    assert [keys, sorties, set(info["result"].keys())] == [set(SECOND.names("key", number)) for number in range(3)]


def test_the_examples_of_the_reset_options_work() -> None:
    options: dict[str, Any] = {"setup": {"pilot": {"prestige": 3}}, "dice": {"B6": [[4, 5]], "CARD": [19]}}
    assert all(str(value).replace("'", '"') in SECOND.text for value in options.values())
    env = gymnasium.make(CAREER, disable_env_checker=True)
    env.reset(seed=1, options=options)
    assert make(CAREER).reset(seed=1, options=options)[1]["sortie_index"] == 0
