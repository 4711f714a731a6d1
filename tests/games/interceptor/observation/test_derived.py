"""The numbers that a player works out, each against the rule that it stands for."""

from typing import Any

import numpy as np

from stuka_env.games.interceptor import observation
from stuka_env.games.interceptor.codes import (
    CARDS,
    Act,
    Bomber,
    Decision,
    Enemy,
    Help,
    Model,
    Presence,
    Range,
    Scale,
    Skill,
    Weather,
    Zone,
)
from stuka_env.games.interceptor.engine import observe, table_of
from stuka_env.games.interceptor.observation import ALL_PARTS
from stuka_env.games.interceptor.observation.derived import column_in_force
from stuka_env.games.interceptor.rules.mat import Mat
from tests.support.each import each
from tests.support.interceptor.mats import ROW, deck_of, whole_aircraft


def a_mat(model: int = Model.BF_109G_6_R4) -> Any:
    """Return a whole aircraft with all its ammunition, in July 1943."""
    mat = whole_aircraft(model)
    mat["settings"]["scale"] = Scale.CAREER
    mat["career"]["month"], mat["career"]["line"] = 4, 1
    return mat


def integers(mat: Any, name: str) -> list[int]:
    """Return the numbers of a part of ``derived`` or ``shares``, as integers."""
    flat = observe(np.array([mat], Mat.dtype), ROW, "counted")
    part = ALL_PARTS[name]
    values = observation.named(flat)[name][0] / np.float32(part.scale)
    return np.round(values).astype(int).ravel().tolist()


def number(mat: Any, name: str) -> int:
    (value,) = integers(mat, name)
    return value


def test_firepower_is_that_of_the_weapons_that_can_fire() -> None:
    mat = a_mat()
    weapons = ROW["models"][Model.BF_109G_6_R4]["weapons"]["firepower"]
    assert number(mat, "derived_firepower") == weapons.sum() and integers(mat, "derived_gun_firepower") == list(weapons)
    mat["aircraft"]["guns"]["jammed"][0] = 1
    assert number(mat, "derived_firepower") == weapons[1:].sum()
    mat["aircraft"]["guns"]["out"][1] = 1
    mat["aircraft"]["guns"]["ammunition"][2] = 0
    assert (number(mat, "derived_firepower"), number(mat, "derived_column")) == (0, -1)


@each("firepower, column", [(0, -1), (1, 0), (7, 0), (8, 1), (9, 1), (12, 2), (16, 3), (23, 4)])
def test_surplus_firepower_is_lost(firepower: int, column: int) -> None:
    assert column_in_force(table_of(ROW), firepower) == column


def test_hits_to_a_threshold_and_agility() -> None:
    mat = a_mat()
    series = ROW["series"][0]
    whole = [int(series[name]) for name in ("wing", "wing", "airframe", "tail", "controls")]
    assert integers(mat, "derived_steps") == whole and number(mat, "derived_agile") == 1
    mat["aircraft"]["starboard_wing"], mat["aircraft"]["controls"] = 2, 1
    assert integers(mat, "derived_steps") == [whole[0], whole[1] - 2, *whole[2:4], whole[4] - 1]
    assert number(mat, "derived_agile") == 0 and number(mat, "derived_damaged") == 2
    mat["aircraft"]["rockets"] = 3
    mat["aircraft"]["engines"][0] = 1
    mat["aircraft"]["guns"]["out"][0] = 1
    assert number(mat, "derived_damaged") == 5


def test_a_system_counts_once_in_the_worked_example() -> None:
    """Seven hits on five systems (7.11, IQ118), and the example's landing: 9 and 1 for the engine (L899)."""
    mat = a_mat()
    for name, hits in (("port_wing", 2), ("starboard_wing", 1), ("airframe", 2), ("leak", 1)):
        mat["aircraft"][name] = hits
    mat["aircraft"]["engines"][0] = 1
    assert number(mat, "derived_damaged") == 5
    assert number(mat, "derived_landing") == 1 and number(mat, "derived_forced_home") == 1


