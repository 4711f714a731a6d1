"""The text of a position: the id of the environment, a version, a digest of other charts, the mat, and a checksum.

``Stuka-Mission-v0.2.2kF9...``: the parts are separated by dots. The last part is a whole number, whose last
:data:`CHECK_DIGITS` digits are the checksum. The text holds no seed, no tape and no order of cards.

``reset(options={"position": text})`` begins an episode there (:func:`laid_out`).
"""

import functools
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gymnasium.error import ResetNeeded

from stuka_env.charts.bank import FEWEST_DIGITS
from stuka_env.declared.records import rows
from stuka_env.declared.values import ConsistencyError
from stuka_env.engine.engine import Engine
from stuka_env.game import AnyWarSpec, Game, game_named, game_of
from stuka_env.io.arguments import argument_error
from stuka_env.io.quoting import older_format
from stuka_env.position.coding import LETTERS, Leaf, Packing, leaves_of, number_of_text, text_of_number
from stuka_env.position.parts import LaidOutPosition, PositionParts, checked, impossible, position_parts
from stuka_env.registration import env_ids

VERSION, OLDER_VERSION = "2", "1"
"""Version of the texts, and an older one, which is refused. Another field or bound of a mat needs a new one."""
CHARTS_DIGITS = FEWEST_DIGITS
"""Digits of the digest of charts that are not the project's own."""
CHECK_DIGITS = 5
"""Digits of the checksum."""
LONGEST_TEXT = 1000
"""Limit of the characters of a text that is read; a position of any game needs a fraction of it."""
CHECKS: int = len(LETTERS) ** CHECK_DIGITS


@dataclass(frozen=True, eq=False)
class WarPosition:
    """A position that was read from a text.

    Attributes:
        env: id of the environment.
        arguments: its arguments that such a war needs.
        text: the text.
        charts: first digits of the digest of the charts; empty for the project's own.
        mats: the mat with the fields that a position has, ``(1,)``, read-only.
    """

    env: str
    arguments: Mapping[str, Any]
    text: str
    charts: str = field(repr=False)
    mats: Any = field(repr=False)


# --- writing ---


def position_of(env: Any) -> str:
    """Return the position of a single environment of this package as text.

    Args:
        env: the environment, wrapped or not, at a decision.

    Raises:
        ValueError: it is another environment, or its war is over.
        ResetNeeded: there has been no episode yet.
    """
    engine = getattr(getattr(env, "unwrapped", None), "engine", None)
    if not isinstance(engine, Engine) or hasattr(env.unwrapped, "num_envs"):
        raise argument_error("env", type(env).__name__, "one war, as gymnasium.make(id) makes it")
    return position_in(engine)


def position_in(engine: Engine, war: int = 0) -> str:
    """Return the position of a war of an engine as text.

    Raises:
        ValueError: the war is over.
        ResetNeeded: there has been no episode yet.
    """
    if not engine.seeded:
        raise ResetNeeded("position: there is no episode, call reset() first")
    if engine.wars.reports["over"][war]:
        raise argument_error("position", "a war that is over", "a war with an open decision")
    return text_of_mats(engine.spec, engine.charts_of(war), engine.wars.mats[war : war + 1])


def text_of_mats(spec: AnyWarSpec, charts: Any, mats: Any) -> str:
    """Return the position of a mat ``(1,)`` at a decision as text.

    Args:
        spec: the kind of war.
        charts: the charts in force.
        mats: the mat.
    """
    game = game_named(spec.game)
    head = f"{_word_of(game.ids[spec.scale])}.{VERSION}"
    digest = digest_in_text(game, charts)
    head += f".{digest}" if digest else ""
    return text_with_checksum(head, packing_of(game.name).number_of(mats))


def digest_in_text(game: Game, charts: Any) -> str:
    """Return the first digits of the digest of charts; empty for the project's own."""
    is_own = charts.sha256 == game.envs.charts_at(None).sha256
    return "" if is_own else str(charts.sha256[:CHARTS_DIGITS])


@functools.cache
def packing_of(game: str) -> Packing:
    """Return the packing of the positions of a game."""
    return Packing(fields_of(game))


def fields_of(game: str) -> tuple[Leaf, ...]:
    """Return the fields of a mat that the positions of a game have, in their order."""
    parts = position_parts(game)
    kind = game_named(game).engine.arrays.stored["mats"]
    return tuple(leaf for leaf in leaves_of(kind) if not is_left_out(parts, leaf.name))


def is_left_out(parts: PositionParts, name: str) -> bool:
    """Whether a position has no field of this name."""
    return any(name == other or name.startswith(f"{other}.") for other in parts.left_out)


def _word_of(env: str) -> str:
    """Return the id of an environment without a character that a shell or an address changes."""
    return env.replace("/", "-")


def text_with_checksum(head: str, number: int) -> str:
    """Return the text of a number behind a head of id, version and charts."""
    digest = hashlib.sha256(f"{head}.{number:x}".encode()).digest()
    check = int.from_bytes(digest[:8], "big") % CHECKS
    return f"{head}.{text_of_number(number * CHECKS + check)}"


