"""The mat as text: within its width, whatever lies on it; careers in words."""

from typing import Any

import numpy as np
import pytest

from stuka_env.game import game_named
from stuka_env.games.interceptor.codes import ACTIONS, Act, Bomber, Decision, Enemy, Model, Over, Scale
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.words.debrief import by_line, debrief, debriefs, name_of_sortie
from stuka_env.games.interceptor.words.labels import label
from stuka_env.views.show import text_of
from stuka_env.views.text import TEXT_WIDTH
from tests.support.each import each
from tests.support.interceptor.mats import CHARTS, ROW, random_mats
from tests.support.interceptor.playing import CAREER, bold
from tests.support.playing import make

INTERCEPTOR = game_named("interceptor")
STEPS = 150


def check_text(text: str) -> None:
    lines = text.split("\n")
    assert max(map(len, lines)) <= TEXT_WIDTH
    assert not any(mark in text for mark in ("{", "None", "np."))


@each("decision", list(Decision))
def test_any_mat_fits_the_screen(decision: Decision) -> None:
    for mat in random_mats(100 + decision, 4):
        mat["cursor"]["decision"] = decision
        mat["sortie"]["raid"] = min(int(mat["sortie"]["raid"]), len(CHARTS.names.raids[0]) - 1)
        legal = [(int(act), label(act, mat, CHARTS)) for act in Act if decision in act.decisions]
        check_text(text_of(INTERCEPTOR, mat, (), legal, CHARTS))


def test_the_text_has_what_lies_on_the_mat() -> None:
    mat: Any = np.zeros(1, Mat.dtype)[0]
    mat["settings"]["scale"], mat["career"]["month"], mat["career"]["line"] = Scale.CAREER, 4, 3
    mat["career"]["bombers"], mat["career"]["by_type"][0], mat["career"]["unit"] = 6, 6, 18
    mat["aircraft"]["model"], mat["aircraft"]["speed"] = Model.BF_109G_6_R4, 20
    mat["aircraft"]["guns"]["ammunition"] = ROW["models"][Model.BF_109G_6_R4]["weapons"]["ammunition"]
    mat["aircraft"]["guns"]["jammed"][0], mat["aircraft"]["port_wing"], mat["aircraft"]["leak"] = 1, 2, 1
    mat["fighter"]["present"], mat["fighter"]["type"], mat["fighter"]["position"] = 1, Enemy.P_47, -1
    mat["fighter"]["speed"], mat["deck"]["own"], mat["deck"]["drawn"][28] = 21, 29, 1
    text = text_of(INTERCEPTOR, mat, (), [(int(Act.FIRE), "Fire")], CHARTS)
    for words in (
        "Career, July 1943; I/JG 27 at Bernay (zone ",
        "Raid 3 of Jul 1943, 61 to come",
        "6 bombers (Draw)",
        "6 bombers, 6 B-17Fs",
        "Bf109G-6/R4, speed 20",
        "jammed",
        "port wing 2/3, fuel leak",
        "Enemy:          P-47, speed 21, firepower 12, you are disadvantaged",
        "59 of 60 cards left",
        "your card 29, fire",
        f"[{Act.FIRE}] Fire",
    ):
        assert words in text, words
    mat["fighter"]["present"], mat["bomber"]["present"], mat["bomber"]["type"] = 0, 1, Bomber.B_17F
    mat["bomber"]["engines"], mat["bomber"]["gunners"] = [0, 2, 0, 0], 1
    assert "Bomber:         B-17F, close range, engine 2 2/2, 1 gunner hit" in text_of(INTERCEPTOR, mat, (), (), CHARTS)
    mat["cursor"]["decision"], mat["desk"]["offer"] = Decision.AIRCRAFT, 2
    assert "To decide: which aircraft to take: another type of the series" in text_of(INTERCEPTOR, mat, (), (), CHARTS)
    mat["career"]["over"], mat["career"]["cause"] = Over.DEATH, 1
    ended = " ".join(text_of(INTERCEPTOR, mat, (), (), CHARTS).split())
    assert "THE END:" in ended and "by a wound" in ended


@pytest.fixture(scope="module")
def played() -> list[tuple[list[Any], list[dict[str, Any]], list[str]]]:
    """Return the journals, sortie lines and screens of a few careers with all options, at random."""
    careers = []
    for seed in (1, 2):
        env = make(CAREER, journal=True, fatigue=True, enemy_quality=True, advanced_maneuvers=True)
        rng = np.random.default_rng(seed)
        _, info = env.reset(seed=seed)
        sorties: list[dict[str, Any]] = []
        screens: list[str] = []
        for step in range(STEPS):
            legal = env.legal_actions()
            assert [index for index, _ in legal] == np.flatnonzero(info["action_mask"]).tolist()
            assert len({text for _, text in legal}) == len(legal), legal
            if step % 5 == 0:
                screens.append(text_of(INTERCEPTOR, env.mat, env.journal[-60:], legal, CHARTS))
            _, _, terminated, _, info = env.step(int(bold(info["action_mask"], rng)))
            sorties += info["sorties"]
            if terminated:
                break
        careers.append((env.journal, sorties, screens))
    return careers


def test_careers_read_well(played: list[tuple[list[Any], list[dict[str, Any]], list[str]]]) -> None:
    for journal, _, screens in played:
        for entry in journal:
            assert entry.text.endswith(".") and not any(mark in entry.text for mark in ("{", "None", "  "))
        for screen in screens:
            check_text(screen)
    assert len({entry.kind for journal, *_ in played for entry in journal}) > 15


def test_every_sortie_has_its_debrief(played: list[tuple[list[Any], list[dict[str, Any]], list[str]]]) -> None:
    for journal, sorties, _ in played:
        assert sum(map(len, by_line(journal))) == len(journal)
        pages = debriefs(sorties, journal)
        assert len(pages) == len(sorties) > 3
        for page, sortie in zip(pages, sorties, strict=True):
            titles = [section.title for section in page.sections]
            assert page.title.startswith(f"Raid {name_of_sortie(sortie)}: ")
            assert ("The result" in titles) == (sortie["status"] == "flown")
            assert ("Hits taken" in titles) or not sortie["damaged"]
            assert ("Afterwards" in titles) or not sortie["awards"]


def test_a_debrief_without_a_journal_has_the_result_alone() -> None:
    sortie = {
        "month": "1943-07", "line": 3, "status": "flown", "raid": "Kassel", "aircraft": "Bf109G-6", "boxes": 2,
        "met": 2, "bombers": 1, "fighters": 1, "wounds": 1, "damaged": 5, "lost": 1,
    }  # fmt: skip
    page = debrief(sortie, [])
    assert page.title == "Raid 3 of Jul 1943: Kassel, 1 bomber, 1 fighter"
    assert [section.title for section in page.sections] == ["The result"]
    assert page.sections[0].lines[0] == "Bf109G-6, 2 boxes entered, 2 enemy aircraft fought."
    assert debrief(sortie | {"status": "sat_out"}, []).title == "Raid 3 of Jul 1943: sat out"
    assert ACTIONS == 60
