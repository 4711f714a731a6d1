"""The keys of the game and of the exercises: one list of each for the screen, the help and the manual."""

from typing import NamedTuple

from stuka_env.play.parts import PlayParts


class Key(NamedTuple):
    """A key, or keys with one purpose.

    Attributes:
        shown: its name on the screen.
        meaning: its effect.
        names: Textual's names, separated by commas; empty where a widget handles the key.
        action: the screen's action; empty where a widget handles the key.
        label: its word in the bottom line; empty if it is not shown there.
        in_browser: whether the page for a browser has it.
        command: the command of a sitting at lines; empty where lines have none.
    """

    shown: str
    meaning: str
    names: str = ""
    action: str = ""
    label: str = ""
    in_browser: bool = True
    command: str = ""


KEYS = (
    Key("up, down, mouse", "go to an option"),
    Key("0 to 9", "go to the option with that number; at the table, type the dice"),
    Key("Enter", "take the option; at the table, hand in the roll"),
    Key("u", "take back the last decision, if no dice were rolled for it", "u", "undo", "Undo", command="undo"),
    Key("c", "all crews on one screen, while seats are asked for one by one", "c", "crews"),
    Key("/", "show only the options with some letters; Enter or Escape ends that", "slash", "filter", "Filter"),
    Key("s", "at lines of text, the state and the question once more", in_browser=False, command="state"),
    Key("j", "the whole journal", "j", "journal", "Journal", command="journal"),
    Key("r", "the record of the war: everybody's career, or the log sheet", "r", "record", command="record"),
    Key("a", "go to what the adviser would do", "a", "follow", "Advice", command="advice"),
    Key("page up, page down", "scroll the mat", in_browser=False),
    Key("p", "copy the position as text, to play on from it or to send it", "p", "position", command="position"),
    Key("w", "write a replay, to watch in a browser", "w", "write", command="replay"),
    Key(
        "?", "what is on the screen: the question, the words, the keys", "question_mark", "help", "Help", command="help"
    ),
    Key("q, Ctrl-C", "leave; the war is kept", "q", "leave", "Leave", in_browser=False, command="leave"),
)
"""Every key of the screen, in the order of the help."""


def keys_of(parts: PlayParts) -> list[Key]:
    """Return the keys of a game, with its own page for ``r``; without ``c`` if it has no crews to seat."""
    keys = [key for key in KEYS if key.action != "crews" or parts.seating is not None]
    return [key._replace(meaning=parts.watch.record.meaning) if key.action == "record" else key for key in keys]


EXERCISE_KEYS = (
    Key("up, down, mouse", "go to an option"),
    Key("0 to 9", "go to the option with that number"),
    Key("Enter", "answer with the option; after the answer, the next exercise"),
    Key("n", "the next exercise", "n", "next", "Next", command="next"),
    Key("e", "the explanation on a page of its own", "e", "explain", "Explain", in_browser=False),
    Key("t", "the themes with your results: choose one, in order or mixed", "t", "themes", "Themes", command="themes"),
    Key("/", "show only the options with some letters; Enter or Escape ends that", "slash", "filter"),
    Key("s", "at lines of text, the state and the question once more", in_browser=False, command="state"),
    Key("page up, page down", "scroll the mat", in_browser=False),
    Key(
        "p", "copy the position as text, to play on from it or to send it", "p", "position", "Copy", command="position"
    ),
    Key(
        "?", "what is on the screen: the question, the words, the keys", "question_mark", "help", "Help", command="help"
    ),
    Key("q, Ctrl-C", "leave; the answers are kept", "q", "leave", "Leave", in_browser=False, command="leave"),
)
"""Every key of the exercises, in the order of the help."""
