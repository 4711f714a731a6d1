"""Shared code of the clients for language models: a stand-in for a model answers as a script plays.

The stand-in knows the questions of a few missions and the answers that take a script's actions. A client must ask these
questions and end with the scores of the script's own flights. A script passes to :func:`main` its name, a description
and a function that plays the missions. It exits with 1 if a score differs.
"""

import argparse
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from flying import ENVIRONMENT, FIRST_SEED, pinned

from stuka_env.game import game_of
from stuka_env.io.files import write_whole
from stuka_env.policy import load_policy
from stuka_env.replay import Replay
from stuka_env.text import TextGame
from stuka_env.text.compared_wars import played_by, spec_of

SCRIPT = "old_hand"
REFUSED = "I would rather ask the weather."
"""An answer that names no option; the first question of every mission gets it first."""
Answers = dict[str, str]
"""Questions with their answers."""


def native_missions(missions: int) -> list[Replay]:
    """Return the missions as the script plays them in the environment."""
    game = game_of(ENVIRONMENT)
    assert game is not None
    script, spec = load_policy(SCRIPT), spec_of(game, ENVIRONMENT, {})
    return [played_by(script, spec, FIRST_SEED + mission, seed=0) for mission in range(missions)]


def answers_in(replay: Replay) -> Answers:
    """Return the questions of a mission, with the numbers of the options that take the actions of its replay."""
    env = gymnasium.make(ENVIRONMENT, journal=True)
    env.reset(seed=replay.seed)
    game, remaining, answers = TextGame(env), list(replay.actions), {}
    while not game.over:
        options = enumerate(game.question.options, 1)
        fits = {len(each.actions): at for at, each in options if list(each.actions) == remaining[: len(each.actions)]}
        most = max(fits)
        answers[game.observe()] = f"I think.\nAnswer: {fits[most]}"
        game.answer(str(fits[most]))
        remaining = remaining[most:]
    return answers


class StandIn:
    """The stand-in for a model.

    Args:
        missions: the missions whose questions it can answer.

    Attributes:
        replies: number of replies.
    """

    def __init__(self, missions: Sequence[Replay]) -> None:
        parts = [answers_in(mission) for mission in missions]
        self.replies = 0
        self._answers = {question: answer for part in parts for question, answer in part.items()}
        self._to_refuse = {next(iter(part)) for part in parts}

    def reply(self, question: str) -> str:
        """Return the answer to a question.

        Raises:
            KeyError: it is no question of the missions.
        """
        self.replies += 1
        if question in self._to_refuse:
            self._to_refuse.remove(question)
            return REFUSED
        known = next((known for known in self._answers if question.endswith(known)), question)
        return self._answers[known]


def completion(model: str, text: str, streamed: bool) -> bytes:
    """Return a reply in the form of OpenAI's chat completions, whole or as a stream of one event."""
    message = {"role": "assistant", "content": text}
    contents = {
        "id": "reply",
        "object": "chat.completion.chunk" if streamed else "chat.completion",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "delta" if streamed else "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }
    words = json.dumps(contents)
    return (f"data: {words}\n\ndata: [DONE]\n\n" if streamed else words).encode()


@contextmanager
def endpoint(stand_in: StandIn) -> Iterator[str]:
    """Run the stand-in behind an endpoint compatible with OpenAI's chat completions; the value is its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            content = body["messages"][-1]["content"]
            question = content if isinstance(content, str) else "".join(part["text"] for part in content)
            self.send_response(200)
            streamed = bool(body.get("stream"))
            self.send_header("Content-Type", "text/event-stream" if streamed else "application/json")
            self.end_headers()
            self.wfile.write(completion(body["model"], stand_in.reply(question), streamed))

        def log_message(self, *_: Any) -> None:
            """Write no log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


class Played(NamedTuple):
    """Missions that a client has played."""

    scores: list[float]
    """Official score of each mission, as the client states it."""
    refusals: list[int]
    """Refused answers of each mission."""


def judged(what: str, played: Played, native: Sequence[Replay], replies: int, seconds: float) -> dict[str, Any]:
    """Return a line of the table: the scores beside those of the script, and the verdict."""
    expected = [mission.score or 0 for mission in native]
    is_same = [round(score, 6) for score in played.scores] == expected
    return {
        "what": what,
        "seconds": round(seconds, 1),
        "missions": len(played.scores),
        "score": round(float(np.mean(played.scores)), 2),
        "native": round(float(np.mean(expected)), 2),
        "replies": replies,
        "refusals": sum(played.refusals),
        "passed": is_same and played.refusals == [1] * len(expected),
    }


def main(
    client: str, what: str, play: Callable[[StandIn, int], Played], missions: int, words: Sequence[str] | None = None
) -> int:
    """Let the stand-in play missions through a client, print the verdict and write it.

    Args:
        client: name of the client.
        what: description of what runs.
        play: function that plays so many missions, whose seeds begin at ``FIRST_SEED``, with a stand-in.
        missions: number of missions.
        words: arguments of the command.

    Returns:
        The exit status.
    """
    parser = argparse.ArgumentParser(description=f"Let a stand-in for a model play through {client}.")
    parser.add_argument("--missions", type=int, default=missions)
    parser.add_argument("--output", type=Path, help="file to write the verdict to")
    options = parser.parse_args(words)
    native = native_missions(options.missions)
    stand_in, start = StandIn(native), time.perf_counter()
    played = play(stand_in, options.missions)
    row = judged(what, played, native, stand_in.replies, time.perf_counter() - start)
    print(
        f"{what}: score {row['score']:.1f}, native {row['native']:.1f} in {row['missions']} missions; "
        f"{row['replies']} replies, {row['refusals']} refused: {'passed' if row['passed'] else 'FAILED'}"
    )
    if options.output is not None:
        result = {"client": client, "versions": pinned(client), "script": SCRIPT, "rows": [row]}
        write_whole(options.output, json.dumps(result, indent=1) + "\n")
    return 0 if row["passed"] else 1
