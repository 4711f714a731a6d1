"""Signatures of sealed entries: Ed25519, with a key that follows from the organiser's secret.

The library is the extra ``sealed`` of the laboratory, which is imported when an entry is signed or verified.
"""

from types import ModuleType
from typing import NamedTuple

from stuka_env.io.extras import not_installed

KEY_PURPOSE = b"stuka_env: Ed25519 key of sealed entries"
"""Text that separates the key from other numbers that follow from the secret."""
KEY_BYTES = 32


class _Library(NamedTuple):
    """The parts of ``cryptography`` that signatures need."""

    ed25519: ModuleType
    hashes: ModuleType
    hkdf: ModuleType


def _library() -> _Library:
    """Import the library.

    Raises:
        ValueError: it is not installed; the message names the extra.
    """
    try:
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ed25519
        from cryptography.hazmat.primitives.kdf import hkdf
    except ModuleNotFoundError:
        raise ValueError(f"sealed: {not_installed('cryptography', 'sealed', 'stuka-agents')}") from None
    return _Library(ed25519, hashes, hkdf)


class SigningKey:
    """The key that follows from a secret.

    Raises:
        ValueError: the library is not installed.
    """

    def __init__(self, secret: bytes) -> None:
        library = _library()
        derived = library.hkdf.HKDF(library.hashes.SHA256(), KEY_BYTES, salt=None, info=KEY_PURPOSE).derive(secret)
        self._key = library.ed25519.Ed25519PrivateKey.from_private_bytes(derived)

    @property
    def public(self) -> str:
        """The public half in hexadecimal digits, which verifies signatures and cannot make any."""
        public: str = self._key.public_key().public_bytes_raw().hex()
        return public

    def sign(self, text: bytes) -> str:
        """Return the signature of a text in hexadecimal digits."""
        signature: str = self._key.sign(text).hex()
        return signature


def is_signed(text: bytes, signature: str, public: str) -> bool:
    """Whether the owner of a public key has signed a text; both come in hexadecimal digits.

    Raises:
        ValueError: the library is not installed.
    """
    from_bytes = _library().ed25519.Ed25519PublicKey.from_public_bytes
    from cryptography.exceptions import InvalidSignature

    try:
        from_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True
