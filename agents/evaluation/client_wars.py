"""The wars of a track for clients that ask the package for them: a locked server, and the tasks of Inspect.

One entry point (``agents/pyproject.toml``) names the function of this module.
"""

from pathlib import Path

from agents.evaluation.secret_wars import read_secret, sealed
from agents.evaluation.tracks import all_tracks
from stuka_env.io.arguments import argument_error
from stuka_env.text.wars import LockedWars


def wars_of_track(name: str, secret_file: str | None = None) -> LockedWars:
    """Return the wars of a track for language models, as ``evaluate.py --track`` flies them.

    Args:
        name: name of the track.
        secret_file: file of the secret of sealed wars; None for public wars.

    Raises:
        ValueError: there is no such track, or the file cannot be used.
    """
    tracks = {track.name: track for track in all_tracks().values() if track.best}
    if name not in tracks:
        raise argument_error("wars", name, f"a whole number, 1 or more, or a track: {', '.join(tracks)}")
    track = tracks[name]
    if secret_file is not None:
        track = sealed(track, read_secret(Path(secret_file)))
    wars = track.headline
    return LockedWars(
        wars.env,
        {name: value for name, value in wars.arguments.items() if value is not None},
        track.war_seeds(wars.wars).tolist(),
        track.form,
        track.seed,
        "" if secret_file is None else str(track.seed_in_words),
    )
