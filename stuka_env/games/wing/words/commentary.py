"""The commentary of a mission: what was tried, what decided it, what it cost."""

from stuka_env.declared.commentary import Commentary, Remark
from stuka_env.declared.journal import counted
from stuka_env.games.wing.codes import Chart, Cloud, Entry, Gone

SWARM, GONE = 5, (Gone.LOST, Gone.CRASHED)
"""Interceptors that are many, and the states of a bomber that does not come back."""
CLEAR = f"{Cloud.CLEAR.name.lower()} cloud"
RESULT = "the target counts as {line.outcome}: {line.hits}, {line.needed} needed."
POINTS = "the mission scored {line.points}."
MET = "{Interceptors} ({type}) with {aces} met the formation; "

COMMENTARY = Commentary(
    tried=(
        Remark("{line.sent} flew to {MISSION.target} with {ESCORTS.escorts}, {line.short} too few.", 3, None, "short"),
        Remark("{line.sent} flew to {MISSION.target} under {line.cloud}, with {ESCORTS.escorts}.", 2, None, "sent"),
        Remark("No bomber could fly to {MISSION.target}.", 1),
    ),
    decided=(
        Remark("The formation never reached the target.", 95, None,
               lambda _, line: line["sent"] and not line["reached"]),
        Remark(MET + RESULT, 90, Entry.INTERCEPTORS, lambda _, line: line["lost"] > 1, "first"),
        Remark("The counter {counter} was played{luck}; " + RESULT, 80, Entry.PLAYED),
        Remark("One more hit was needed, and {aircraft} missed{luck}; " + RESULT, 75, Chart.BOMBS,
               lambda roll, line: line["needed"] - line["hits"] == 1 and not roll.first),
        Remark(MET + RESULT, 70, Entry.INTERCEPTORS, lambda met, _: met.first >= SWARM, "first"),
        Remark("It was just enough, with a hit by {aircraft}{luck}; " + RESULT, 65, Chart.BOMBS,
               lambda roll, line: line["needed"] == line["hits"] and roll.first),
        Remark("The formation bombed {altitude}{luck}; " + RESULT, 60, Entry.ALTITUDE),
        Remark("Nothing was decided in the air; " + RESULT, 0),
    ),
    cost=(
        Remark("It cost {line.lost}, bomber {bomber} among them, and {line.crews_lost}; " + POINTS, 95, Entry.LEFT,
               lambda left, line: left.second in GONE and line["lost"] > 1),
        Remark("It cost bomber {bomber} and {line.crews_lost}; " + POINTS, 90, Entry.LEFT,
               lambda left, _: left.second in GONE),
        Remark("It cost bomber {bomber} ({gone}); " + POINTS, 85, Entry.LANDED, lambda one, _: one.second in GONE),
        Remark("Nobody was lost, but bomber {bomber} had to come home alone; " + POINTS, 80, Entry.LEFT),
        Remark("All came home, {line.damaged} of {line.sent} damaged; " + POINTS, 60, None, "damaged"),
        Remark("Every bomber came home unharmed, and {line.kills} fell; " + POINTS, 11, None, "kills"),
        Remark("Every bomber came home unharmed; " + POINTS, 10, None, "sent"),
        Remark("It cost nothing but the chance; " + POINTS, 0),
    ),
    words={"cloud": lambda cloud: f"{cloud} cloud".replace(CLEAR, "a clear sky"),
           "sent": counted("bomber"), "lost": counted("bomber"), "hits": counted("hit", none="no hit"),
           "points": counted("point"), "crews_lost": counted("crew", none="no crew"), "kills": counted("interceptor")},
)  # fmt: skip
"""The commentary of a mission."""
