"""The commentary of a sortie line: what was tried, what decided it, what it cost."""

from stuka_env.declared.commentary import Commentary, Remark
from stuka_env.declared.journal import counted
from stuka_env.games.interceptor.codes import Bomber, Entry, Line, Shooter

FLOWN_STATUS = Line.FLOWN.name.lower()
OWN, DOWN = (Shooter.PILOT, Shooter.WINGMAN, Shooter.GUNNER), 2
"""Shooters of the player's side, and the value of ``SHOT_DOWN`` from which the aircraft is lost."""
TRIED = "In {line.weather} weather the pilot took off in a {line.aircraft} against the raid on {line.raid}"
CREDIT = "credited were {line.bombers} and {line.fighters}."

COMMENTARY = Commentary(
    tried=(
        Remark("Line {line.line} brought the raid on {line.raid} in {line.weather} weather.", 9, None,
               lambda _, line: line["status"] != FLOWN_STATUS and line["raid"]),
        Remark("Line {line.line} of {LINE.month} was to be flown.", 8, None,
               lambda _, line: line["status"] != FLOWN_STATUS),
        Remark(TRIED + " and met {bomber}s{guard}.", 3, Entry.MET, lambda met, _: met.value != Bomber.UNKNOWN),
        Remark(TRIED + " and met a sweep of {escort}s.", 2, Entry.MET),
        Remark(TRIED + ".", 1),
    ),
    decided=(
        Remark("The pilot stayed on the ground{luck}.", 99, Entry.LINE, lambda one, _: one.detail == Line.STAYED),
        Remark("The raid was out of range.", 99, Entry.LINE, lambda one, _: one.detail == Line.OUT_OF_RANGE),
        Remark("The pilot had to sit it out.", 99, Entry.LINE, lambda one, _: one.detail == Line.SAT_OUT),
        Remark("{Person} was killed {cause}{luck}.", 98, Entry.KILLED),
        Remark("The aircraft was lost in box {box}{luck}.", 95, Entry.SHOT_DOWN, lambda hit, _: hit.detail >= DOWN),
        Remark("{Person} destroyed a bomber in box {box}{luck}.", 90, Entry.BOMBER_DESTROYED,
               lambda one, _: not one.value),
        Remark("{Person} shot down a {enemy} in box {box}{luck}.", 80, Entry.ENEMY_DESTROYED),
        Remark("A damaged bomber crashed on its way home{luck}.", 75, Entry.CRASHED_ON_THE_WAY, "detail"),
        Remark("The best shot had {hits}: {shot}; nothing fell.", 60, Entry.SHOT,
               lambda shot, _: shot.detail in OWN and shot.value > 0, "value"),
        Remark("A weapon jammed in box {box}{luck}: {weapon}.", 55, Entry.JAMMED),
        Remark("The interceptor was hit in box {box}{luck}: {system}.", 50, Entry.DAMAGE),
        Remark("The pilot slipped away in box {box}{luck}.", 45, Entry.SLIPPED, "detail"),
        Remark("{Shot}: no hit, and nothing fell.", 40, Entry.SHOT, lambda shot, _: shot.detail in OWN),
        Remark("The pilot fired no shot in {line.boxes}.", 10, None, "boxes"),
    ),
    cost=(
        Remark("It cost nothing, and nothing was credited.", 99, None, lambda _, line: line["status"] != FLOWN_STATUS),
        Remark("It cost the pilot's life in box {box}; " + CREDIT, 98, Entry.KILLED, lambda one, _: not one.detail),
        Remark("It cost the aircraft alone; " + CREDIT, 90, Entry.SHOT_DOWN, lambda hit, _: hit.detail >= DOWN),
        Remark("{Person} came home {health}, with {line.lost} to sit out; " + CREDIT, 80, Entry.WOUND),
        Remark("Hits: {system} first, with {line.damaged} damaged at the end; " + CREDIT, 70, Entry.DAMAGE),
        Remark("It ended with {landing}{luck}; " + CREDIT, 60, Entry.LANDED, "detail"),
        Remark("The pilot came home unharmed after {line.boxes}; " + CREDIT, 10, None, "boxes"),
    ),
    words={"bombers": counted("bomber", none="no bomber"), "fighters": counted("fighter", none="no fighter"),
           "damaged": counted("system", none="no system"), "lost": counted("sortie", none="no sortie"),
           "boxes": counted("box")},
)  # fmt: skip
"""The commentary of a sortie line."""
