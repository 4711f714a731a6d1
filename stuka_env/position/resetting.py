"""The option of a reset that begins an episode at a position, ``reset(options={"position": text})``."""

from typing import Any

from stuka_env.declared.consistency import ConsistencyError
from stuka_env.game import Game, game_named
from stuka_env.io.arguments import argument_error
from stuka_env.position.laying_out import LaidOutPosition, checked, impossible
from stuka_env.position.parts import position_parts
from stuka_env.position.text import WarPosition, digest_in_text, read_position


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
