"""Sealed wars: a track whose wars follow from a secret of the organiser, so that nobody can know or search them.

The wars of a track are public, so an entrant could look for a policy, or for random numbers of one, that is lucky in
them. The organiser of a comparison keeps a file outside the repository. Its contents and the seed of the track give the
base seeds of the wars, so a quick track flies the first wars of the whole one here too. An entry names the SHA-256 of
the file, and shows no seed of a war. It is signed with a key that follows from the file too
(:mod:`agents.evaluation.signatures`).
"""

import hashlib
import re
import zlib
from pathlib import Path

import numpy as np

from agents.evaluation.signatures import SigningKey
from agents.evaluation.tracks import EvaluationTrack
from stuka_env.io.reading import FileError, read_bytes

LEAST_SECRET, LARGEST_SECRET = 16, 1024
"""Smallest and largest size of a secret in bytes."""
SEED_BYTES = 8
"""Bytes of the digest that the seed of the wars is made of."""
HEXADECIMAL = re.compile(rb"(?=\D*\d)(?=\d*[a-fA-F])[\da-fA-F]*")
"""Hexadecimal digits, with a figure and a letter among them."""
TEXT_SHARE = 7 / 8
"""Share of printable characters above which bytes are a text; chance has three eighths."""
DIFFERENCE_ORDERS = 3
"""Orders of differences between neighbouring bytes that must look like chance, the bytes themselves among them."""
HOW = "bytes of chance: head -c 32 /dev/urandom > FILE"
"""Advice for an organiser: the allowed secrets, and the command that makes one."""


def read_secret(path: Path) -> bytes:
    """Return the contents of a secret's file.

    Raises:
        ValueError: the file cannot be read, is too short to be a secret, or shows no chance; the message is one line.
    """
    try:
        secret = read_bytes(path, LARGEST_SECRET)
    except FileError as error:
        raise ValueError(f"sealed: {path} {error}") from None
    if len(secret) < LEAST_SECRET:
        raise ValueError(f"sealed: {path} has {len(secret)} bytes, allowed are {LEAST_SECRET} or more, of chance")
    reason = reason_against(secret)
    if reason:
        raise ValueError(f"sealed: {path} {reason}, allowed are {HOW}")
    return secret


def reason_against(secret: bytes) -> str:
    """Return the reason why bytes cannot be chance; "" for bytes that look like it. Hexadecimal digits are decoded."""
    digits = secret.strip()
    if HEXADECIMAL.fullmatch(digits):
        data = bytes.fromhex(digits[: len(digits) // 2 * 2].decode())
        if len(data) < LEAST_SECRET:
            return f"has {len(data)} bytes in hexadecimal digits, allowed are {LEAST_SECRET} or more"
    else:
        data = secret
    if _is_regular(data):
        return "repeats itself or counts"
    return "is a text, which can be guessed" if _is_text(data) else ""


def _is_text(data: bytes) -> bool:
    """Whether bytes are a text of any language, or nearly all of them are letters, figures and signs of English."""
    if sum(0x20 <= byte < 0x7F for byte in data) > TEXT_SHARE * len(data):
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _is_regular(data: bytes) -> bool:
    """Whether bytes, or the differences of neighbours, can be written shorter, which those of chance cannot."""
    values = np.frombuffer(data, np.uint8)
    return any(_is_compressible(np.diff(values, order).tobytes()) for order in range(DIFFERENCE_ORDERS))


def _is_compressible(data: bytes) -> bool:
    """Whether Deflate needs fewer bytes, without a header."""
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    return len(packer.compress(data) + packer.flush()) < len(data)


def sealed(track: EvaluationTrack, secret: bytes) -> EvaluationTrack:
    """Return a track with wars of a secret."""
    digest = hashlib.sha256(secret + b"\0" + str(track.seed).encode()).digest()
    return track._replace(
        sealed_seed=int.from_bytes(digest[:SEED_BYTES], "little"), secret_sha256=hashlib.sha256(secret).hexdigest()
    )


def commitment(secret: bytes) -> str:
    """Return the lines that an organiser publishes before any war is flown.

    Raises:
        ValueError: the library of signatures is not installed.
    """
    return f"SHA-256 of the secret: {hashlib.sha256(secret).hexdigest()}\npublic key: {SigningKey(secret).public}"
