"""Sealed wars: a track whose wars follow from a secret of the organiser, so that nobody can know or search them.

The wars of a track are public, so an entrant could look for a policy, or for random numbers of one, that is lucky in
them. The organiser of a comparison keeps a file outside the repository. Its contents and the seed of the track give the
base seeds of the wars, so a quick track flies the first wars of the whole one here too. An entry names the SHA-256 of
the file, and shows no seed of a war.
"""

import hashlib
from pathlib import Path

from agents.evaluation.tracks import EvaluationTrack
from stuka_env.reading import FileError, read_bytes

LEAST_SECRET, LARGEST_SECRET = 16, 1024
"""Smallest and largest size of a secret in bytes."""
SEED_BYTES = 8
"""Bytes of the digest that the seed of the wars is made of."""


def read_secret(path: Path) -> bytes:
    """Return the contents of a secret's file.

    Raises:
        ValueError: the file cannot be read, or is too short to be a secret; the message is one line.
    """
    try:
        secret = read_bytes(path, LARGEST_SECRET)
    except FileError as error:
        raise ValueError(f"sealed: {path} {error}") from None
    if len(secret) < LEAST_SECRET:
        raise ValueError(f"sealed: {path} has {len(secret)} bytes, allowed are {LEAST_SECRET} or more, of chance")
    return secret


def sealed(track: EvaluationTrack, secret: bytes) -> EvaluationTrack:
    """Return a track with wars of a secret."""
    digest = hashlib.sha256(secret + b"\0" + str(track.seed).encode()).digest()
    return track._replace(
        sealed_seed=int.from_bytes(digest[:SEED_BYTES], "little"), secret_sha256=hashlib.sha256(secret).hexdigest()
    )
