"""``python -m stuka_env replay FILE...``: fly replays again and print how they end."""

import argparse
import json

from stuka_env.replay.file import Replay, ReplayError, load
from stuka_env.replay.flight import Ending, verify


def add_arguments(words: argparse.ArgumentParser) -> None:
    """What the command takes."""
    words.add_argument("files", nargs="+", metavar="FILE", help="replays, as evaluate.py --save-replays writes them")
    words.add_argument("--charts", metavar="DIR", help="a folder of charts in place of the one the replay names")


def story(replay: Replay, ending: Ending) -> str:
    """A replay in one line; words of the file are quoted, so that no control character reaches the screen."""
    words = [replay.env, *(replay.arguments.get(key, "") for key in ("operation", "segment", "duration"))]
    words += [f"seed {replay.seed}"] + ([f"episode {replay.episode}"] if replay.episode else [])
    words += [f"policy {json.dumps(replay.thoughts.name)}"] if replay.thoughts.name else []
    played = f"{len(replay.actions)} decisions, {ending.missions} missions"
    if ending.result is None:
        return f"{' '.join(filter(None, words))}: {played}, not played to its end; verified"
    result = ending.result
    losses = f"{result['destroyed']} aircraft lost, {result['kia']} killed"
    return f"{' '.join(filter(None, words))}: {played}, score {result['score']} ({result['level']}), {losses}; verified"


def verified(path: str, charts: str | None) -> tuple[Replay, Ending]:
    """A replay from a file, with its ending.

    Raises:
        ReplayError: it cannot be read, or does not end as it says.
    """
    replay = load(path)
    try:
        return replay, verify(replay, charts)
    except ReplayError as error:
        raise ReplayError(f"{path!r}: {error}") from None


def run(given: argparse.Namespace) -> int:
    """Verify every file; the first that is refused ends it."""
    for path in given.files:
        print(f"{path}: {story(*verified(path, given.charts))}")
    return 0
