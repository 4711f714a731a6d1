"""The charts: what the rulebook pins, where every cell comes from, and how a player's own files replace ours."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from stuka_env import cli
from stuka_env.charts.compare import comparison
from stuka_env.charts.show import total_counts
from stuka_env.declared.tape import make_tape
from stuka_env.game import game_named
from stuka_env.games.stuka import codes
from stuka_env.games.stuka.charts import (
    BOOK,
    LoadedCharts,
    large_share,
    load_charts,
    no_fly_share,
    through_share,
)
from stuka_env.games.stuka.charts.lists import CARD_FILE_NAMES
from stuka_env.games.stuka.charts.shape import EFFECT_NAMES, MARITIME_COLUMN, Charts
from stuka_env.games.stuka.codes import A2_HIGH, A2_LOW
from tests.support.each import each

TAPE_FORM = game_named("stuka").engine.tape

OURS = load_charts()
C = OURS.record
JUN, AUG, NOV, BLUE, WINTER, CITADEL = codes.Segment
SMALL, MEDIUM, LARGE = codes.Size.SMALL, codes.Size.MEDIUM, codes.Size.LARGE
SHIPS = (codes.Target.BATTLESHIP, codes.Target.CRUISER, codes.Target.DESTROYER, codes.Target.SUBMARINE)


def score(size: int, total: int) -> int:
    return int(C["a2"][size, total - A2_LOW])


def damage(die: int, severity: int) -> dict[str, int]:
    cell = C["c1"][die, severity]
    return {name: int(cell[name]) for name in cell.dtype.names if cell[name]}


# Pinned facts


def test_a1_pinned() -> None:
    assert C["a1"][JUN, 5] == codes.Target.AIRFIELD
    assert C["a1"][NOV, 7] == codes.Target.BUILDINGS
    assert C["target_size"][codes.Target.BUILDINGS] == LARGE
    assert list(C["a1_zone"][[3, 4]]) == [3, 4]
    assert 6 in C["a1_zone"]
    assert set(C["ship"][1:]) == set(SHIPS)
    assert all(C["target_size"][ship] == SMALL for ship in SHIPS)


def test_a1_sizes_in_force() -> None:
    t = codes.Target
    for size, kinds in (
        (LARGE, (t.AIRFIELD, t.TROOPS, t.BUILDINGS)),
        (MEDIUM, (t.RAIL, t.CONVOY, t.ARMOR)),
        (SMALL, (t.ARTILLERY, t.BRIDGE)),
    ):
        assert all(C["target_size"][kind] == size for kind in kinds)


def test_a1_maritime_only_in_barbarossa() -> None:
    sea = [bool((C["a1"][segment] == codes.Target.MARITIME).any()) for segment in codes.Segment]
    assert sea == [True, True, True, False, False, False]


def test_missions_a_segment() -> None:
    assert (C["missions"] == [6, 10]).all()


def test_a2_pinned() -> None:
    assert score(LARGE, 2) == 80
    assert score(LARGE, 6) == score(LARGE, 7) == 40
    assert [score(LARGE, total) for total in (4, 5)] == [60, 50]


def test_a2_six_scores_of_the_book_share_medium() -> None:
    assert {100, 90, 55, 40, 20, 15} <= {score(MEDIUM, total) for total in range(A2_LOW, A2_HIGH + 1)}


@pytest.mark.parametrize(
    ("size", "first", "row"),
    [
        (LARGE, 0, [100, 90, 80, 70, 60, 50, 40, 40, 30, 20, 10, 0]),
        (MEDIUM, -1, [100, 90, 85, 75, 60, 55, 40, 30, 20, 15, 10, 5, 0]),
        (SMALL, -2, [100, 85, 75, 70, 55, 40, 30, 20, 15, 10, 5, 0]),
    ],
)
def test_a2_in_force_and_clamped(size: int, first: int, row: list[int]) -> None:
    last = first + len(row) - 1
    assert [score(size, total) for total in range(first, last + 1)] == row
    assert {score(size, total) for total in range(A2_LOW, first)} == {100}
    assert {score(size, total) for total in range(last, A2_HIGH + 1)} == {0}


def test_a2_scores_are_on_the_track() -> None:
    track = {100, 90, 85, 80, 75, 70, 60, 55, 50, 40, 30, 20, 15, 10, 5, 0}
    assert set(np.unique(C["a2"][1:])) <= track


def test_a5_levels() -> None:
    def level(points: int) -> str:
        return OURS.names.victory_levels[int((C["a5"] <= points).sum()) - 1]

    assert level(53) == "Marginally Successful"
    assert level(66) == "Victorious"
    assert 5 <= len(OURS.names.victory_levels) <= 7


def test_b1_contacts_rise_with_the_years() -> None:
    shares = [float((C["b1"][segment][1:] > 0).mean()) for segment in codes.Segment]
    assert shares == sorted(shares)
    means = [float(C["b1"][segment][1:].mean()) for segment in codes.Segment]
    assert all(earlier < later for earlier, later in pairwise(means))
    assert (C["b1"][MARITIME_COLUMN][1:] > 0).any()
    assert ((C["b1"] > 0) == (C["b1_type"] > 0)).all()


@pytest.mark.rule("B1")
def test_b1_rises_with_the_die_but_for_the_printed_3() -> None:
    """More fighters, or more modern ones; only row 3 of Jun/Jul 1941 is out of order, and the book prints it."""
    for column in range(len(C["b1"])):
        faces = [face for face in range(1, 11) if (column, face) != (JUN, 3)]
        numbers = [(int(C["b1"][column][face]), int(C["b1_type"][column][face])) for face in faces]
        assert numbers == sorted(numbers)


def test_b2_pinned() -> None:
    assert list(C["b2"][JUN, 3, [5, 6]]) == [1, 1]
    assert list(C["b2"][JUN, 4, [2, 5]]) == [1, 0]
    assert (C["b2"][NOV, 1, 1:] == codes.FULL_COVER).all()
    assert C["b2"][NOV, 2, 6] == 0
    assert (C["b2"][JUN, 3, 1:5] >= 1).all()


def test_b2_cover_falls_with_zone_die_and_years() -> None:
    cover = C["b2"][:, 1:, 1:].astype(int)
    assert all((np.diff(cover, axis=axis) <= 0).all() for axis in range(3))


def test_b3_pinned() -> None:
    assert list(C["b3_sector"][1:]) == list(codes.Sector)
    assert C["b3_sector"][4] == codes.Sector.REAR
    attacks = list(zip(C["b3_aircraft"].tolist(), C["b3_hits"].tolist(), strict=True))
    assert (attacks[1], attacks[4], attacks[5]) == ((0, 0), (1, 1), (1, 2))
    assert max(aircraft for aircraft, _ in attacks) > 1
    rear, above = codes.Sector.REAR, codes.Sector.ABOVE
    assert C["rear_gunner_drm"][rear] == C["rear_gunner_drm"][above] == -2
    assert np.count_nonzero(C["rear_gunner_drm"]) == 2


@pytest.mark.rule("B3")
def test_b3_sectors_do_not_modify_damage() -> None:
    assert not C["sector_drm"].any()


def test_c1_pinned() -> None:
    s = codes.System
    rows = [s.ENGINE, s.FUEL, s.PORT_WING, s.STARBOARD_WING, s.GENERAL, s.BOMBS, s.LANDING_GEAR, s.GENERAL, s.TAIL]
    assert list(C["c1_system"][1:]) == [*rows, s.CREW]
    assert damage(4, 3) == {"marker": 1, "stress": 2}
    assert damage(9, 1) == {}
    assert damage(10, 6)["pilot_killed"] == 1
    assert all(damage(die, 6) == {"destroyed": 1} for die in (1, 3, 4))
    assert damage(2, 6) == {"explosion": 1}
    assert not any("destroyed" in damage(die, 6) for die in (6, 7, 9))


def test_c1_range_loss_is_engine_and_fuel_only() -> None:
    assert set(np.flatnonzero(C["c1"]["range_loss"].any(axis=1))) == {1, 2}
    assert set(np.unique(C["c1"]["range_loss"])) <= {0, 1, 2, 3}


def test_c1_severity_rises_with_the_die() -> None:
    weights = {"stress": 1, "marker": 2, "range_loss": 1, "gunner_wound": 2, "pilot_wound": 3, "gunner_killed": 5}
    weights |= {"pilot_killed": 9, "destroyed": 9, "explosion": 12}
    severity = sum(weight * C["c1"][name][1:, 1:].astype(int) for name, weight in weights.items())
    assert (np.diff(severity, axis=1) >= 0).all()
    assert not severity[:, 0].any()
    assert [die for die in range(1, 11) if C["c1"]["explosion"][die].any()] == [2, 6]
    assert int(C["c1"]["explosion"].sum()) == 2


def test_c2_pinned() -> None:
    for field in ("c2_attack", "c2_landing", "c2_bailout"):
        assert list(C[field]) == [0, 0, 1, 1, 2, 2, 2]
    assert C["pilot_killed_drm"] == 1


def test_bail_out_evasion_and_landing() -> None:
    b, e, t = codes.BailOut, codes.Evasion, codes.Touchdown
    assert list(C["c3"]) == [b.OUT] * 5 + [b.KILLED] * 6
    assert list(C["c4"]) == [e.UNHURT] * 3 + [e.WOUNDED] * 4 + [e.CAPTURED] * 3 + [e.KILLED] * 6
    assert list(C["c4_stress"]) == [0] * 3 + [3] * 4 + [0] * 9
    assert list(C["c5"]) == [t.SAFE] * 9 + [t.FORCED] * 7
    assert C["landing_gear_drm"] == 1


def test_wrecks_and_repair() -> None:
    assert list(np.flatnonzero(C["c6_destroyed"])) == [10]
    assert C["c6_repair"][6] == 3
    assert (np.diff(C["c6_repair"][1:10]) >= 0).all()
    assert list(C["c7"][1:7]) == [0, 0, 0, 1, 1, 2]
    assert list(C["c8"][1:7]) == [2, 3, 4, 5, 6, 7]
    assert list(C["c9_wia"][1:7]) == list(range(1, 7))
    assert list(C["c9_kia"][1:]) == list(range(1, 11))
    assert ((C["c10"] >= 1) & (C["c10"] <= 3)).all()
    assert C["c10_most"] == 8


def test_event_deck() -> None:
    assert len(OURS.names.card_ids) == len(set(OURS.names.card_ids)) == codes.CARDS
    effect = dict(zip(OURS.names.card_ids, C["event"].tolist(), strict=True))
    amount = dict(zip(OURS.names.card_ids, C["event_amount"].tolist(), strict=True))
    e = codes.Effect
    assert effect["waypoint_reached"] == effect["spots_in_the_distance"] == e.NOTHING
    assert (effect["lost_rabbits_foot"], amount["lost_rabbits_foot"]) == (e.STRESS_RANDOM_CREW, 2)
    assert (effect["heard_the_one_about"], amount["heard_the_one_about"]) == (e.RELIEVE_NAMED_PERSON, 1)
    assert effect["return_to_base"] == e.RETURN_TO_BASE
    assert sum(word == e.NOTHING for word in effect.values()) == 8
    assert set(effect.values()) == {int(word) for word in EFFECT_NAMES.values()}
    weather = [amount[card] for card in OURS.names.card_ids if effect[card] == e.VISIBILITY]
    assert weather == [codes.Visibility.GOOD, codes.Visibility.MEDIUM, codes.Visibility.LOW]


# Calibration that the charts alone decide


def test_fighters_get_through_more_and_more() -> None:
    shares = [through_share(OURS, segment) for segment in codes.Segment]
    assert 0.08 <= shares[JUN] <= 0.14
    assert all(0.20 <= shares[segment] <= 0.30 for segment in (WINTER, CITADEL))
    assert shares == sorted(shares)


@each("segment", codes.Segment)
def test_no_fly_share(segment: codes.Segment) -> None:
    assert 0.05 <= no_fly_share(OURS, segment) <= 0.09


def test_about_half_of_the_land_missions_are_large() -> None:
    assert 0.45 <= large_share(OURS) <= 0.55


# A player's own files


def shipped(name: str) -> Path:
    return Path(OURS.files[name].path)


def overridden(folder: Path, name: str, old: str, new: str) -> LoadedCharts:
    text = shipped(name).read_text(encoding="utf-8")
    assert old in text
    (folder / f"{name}.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return load_charts(folder)


def test_one_file_overrides_ours(tmp_path: Path) -> None:
    theirs = overridden(tmp_path, "a4_visibility", "Low = 2", "Low = 3")
    assert list(theirs.record["visibility_drm"]) == [0, 0, 1, 3]
    assert theirs.sha256 != OURS.sha256
    assert theirs.folder == str(tmp_path)
    same = [name for name in Charts.dtype.fields or () if name != "visibility_drm"]
    assert all(np.array_equal(theirs.record[name], C[name]) for name in same)


def test_files_override_one_by_one(tmp_path: Path) -> None:
    first = overridden(tmp_path, "c8_aircraft_replacement", "1 = 2", "1 = 1")
    second = overridden(tmp_path, "c7_survival", '6 = "killed"', '6 = "wounded"')
    assert len({OURS.sha256, first.sha256, second.sha256}) == 3
    assert second.record["c8"][1] == 1
    assert second.record["c7"][6] == codes.Survival.WOUNDED


def test_the_hash_ignores_comments_space_and_how_faces_are_written(tmp_path: Path) -> None:
    theirs = overridden(tmp_path, "a4_visibility", "[visibility]\n", "# mine\n\n[ visibility ] # by the die\n")
    assert theirs.sha256 == OURS.sha256
    spelt = overridden(tmp_path, "a4_visibility", '"1-3" = "Good"', '1 = "Good"\n"2-3" = "Good"')
    assert spelt.sha256 == OURS.sha256
    array = '[landing]\n"<=8" = "Safe Landing"\n">=9" = "Forced Landing"'
    listed = "landing = [" + '"Safe Landing", ' * 8 + '"Forced Landing", "Forced Landing"]\n'
    assert overridden(tmp_path, "c3_bail_out", '"<=4" = "out"', '"1-4" = "out"').sha256 == OURS.sha256
    text = shipped("c5_landing").read_text(encoding="utf-8").replace(array, "")
    (tmp_path / "c5_landing.toml").write_text(listed + text, encoding="utf-8")
    assert load_charts(tmp_path).sha256 == OURS.sha256


def test_a_card_that_was_renamed_is_known_by_its_old_id(tmp_path: Path) -> None:
    """In a deck that was copied before, its provenance included; the hash is that of the old id."""
    text = shipped("events").read_text(encoding="utf-8")
    for own, known in CARD_FILE_NAMES.items():
        text = text.replace(f'"{own}"', f'"{known}"') + f'"card.{known}" = "printed: 7.2"\n'
    (tmp_path / "events.toml").write_text(text, encoding="utf-8")
    theirs = load_charts(tmp_path)
    assert (theirs.names.card_ids, theirs.sha256) == (OURS.names.card_ids, OURS.sha256)
    assert all(theirs.files["events"].provenance["card", own].kind == "printed" for own in CARD_FILE_NAMES)
    assert "No difference." in comparison(OURS, theirs)
    planned = ({"EVENT": [*names]} for names in (CARD_FILE_NAMES, CARD_FILE_NAMES.values()))
    assert len({make_tape(TAPE_FORM, rolls, OURS).tobytes() for rolls in planned}) == 1


@each(
    "name, old, new",
    [
        ("events", 'name = "Waypoint Reached"', 'name = "Wegpunkt"'),
        ("events", "amount = -1", "amount = -2"),
        ("a5_victory", '"Victorious" = 65', '"Victorious" = 66'),
        ("c1_damage", "range -3", "range -2"),
        ("b2_escorts", "[1, 1, 1, 1, 1, 1]", "[2, 1, 1, 1, 1, 1]"),
        ("operations", "aircraft = 6", "aircraft = 7"),
    ],
)
def test_the_hash_sees_every_value(tmp_path: Path, name: str, old: str, new: str) -> None:
    assert overridden(tmp_path, name, old, new).sha256 != OURS.sha256


def test_sizes_of_a_players_a1_decide_a3(tmp_path: Path) -> None:
    theirs = overridden(tmp_path, "a1_missions", 'Rail = "Medium"', 'Rail = "Large"')
    assert theirs.record["a3"][codes.Payload.SC1000, codes.Target.RAIL] == -3


# The command and the page


def main(words: list[str]) -> int:
    return cli.main(["charts", *words])


def test_command_lists_and_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in BOOK.tables)
    assert str(total_counts(OURS)["reconstructed"]) in listed
    assert main(["A2"]) == 0
    assert "example, Example of Play: score.Large 2, 6, 7" in capsys.readouterr().out


def test_command_refuses_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["d7"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["a2", "--charts", str(tmp_path / "nowhere")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