def test_landing_and_jump() -> None:
    mat = a_mat()
    assert number(mat, "derived_landing") == number(mat, "derived_jump") == 0
    mat["sortie"]["weather"], mat["pilot"]["health"] = Weather.BAD, 2
    assert number(mat, "derived_landing") == 3 and number(mat, "derived_jump") == 1
    mat["pilot"]["skills"][[Skill.LANDING, Skill.PARACHUTE]] = 1
    assert number(mat, "derived_landing") == 2 and number(mat, "derived_jump") == 0
    mat["settings"]["fatigue"], mat["pilot"]["fatigue"] = 1, 24
    assert number(mat, "derived_landing") == 4 and number(mat, "derived_jump") == 2


def test_initiative_before_the_dice_in_the_worked_examples() -> None:
    """Round 2 of 7.2.2: 19 + 1 against 21; round 1 of 7.11 as ruled in IQ084: 18 + 1 + 1 against 21."""
    mat = a_mat(Model.FW_190A_4)
    mat["fighter"]["present"], mat["fighter"]["type"], mat["fighter"]["speed"] = 1, Enemy.P_47, 21
    assert number(mat, "derived_lead") == 19 + 1 - 21
    mat = a_mat()
    mat["fighter"]["present"], mat["fighter"]["type"], mat["fighter"]["speed"] = 1, Enemy.P_47, 21
    mat["pilot"]["awards"][10] = 1
    assert number(mat, "derived_lead") == 20 + 1 + 2 + 1 - 21
    mat["aircraft"]["engines"][0], mat["aircraft"]["speed"] = 1, 18
    assert number(mat, "derived_lead") == 18 + 1 + 1 - 21
    mat["wingman"]["present"], mat["wingman"]["ace"] = Presence.HERE, 1
    mat["pilot"]["skills"][Skill.SITUATIONAL_AWARENESS] = 1
    mat["aircraft"]["boost"] = 1
    assert number(mat, "derived_lead") == 18 + 1 + 1 + 1 - 21
    mat["fighter"]["quality"] = 3
    assert number(mat, "derived_lead") == 18 + 1 + 1 + 1 - 22


def test_an_enemy_that_is_damaged_wants_to_leave() -> None:
    mat = a_mat()
    mat["fighter"]["present"], mat["fighter"]["type"], mat["fighter"]["speed"] = 1, Enemy.SPITFIRE_IX, 21
    firepower = int(ROW["enemies"][Enemy.SPITFIRE_IX]["firepower"].sum())
    assert number(mat, "derived_enemy_firepower") == firepower and number(mat, "derived_enemy_agile") == 1
    assert number(mat, "derived_enemy_leaves") == 0
    mat["fighter"]["controls"] = 1
    assert number(mat, "derived_enemy_agile") == 0 and number(mat, "derived_enemy_leaves") == 0
    mat["fighter"]["guns_out"] = 1
    assert number(mat, "derived_enemy_leaves") == 1 and number(mat, "derived_enemy_column") == -1


def test_hits_added_to_the_answer_of_a_bomber() -> None:
    """IQ062, IQ063: range and formation, gunner hits, a Bf 109 at long range, A.C.M."""
    mat = a_mat(Model.FW_190A_4)
    mat["bomber"]["present"], mat["bomber"]["type"], mat["sortie"]["formation"] = 1, Bomber.B_17F, 1
    for distance, added in ((Range.LONG, 0), (Range.MEDIUM, 1), (Range.CLOSE, 2)):
        mat["bomber"]["range"] = distance
        assert number(mat, "derived_answer") == added
    mat["bomber"]["gunners"], mat["pilot"]["skills"][Skill.COMBAT_MANEUVERS] = 2, 1
    assert number(mat, "derived_answer") == 2 - 2 - 1
    mat = a_mat()
    mat["bomber"]["present"], mat["bomber"]["type"], mat["bomber"]["range"] = 1, Bomber.B_24, Range.LONG
    mat["sortie"]["formation"] = 1
    assert number(mat, "derived_answer") == -2
    mat["bomber"]["type"] = Bomber.YB_40
    assert number(mat, "derived_answer") == 0 - 1 + 1


