"""The Example of Play (T11) as its dice are typed at the table."""

from stuka_env.games.stuka.codes import Chart

DICE_OF_T11 = {
    Chart.A1: ["3 4 3"],
    Chart.EVENT: ["waypoint_reached", "lost_rabbits_foot", "heard_the_one_about", "spots_in_the_distance"],
    Chart.B1: ["0", "4", "9", "9"],  # a D10 shows 0 for 10
    Chart.B2: ["6", "6", "6", "2"],
    Chart.CUP: ["3", "4", "2"],
    Chart.A4: ["4"],
    Chart.A6: ["3"],
    Chart.C1: ["10 6", "9,1"],
    Chart.C3: ["3"],
    Chart.C4: ["4"],
    Chart.A2: ["6", "5", "6", "4"],
    Chart.GAMBLE: ["5"],
    Chart.B3: ["44"],
    Chart.C5: ["7", "5", "8", "10"],
    Chart.C6: ["6"],
    Chart.C8: ["4"],
    Chart.C9_WIA: ["2"],
    Chart.C9_KIA: ["7"],
}
"""The Example of Play (T11); its gunner 4 is a Veteran here, which changes no result."""
DECISIONS_OF_T11 = [
    ("FLY", 5),
    *[("LEADER" if slot == 1 else "PILOT", slot) if seat == 0 else ("GUNNER", slot)
      for slot in range(1, 6) for seat in range(2)],
    ("LOAD_SC500_SC50", 0),
    ("SC1000", 0),
    ("CARRY", 1),
    ("CARRY", 4),
    ("GO_ON", 0),
    ("GO_ON", 0),
    ("DROP", 0),
    ("DROP", 0),
    ("DROP", 0),
    ("GAMBLE", 0),
    ("CHEER_PILOT", 3),
    ("GO_ON", 0),
    ("KEEP_RELIEF", 0),
]  # fmt: skip
"""Decisions of the player in the Example of Play."""
