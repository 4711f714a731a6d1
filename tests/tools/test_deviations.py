"""What a learned agent does otherwise: the count, the words, and what substituting a script comes to."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib", reason="needs the extra train of stuka-agents")

from agents.registry import make_policy
from stuka_env.charts import load_charts
from stuka_env.codes import Act, Decision
from stuka_env.flights.episodes import fly_wars
from stuka_env.flights.seeds import evaluation_seeds
from tests.support.planning import MISSION
from tools.deviations import COLUMNS, SEED, Substituted, in_words, main, verb_of

SEEDS = evaluation_seeds(SEED, 40)


def scores(policy: Any) -> Any:
    return fly_wars(policy, MISSION, load_charts(), SEEDS, SEED).results["score"]


def test_a_verb_is_all_its_actions() -> None:
    assert verb_of(Act.DROP) == "DROP" and verb_of(Act.PILOT + 3) == "PILOT" and verb_of(Act.CARRY + 9) == "CARRY"
    assert in_words("DROP", "GAMBLE", 0.25) == "GAMBLE for DROP 25%"
    assert in_words("CARRY", "CARRY", 1.0) == "another CARRY 100%"


def test_an_agent_that_is_the_script_never_differs() -> None:
    policy = Substituted(make_policy("old_hand"), make_policy("old_hand"), None)
    scores(policy)
    assert policy.decisions.total() > 400 and not policy.otherwise


def test_the_script_decides_in_one_kind_alone() -> None:
    whole, book = Substituted(make_policy("doctrine"), make_policy("old_hand"), None), make_policy("old_hand")
    scores(whole)
    assert {kind for kind, _, _ in whole.otherwise} >= {Decision.MUSTER}
    mustered = Substituted(make_policy("doctrine"), book, Decision.MUSTER)
    assert not np.array_equal(scores(mustered), scores(make_policy("doctrine")))
    again = Substituted(Substituted(make_policy("doctrine"), book, Decision.MUSTER), book, None)
    scores(again)
    assert Decision.MUSTER not in {kind for kind, _, _ in again.otherwise}


def test_the_table_of_an_agent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.json"
    assert main(["--agents", "ppo-mission", "--wars", "200", "--output", str(out)]) == 0
    section = json.loads(out.read_text())["section"]
    assert section["command"] == "python -m tools.deviations --wars 200"
    assert section["rows"] and all(len(row) == len(COLUMNS) for row in section["rows"])
    assert {row[0] for row in section["rows"]} == {"ppo-mission"}
    operations = {row[1] for row in section["rows"]}
    assert operations == {"Mission, Barbarossa", "Mission, Case Blue", "Mission, Citadel"}
    assert {row[2] for row in section["rows"]} <= {decision.name for decision in Decision}
    assert main(["--agents", "nobody"]) == 2 and "got 'nobody', allowed is" in capsys.readouterr().err
