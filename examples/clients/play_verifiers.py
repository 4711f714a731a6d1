r"""verifiers: a taskset of wars, with an environment that asks their questions.

The class `MultiTurnEnv` of verifiers 0.3 does not exist any more. In 0.4 a taskset yields the wars, and an `Env` plays
one with an agent, turn by turn. The reward is the sum of the environment's rewards: a hundredth of the score. The
conversation grows by a question and a reply with each turn, 12 in a mission.

Put the recipe into a file `play_verifiers.py`. Then a command evaluates a model behind an endpoint that is compatible
with OpenAI's:

```sh
vf-eval play_verifiers -m my-model --client.base-url http://localhost:8000/v1 --client.api-key-var MY_KEY \
    --env.taskset.wars 20 --env.taskset.first-seed 9223372036854775808 --no-push
```

verifiers announces that this command will move to prime-rl. For training, take seeds below 2**63, the default. The
player is the harness `null`, a chat without tools. It runs as a process of this machine, for which verifiers lets `uv`
install libraries at the first start. Each turn starts it again, which takes a second or two. Without `runtime` it would
run at Prime Intellect. The check runs this command, with the stand-in behind the endpoint.
"""

# --- recipe ---
from collections.abc import Iterator
from typing import Any

import gymnasium
import verifiers.v1 as vf

from stuka_env.text import Refusal, TextGame, rules_summary

__all__ = ["WarsEnv", "WarsTaskset"]


class WarsConfig(vf.TasksetConfig):
    """Wars of an environment with seeds in a row; those from 2**63 on are for evaluation."""

    game: str = "Stuka/Mission-v0"
    wars: int = 1000
    first_seed: int = 0


class WarData(vf.TaskData):
    """A war."""

    game: str
    seed: int


class WarTask(vf.Task[WarData, vf.State, vf.TaskConfig]):
    """A war as a task."""


class WarsTaskset(vf.Taskset[WarTask, WarsConfig]):
    """The wars, each with the rules as its system prompt."""

    def load(self) -> Iterator[WarTask]:
        """Yield the wars."""
        game, first = self.config.game, self.config.first_seed
        env: Any = gymnasium.make(game).unwrapped
        rules = rules_summary(env.game.name)
        for seed in range(first, first + self.config.wars):
            data = WarData(name=f"{game}, seed {seed}", system_prompt=rules, game=game, seed=seed)
            yield WarTask(data, self.config.task)


class PlayerConfig(vf.EnvConfig):
    """The player, a model without tools."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class WarsEnv(vf.Env[PlayerConfig]):
    """Play a war turn by turn."""

    async def run(self, task: Any, agents: Any) -> None:
        """Ask the questions of the war, and reward its score."""
        env = gymnasium.make(task.data.game, journal=True)
        env.reset(seed=task.data.seed)
        war, note = TextGame(env), ""
        async with agents.player.interaction(task) as interaction:
            while not war.over and war.refusals < 20:
                segment = await interaction.turn(note + war.observe())
                if segment.terminated:
                    break
                taken = war.answer(segment.last_reply)
                note = f"Refused: {taken}\n" if isinstance(taken, Refusal) else ""
            interaction.trace.record_reward("score", war.reward)
            interaction.trace.record_metric("refusals", war.refusals)


# --- end ---


def play(stand_in: Any, missions: int) -> Any:
    """Evaluate the stand-in with the command of verifiers, and read its traces."""
    with endpoint(stand_in) as address, tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).with_name("vf-eval")), Path(__file__).stem, "-m", "stand-in"]
        command += ["--client.base-url", address, "--client.api-key-var", "NO_KEY", "--output-dir", folder]
        command += ["--env.taskset.wars", str(missions), "--env.taskset.first-seed", str(FIRST_SEED)]
        command += ["--max-concurrent", "2", "--no-push", "--no-rich"]
        paths = {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(Path(__file__).parent),
        }
        subprocess.run(command, check=True, env=os.environ | paths, stdout=subprocess.DEVNULL)
        (file,) = Path(folder).glob("*/traces.jsonl")
        episodes = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    episodes.sort(key=lambda episode: episode["task"]["data"]["seed"])
    traces = [trace for episode in episodes for trace in episode["traces"]]
    assert len(traces) == missions and all(trace["ok"] for trace in traces)
    return Played(
        [100 * trace["rewards"]["score"]["score"] for trace in traces],
        [int(trace["metrics"]["refusals"]) for trace in traces],
    )


if __name__ == "__main__":
    import json
    import os
    import subprocess
    import sys
    import tempfile
    from pathlib import Path

    from flying import FIRST_SEED
    from playing import Played, endpoint, main

    sys.exit(main("verifiers", "Taskset, Env, vf-eval", play, missions=10))
