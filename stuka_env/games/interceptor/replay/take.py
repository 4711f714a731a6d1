"""Replays of episodes that have been flown, from the source of their dice and their actions."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from stuka_env.engine.engine import Engine
from stuka_env.games.interceptor import INTERCEPTOR_ENVIRONMENTS
from stuka_env.games.interceptor.codes import NOBODY, Career, Month, Scale
from stuka_env.games.interceptor.replay.run import Ending, ReplayRun, ending_of, mat_names_digest
from stuka_env.games.interceptor.scenario.plan import DRAWN, MONTH_WORDS, ROLLED, WarSpec
from stuka_env.replay.file import PolicyRecord, Replay, plain

RULE_OPTIONS = ("fatigue", "enemy_quality", "advanced_maneuvers")
"""Arguments of an environment that are true or false."""


def arguments_of(spec: WarSpec) -> dict[str, Any]:
    """Return the arguments of an environment of such episodes, without those that have the default."""
    arguments: dict[str, Any] = {name: True for name in RULE_OPTIONS if getattr(spec, name)}
    if spec.scale == Scale.CAREER and spec.month != Month.MARCH_1943:
        arguments["start"] = MONTH_WORDS[spec.month]
    if spec.scale != Scale.CAREER and spec.month != DRAWN:
        arguments["month"] = MONTH_WORDS[spec.month]
    if spec.unit != ROLLED:
        arguments["unit"] = spec.charts.names.units[spec.unit]
    if spec.track != NOBODY:
        arguments["track"] = Career(spec.track).name.lower()
    if spec.level_reward:
        arguments["reward"] = "level"
    if spec.charts.folder is not None:
        arguments["charts"] = os.path.abspath(spec.charts.folder)
    return arguments


def take(
    engine: Engine,
    seed: int,
    actions: Sequence[int],
    *,
    episode: int = 0,
    options: Mapping[str, Any] | None = None,
    policy_record: PolicyRecord | None = None,
    ending: Ending | None = None,
) -> Replay:
    """Return the replay of an episode of an engine.

    Args:
        engine: any engine whose episodes are of this kind.
        seed: the seed given to reset.
        actions: the actions of the episode.
        episode: number of episodes after that seed.
        options: the options of the reset.
        policy_record: the policy's statements.
        ending: the end of the episode; None to fly it again.

    Raises:
        ReplayError: the actions do not fit such an episode.
    """
    draft = Replay(
        env=INTERCEPTOR_ENVIRONMENTS[engine.spec.scale],
        arguments=arguments_of(engine.spec),
        charts_sha256=engine.spec.charts.sha256,
        seed=int(seed),
        episode=int(episode),
        options=plain(options),
        actions=tuple(int(action) for action in actions),
        finished=False,
        score=None,
        mat_sha256="",
        policy_record=policy_record or PolicyRecord(),
        layout=mat_names_digest(),
    )
    if ending is None:
        run = ReplayRun(draft, journal=False)
        for number in range(len(draft.actions)):
            run.step(number)
        ending = ending_of(run.engine)
    return replace(draft, finished=ending.finished, score=ending.score, mat_sha256=ending.mat_sha256)
