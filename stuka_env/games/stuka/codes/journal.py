"""The journal: rolls and kinds of entry with their sentences, from which everything in words follows."""

from stuka_env.games.stuka.codes.pieces import (
    CARDS,
    SLOTS,
    AntiAircraft,
    Fighter,
    Formation,
    Operation,
    Payload,
    Quality,
    Return,
    Status,
    System,
    Target,
    Visibility,
)
from stuka_env.games.stuka.codes.play import Decision
from stuka_env.games.stuka.codes.rolls import BailOut, Effect, Evasion, NoFly, Place, Survival, Touchdown
from stuka_env.journal import EntryCode, Look, RollCode, counted, entry, named, roll
from stuka_env.wording import plural

UNDER_WAY, THE_LOSSES, AFTERWARDS = "Under way", "Losses", "Afterwards"
THE_PROMOTIONS, THE_SEGMENT, THE_OPERATION, THE_CAMPAIGN = "Promotions", "The segment", "The operation", "The campaign"
"""Headings of debriefs. What happens under way stands under the way there or the way home."""
BACK = "Back in service"
END_OF_SEGMENT = (THE_PROMOTIONS, THE_SEGMENT, BACK, THE_OPERATION, THE_CAMPAIGN)
"""Headings of the debrief of a segment (8.3, 8.9)."""
IN_MISSIONS = counted("mission")


def points_words(score: int) -> str:
    """Return the score of an attack."""
    return "a Miss" if score == 0 else plural(score, "point")


def place_words(zone: int) -> str:
    """Return a zone of the Mission Track or the airfield."""
    return f"zone {zone}" if zone else "the airfield"


def more_stress_words(stress: int) -> str:
    """Return the stress of a way back after a comma; nothing for none."""
    return f", with {stress} more stress" if stress else ""


def waiting_words(status: int) -> str:
    """Return the reason why an aircraft cannot fly."""
    return {Status.REPAIR: "under repair", Status.REPLACEMENT: "not yet replaced"}.get(Status(status), "out of service")


class Chart(RollCode):
    """Everything that is rolled or drawn: where, and the sides of its dice in the order they are read.

    White, white, colour; white, colour; D10, D6. The cup has as many numbers as there are slots, the deck its cards.
    """

    A1 = roll(
        Place.MISSION,
        6,
        6,
        6,
        title="Mission",
        text="Mission (A1): {first} and {second} = {total}, {result}; colour die {last}, zone {further}.",
        result=Target,
        further=int,
        thrown="two white D6 and the colour D6",
    )
    SHIP = roll(Place.MISSION, 10, title="Ship", printed="A1, Maritime", result=Target)
    A2 = roll(Place.SLOT, 10, title="Attack", of=" of aircraft {aircraft}, {name}", result=points_words)
    A4 = roll(Place.MISSION, 6, title="Visibility", of=" over the target", result=Visibility)
    A6 = roll(Place.MISSION, 10, title="Anti-Aircraft fire", result=AntiAircraft)
    B1 = roll(Place.ZONE, 10, title="Interception", result=counted("fighter", "no contact"))
    B2 = roll(Place.ZONE, 6, title="Escorts", says="{cover}")
    B3 = roll(
        Place.ZONE,
        6,
        6,
        title="Fighter approach",
        text="A fighter comes in (B3): {first}, from {sector}; {last}, {attack}.",
        hits=int,
        thrown="the white D6 and the colour D6",
        is_event=True,
    )
    C1 = roll(
        Place.SLOT,
        10,
        6,
        title="Hit",
        text="Hit on aircraft {aircraft} (C1): {first}, {result}; {dice}: {damage}.",
        result=System,
        thrown="the D10 and the D6",
        about="aircraft {aircraft}",
        is_event=True,
    )
    C3 = roll(Place.SLOT, 6, title="Bail out", of=" of {name}", result=BailOut, says="he {result}")
    C4 = roll(Place.SLOT, 10, title="Evasion", text="On the ground, {name} (C4): {dice}, he {result}.", result=Evasion)
    C5 = roll(Place.SLOT, 10, title="Landing", of=" of aircraft {aircraft}", result=Touchdown)
    C6 = roll(
        Place.SLOT,
        10,
        title="Forced landing",
        of=" of aircraft {aircraft}",
        says="{wreck}",
        repair=IN_MISSIONS,
        about="aircraft {aircraft}",
    )
    C7 = roll(Place.SLOT, 6, title="Survival", text="In the wreck, {name} (C7): {dice}, {result}.", result=Survival)
    C8 = roll(
        Place.SLOT,
        6,
        title="New aircraft",
        of=" for slot {aircraft}",
        result=IN_MISSIONS,
        says="in {result}",
        about="aircraft {aircraft}",
    )
    C9_WIA = roll(Place.SEAT, 6, title="Hospital", of=" for {name}", result=IN_MISSIONS, says="for {result}")
    C9_KIA = roll(
        Place.SEAT, 10, title="Replacement", of=" for {name}", result=IN_MISSIONS, says="a Green one in {result}"
    )
    A2A = roll(
        Place.SLOT,
        6,
        title="Air-to-air",
        printed="7.3.1",
        of=" attempt of aircraft {aircraft}, {name}",
        result=("no success", "a fighter is shot down"),
    )
    GAMBLE = roll(
        Place.SLOT,
        6,
        title="Rudel Gamble",
        printed="7.7",
        of=" of aircraft {aircraft}",
        result=("it pulls out", "it dives into the ground"),
    )
    CUP = roll(Place.ZONE, SLOTS, title="Cup", printed="3.2", thrown="a number from the cup", is_drawn=True)
    EVENT = roll(
        Place.ZONE,
        CARDS,
        title="Event",
        printed="7.2",
        text="Event card {last} of the deck is drawn.",
        thrown="an event card",
        is_drawn=True,
        silent=True,
    )
    SEGMENT = roll(Place.MISSION, title="Segment")

    def thrown(self, sides: tuple[int, ...]) -> str:
        """Return its dice in words: "one D10"."""
        return self.declared.thrown or f"one D{sides[0]}"


