"""A first sheet of the mat."""

from typing import Any

from stuka_env.codes import Tone
from stuka_env.games.wing.words.questions import question_of
from stuka_env.views.sheet import Panel, Sheet, Tag, Value


def sheet(mat: Any, charts: Any = None, names: Any = None, fresh: Any = ()) -> Sheet:
    """Return the sheet of a mat."""
    return Sheet(
        "A Wing and a Prayer",
        "",
        f"Mission {mat['track']['box']}",
        Tag(f"{mat['track']['points']} points", Tone.GOOD),
        question_of(mat),
        bool(mat["track"]["over"]),
        (Panel("track", "Track", (Value("Box", str(mat["track"]["box"])),), (8, 8, 300, 300)),),
    )


def place_of(entry: Any) -> str:
    """Return place."""
    return ""
