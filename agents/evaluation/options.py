"""Arguments of ``stuka evaluate``, checked before any war is flown, and the policies that are compared.

A line of the comparison is a policy, or one algorithm that was trained several times. ``ppo=FILE,FILE`` and
``ppo=runs/ppo/seed*/best.safetensors`` are groups of trainings. An option at the end,
``ppo=runs/ppo/seed*/best.safetensors@sampled``, applies to all of them.
"""

import argparse
import glob
import math
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.evaluation.cluster import ADDRESSES, LOCAL, check_address
from agents.evaluation.evaluated_game import EvaluationOptions, PolicyGroup
from agents.evaluation.evaluated_games import evaluated_game
from agents.evaluation.evaluation_parts import load_entrant
from agents.evaluation.isolated.isolated_policy import IsolatedPolicy, Isolation
from agents.evaluation.language_models import MODEL_PREFIX
from agents.evaluation.needed_wars import FEWEST_WARS
from agents.evaluation.replayed_wars import ReplayedWars
from agents.registry import players_of
from stuka_env.charts.bank import RANDOM_CHARTS
from stuka_env.commands import add_arguments_of_games
from stuka_env.game import DEFAULT_GAME, Game, game_named, game_of, games
from stuka_env.io.arguments import argument_error, one_of
from stuka_env.io.command_line import add_threads
from stuka_env.io.cores import thread_count
from stuka_env.policy import FOREIGN, POLICY_SEED_LIMIT, installed_policies, split_option

# --- policies ---


def is_group(word: str) -> bool:
    """Whether ``word`` is ``NAME=FILES`` and not a path with an equals sign in a folder's name."""
    name, equals, files = word.partition("=")
    return bool(name and equals and files) and not set("/\\") & set(name)


def matching(pattern: str) -> list[str]:
    """Return the sorted files that match a pattern, each with the pattern's option, or a name without stars itself."""
    if pattern.startswith(MODEL_PREFIX):  # an address may have a query
        return [pattern]
    stem, option = split_option(pattern)
    if not glob.has_magic(stem):
        return [pattern]
    files = sorted(glob.glob(stem))
    if not files:
        raise argument_error("policies", pattern, "a pattern that fits a file")
    return files if option is None else [f"{file}@{option}" for file in files]


def group_members(files: str) -> list[str]:
    """Return the policies of a group: names, files and patterns between commas.

    The option of the last one applies to all.
    """
    words = [word for word in files.split(",") if word]
    _, shared = split_option(words[-1]) if words else ("", None)
    patterns = [word if shared is None or "@" in word else f"{word}@{shared}" for word in words]
    return [name for pattern in patterns for name in matching(pattern)]


def make_policy_group(word: str, game: str = DEFAULT_GAME, isolation: Isolation | None = None) -> PolicyGroup:
    """Return the policy or the group of policies of a game that a word of the command line names.

    With an ``isolation`` the policies of other people play in processes of their own.

    Raises:
        ValueError: there is no such policy, or a group names a file twice or none.
    """
    if not is_group(word):
        policy = load_entrant(word, game, isolation)
        return PolicyGroup(policy.name, (policy,), (word,))
    name, _, files = word.partition("=")
    names = group_members(files)
    if not names or len(set(names)) < len(names):
        raise argument_error("policies", word, "NAME=FILE,FILE with each file once")
    return PolicyGroup(name, tuple(load_entrant(member, game, isolation) for member in names), tuple(names))


def make_policy_groups(given: argparse.Namespace, game: str) -> list[PolicyGroup]:
    """Return the groups of the policies of the command line, or the game's default ones.

    Raises:
        ValueError: a word is refused, there is none, or a name occurs twice.
    """
    words, isolation = policy_words(given, game), isolation_of(given)
    if not words:
        raise argument_error("policies", "none", "at least one policy")
    groups = [make_policy_group(word, game, isolation) for word in words]
    names = [group.name for group in groups]
    for name in names:
        if names.count(name) > 1:
            raise argument_error("policies", name, "each policy once")
    return groups


def isolation_of(given: argparse.Namespace) -> Isolation | None:
    """Return the settings of policies that play apart; None if all play in this process.

    Raises:
        ValueError: the limit of an answer is not a number of seconds.
    """
    sealed = getattr(given, "sealed", None)  # an argument of the leaderboard
    if given.isolated is None and sealed is None:
        return None
    try:
        seconds = Isolation().seconds if given.isolated is None else float(given.isolated)
    except ValueError:
        seconds = 0.0
    if not (seconds > 0 and math.isfinite(seconds)):
        raise argument_error("isolated", given.isolated, "a number of seconds above 0")
    return Isolation(seconds, None if sealed is None else Path(sealed))


def policy_words(given: argparse.Namespace, game: str) -> list[str]:
    """Return the names of the policies on the command line, or the game's default ones."""
    return list(players_of(game).compared) if given.policies is None else given.policies


