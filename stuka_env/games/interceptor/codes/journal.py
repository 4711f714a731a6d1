"""The journal: rolls and kinds of entry with their sentences, from which everything in words follows."""

from stuka_env.games.interceptor.codes.pieces import (
    CARDS,
    DESTROYED,
    GROUP_DAMAGE,
    MONTHS,
    NO_SHOT,
    Aim,
    Award,
    Bomber,
    Cause,
    Enemy,
    Health,
    Model,
    Month,
    Orientation,
    Over,
    Person,
    Position,
    Quality,
    Range,
    Seat,
    Series,
    Shooter,
    Side,
    Skill,
    System,
    TargetZone,
    Weather,
    Zone,
)
from stuka_env.games.interceptor.codes.play import Decision
from stuka_env.games.interceptor.codes.rolls import (
    DIE,
    PAIR_OF_DICE,
    UNITS_ON_THE_DIE,
    Event,
    Jam,
    Meeting,
    Place,
    Tank,
    Touchdown,
    WingmanFate,
)
from stuka_env.journal import EntryCode, Look, RollCode, counted, entry, named, roll
from stuka_env.wording import plural

THE_RAID, COMBAT, HITS_TAKEN, LANDING, AFTERWARDS = "The raid", "The combat", "Hits taken", "The landing", "Afterwards"
"""Headings of the debrief of a sortie."""
POSSIBLE, ANY_WEAPON = "weapon {total} of the possible ones", "one die with a side for each possible weapon"
"""Words for a die with a side for each possible weapon."""

# --- words of numbers ---


def hits_words(hits: int) -> str:
    """Return the result of a shot: "no hit", "3 hits", "group damage", "destroyed"."""
    if hits == NO_SHOT:
        return "no weapon fires"
    if hits == DESTROYED:
        return "destroyed"
    if hits >= GROUP_DAMAGE:
        more = hits - GROUP_DAMAGE
        return f"group damage and {plural(more, 'hit')}" if more else "group damage"
    return plural(hits, "hit") if hits > 0 else "no hit"


def wound_words(health: int) -> str:
    """Return the wound that a roll gives."""
    return ("safe", "a light wound", "a serious wound", "killed")[health]


def way_words(orientation: int) -> str:
    """Return the orientation of a meeting after a comma; nothing for none."""
    return "" if orientation == Orientation.NONE else f", {Orientation(orientation).word}"


EXPERIENCE_POINTS = counted("Experience Point")
MEETINGS = (*Meeting.words(), "a random event")
"""Results of B1 in words; the first 12 of a sortie is an event."""
RANDOM_EVENT = len(Meeting)
"""Value in place of a meeting."""


