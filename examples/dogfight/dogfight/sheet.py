"""The panels of the mat, for text, terminal, picture and page."""

from collections.abc import Iterable
from typing import Any

from dogfight.codes import SIDE, Decision, Kind, Side, Status, plane_words
from dogfight.rules import plane_in_turn
from stuka_env.codes import Tone
from stuka_env.plain import plain
from stuka_env.views.sheet import Figure, Panel, Piece, Pieces, Sheet, Silhouette, Tag, Value
from stuka_env.views.values import Values

SILHOUETTES = {
    "fighter_bomber": Silhouette(((0, -1), (0.12, -0.4), (1, -0.1), (1, 0.2), (0.1, 0.3), (0.35, 0.9), (0, 0.8))),
    "stuka": Silhouette(((0, -1), (0.1, -0.3), (0.5, -0.1), (1, -0.3), (1, 0.1), (0.1, 0.3), (0.4, 0.9), (0, 0.8))),
}
MARKS = {"bombs": ("bombs", Tone.WARN), "damaged": ("damaged", Tone.BAD), "disabled": ("no guns", Tone.SPENT)}
"""Flags of a plane, each with its word and tone."""


def plane_piece(number: int, plane: Any, is_asked: bool) -> Piece:
    """Return a plane with its silhouette."""
    kind, status = Kind(plane.kind), Status(plane.status)
    tone = Tone.OWN if number < SIDE else Tone.ENEMY
    is_lost = status == Status.SHOT_DOWN
    marks = [Tag(words, mark) for name, (words, mark) in MARKS.items() if getattr(plane, name)]
    marks += [Tag("may leave", Tone.FAIR)] if plane.threatened else []
    target = [Value("fires at", plane_words(plane.target))] if plane.target >= 0 else []
    figure = [Figure(kind.name.lower(), tone, is_lost=is_lost)] if kind else []
    state = Tag(status.word, status.tone)
    is_on = status != Status.NONE
    label = f"{number % SIDE + 1} {kind.word}" if kind else f"{number % SIDE + 1}"
    parts = (*figure, *target)
    return Piece("plane", label, "", state, tuple(marks), parts, tone, is_on, is_asked, is_lost)


def sheet(mat: Any, charts: Any = None, crews: Any = None, fresh: Iterable[Any] = ()) -> Sheet:
    """Return the mat of a fight."""
    values, asked = Values(mat), plain(plane_in_turn)(mat)
    decision, fight = Decision(values.cursor.decision), values.fight
    is_open = Decision.NONE < decision < Decision.OVER
    planes = [plane_piece(number, plane, is_open and number == asked) for number, plane in enumerate(values.planes)]
    turn = Value("Attacker", Side(fight.attacker).word)
    question = decision.word.replace("the plane", plane_words(asked))
    counts = Value("Shot down", f"{fight.shot_down} of the enemy, {fight.lost} of yours")
    score = Tag(
        f"{'final ' if fight.over else ''}{fight.points:+d} points", Tone.GOOD if fight.points > 0 else Tone.PLAIN
    )
    return Sheet(
        "Dogfight", f"turn {fight.turn}", "1", score, question, bool(fight.over),
        (
            Panel("fight", "The fight", (turn, counts), (8, 60, 1264, 76), is_broad=True),
            Panel("own", "Your planes", (Pieces("Planes", tuple(planes[:SIDE])),), (8, 144, 1264, 246), is_broad=True),
            Panel("enemy", "Enemy planes", (Pieces("Planes", tuple(planes[SIDE:])),), (8, 398, 1264, 246), is_broad=True),
        ),
    )  # fmt: skip
