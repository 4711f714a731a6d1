"""Replays of wars that have been flown, from the source of their dice and their actions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from stuka_env.engine.engine import Engine
from stuka_env.replay.file import PolicyRecord, Replay, plain
from stuka_env.replay.run import Ending, ReplayRun, ending_of


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
        env=engine.game.ids[engine.spec.scale],
        arguments=engine.game.replays.arguments_of(engine.war_spec()),
        charts_sha256=engine.charts.sha256,
        seed=int(seed),
        episode=int(episode),
        options=plain(options),
        actions=tuple(int(action) for action in actions),
        finished=False,
        score=None,
        mat_sha256="",
        policy_record=policy_record or PolicyRecord(),
        layout=engine.game.names_digest(),
        rules=engine.game.rules,
    )
    if ending is None:
        run = ReplayRun(draft, journal=False)
        for number in range(len(draft.actions)):
            run.step(number)
        ending = ending_of(run.engine)
    return replace(draft, finished=ending.finished, score=ending.score, mat_sha256=ending.mat_sha256)
