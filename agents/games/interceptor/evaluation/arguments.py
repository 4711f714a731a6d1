"""Arguments of ``evaluate.py`` for Interceptor Ace: those of its environments, and those that it refuses.

The argument ``track`` of the environments is ``--rank-track`` here, because ``--track`` belongs to the leaderboard.
"""

import argparse

from agents.games.interceptor.players import SCRIPTS
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.codes import Career, Month
from stuka_env.policy import FOREIGN, SAVED_AGENT

DEFAULT_PLAYERS = ("by_the_book", "veteran", "careful", "rash", "random_flyer")
"""Default policies of an evaluation; the first is the baseline."""
RANK_TRACKS = tuple(track.name.lower() for track in Career)
"""Values of ``--rank-track``."""
TEXTS = ("start", "month", "unit", "rank_track")
FLAGS = ("fatigue", "enemy_quality", "advanced_maneuvers")
OWN_ARGUMENTS = (*TEXTS, *FLAGS)
"""Arguments that only the second game has."""
REFUSALS = {
    "operation": "belongs to the first game",
    "duration": "belongs to the first game",
    "segment": "belongs to the first game; a Month or a Sortie has --month",
    "ray": "this game does not fly on a cluster yet",
}
"""Arguments that the second game does not have, with the reasons."""
FIRST_GAME = "only for " + ", ".join(INTERCEPTOR_ENVIRONMENTS)


def add_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of the second game's environments to the command."""
    months = f"{min(Month).short} to {max(Month).short}"
    more = words.add_argument_group(
        "Interceptor Ace",
        f"for {', '.join(INTERCEPTOR_ENVIRONMENTS)}; see docs/interceptor.md. "
        f"--policies: {', '.join(SCRIPTS)}, {SAVED_AGENT}, {FOREIGN} (default: {' '.join(DEFAULT_PLAYERS)}). "
        "Not there yet: luck-adjusted scores, --ray.",
    )
    more.add_argument(
        "--start", metavar="MONTH", help=f"first month of a Career, {months} (default: {min(Month).short})"
    )
    more.add_argument(
        "--month", metavar="MONTH", help=f"month of a Month or a Sortie, {months} (default: drawn for each)"
    )
    more.add_argument("--unit", metavar="NAME", help="starting unit, such as 'II/JG 1' (default: rolled)")
    more.add_argument("--rank-track", metavar="NAME", help=f"{', '.join(RANK_TRACKS)} (default: the policy chooses)")
    more.add_argument("--fatigue", action="store_true", default=None, help="fatigue counts (10.3)")
    more.add_argument("--enemy-quality", action="store_true", default=None, help="enemy pilots differ (10.4)")
    more.add_argument(
        "--advanced-maneuvers", action="store_true", default=None, help="four maneuvers can be learned (10.6)"
    )


def is_for_interceptor(given: argparse.Namespace) -> bool:
    """Whether the arguments name an environment of the second game."""
    return given.env in INTERCEPTOR_ENVIRONMENTS


def option_of(name: str) -> str:
    """Return the name of an argument as the command line has it, without the hyphens at its beginning."""
    return name.replace("_", "-")


def refuse_own_arguments(given: argparse.Namespace) -> None:
    """Refuse the arguments of the second game in an evaluation of the first.

    Raises:
        ValueError: one of them was given.
    """
    for name in OWN_ARGUMENTS:
        if getattr(given, name) is not None:
            raise ValueError(f"{option_of(name)}: {FIRST_GAME}")


def refuse_missing_parts(given: argparse.Namespace) -> None:
    """Refuse the arguments that the second game does not have.

    Raises:
        ValueError: one of them was given; the message names it, the environment and the reason.
    """
    for name, reason in REFUSALS.items():
        if getattr(given, name) is not None:
            raise ValueError(f"{option_of(name)}: not for {given.env}, {reason}")