# --- reading ---


def read_position(text: Any) -> WarPosition:
    """Read the text of a position; spaces and line breaks in it do not count.

    Raises:
        ValueError: the text is none of a position; the message is one line.
    """
    if not isinstance(text, str) or not 0 < len(text) <= LONGEST_TEXT:
        raise argument_error("position", text, f"a text of 1 to {LONGEST_TEXT} characters, as position_of writes it")
    text = "".join(text.split())
    game, env, digest, number = _parts_of(text)
    mats: Any = rows(1, game.engine.arrays.stored["mats"])
    packing = packing_of(game.name)
    if packing.write(number, mats) != 0 or packing.number_of(mats) != number:
        raise ValueError("position: the text describes no mat")
    mats.flags.writeable = False
    try:
        return WarPosition(env, _arguments(game, env, digest, mats), text, digest, mats)
    except ConsistencyError as error:
        raise impossible(error) from None


def _parts_of(text: str) -> tuple[Game, str, str, int]:
    """Return the game, the id, the digest of the charts and the number of a text."""
    words = text.split(".")
    ids = {_word_of(env): env for env in env_ids()}
    if words[0] not in ids:
        raise argument_error("position", text, f"a text that begins with {' or '.join(ids)}")
    if len(words) not in (3, 4):
        raise argument_error("position", text, "three or four parts with dots between them")
    if words[1] != VERSION:
        allowed = f"version {VERSION}"
        is_older = words[1] == OLDER_VERSION
        raise argument_error("position", f"version {words[1]}", older_format(allowed) if is_older else allowed)
    *head, letters = words
    if not letters or set(letters) - set(LETTERS):
        raise argument_error("position", text, "letters and digits in the last part")
    number, _ = divmod(number_of_text(letters), CHECKS)
    if text_with_checksum(".".join(head), number) != text:
        raise ValueError("position: its checksum does not fit; a character is wrong or missing")
    env = ids[words[0]]
    game = game_of(env)
    assert game is not None
    digest = "".join(head[2:])
    is_digest = len(digest) == CHARTS_DIGITS and not set(digest) - set("0123456789abcdef")
    if len(head) > 2 and (not is_digest or digest == game.envs.charts_at(None).sha256[:CHARTS_DIGITS]):
        raise argument_error("position", f"charts {digest}", f"the first {CHARTS_DIGITS} digits of a digest")
    return game, env, digest, number


def _arguments(game: Game, env: str, digest: str, mats: Any) -> dict[str, Any]:
    """Return the arguments of an environment of such wars. A mat under charts of the package is checked.

    Raises:
        ConsistencyError: play cannot have made the mat.
    """
    parts, bank = position_parts(game.name), game.engine.bank
    named = bank.source.name_of(digest) if digest and bank is not None else None
    codes = parts.codes(mats[0])
    spec = game.envs.spec_of(codes, game.envs.charts_at(named))
    arguments = {name: word for name, word in game.replays.arguments_of(spec).items() if name != "charts"}
    if named is not None:
        arguments["charts"] = named
    if digest and named is None:
        return arguments
    try:
        again, _ = game.envs.read_arguments(game.ids.index(env), **arguments)
    except ValueError as error:
        raise ConsistencyError(str(error)) from None
    if again.codes() != codes:
        raise ConsistencyError("its war is none of the environment's")
    checked(game, again, mats)
    return arguments


def laid_out(text: Any, spec: Any) -> LaidOutPosition:
    """Return the position of a text for wars of a specification.

    Raises:
        ValueError: the text is none of a position, or its war is another one; the message is one line.
    """
    if spec.random:
        raise argument_error("options", "position", 'none with random charts; name one set, charts="bank:DIGEST"')
    game, position = game_named(spec.game), read_position(text)
    _check_war(position, spec, game)
    try:
        return checked(game, spec, position.mats)
    except ConsistencyError as error:
        raise impossible(error) from None


def _check_war(position: WarPosition, spec: Any, game: Game) -> None:
    """Check that a position is one of these wars: the id, the charts and the arguments."""
    env = game.ids[spec.scale]
    if position.env != env:
        raise argument_error("position", f"a war of {position.env}", f"one of {env}")
    own = digest_in_text(game, spec.charts)
    if position.charts != own:
        raise argument_error("position", f"a war under {_charts(position.charts)}", f"one under {_charts(own)}")
    parts = position_parts(game.name)
    codes = parts.codes(position.mats[0])
    if any(codes[name] != code for name, code in spec.codes().items() if name not in parts.free_codes):
        allowed = {name: word for name, word in game.replays.arguments_of(spec).items() if name != "charts"}
        raise argument_error("position", f"a war with {_words(position.arguments)}", f"one with {_words(allowed)}")


def _charts(digest: str) -> str:
    return f"charts {digest}..." if digest else "the project's own charts"


def _words(arguments: Any) -> str:
    return ", ".join(f"{name}={word}" for name, word in arguments.items() if name != "charts") or "no arguments"
