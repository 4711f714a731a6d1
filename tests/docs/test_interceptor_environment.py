"""``docs/interceptor_environment.md`` is generated, current, and agrees with the code it describes."""

import inspect
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from stuka_env.envs.arguments import RESET_OPTIONS, STATE_OPTION
from stuka_env.envs.single import StukaEnv
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.observation import describe
from stuka_env.games.interceptor.rules.ledger import PARTS
from stuka_env.games.interceptor.scenario.arguments import read_war_spec
from tests.support.interceptor.playing import CAREER, bold, make
from tools import interceptor_environment_doc as tool
from tools.environment_doc import RESET_OPTION_ROWS


def test_the_page_of_the_environments_is_current() -> None:
    assert tool.main(["--check"]) == 0


def test_a_stale_page_of_the_environments_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tool, "PAGE", tmp_path / "environment.md")
    assert tool.main(["--check"]) == 1
    assert "stale" in capsys.readouterr().err
    assert tool.main([]) == 0
    assert tool.main(["--check"]) == 0


def test_ids_arguments_and_parts_are_those_of_the_code() -> None:
    parameters = {*inspect.signature(StukaEnv.__init__).parameters, *inspect.signature(read_war_spec).parameters}
    assert tuple(name for name, *_ in tool.INTERCEPTOR_IDS) == INTERCEPTOR_ENVIRONMENTS
    of_another_game = {"self", "game", "scale", "arguments", "charts_in_observation"}
    assert {*tool.INTERCEPTOR_ARGUMENTS} == (parameters | {"discards"}) - of_another_game
    assert tuple(name for name, _ in RESET_OPTION_ROWS) == (*RESET_OPTIONS, STATE_OPTION)
    assert tuple(tool.REWARD_PARTS) == PARTS


def test_every_part_of_the_observation_is_on_the_page() -> None:
    text = tool.interceptor_environments()
    assert all(f"| `{row.name}` |" in text for row in describe("counted"))
    assert "index = code +1" in text and "- -" not in text.replace("| --- | ---", "")


def test_the_examples_of_the_reset_options_work() -> None:
    text = tool.interceptor_environments()
    options: dict[str, Any] = {"setup": {"pilot": {"prestige": 3}}, "dice": {"B6": [[4, 5]], "CARD": [19]}}
    assert all(str(value).replace("'", '"') in text for value in options.values())
    env = gymnasium.make(CAREER, disable_env_checker=True)
    env.reset(seed=1, options=options)
    assert make(CAREER).reset(seed=1, options=options)[1]["sortie_index"] == 0


def test_keys_of_infos_are_on_the_page() -> None:
    env, rng = make(CAREER), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    keys, sorties, over = set(info), set[str](), False
    while not over:
        _, _, over, _, info = env.step(int(bold(info["action_mask"], rng)))
        keys |= set(info)
        sorties |= {key for sortie in info["sorties"] for key in sortie}
    assert keys == set(tool.INTERCEPTOR_INFO)
    assert sorties == set(tool.SORTIE_KEYS)
    assert set(info["result"]) == set(tool.RESULT_KEYS)
