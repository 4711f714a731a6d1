"""Rivals: policies that fly the player's war from its beginning, as far as the player has come.

A rival meets the same missions and the same dice. Rivals come from other distributions by entry point, like advisers.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from stuka_env.play.advice import Opinion, PolicyAdviser
from stuka_env.play.turns import CannotPlay
from stuka_env.play.war import War
from stuka_env.play.war_file import replay_of
from stuka_env.policy import installed_policies, load_policy
from stuka_env.replay.file import PolicyRecord, Replay

RIVAL_SCRIPT = "old_hand"
"""The yardstick of all comparisons."""
TRAINED_AGENT = "distilled"
"""The trained agent of all wars, under any charts."""
NOT_INSTALLED = "There is nobody to compare with: a clone of the repository adds the policies (make setup)."


class RivalWar(NamedTuple):
    """A war of a rival, up to the mission that the player has completed."""

    name: str
    missions: list[dict[str, Any]]
    """The completed missions, as in the info of a step."""
    points: float
    """Points of the final score that have been earned."""
    replay: Replay


def missions_of(war: War) -> list[dict[str, Any]]:
    """Return the completed missions of a war, as in the info of a step."""
    return [mission for played in war.played for mission in played.missions]


def rival_names() -> list[str]:
    """Return the rivals, as far as they are installed."""
    installed = installed_policies()
    return [name for name in (TRAINED_AGENT, RIVAL_SCRIPT) if name in installed]


def check_rivals(war: War) -> None:
    """Check that somebody can fly the same war.

    Raises:
        CannotPlay: nobody can; the message gives the reason in one sentence.
    """
    if war.table:
        raise CannotPlay("The dice of this war were typed or planned, so nobody else can fly it.")
    if not rival_names():
        raise CannotPlay(NOT_INSTALLED)
    if not missions_of(war):
        raise CannotPlay("No mission is over yet.")


def fly_rival(war: War, name: str, most_missions: int | None) -> RivalWar:
    """Fly the same war by a policy.

    Args:
        war: the player's war, which is not changed.
        name: a name for :func:`stuka_env.policy.load_policy`.
        most_missions: missions after which the flight ends; None for the end of the war.

    Raises:
        ValueError: the policy cannot be used; the message is one line.
    """
    adviser, own = PolicyAdviser(load_policy(name)), War(war.env, war.arguments, war.seed)
    opinions: list[Opinion] = []
    while not own.over and (most_missions is None or len(missions_of(own)) < most_missions):
        opinion = adviser.consider(own.position())
        if opinion.value is not None:
            opinion = opinion._replace(value=opinion.value - own.points)
        opinions.append(opinion)
        own.take(opinion.choice)
    return RivalWar(name, missions_of(own), own.points, replay_of(own, record_of(name, opinions)))


def fly_rivals(war: War) -> list[RivalWar]:
    """Fly the same war by every rival, as far as the player has come.

    Raises:
        CannotPlay: nobody can.
        ValueError: a policy cannot be used; the message is one line.
    """
    check_rivals(war)
    most_missions = None if war.over else len(missions_of(war))
    return [fly_rival(war, name, most_missions) for name in rival_names()]


def record_of(name: str, opinions: Sequence[Opinion]) -> PolicyRecord:
    """Return a policy's statements for its replay; ``value`` of each opinion is that of the remaining points."""
    chances = tuple(opinion.probabilities or None for opinion in opinions)
    values = tuple(opinion.value for opinion in opinions)
    reasons = tuple(opinion.reason or None for opinion in opinions)
    return PolicyRecord(
        name,
        probabilities=chances if any(chances) else (),
        values=values if any(value is not None for value in values) else (),
        reasons=reasons if any(reasons) else (),
        limits=opinions[0].limits,
    )


class MissionComparison(NamedTuple):
    """The completed missions of the player beside those of the rivals, in words."""

    names: list[str]
    """The player, then the rivals."""
    rows: list[tuple[str, list[str]]]
    """Target and scores of each mission."""
    points_words: str
    points: list[str]
    """Points of the final score."""


def compare_missions(war: War, rivals: Sequence[RivalWar]) -> MissionComparison:
    """Return the completed missions of the player beside those of the rivals."""
    own = missions_of(war)
    flown = [own, *(rival.missions for rival in rivals)]
    places = 0 if war.over else 1
    return MissionComparison(
        names=["you", *(rival.name for rival in rivals)],
        rows=[
            (_target_words(mission, number), [_score_words(missions, number) for missions in flown])
            for number, mission in enumerate(own)
        ],
        points_words="final score" if war.over else "points so far",
        points=[f"{points:.{places}f}" for points in (war.points, *(rival.points for rival in rivals))],
    )


def _target_words(mission: dict[str, Any], number: int) -> str:
    """Return number and target of a completed mission; ``number`` counts from 0."""
    if not mission["zone"]:
        return f"{number + 1}"
    return f"{number + 1}: {mission['size']} {mission['target']}, zone {mission['zone']}"


def _score_words(missions: Sequence[dict[str, Any]], number: int) -> str:
    """Return the score of a completed mission and its losses."""
    if number >= len(missions):
        return "-"
    mission = missions[number]
    if mission["no_fly"]:
        return "not flown"
    lost = f", {mission['lost']} lost" if mission["lost"] else ""
    return f"{mission['score']}{lost}"


def rivals_meaning(war: War) -> str:
    """Return what comparing does, or why it cannot be done."""
    try:
        check_rivals(war)
    except CannotPlay as refusal:
        return str(refusal)
    return f"the same war, flown by {' and by '.join(rival_names())}"