def test_a_bomber_shows_what_is_left_of_it() -> None:
    mat = a_mat()
    mat["bomber"]["present"], mat["bomber"]["type"] = 1, Bomber.B_17F
    mat["bomber"]["port_wing"], mat["bomber"]["engines"] = 3, [1, 2, 2, 0]
    assert integers(mat, "derived_bomber_steps")[:2] == [1, 4] and number(mat, "derived_bomber_engines") == 2
    mat["bomber"]["present"] = 0
    assert integers(mat, "derived_bomber_steps") == [0] * 5 and number(mat, "derived_bomber_engines") == 0


def test_boxes_bombs_and_flak() -> None:
    mat = a_mat()
    assert number(mat, "derived_boxes_left") == 0
    mat["sortie"]["entry"], mat["sortie"]["last_box"], mat["sortie"]["bomber_type"] = 2, 4, Bomber.B_17F
    assert [number(mat, f"derived_{name}") for name in ("boxes_left", "bombs", "flak")] == [3, 1, 0]
    mat["sortie"]["box"] = 3
    assert [number(mat, f"derived_{name}") for name in ("boxes_left", "bombs", "flak")] == [1, 0, 1]


def test_the_calendar_and_the_ladder() -> None:
    mat = a_mat()
    mat["career"]["month"], mat["career"]["line"] = 0, 1
    assert number(mat, "derived_lines_left") == 91
    mat["career"]["month"], mat["career"]["line"] = 11, 8
    assert number(mat, "derived_lines_left") == 0
    mat["settings"]["scale"], mat["career"]["month"], mat["career"]["line"] = Scale.MONTH, 1, 1
    assert number(mat, "derived_lines_left") == 3
    for bombers, rung in ((0, 5), (4, 1), (5, 6), (30, 1), (31, 0), (90, 0)):
        mat["career"]["bombers"] = bombers
        assert number(mat, "derived_next_rung") == rung


def test_sorties_about_to_be_lost() -> None:
    """Repair and wounds run at the same time; what was ordered follows (IQ142)."""
    mat = a_mat()
    mat["desk"]["repair"], mat["desk"]["lost"], mat["desk"]["ordered"] = 2, 1, 3
    assert number(mat, "derived_sorties_lost") == 5
    mat["desk"]["spared"] = 1
    assert number(mat, "derived_sorties_lost") == 4


def test_cards_that_lie_face_up() -> None:
    mat = a_mat()
    own, enemy = ROW["cards"][28], ROW["cards"][22]
    mat["deck"]["own"], mat["deck"]["enemy"] = 29, 23
    mat["fighter"]["present"], mat["fighter"]["type"] = 1, Enemy.P_47
    assert own["fire"][3] == 99 and number(mat, "derived_column") == 3
    assert number(mat, "derived_own_destroys") == 1 and number(mat, "derived_own_hits") == 0
    assert number(mat, "derived_enemy_avoids_all") == 1 and number(mat, "derived_enemy_gains") == enemy["improve"]
    assert number(mat, "derived_enemy_defence") == enemy["defensive_fire"]
    mat["deck"]["own"] = 39
    assert number(mat, "derived_own_help") == Help.ATTACK and number(mat, "derived_own_help_firepower") == 24
    mat["deck"]["wing"] = 59
    assert number(mat, "derived_wing_destroys") == 1
    mat["deck"]["own"] = mat["deck"]["enemy"] = mat["deck"]["wing"] = 0
    names = [name for name in ALL_PARTS if name.startswith(("derived_own_", "derived_wing_", "derived_enemy_gains"))]
    assert len(names) == 14 and not any(number(mat, name) for name in names)


