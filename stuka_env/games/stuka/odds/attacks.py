"""The odds of attacks and loads, as far as the charts decide them: mean scores and chances of a perfect attack."""

from stuka_env.compiling.compilation import compiled
from stuka_env.games.stuka.charts.shape import PERFECT, Charts
from stuka_env.games.stuka.codes import NOBODY, SLOTS, Payload, Status, Visibility
from stuka_env.games.stuka.rules.attack import bombs_work, pilot_modifiers, score_of
from stuka_env.games.stuka.rules.mat import Mat, to_index

D10_FACES, D6_FACES = 10, 6


# --- one attack (7.8, 7.9) ---


@compiled
def score_by_drm(charts: Charts, size: int, drm: int) -> float:
    """Return the mean attack score in the column of A2 for the target's size."""
    total = 0.0
    for die in range(1, D10_FACES + 1):
        total += score_of(charts, size, die + drm)
    return total / D10_FACES


@compiled
def perfect_by_drm(charts: Charts, size: int, drm: int) -> float:
    """Return the chance of a perfect attack in the column of A2 for the target's size."""
    faces = 0
    for die in range(1, D10_FACES + 1):
        faces += int(score_of(charts, size, die + drm) >= PERFECT)
    return faces / D10_FACES


@compiled
def known_visibility(mat: Mat) -> int:
    """Return the visibility over the target if it was rolled or set by a card (5.1.3), else UNKNOWN."""
    mission = mat.mission
    if mission.visibility != Visibility.UNKNOWN:
        return int(mission.visibility)
    return int(mission.visibility_card)


@compiled
def attack_drm_of(mat: Mat, charts: Charts, place: int) -> int:
    """Return the attack modifier of the level and stress of the pilot at a place of the roster (7.9)."""
    nerves, level = pilot_modifiers(mat, charts, place)
    return nerves + level


@compiled
def pilot_drm(mat: Mat, charts: Charts, slot: int) -> int:
    """Return the attack modifier of an aircraft's pilot."""
    return attack_drm_of(mat, charts, to_index(int(mat.aircraft[slot].pilot)))


@compiled
def odds_in_visibility(charts: Charts, size: int, drm: int, visibility: int, perfect: int) -> float:
    """Return the mean score in a visibility, or with ``perfect`` the chance of 100.

    ``drm`` is the sum of all other modifiers.
    """
    total = drm + int(charts.visibility_drm[visibility])
    return perfect_by_drm(charts, size, total) if perfect else score_by_drm(charts, size, total)


@compiled
def odds_in_sight(charts: Charts, size: int, drm: int, known: int, perfect: int) -> float:
    """Return the same in the ``known`` visibility; an unknown one is averaged over A4."""
    if known != Visibility.UNKNOWN:
        return odds_in_visibility(charts, size, drm, known, perfect)
    total = 0.0
    for die in range(1, D6_FACES + 1):
        total += odds_in_visibility(charts, size, drm, int(charts.a4[die]), perfect)
    return total / D6_FACES


@compiled
def attack_odds(mat: Mat, charts: Charts, slot: int, load: int, gamble: int, perfect: int) -> float:
    """Return the mean score of an aircraft's attack with ``load``, or with ``perfect`` the chance of 100.

    An unknown visibility is averaged over A4. ``gamble`` is 1 for an attack with the Rudel Gamble.
    """
    drm = int(charts.a3[load][mat.mission.target]) + pilot_drm(mat, charts, slot) + gamble * int(charts.gamble_drm)
    return odds_in_sight(charts, int(mat.mission.target_size), drm, known_visibility(mat), perfect)


@compiled
def crash_share(charts: Charts) -> float:
    """Return the chance that a gamble ends in a crash."""
    faces = 0
    for die in range(1, len(charts.gamble_crash)):
        faces += int(charts.gamble_crash[die])
    return faces / (len(charts.gamble_crash) - 1)


@compiled
def next_attack(mat: Mat, charts: Charts, slot: int) -> float:
    """Return the mean score of an aircraft's attack with its ordnance, or strafing if its bombs cannot be used."""
    if bombs_work(mat, slot):
        return attack_odds(mat, charts, slot, int(mat.aircraft[slot].ordnance), 0, 0)
    return attack_odds(mat, charts, slot, Payload.STRAFING, 0, 0)


@compiled
def mean_attack(mat: Mat, charts: Charts) -> float:
    """Return the mean of :func:`next_attack` over the aircraft in flight."""
    total = 0.0
    count = 0
    for slot in range(SLOTS):
        if mat.aircraft[slot].status == Status.FLYING:
            total += next_attack(mat, charts, slot)
            count += 1
    return total / max(1, count)


# --- special bombs (4.4) ---


@compiled
def special_gain(mat: Mat, charts: Charts, slot: int, bomb: int) -> float:
    """Return the points by which a special bomb raises an aircraft's mean score over the standard load."""
    return attack_odds(mat, charts, slot, bomb, 0, 0) - attack_odds(mat, charts, slot, int(mat.mission.payload), 0, 0)


@compiled
def best_carrier(mat: Mat, charts: Charts, bomb: int, taken: int) -> int:
    """Return the slot that gains most by a special bomb, or NOBODY.

    ``taken`` has a bit for every slot that cannot carry it or already does.
    """
    best = -float(PERFECT)
    chosen: int = NOBODY
    for slot in range(mat.mission.sent):
        gain = special_gain(mat, charts, slot, bomb)
        if not (taken >> slot) & 1 and gain > best:
            best = gain
            chosen = slot
    return chosen


@compiled
def formation_odds(mat: Mat, charts: Charts, bomb: int) -> float:
    """Return the mean mission score before bonuses.

    The aircraft that gain most carry ``bomb``; NONE stands for no special bomb.
    """
    mission = mat.mission
    total = 0.0
    for slot in range(mission.sent):
        total += attack_odds(mat, charts, slot, int(mission.payload), 0, 0)
    afloat = 1.0
    taken = 0
    for _ in range(charts.carriers[bomb]):
        slot = best_carrier(mat, charts, bomb, taken)
        if slot != NOBODY:
            taken |= 1 << slot
            total += special_gain(mat, charts, slot, bomb)
            afloat *= 1.0 - attack_odds(mat, charts, slot, bomb, 0, 1)
    mean = total / max(1, int(mission.sent))
    if charts.sinks[mission.target]:
        return PERFECT + afloat * (mean - PERFECT)
    return mean
