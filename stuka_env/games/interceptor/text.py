"""The second game as text: answers that repeat, refusals, and the policies that models are compared with."""

from stuka_env.games.interceptor.codes import Act, Decision
from stuka_env.text.parts import Repeated, TextParts, WarsTask

REFUSING_ACTS = frozenset(
    {
        Act.STAY, Act.LEAVE, Act.SLIP, Act.LET_GO, Act.BREAK_OFF, Act.DISENGAGE, Act.BAIL_OUT, Act.HOME, Act.NO,
        Act.DONE, Act.KEEP_GUNNER,
    }
)  # fmt: skip
"""Actions that decline something, or end it."""
BUY_NOTHING = Repeated(
    "All the same: nothing more for anybody, all points are kept", (Decision.SKILL, Decision.DEBRIEF), Act.DONE
)
TEXT_PARTS = TextParts(
    repeated=(BUY_NOTHING,),
    refusals=REFUSING_ACTS,
    rivals=("champion", "veteran", "by_the_book", "random_flyer", "random"),
    tasks={
        "sortie": WarsTask("Interceptor/Sortie-v0", 60),
        "month": WarsTask("Interceptor/Month-v0", 20),
        "career": WarsTask("Interceptor/Career-v0", 15),
    },
)
"""The parts of the second game that the text core needs."""
