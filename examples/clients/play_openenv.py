"""OpenEnv: a server of wars, and a client.

A session of the server is a war. The observation of a reset has the rules in its `note`; later the `note` is the reason
of a refusal. The rewards of a war are those of the environment, and add up to a hundredth of the score.
`reset(seed=..., game="Interceptor/Sortie-v0")` begins a war of the second game.

With the recipe in a file `play_openenv.py`, `uvicorn play_openenv:app` runs the server. Every client of OpenEnv can
play. Here the stand-in plays through `GenericEnvClient`, whose actions are `{"answer": "2"}`.
"""

# --- recipe ---
from typing import Any

import gymnasium
from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app

from stuka_env.text import Refusal, TextGame, rules_summary


class Answer(Action):
    """An answer to the open question."""

    answer: str


class Question(Observation):
    """A question with the complete state; ``note`` has the rules at first, and then the reason of a refusal."""

    question: str
    note: str = ""


class WarState(State):
    """The result of the war so far."""

    result: dict[str, Any]


class War(Environment[Answer, Question, WarState]):
    """A war as questions; its rewards add up to the score."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Question:
        """Begin a war; ``game`` among the options is the id of the environment."""
        game = options.get("game", "Stuka/Mission-v0")
        env = gymnasium.make(game, journal=True)
        env.reset(seed=seed)
        self.war, self.episode = TextGame(env), episode_id
        return self.seen(rules_summary("stuka" if game.startswith("Stuka/") else "interceptor"))

    def step(self, action: Answer, timeout_s: float | None = None, **options: Any) -> Question:
        """Answer the open question."""
        before = self.war.reward
        taken = self.war.answer(action.answer)
        note = str(taken) if isinstance(taken, Refusal) else ""
        return self.seen(note, self.war.reward - before)

    def seen(self, note: str, reward: float = 0.0) -> Question:
        """Return the open question."""
        return Question(question=self.war.observe(), note=note, reward=reward, done=self.war.over)

    @property
    def state(self) -> WarState:
        """The result of the war so far."""
        return WarState(episode_id=self.episode, step_count=self.war.questions, result=self.war.result)


app = create_fastapi_app(War, Answer, Question, max_concurrent_envs=100)
"""The server, for ``uvicorn play_openenv:app``."""
# --- end ---


def play(stand_in: Any, missions: int) -> Any:
    """Play missions through a client of a server."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.05)
        port = server.servers[0].sockets[0].getsockname()[1]
        with GenericEnvClient(base_url=f"http://127.0.0.1:{port}").sync() as client:
            results = [play_one(client, stand_in, FIRST_SEED + mission) for mission in range(missions)]
    finally:
        server.should_exit = True
        thread.join()
    return Played([points for points, _ in results], [refusals for _, refusals in results])


def play_one(client: Any, stand_in: Any, seed: int) -> tuple[float, int]:
    """Play a mission; return the sum of its rewards in points, and the number of refused answers."""
    seen, points = client.reset(seed=seed), 0.0
    assert "## The score" in seen.observation["note"]
    while not seen.done:
        seen = client.step({"answer": stand_in.reply(seen.observation["question"])})
        points += 100 * seen.reward
    result = client.state()["result"]
    assert result["score"] == round(points, 6)
    return points, result["refusals"]


if __name__ == "__main__":
    import sys
    import threading
    import time

    import uvicorn
    from flying import FIRST_SEED
    from openenv import GenericEnvClient
    from playing import Played, main

    sys.exit(main("openenv", "a server, GenericEnvClient", play, missions=50))
