"""Event cards (7.2): the deck, and what each card can do. The cards themselves are in ``events.toml``."""

from stuka_env.engine.frame import ask, go, note, says
from stuka_env.games.stuka.charts.shape import Charts
from stuka_env.games.stuka.codes import CARDS, NOBODY, SLOTS, Act, Decision, Effect, Entry, Formation, Phase, Role
from stuka_env.games.stuka.rules.crew import aboard, member
from stuka_env.games.stuka.rules.cups import draw_card, draw_slots
from stuka_env.games.stuka.rules.damage import lose_range, relieve_crew, relieve_person, still_flies, stress_crew
from stuka_env.games.stuka.rules.flight import can_relieve, forced_back
from stuka_env.games.stuka.rules.mat import Mat, to_index, to_number
from stuka_env.games.stuka.rules.table import Mask, Table


def removed_card(mat: Mat, charts: Charts) -> int:
    """The card whose copies are out of the deck: Return to Base, for any Kette (4.3.2); NOBODY for a Staffel."""
    if mat.mission.formation == Formation.KETTE:
        for card in range(CARDS):
            if charts.event[card] == Effect.RETURN_TO_BASE:
                return card
    return NOBODY


def random_slot(mat: Mat, table: Table) -> int:
    """A number from the cup (7.2; ruling Q74)."""
    draw_slots(mat, table, 1, NOBODY)
    return to_index(mat.mission.targets[0])


def relieve_everybody(mat: Mat, table: Table, amount: int) -> None:
    """Stress off everybody in flight."""
    for slot in range(SLOTS):
        if still_flies(mat, slot):
            for _ in range(amount):
                relieve_crew(mat, table, slot)


def ask_whom_to_cheer(mat: Mat) -> None:
    """The card lets the player name one person with stress; nobody has any, nothing happens (amendment: events)."""
    for slot in range(SLOTS):
        if can_relieve(mat, slot):
            ask(mat, Decision.EVENT)
            return


def cheer(mat: Mat, table: Table, slot: int, role: int) -> None:
    """The person named loses as much stress as the card says: one, in our deck."""
    for _ in range(table.charts.event_amount[to_index(mat.mission.last_card)]):
        relieve_person(mat, table, slot, aboard(mat, slot, role))


def can_cheer(mat: Mat, slot: int, role: int) -> bool:
    """Whether the person in that seat has stress to lose."""
    if not still_flies(mat, slot):
        return False
    person = aboard(mat, slot, role)
    return person != NOBODY and member(mat, person).stress > 0


def allow_event(mat: Mat, mask: Mask) -> None:
    """Any person in flight with stress (7.2)."""
    for slot in range(SLOTS):
        mask[Act.CHEER_PILOT + slot] = can_cheer(mat, slot, Role.PILOT)
        mask[Act.CHEER_GUNNER + slot] = can_cheer(mat, slot, Role.GUNNER)


def decide_event(mat: Mat, table: Table, verb: int, argument: int) -> None:
    """Cheer up the person who was named (7.2)."""
    cheer(mat, table, argument, Role.PILOT if verb == Act.CHEER_PILOT else Role.GUNNER)


def change_conditions(mat: Mat, effect: int, amount: int) -> None:
    """Cards that change what comes later: visibility, escorts, fighters, anti-aircraft fire.

    The last two add up (ruling S07).
    """
    mission = mat.mission
    if effect == Effect.VISIBILITY:
        mission.visibility_card = amount
    elif effect == Effect.ESCORTS_EARLY:
        mission.escorts_early = 1
    elif effect == Effect.ESCORTS_LATE:
        mission.escorts_late = 1
    elif effect == Effect.AMBUSH:
        mission.ambush += amount
    elif effect == Effect.ANTI_AIRCRAFT:
        mission.anti_aircraft_card += amount


def carry_out(mat: Mat, table: Table, effect: int, amount: int) -> None:
    """Carry out a card. Events touch only the formation in flight (3.7)."""
    if effect == Effect.STRESS_RANDOM_CREW:
        stress_crew(mat, table, random_slot(mat, table), amount)
    elif effect == Effect.STRESS_LEADER_CREW:
        stress_crew(mat, table, to_index(mat.mission.leader), amount)
    elif effect == Effect.RELIEVE_NAMED_PERSON:
        ask_whom_to_cheer(mat)
    elif effect == Effect.RELIEVE_RANDOM_CREW:
        slot = random_slot(mat, table)
        for _ in range(amount):
            relieve_crew(mat, table, slot)
    elif effect == Effect.RELIEVE_EVERYBODY:
        relieve_everybody(mat, table, amount)
    elif effect == Effect.RETURN_TO_BASE:
        forced_back(mat, table, random_slot(mat, table))
    elif effect == Effect.ENGINE_TROUBLE:
        lose_range(mat, table, random_slot(mat, table), amount)
    else:
        change_conditions(mat, effect, amount)


def event(mat: Mat, table: Table) -> None:
    """Draw the zone's event card, carry it out, discard it (5.1.2, 7.2)."""
    mission = mat.mission
    go(mat, Phase.INTERCEPTION)
    card = draw_card(mat, table, removed_card(mat, table.charts))
    mission.drawn[card] = 1
    mission.last_card = to_number(card)
    effect = int(table.charts.event[card])
    says(table, effect)
    note(mat, table, Entry.CARD, 0, card)
    if effect != Effect.NOTHING:
        mission.news = 1
    carry_out(mat, table, effect, int(table.charts.event_amount[card]))
