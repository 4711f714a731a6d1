"""The war as values for the page of the browser: the mat, and what the drawings need beside it."""

from collections.abc import Sequence
from typing import Any

from stuka_env.games.stuka.page.codes import PACKING
from stuka_env.games.stuka.page.frames import attack_sectors, career_json, path
from stuka_env.games.stuka.page.lines import num_missions
from stuka_env.games.stuka.play.results import careers_of, crews_of
from stuka_env.games.stuka.words.crew_names import PEOPLE
from stuka_env.play.war import War

PLAYED_SCRIPTS = ("crews.js",)
"""Parts of the script of the page."""


def drawing(war: War, fresh: Sequence[Any]) -> dict[str, Any]:
    """Return the mat, the facts of the war, and what the entries of the last turn add to the drawings."""
    crews = crews_of(war)
    return {
        "mat": PACKING.numbers(war.mat).tolist(),
        "raw": {
            "names": [[0, person, crews.of(person)] for person in range(1, PEOPLE + 1)],
            "cards": list(war.charts.card_names),
            "num_missions": num_missions(war.engine.spec, war.mat),
        },
        "scene": {"index": 0, "attacks": attack_sectors(fresh), "path": path(fresh)},
    }


def record(war: War) -> list[dict[str, Any]]:
    """Return the careers of all who have had a place of the roster."""
    return [career_json(career) for career in careers_of(war)]
