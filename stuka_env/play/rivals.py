"""Rivals: policies that fly the player's war from its beginning, as far as the player has come.

A rival meets the same missions and the same dice. Rivals come from other distributions by entry point, like advisers.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from stuka_env.play.advice import Opinion, PolicyAdviser
from stuka_env.play.parts import Comparison
from stuka_env.play.typed_rolls import CannotPlay
from stuka_env.play.war import War
from stuka_env.play.war_file import replay_of
from stuka_env.policy import installed_policies, load_policy
from stuka_env.replay.file import PolicyRecord, Replay

NOT_INSTALLED = "There is nobody to compare with: a clone of the repository adds the policies (make setup)."


class RivalWar(NamedTuple):
    """A war of a rival, up to the line of the log sheet that the player has completed."""

    name: str
    lines: list[dict[str, Any]]
    """The completed lines of the log sheet, as in the info of a step."""
    points: float
    """Points of the final score that have been earned."""
    replay: Replay


def rival_names(war: War) -> list[str]:
    """Return the rivals of a war, as far as they are installed."""
    installed = installed_policies(war.parts.game.name)
    return [name for name in war.parts.results.rivals if name in installed]


def check_rivals(war: War) -> None:
    """Check that somebody can fly the same war.

    Raises:
        CannotPlay: nobody can; the message gives the reason in one sentence.
    """
    if war.table:
        raise CannotPlay("The dice of this war were typed or planned, so nobody else can fly it.")
    if not rival_names(war):
        raise CannotPlay(NOT_INSTALLED)
    if not war.lines:
        raise CannotPlay(f"No {war.parts.line} is over yet.")


def fly_rival(war: War, name: str, most_lines: int | None) -> RivalWar:
    """Fly the same war by a policy.

    Args:
        war: the player's war, which is not changed.
        name: a name for :func:`stuka_env.policy.load_policy`.
        most_lines: lines of the log sheet after which the flight ends; None for the end of the war.

    Raises:
        ValueError: the policy cannot be used; the message is one line.
    """
    adviser, own = (
        PolicyAdviser(load_policy(name, war.parts.game.name), war.parts),
        War(war.env, war.arguments, war.seed, start=war.start),
    )
    opinions: list[Opinion] = []
    while not own.over and (most_lines is None or len(own.lines) < most_lines):
        opinion = adviser.consider(own.position())
        if opinion.value is not None:
            opinion = opinion._replace(value=opinion.value - own.points)
        opinions.append(opinion)
        own.take(opinion.choice)
    return RivalWar(name, own.lines, own.points, replay_of(own, record_of(name, opinions)))


def fly_rivals(war: War) -> list[RivalWar]:
    """Fly the same war by every rival, as far as the player has come.

    Raises:
        CannotPlay: nobody can.
        ValueError: a policy cannot be used; the message is one line.
    """
    check_rivals(war)
    most_lines = None if war.over else len(war.lines)
    return [fly_rival(war, name, most_lines) for name in rival_names(war)]


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


def compare(war: War, rivals: Sequence[RivalWar]) -> Comparison:
    """Return the completed lines of the log sheet of the player beside those of the rivals."""
    results = war.parts.results
    flown = [war.lines, *(rival.lines for rival in rivals)]
    places = 0 if war.over else 1
    return Comparison(
        names=["you", *(rival.name for rival in rivals)],
        rows=[
            (
                results.compared(line, number),
                [results.scored(lines[number]) if number < len(lines) else "-" for lines in flown],
            )
            for number, line in enumerate(war.lines)
        ],
        points_words="final score" if war.over else f"{war.parts.unit}s so far",
        points=[f"{points:.{places}f}" for points in (war.points, *(rival.points for rival in rivals))],
        head=war.parts.line,
    )


def rivals_meaning(war: War) -> str:
    """Return what comparing does, or why it cannot be done."""
    try:
        check_rivals(war)
    except CannotPlay as refusal:
        return str(refusal)
    return f"the same {war.noun}, flown by {' and '.join(rival_names(war))}"
