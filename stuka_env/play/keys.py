"""The keys of the game and of the exercises: one list of each for the page, the commands of lines and the manual."""

from typing import NamedTuple

from stuka_env.play.parts import PlayParts


class Key(NamedTuple):
    """A key, or keys with one purpose.

    Attributes:
        shown: its name on the page, and the command at a line.
        meaning: its effect.
        command: the command of a sitting at lines; empty for a key of the page alone.
        in_browser: whether the page for a browser has it.
    """

    shown: str
    meaning: str
    command: str = ""
    in_browser: bool = True


KEYS = (
    Key("up, down, mouse", "go to an option"),
    Key("0 to 9", "go to the option with that number; at the table, type the dice"),
    Key("Enter", "take the option; at the table, hand in the roll"),
    Key("u", "take back the last decision, if no dice were rolled for it", "undo"),
    Key("c", "all crews on one screen, while seats are asked for one by one"),
    Key("/", "show only the options with some letters; Enter or Escape ends that"),
    Key("j", "the whole journal", "journal"),
    Key("r", "the record of the war: everybody's career, or the log sheet", "record"),
    Key("a", "the choice of the adviser, with its reason", "advice"),
    Key("p", "the position as text, to play on from it or to send it", "position"),
    Key("w", "write a replay, to watch in a browser", "replay"),
    Key("s", "the mat with its maps and tables, and the question once more", "state", in_browser=False),
    Key("?", "the meaning of the question, the options and the words, and the keys", "help"),
    Key("q", "leave; the war is kept", "leave", in_browser=False),
)
"""Every key, in the order of the help."""


def keys_of(parts: PlayParts) -> list[Key]:
    """Return the keys of a game, with its own page for ``r``; without ``c`` if it has no crews to seat."""
    keys = [key for key in KEYS if key.shown != "c" or parts.seating is not None]
    return [key._replace(meaning=parts.watch.record.meaning) if key.command == "record" else key for key in keys]


EXERCISE_KEYS = (
    Key("up, down, mouse", "go to an option"),
    Key("0 to 9", "go to the option with that number"),
    Key("Enter", "answer with the option; after the answer, the next exercise"),
    Key("n", "the next exercise", "next"),
    Key("t", "the themes with your results: choose one, in order or mixed", "themes"),
    Key("/", "show only the options with some letters; Enter or Escape ends that"),
    Key("p", "the position as text, to play on from it or to send it", "position"),
    Key("s", "the mat with its maps and tables, and the question once more", "state", in_browser=False),
    Key("?", "the meaning of the question, the options and the words, and the keys", "help"),
    Key("q", "leave; the answers are kept", "leave", in_browser=False),
)
"""Every key of the exercises, in the order of the help."""
