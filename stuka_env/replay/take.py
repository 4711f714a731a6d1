"""Replays of wars that have been flown, from the source of their dice and their actions."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from stuka_env import ENVIRONMENTS
from stuka_env.engine.engine import Engine
from stuka_env.games.stuka.charts.bank import BANK_PREFIX
from stuka_env.games.stuka.codes import SEGMENT_NAMES, Duration, Operation, Scale
from stuka_env.games.stuka.scenario.plan import WarSpec
from stuka_env.replay.file import PolicyRecord, Replay, plain
from stuka_env.replay.run import Ending, ReplayRun, ending_of, mat_names_digest


def arguments_of(spec: WarSpec) -> dict[str, str]:
    """Return the arguments of an environment in which such a war is played."""
    arguments = {"duration": Duration(spec.duration).name.lower()}
    if spec.scale != Scale.CAMPAIGN:
        arguments["operation"] = Operation(spec.operation).name.lower()
    if spec.segment >= 0 and spec.scale < Scale.OPERATION:
        arguments["segment"] = SEGMENT_NAMES[spec.segment]
    if spec.charts.folder is not None:
        is_set = spec.charts.folder.startswith(BANK_PREFIX)
        arguments["charts"] = spec.charts.folder if is_set else os.path.abspath(spec.charts.folder)
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
    """Return the replay of a war of an engine.

    Args:
        engine: any engine whose wars are of this kind.
        seed: the seed given to reset.
        actions: the actions of the war.
        episode: number of episodes after that seed.
        options: the options of the reset.
        policy_record: the policy's statements.
        ending: the end of the war; None to fly the war again.

    Raises:
        ReplayError: the actions do not fit such a war.
    """
    draft = Replay(
        env=ENVIRONMENTS[engine.spec.scale],
        arguments=arguments_of(engine.war_spec()),
        charts_sha256=engine.charts.sha256,
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