class Chart(RollCode):
    """All rolls and flips, each with its place and the sides of its dice in the order of reading.

    The names are those of tapes. JAM and GUN have a side for each possible weapon (ruling IQ207).
    """

    A1 = roll(
        Place.LINE,
        *PAIR_OF_DICE,
        title="Raid",
        result=TargetZone,
        says="{city}, zone {result}",
        about="line {line} of {month}",
    )
    B9 = roll(Place.LINE, *PAIR_OF_DICE, title="Weather", result=Weather, about="line {line} of {month}")
    B1 = roll(Place.BOX, *PAIR_OF_DICE, title="Interception", result=MEETINGS, way=way_words, says="{result}{way}")
    A3 = roll(Place.BOX, DIE, title="Bombers", result=Bomber)
    A3_ESCORT = roll(Place.BOX, DIE, title="Escort", result=Enemy)
    A3_SWEEP = roll(Place.BOX, DIE, title="Sweep", result=Enemy)
    A3_YB40 = roll(Place.CONTACT, *PAIR_OF_DICE, title="Type of the bomber", result=("no YB-40", "a YB-40"))
    C1 = roll(Place.BOX, *PAIR_OF_DICE, title="Random event", result=Event)
    B3 = roll(Place.CONTACT, *PAIR_OF_DICE, title="Hit on the bomber", result=System, about="the bomber")
    B4_TANK = roll(Place.CONTACT, *PAIR_OF_DICE, title="Fuel tank", result=Tank, subject=Side, about="{subject}")
    B4_BAY = roll(
        Place.CONTACT, *PAIR_OF_DICE, title="Bomb bay", result=("no effect", "the bombs go off"), about="the bomber"
    )
    B4_BLAST = roll(
        Place.CONTACT,
        *PAIR_OF_DICE,
        title="Blast",
        result=("no effect", "it strikes the interceptor"),
        about="your aircraft",
    )
    B4_BLAST_HITS = roll(Place.CONTACT, DIE, title="Hits of the blast", result=hits_words, about="your aircraft")
    B4_CREW = roll(Place.CONTACT, DIE, title="Crew of the bomber", result=Seat, about="the bomber")
    B4_WOUND = roll(Place.CONTACT, DIE, title="Wound", result=wound_words, subject=Side, about="{subject}")
    B6 = roll(
        Place.CONTACT,
        *PAIR_OF_DICE,
        title="Hit on a fighter",
        text="Hit on a fighter (B6): {tens}, {result}.",
        result=System,
        subject=Side,
        thrown="1d6+1d6",
        about="{subject}",
    )
    B7 = roll(Place.LINE, *PAIR_OF_DICE, title="Landing", result=Touchdown, section=LANDING)
    B8 = roll(
        Place.LINE,
        *PAIR_OF_DICE,
        title="Parachute jump",
        result=wound_words,
        subject=Person,
        about="{subject}",
        section=LANDING,
    )
    B12 = roll(
        Place.CONTACT,
        *PAIR_OF_DICE,
        title="Initiative",
        text="Initiative (B12): {contest}.",
        thrown="1d6 each",
    )
    C2 = roll(
        Place.LINE,
        *PAIR_OF_DICE,
        title="Serious wound",
        result=counted("sortie"),
        says="{result} missed",
        section=LANDING,
    )
    C3 = roll(Place.CONTACT, *PAIR_OF_DICE, title="Extended burst", says="{burst}", jam=Jam)
    W1 = roll(Place.CONTACT, *PAIR_OF_DICE, title="Attack of the wingman", says="{wingman}", fate=WingmanFate)
    WGR = roll(Place.CONTACT, *PAIR_OF_DICE, title="Rockets", printed="7.1.14", result=hits_words)
    FLAK = roll(Place.CONTACT, DIE, title="Flak on the bomber", printed="7.1.5", result=hits_words)
    JAM = roll(
        Place.CONTACT,
        0,
        title="Jammed weapon",
        printed="7.1.6",
        says=POSSIBLE,
        thrown=ANY_WEAPON,
        about="your aircraft",
    )
    GUN = roll(
        Place.CONTACT,
        0,
        title="Weapon hit",
        printed="B6",
        says=POSSIBLE,
        subject=Side,
        thrown=ANY_WEAPON,
        about="{subject}",
    )
    SLIP = roll(
        Place.BOX,
        DIE,
        title="Getting away",
        printed="7.1.10",
        result=("the enemy fighters engage", "the fight is avoided"),
    )
    DISENGAGE = roll(Place.CONTACT, DIE, title="Disengaging", printed="7.3", result=("it fails", "the pilot gets away"))
    ENEMY_DISENGAGE = roll(
        Place.CONTACT, DIE, title="The enemy disengages", printed="7.3.1", result=("it fails", "he gets away")
    )
    CRASH = roll(Place.CONTACT, 10, title="The enemy's way home", printed="7.4.3", result=("no crash", "a crash"))
    CREDIT = roll(
        Place.CONTACT, DIE, title="Credit for the loss", printed="7.4.3", result=("nobody sees it", "it is seen")
    )
    PROMOTION = roll(Place.LINE, DIE, title="Promotion", printed="7.9.3", result=("not promoted", "promoted"))
    KNIGHT = roll(Place.LINE, DIE, title="High award", printed="7.8.7", result=("not this time", "awarded"))
    SCROUNGE = roll(
        Place.LINE,
        DIE,
        title="Repair",
        printed="7.9.2",
        result=("the repair takes its time", "the aircraft is ready for the next sortie"),
        section=LANDING,
    )
    R1 = roll(Place.LINE, DIE, title="Aircraft on hand", of=", {subject}", subject=Series, about="{subject}")
    QUALITY = roll(Place.CONTACT, DIE, title="Enemy pilot", printed="10.4", result=Quality)
    START = roll(Place.LINE, UNITS_ON_THE_DIE, title="Unit", printed="4.1", result=int, says="{unit}, {base}")
    MONTH = roll(Place.LINE, MONTHS, title="Month", printed="4.2.1", result=Month)
    CARD = roll(
        Place.LINE,
        CARDS,
        title="Card",
        printed="3.5.1",
        subject=Shooter,
        thrown="a combat card",
        about="{subject}",
        is_drawn=True,
    )