def single_policies(given: argparse.Namespace, game: str, option: str) -> dict[str, Any]:
    """Return the policies of the command line by name, one for each: a policy that can act in any single position.

    Raises:
        ValueError: a word is refused, or names several trainings or replays; the message has the ``option``.
    """
    groups = make_policy_groups(given, game)
    for group in groups:
        if len(group.members) > 1 or isinstance(group.members[0], ReplayedWars):
            raise argument_error("policies", group.name, f"one policy for each name, and no replays, with {option}")
    return {group.name: group.members[0] for group in groups}


# --- values of arguments ---

EPISODES = 200
"""Default number of wars."""
MOST_EVALUATED = 1_000_000
"""Largest number of wars."""
COMMON_DEFAULTS = {"episodes": str(EPISODES), "seed": "0", "charts": None, "save_replays": "0"}
"""Default options of every game. A track overrides them, so the parser leaves None where nothing was given."""


def with_defaults(given: argparse.Namespace, defaults: Mapping[str, str | None]) -> argparse.Namespace:
    """Return the arguments with the default wherever none was given."""
    words = vars(given)
    return argparse.Namespace(**words | {name: usual for name, usual in defaults.items() if words[name] is None})


def whole_number(name: str, text: str, least: int, limit: int) -> int:
    """Return ``text`` as a number from ``least`` to below ``limit``."""
    number = int(text) if text.isdecimal() and text.isascii() else -1
    if not least <= number < limit:
        raise argument_error(name, text, f"a whole number from {least} to {limit - 1}")
    return number


def check_difference(text: str, episodes: int, groups: Sequence[PolicyGroup]) -> float:
    """Return the difference in points whose wars are counted.

    Raises:
        ValueError: it is not above 0, there are too few wars to judge by, or no two policies.
    """
    try:
        difference = float(text)
    except ValueError:
        difference = 0.0
    if not (difference > 0 and math.isfinite(difference)):
        raise argument_error("difference", text, "a number of points above 0")
    if episodes < FEWEST_WARS:
        raise argument_error("episodes", episodes, f"{FEWEST_WARS} or more with --difference")
    if len(groups) < 2:
        raise argument_error("policies", groups[0].name, "two or more policies with --difference")
    return difference


def writable_folder(text: str) -> Path:
    """Return the folder for the results; make it if it does not exist."""
    folder = Path(text)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        raise argument_error("output", text, f"a folder that can be written ({error.strerror})") from None


# --- the wars ---

OTHER_OPTIONS = {"track": "rank-track"}
"""Options for arguments of environments whose own names are options of the leaderboard."""


def option_of(argument: str) -> str:
    """Return the option for an argument of environments, without the hyphens at its beginning."""
    return OTHER_OPTIONS.get(argument, argument.replace("_", "-"))


def key_of(argument: str) -> str:
    """Return the name of an argument of environments among the parsed ones, and in the results file."""
    return option_of(argument).replace("-", "_")


def war_arguments() -> dict[str, list[Game]]:
    """Return the arguments that select the wars, each with the games that have it."""
    every: dict[str, list[Game]] = {}
    for game in games():
        for each in game.envs.offered:
            every.setdefault(each.name, []).append(game)
    return every


def war_keys() -> tuple[str, ...]:
    """Return the names of all parsed arguments that select the wars, which a track determines."""
    return ("env", *map(key_of, war_arguments()), *COMMON_DEFAULTS)


OF_A_COMPARISON = ("no_luck", "difference")
"""Parsed arguments that are allowed only in a comparison of policies over wars of your choice."""


def environment_of(given: argparse.Namespace) -> str:
    """Return the environment: that of the command line, the one that another argument implies, or the usual one."""
    if given.env is not None:
        return one_of("env", given.env, [env for game in games() for env in game.ids])
    offered = (each for game in games() for each in game.envs.offered)
    named = (each for each in offered if getattr(given, key_of(each.name)) is not None)
    return next((each.implies for each in named if each.implies is not None), game_named(DEFAULT_GAME).usual)


def read_spec(env: str, given: argparse.Namespace) -> Any:
    """Return the war that the arguments select.

    Raises:
        ValueError: an argument is not allowed; the message names its option.
    """
    game, values = game_of(env), {"charts": given.charts}
    assert game is not None
    for name, having in war_arguments().items():
        value = getattr(given, key_of(name))
        if value is not None and game not in having:
            raise ValueError(f"{option_of(name)}: only for {', '.join(env for other in having for env in other.ids)}")
        values |= {} if value is None else {name: value}
    try:
        spec, _ = game.envs.read_arguments(game.ids.index(env), **values)
    except ValueError as error:
        name, colon, reason = str(error).partition(":")
        raise ValueError(f"{option_of(name)}{colon}{reason}") from None
    return spec


def title_of(env: str, arguments: Mapping[str, Any]) -> str:
    """Return an environment with its arguments, for the first line on the screen."""
    words = [name.replace("_", " ") if value is True else str(value) for name, value in arguments.items() if value]
    return " ".join([env, *words])