CHARTS = len(Chart)


class Entry(EntryCode):
    """Kinds of journal entry: a roll, a modifier that went into it, or a change of state."""

    ROLL = entry("A roll of {dice}: {result}.", look=Look.ROLL)
    MODIFIER = entry("Modifier for {roll}{slot}: {modifier}.", look=Look.DETAIL, silent=True)
    MISSION = entry("The mission: {objective} in zone {zone}.", target=Target, zone=int, look=Look.MILESTONE)
    NO_FLY = entry("No-Fly: {reason}.", reason=NoFly, look=Look.MILESTONE)
    FORMATION = entry("A {formation} of {count} aircraft is mustered.", count=int, formation=Formation)
    SEAT = entry("{Name} ({level}) {sits} aircraft {aircraft}.", level=Quality)
    LOAD = entry("The formation carries {load}.", load=Payload)
    CARRIER = entry("Aircraft {aircraft} carries the {load}{alone}.", load=Payload)
    LUCKY_DOG = entry("Aircraft {aircraft} is the Lucky Dog.")
    LEADER = entry("{Who} leads the formation.")
    MOVE = entry("The formation flies {leg} to {place}.", place=place_words)
    CARD = entry("Event card, {card}.", card=int)
    DRAWN = entry("Number {aircraft} is drawn from the cup.", is_drawn=True)
    FIGHTERS = entry("{count} {fighter} {verb} the formation.", count=int, fighter=Fighter, is_event=True)
    ESCORTED = entry(
        "No fighter gets through: the escorts drive off {fighters}.",
        fighters=counted("fighter"),
        look=Look.GAIN,
        is_event=False,
        section=UNDER_WAY,
    )
    KILL = entry(
        "{Who} has shot down a fighter, number {number} of this mission.",
        number=int,
        look=Look.GAIN,
        section=UNDER_WAY,
    )
    CARD_WORKS = entry("The card drawn earlier counts: {effect}.", effect=Effect, count=int)
    DAMAGE = entry("Aircraft {aircraft}: damage to {system}.", look=Look.LOSS, section=UNDER_WAY)
    RANGE = entry("Aircraft {aircraft} has lost {zones} of range.", zones=counted("zone"), is_event=True)
    STRESS = entry("{Who} now has {stress} stress{breaks}.", stress=int, is_event=True)
    RELIEF = entry("{Who} is relieved, {stress} stress left.", stress=int)
    WOUND = entry(
        "{Who} is wounded{again}.",
        again=("", "", " a second time"),
        look=Look.LOSS,
        section=(UNDER_WAY, THE_LOSSES),
    )
    KIA = entry("{Who} is killed.", look=Look.LOSS, section=THE_LOSSES)
    POW = entry("{Who} is taken prisoner.", look=Look.LOSS, section=THE_LOSSES)
    PARACHUTE = entry("{Who} comes down by parachute.", is_event=True, section=UNDER_WAY)
    EVADED = entry("{Who} makes his way back{stress}.", stress=more_stress_words, section=UNDER_WAY)
    LOST = entry("Aircraft {aircraft} is lost.", look=Look.LOSS, section=(UNDER_WAY, THE_LOSSES))
    LEFT = entry("Aircraft {aircraft} leaves the formation.", is_event=True, section=UNDER_WAY)
    ABORT = entry("The mission is aborted; the formation turns for home.", is_event=True, section=UNDER_WAY)
    VISIBILITY = entry("Visibility is {visibility}.", visibility=Visibility, echoes=Chart.A4)
    ANTI_AIRCRAFT = entry("Anti-Aircraft fire is {fire}.", fire=AntiAircraft, echoes=Chart.A6)
    SCORE = entry("Aircraft {aircraft} scores {points}.", points=points_words, look=Look.GAIN, echoes=Chart.A2)
    SUNK = entry("Aircraft {aircraft} sinks the {target}.", target=Target, look=Look.GAIN)
    LANDED = entry("Aircraft {aircraft} is home.")
    CRASHED = entry(
        "Aircraft {aircraft} is wrecked but not lost; {missions} more to repair.",
        missions=IN_MISSIONS,
        look=Look.LOSS,
        echoes=Chart.C6,
        section=(UNDER_WAY, THE_LOSSES),
    )
    HOSPITAL = entry(
        "{Who} is in hospital for {missions}.", missions=IN_MISSIONS, echoes=Chart.C9_WIA, section=AFTERWARDS
    )
    REPLACEMENT = entry(
        "A Green replacement for {name} arrives in {missions}.",
        missions=IN_MISSIONS,
        echoes=Chart.C9_KIA,
        section=AFTERWARDS,
    )
    REPAIR = entry("Aircraft {aircraft} is under repair for {missions}.", missions=IN_MISSIONS, section=AFTERWARDS)
    NEW_AIRCRAFT = entry(
        "A new aircraft for slot {aircraft} arrives in {missions}.",
        missions=IN_MISSIONS,
        echoes=Chart.C8,
        section=AFTERWARDS,
    )
    IN_SERVICE = entry(
        "Aircraft {aircraft} is repaired and ready again.",
        "A new aircraft is ready in place of a lost one: number {aircraft} is in use again.",
        "{Name} is back from hospital.",
        "The new {name}, Green, is in the holding area.",
        reason=Return,
        section=BACK,
    )
    REST = entry("{Who} rests, {stress} stress left.", stress=int)
    PROMOTION = entry(
        "{Name} is promoted to {level}.", level=Quality, look=Look.GAIN, is_event=False, section=THE_PROMOTIONS
    )
    BONUS = entry("Bonus of the mission: {bonus}.", bonus=int)
    MISSION_SCORE = entry("Mission score: {score} ({victory}).", score=int, look=Look.MILESTONE)
    SEGMENT_SCORE = entry("Segment score: {score} ({victory}).", score=int, look=Look.MILESTONE, section=THE_SEGMENT)
    OPERATION_SCORE = entry(
        "Operation score: {score}, of which {bonus} bonus ({victory}).",
        score=int,
        bonus=int,
        look=Look.MILESTONE,
        section=THE_OPERATION,
    )
    CAMPAIGN_SCORE = entry(
        "Campaign score: {score}, of which {bonus} bonus ({victory}).",
        score=int,
        bonus=int,
        look=Look.MILESTONE,
        section=THE_CAMPAIGN,
    )
    STRESS_IGNORED = entry("{Who} shrugs off {stress} stress.", stress=int)
    LUCKY = entry("The Lucky Dog, aircraft {aircraft}, shrugs off the Anti-Aircraft fire.", section=UNDER_WAY)
    FAR_FROM_HOME = entry("Aircraft {aircraft} comes down short of home, in zone {place}.", place=int)
    CHOICE = entry(
        "Decision, {decision}: {answer}.", answer=int, decision=named(Decision), look=Look.CHOICE, silent=True
    )
    KETTE_ZONE = entry("A Kette flies no farther than zone {zone}: the target counts as lying there.", zone=int)
    EXCHANGED = entry(
        "Aircraft {old} is now number {aircraft}, and the one {waiting} is number {old}.",
        old=int,
        waiting=waiting_words,
    )
    OPERATION = entry(
        "{operation} begins; the aircraft cards are changed for {cards}.", operation=Operation, section=THE_OPERATION
    )