CHARTS = len(Chart)


class Entry(EntryCode):
    """Kinds of journal entry: a roll, a modifier that went into it, or a change of state."""

    ROLL = entry("A roll of {dice}.", look=Look.ROLL)
    MODIFIER = entry("Modifier for {roll}: {modifier}.", look=Look.DETAIL, silent=True)
    CHOICE = entry(
        "Decision, {decision}: {answer}.", decision=named(Decision), answer=int, look=Look.CHOICE, silent=True
    )
    CARD = entry("Card {number} is flipped for {shooter}.", number=int, shooter=Shooter, is_drawn=True)
    UNIT = entry("The unit is {unit} at {base}, zone {zone}.", row=int, zone=Zone, look=Look.MILESTONE)
    AIRCRAFT = entry("The aircraft is a {model}.", model=Model, section=AFTERWARDS)
    LINE = entry(
        "Line {line} of {month} is open.",
        "Line {line} of {month} has been flown.",
        "Line {line} of {month} is not flown: the pilot stays on the ground.",
        "Line {line} of {month} is not flown: the raid is out of range.",
        "Line {line} of {month} is sat out.",
        look=Look.MILESTONE,
        is_event=True,
    )
    RAID = entry(
        "The raid goes to {target}{zone}; the weather is {weather}.",
        zone=TargetZone,
        weather=Weather,
        raid=int,
        look=Look.MILESTONE,
        section=THE_RAID,
    )
    TAKE_OFF = entry("The pilot takes off for box {place}.", place=int)
    BOX = entry("The pilot is in box {place}.", place=int)
    MET = entry(
        "{Meeting}, {orientation}{guard}.", orientation=Orientation, bomber=Bomber, escort=Enemy, section=THE_RAID
    )
    EVENT = entry("Random event: {event}.", event=Event, echoes=Chart.C1, section=THE_RAID, is_event=True)
    BOMBER = entry("The pilot attacks a {bomber}.", bomber=Bomber, section=COMBAT)
    DAMAGE = entry(
        "The interceptor is hit: {system}.", system=System, look=Look.LOSS, replaces=Chart.B6, section=HITS_TAKEN
    )
    GUNNER_HIT = entry("A gunner of the bomber is hit, {count} in all.", count=int, is_event=True)
    ENEMY_DAMAGE = entry("The enemy fighter is hit: {system}.", system=System, replaces=Chart.B6, is_event=True)
    BOMBER_DAMAGE = entry("The bomber is hit: {system}.", system=System, replaces=Chart.B3, is_event=True)
    BOMBER_DESTROYED = entry(
        "{How} is credited to {person}.",
        person=Person,
        how=("the bomber is destroyed; it", "the bomber that crashed on its way home"),
        look=Look.GAIN,
        section=COMBAT,
    )
    ENEMY_DESTROYED = entry(
        "The {enemy} is destroyed; it is credited to {person}.",
        person=Person,
        enemy=Enemy,
        look=Look.GAIN,
        section=COMBAT,
    )
    ENEMY_GONE = entry(
        "The fighter combat is over.",
        "The enemy fighter is gone; the fighter combat is over.",
        "The pilot gets away; the fighter combat is over.",
        section=COMBAT,
        is_event=True,
    )
    SLIPPED = entry(
        "The fight cannot be avoided.", "The fight is avoided in this box.", echoes=Chart.SLIP, section=THE_RAID
    )
    POSITION = entry("Position against the {enemy}: {position}.", position=Position, enemy=Enemy, section=COMBAT)
    JAMMED = entry("A weapon jams until landing: {weapon}.", weapon=int, model=Model, look=Look.LOSS, section=COMBAT)
    AMMUNITION = entry(
        "Ammunition of {weapon}: {points} left.", weapon=int, model=Model, points=counted("point"), silent=True
    )
    ROCKETS = entry("The rocket tubes are gone; the speed is now {speed}.", speed=int, section=COMBAT, is_event=True)
    FORMATION = entry("The bombers of this box lose their formation.", section=COMBAT, is_event=True)
    WOUND = entry("{Person} is now {health}.", person=Person, health=Health, look=Look.LOSS, section=HITS_TAKEN)
    KILLED = entry("{Person} is killed {cause}.", person=Person, cause=Cause, look=Look.LOSS, section=HITS_TAKEN)
    SHOT_DOWN = entry(
        "The aircraft flies on.",
        "All engines of the aircraft are out.",
        "The aircraft is shot down.",
        "The aircraft is lost with everybody aboard.",
        look=Look.LOSS,
        section=HITS_TAKEN,
    )
    JUMPED = entry("The crew bails out.", look=Look.LOSS)
    LANDED = entry("Landing: {landing}.", landing=Touchdown, echoes=Chart.B7)
    CRASHED_ON_THE_WAY = entry(
        "The damaged fighter crashes on its way home.",
        "The damaged bomber crashes on its way home.",
        section=COMBAT,
        is_event=True,
    )
    CREDITED = entry(
        "The loss on the way home is credited to {person}.",
        person=Person,
        look=Look.GAIN,
        silent=True,
        section=COMBAT,
    )
    HOMEWARD = entry("The pilot flies home.", section=THE_RAID)
    SITS_OUT = entry("{sorties} will be sat out.", sorties=counted("sortie"), section=AFTERWARDS, is_event=True)
    AWARD = entry("Award: {award}.", award=Award, grade=int, look=Look.GAIN, section=AFTERWARDS)
    PROMOTED = entry("The pilot is promoted to {rank}.", rank=int, track=int, look=Look.GAIN, section=AFTERWARDS)
    EXPERIENCE = entry("{Person} gains {points}.", person=Person, points=EXPERIENCE_POINTS, section=AFTERWARDS)
    SKILL = entry(
        "{Person} learns {skill}.", person=Person, skill=Skill, look=Look.GAIN, is_event=False, section=AFTERWARDS
    )
    PRESTIGE = entry("Prestige: {points}, level {level}.", points=counted("point"), level=int, section=AFTERWARDS)
    REPAIRED = entry("The aircraft is repaired: {systems} had been damaged.", systems=counted("system"))
    WINGMAN = entry(
        "The wingman is lost.",
        "The wingman is here.",
        "The wingman's aircraft is damaged.",
        section=COMBAT,
        is_event=True,
    )
    GUNNER = entry(
        "{Who} {points}.",
        points=EXPERIENCE_POINTS,
        who=("a new gunner comes with", "the gunner who stays has"),
        section=AFTERWARDS,
        is_event=True,
    )
    MOVED = entry(
        "The pilot joins {unit} at {base}, zone {zone}.",
        row=int,
        zone=Zone,
        look=Look.MILESTONE,
        section=AFTERWARDS,
        is_event=True,
    )
    FATIGUE = entry("Fatigue is now {fatigue}.", fatigue=int)
    SKILL_USED = entry("{Person} uses {skill}.", person=Person, skill=Skill, section=COMBAT)
    SHUFFLED = entry("The discards are shuffled into a new deck.")
    OVER = entry("The episode {over}.", over=Over, look=Look.MILESTONE, section=AFTERWARDS, is_event=True)
    SHOT = entry(
        "{Shot}: {hits}.",
        shooter=Shooter,
        hits=hits_words,
        firepower=int,
        range=Range,
        aim=Aim,
        enemy=int,
        section=COMBAT,
    )
