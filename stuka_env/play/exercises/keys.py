"""The keys of the exercises: one list for the screen, the help and the manual."""

from stuka_env.play.keys import Key

EXERCISE_KEYS = (
    Key("up, down, mouse", "go to an option"),
    Key("0 to 9", "go to the option with that number"),
    Key("Enter", "answer with the option; after the answer, the next exercise"),
    Key("n", "the next exercise", "n", "next", "Next"),
    Key("e", "the explanation on a page of its own", "e", "explain", "Explain", in_browser=False),
    Key("t", "the themes with your results: choose one, in order or mixed", "t", "themes", "Themes"),
    Key("/", "show only the options with some letters; Enter or Escape ends that", "slash", "filter"),
    Key("page up, page down", "scroll the mat", in_browser=False),
    Key("p", "copy the position as text, to play on from it or to send it", "p", "position", "Copy"),
    Key("?", "what is on the screen: the question, the words, the keys", "question_mark", "help", "Help"),
    Key("q, Ctrl-C", "leave; the answers are kept", "q", "leave", "Leave", in_browser=False),
)
"""Every key of the exercises, in the order of the help."""
