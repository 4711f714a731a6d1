"""The commentary of a mission: what was tried, what decided it, what it cost."""

from stuka_env.declared.commentary import Commentary, Remark
from stuka_env.declared.journal import counted
from stuka_env.games.stuka.codes import Chart, Entry, NoFly, Visibility

GOOD_ATTACK, GOOD_MISSION, SWARM, DECLINED = 30, 40, 2, NoFly.DECLINED.name.lower()
"""Points of an attack and of a mission that are not few, fighters that are many, and the reason that is a choice."""
TRIED = "{LEADER.name} led {line.sent} against the {MISSION.objective} in zone {line.zone}, with {LOAD.load}"
TALLY = "the score was {line.score} ({line.level})."

COMMENTARY = Commentary(
    tried=(
        Remark(TRIED + " and the {CARRIER.load} under aircraft {CARRIER.aircraft}.", 3, when="special"),
        Remark(TRIED + ".", 2),
        Remark("The order was to attack the {MISSION.objective} in zone {MISSION.zone}.", 1),
        Remark("The mission was not flown: {NO_FLY.reason}.", 0),
    ),
    decided=(
        Remark("The mission was not flown: {NO_FLY.reason}.", 99, None, lambda _, line: line["no_fly"] == DECLINED),
        Remark("{line.sent} turned for home in zone {zone}{luck}; the target was zone {line.zone}.", 90, Entry.ABORT),
        Remark("Aircraft {aircraft} risked the Rudel Gamble and hit the ground{luck}.", 85, Chart.GAMBLE, "result"),
        Remark("Aircraft {aircraft} sank the {target}{luck}.", 80, Entry.SUNK),
        Remark("Only {line.present} of {line.sent} began the attack run.", 75, None,
               lambda _, line: 0 < 2 * line["present"] <= line["sent"]),
        Remark("{Count} {fighter} met the formation in zone {zone}{luck}.", 70, Entry.FIGHTERS,
               lambda met, line: met.result >= SWARM and line["score"] < GOOD_MISSION, "result"),
        Remark("Visibility over the target was {visibility}, which spoiled the attacks.", 65, Entry.VISIBILITY,
               lambda seen, line: seen.result == Visibility.LOW and line["score"] < GOOD_MISSION),
        Remark("{Name} hit best: aircraft {aircraft} scored {result}{luck}.", 60, Chart.A2,
               lambda roll, _: roll.result >= GOOD_ATTACK, "result"),
        Remark("The attacks did little: {name} was the best with {result}{luck}.", 50, Chart.A2, "result", "result"),
        Remark("{VISIBILITY.visibility} visibility, {ANTI_AIRCRAFT.fire} fire, and no hit.", 40, None, "present"),
        Remark("No aircraft came as far as the target.", 10, None, "sent"),
    ),
    cost=(
        Remark("Nothing was risked and nothing won: " + TALLY, 99, None, lambda _, line: line["no_fly"] == DECLINED),
        Remark("It cost {line.lost} and {line.casualties.kia}, {name} first; " + TALLY, 90, Entry.KIA),
        Remark("It cost {line.lost}, and {name} was taken prisoner; " + TALLY, 80, Entry.POW),
        Remark("It cost {line.lost}, number {aircraft} in zone {zone}, but no life; " + TALLY, 71, Entry.LOST, "zone"),
        Remark("It cost {line.lost}, number {aircraft} on landing, but no life; " + TALLY, 70, Entry.LOST),
        Remark("Everybody came back, {name} with a wound; " + TALLY, 60, Entry.WOUND),
        Remark("Aircraft {aircraft} was wrecked{luck}, but nobody was lost; " + TALLY, 50, Entry.CRASHED),
        Remark("Aircraft {aircraft} came home damaged ({system}); " + TALLY, 40, Entry.DAMAGE),
        Remark("It cost nerves, up to {stress} stress for {name}; " + TALLY, 30, Entry.STRESS, most="result"),
        Remark("All {line.sent} came home unharmed; " + TALLY, 10, None, "sent"),
    ),
    words={"sent": counted("aircraft"), "lost": counted("aircraft", none="no aircraft"),
           "casualties.kia": lambda dead: f"{dead} killed"},
)  # fmt: skip
"""The commentary of a mission."""