def add_arguments(words: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    names = "; ".join(f"{game.name}: {', '.join((*installed_policies(game.name), FOREIGN))}" for game in games())
    usual = "; ".join(f"{game.name}: {' '.join(players_of(game.name).compared)}" for game in games())
    words.add_argument(
        "--policies", nargs="*", metavar="NAME",
        help=f"{names}; llm:MODEL@URL, replays:FOLDER; several trainings as one: NAME=FILE,FILE or "
        "'NAME=runs/x/seed*/best.safetensors'; learned ones draw their actions with @sampled; the first is the "
        f"baseline (default: {usual})",
    )  # fmt: skip
    words.add_argument(
        "--env", metavar="ID",
        help=f"{', '.join(env for game in games() for env in game.ids)} "
        f"(default: {game_named(DEFAULT_GAME).usual})",
    )  # fmt: skip
    add_arguments_of_games(words, games(), OTHER_OPTIONS)
    words.add_argument("--episodes", metavar="N", help=f"wars a policy (default: {EPISODES})")
    words.add_argument("--seed", metavar="S", help="seed of the wars and of the policies' random numbers (default: 0)")
    random = ", ".join(RANDOM_CHARTS)
    words.add_argument(
        "--no-luck",
        action="store_true",
        default=None,
        help="do not measure the luck of the wars: plain scores alone, which take a script a fraction of the time",
    )
    words.add_argument(
        "--difference",
        metavar="D",
        help="state how many wars show a difference of D points between two policies, from the wars of this evaluation "
        f"({FEWEST_WARS} or more)",
    )
    words.add_argument("--charts", metavar="DIR", help=f"a folder of your own chart files, or {random}")
    words.add_argument("--output", default="results", metavar="DIR", help="folder of report.html and the results")
    words.add_argument(
        "--save-replays", metavar="N", help="write the first N wars of each policy to DIR/replays, to watch"
    )
    add_threads(words, thread_count())
    words.add_argument(
        "--resume",
        action="store_true",
        help="continue with the wars kept in DIR/flights, and keep them at the end",
    )
    words.add_argument(
        "--exercises",
        nargs="?",
        const=DEFAULT_GAME,
        metavar="GAME",
        help="answer the exercises instead: positions with a best choice, see docs/exercises.md "
        f"(default game: {DEFAULT_GAME})",
    )
    words.add_argument(
        "--situations",
        nargs="?",
        const=DEFAULT_GAME,
        metavar="GAME",
        help="play situations with a known optimum instead, each as often as --episodes says "
        f"(default game: {DEFAULT_GAME})",
    )
    words.add_argument(
        "--isolated",
        nargs="?",
        const=str(Isolation().seconds),
        metavar="SECONDS",
        help="let policies of your own and of other distributions play in processes of their own, which know no dice, "
        "secret or results; a policy has SECONDS for an answer in all wars that it flies side by side "
        f"(default: {Isolation().seconds:g}); always so with --sealed",
    )
    words.add_argument("--ray", nargs="?", const=LOCAL, metavar="ADDRESS", help=f"fly on a Ray cluster: {ADDRESSES}")


def check_options(given: argparse.Namespace) -> EvaluationOptions:
    """Check the command line. The output folder is made last, so that a refusal leaves no folder.

    Raises:
        ValueError: an argument is not allowed; the message names it.
    """
    env = environment_of(given)
    given = with_defaults(given, COMMON_DEFAULTS)
    spec = read_spec(env, given)
    game = game_named(spec.game)
    episodes = whole_number("episodes", given.episodes, 1, MOST_EVALUATED + 1)
    evaluated = evaluated_game(game.name)
    values = {**game.replays.arguments_of(spec), **evaluated.arguments(spec)}
    arguments = {
        key_of(each.name): values.get(each.name, None if each.metavar else False) for each in game.envs.offered
    }
    groups = make_policy_groups(given, game.name)
    if given.ray is not None and any(isinstance(policy, IsolatedPolicy) for each in groups for policy in each.members):
        raise argument_error("ray", given.ray, "no cluster with policies that play apart (--isolated, --sealed)")
    difference = None if given.difference is None else check_difference(given.difference, episodes, groups)
    return EvaluationOptions(
        game=evaluated.without_luck() if given.no_luck else evaluated,
        env=env,
        spec=spec,
        title=title_of(env, arguments),
        arguments=arguments,
        episodes=episodes,
        seed=whole_number("seed", given.seed, 0, POLICY_SEED_LIMIT),
        replays=whole_number("save-replays", given.save_replays, 0, episodes + 1),
        ray=None if given.ray is None else check_address(given.ray),
        groups=groups,
        output=writable_folder(given.output),
        threads=given.threads,
        resume=given.resume,
        command=given.command_line,
        no_luck=bool(given.no_luck),
        difference=difference,
    )