def test_a_card_that_may_be_redrawn_shows_its_use() -> None:
    mat = a_mat()
    mat["work"]["choice"] = Act.DEFEND
    assert number(mat, "derived_card_use") == 0
    mat["cursor"]["decision"] = Decision.REDRAW
    for choice, use in ((Act.FIRE, 1), (Act.DEFEND, 2), (Act.WINGMAN, 3)):
        mat["work"]["choice"], mat["work"]["redraw"] = choice, 1
        assert number(mat, "derived_card_use") == use
    mat["work"]["redraw"] = 2
    assert number(mat, "derived_card_use") == 4
    mat["bomber"]["present"], mat["work"]["redraw"], mat["work"]["extra"] = 1, 1, 3
    assert number(mat, "derived_card_use") == 1 and number(mat, "derived_burst_hits") == 3
    mat["cursor"]["decision"] = Decision.BURST
    assert number(mat, "derived_burst_hits") == 0


def test_offered_aircraft_show_speed_firepower_ammunition_agility_seats_and_level() -> None:
    mat = a_mat()
    mat["desk"]["offered"][:2] = [Model.BF_109G_6_R6 + 1, Model.BF_110G_2 + 1]
    for place, model in enumerate((Model.BF_109G_6_R6, Model.BF_110G_2)):
        row = ROW["models"][model]
        series = ROW["series"][row["series"]]
        weapons = row["weapons"]
        expected = {
            "speed": row["speed"],
            "firepower": weapons["firepower"].sum(),
            "ammunition": weapons["ammunition"][weapons["ammunition"] > 0].sum(),
            "agile": series["agile"],
            "seats": series["crew"],
            "level": row["level"],
        }
        for name, value in expected.items():
            shown = integers(mat, f"derived_offered_{name}")
            assert shown[place] == value and not any(shown[2:])


def test_open_series_and_zones() -> None:
    mat = a_mat()
    mat["career"]["zone"] = Zone.FRENCH
    mat["desk"]["available"][[Model.BF_109G_6_R4, Model.BF_109G_6, Model.FW_190A_4_R6, Model.FW_190A_5]] = 1
    assert integers(mat, "derived_zones_open") == [0] * 7
    mat["cursor"]["decision"] = Decision.DEBRIEF
    asked = [int(ROW["models"][model]["level"]) for model in (Model.BF_109G_6, Model.FW_190A_5)]
    for level in range(8):
        mat["pilot"]["level"] = level
        assert integers(mat, "derived_series_open")[0] == (level >= asked[0])
        assert integers(mat, "derived_series_open")[1:] == [level >= asked[1], 0, 0]
    is_open, change = integers(mat, "derived_zones_open"), integers(mat, "derived_zones_change")
    for zone in Zone:
        units = [row for row in ROW["units"][1:] if row["zone"] == zone and 0 <= row["first_month"] <= 4]
        own = any(model >= 0 and ROW["models"][model]["series"] == 0 for row in units for model in row["models"])
        assert is_open[zone] == (zone != Zone.FRENCH and bool(units))
        assert change[zone] == (is_open[zone] and not own)
    assert any(change) and not all(change)


def test_shares_count_the_cards_that_can_still_come() -> None:
    mat = a_mat()
    deck_of(mat, 29, 4, 19, 39)
    cards = ROW["cards"][[28, 3, 18, 38]]
    fire = cards["fire"][:, 3]
    assert number(mat, "derived_cards_left") == 4
    assert number(mat, "shares_destroys") == 250 * int((fire == 99).sum())
    assert number(mat, "shares_groups") == 250 * int((fire == 50).sum())
    assert number(mat, "shares_hits") == 25 * int(fire[fire < 50].sum())
    assert number(mat, "shares_defensive_fire") == 25 * int(cards["defensive_fire"].sum())
    assert number(mat, "shares_avoids_all") == 250 * int((cards["avoid"] == 99).sum())
    assert number(mat, "shares_enemy_destroys") == 0


def test_after_the_last_card_all_can_come_but_those_of_the_round() -> None:
    mat = a_mat()
    deck_of(mat)
    mat["deck"]["own"] = 29
    rest = np.delete(ROW["cards"], 28)
    assert number(mat, "shares_jams") == int(rest["jam"].sum()) * 1000 // (CARDS - 1)
    assert number(mat, "shares_ends") == int(rest["ends"].sum()) * 1000 // (CARDS - 1)
