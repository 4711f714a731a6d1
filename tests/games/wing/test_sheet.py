"""The sheet of the third game: what it says of a mat, and that it can be made and drawn of every mat of play."""

from types import SimpleNamespace
from typing import Any

import pytest

from stuka_env.declared.codes import Tone
from stuka_env.declared.sheet import Map, Pieces, Sheet, Space, Stand
from stuka_env.game import ViewParts
from stuka_env.games.wing.codes import SEATS, Act, Decision, Enemy, Entry, Escort, Gone, Scale, Shot
from stuka_env.games.wing.sheet import CARDS_AREA, LARGE_AREA, SILHOUETTES, sheet
from stuka_env.views.picture import draw
from stuka_env.views.words import blocks_of, description, lines_of, sections_of
from tests.support.wing.game import ANTWERP, EINDHOVEN, Campaign
from tests.support.wing.playing import random_campaign

pytest.importorskip("pygame")
VIEWS = ViewParts(sheet=sheet, silhouettes=SILHOUETTES)


def formation(levels: tuple[int, ...] = (2, 1, 0, 1), box: int = ANTWERP, **given: Any) -> Campaign:
    """A formation in flight, at the decision of its next move."""
    return Campaign(seed=5).fly(levels, box, **given).go()


def chart_of(shown: Sheet) -> Map:
    """Return the map of a sheet."""
    (drawn,) = shown.panels[0].parts
    assert isinstance(drawn, Map)
    return drawn


def boxes(shown: Sheet) -> dict[str, Space]:
    """Return the boxes of the map by their names."""
    return {place.name: place for place in chart_of(shown).places}


def said(shown: Sheet) -> dict[str, str]:
    """Return what each panel says."""
    return {panel.name: description(panel) for panel in shown.panels}


def test_the_map_has_the_formation_its_moves_the_target_and_the_base() -> None:
    game = formation()
    shown = boxes(sheet(game.mat))
    assert game.decision == Decision.MOVE
    legal = {place.short for place in shown.values() if place.tone == Tone.PRESENT}
    assert legal == {str(box) for verb, box in game.legal if verb == Act.BOX.name}
    here = shown["Antwerp"]
    assert here.is_here and here.tone == Tone.OWN
    assert [(mark.name, mark.words) for mark in here.marks] == [("formation", "4 bombers"), ("medium flak", "")]
    assert sum(place.words.startswith("target") for place in shown.values()) == 1
    assert shown["8th Air Force Base"].tone == Tone.GOOD


def test_a_box_is_plain_while_the_goal_can_be_reached_through_it() -> None:
    game = formation()
    game.mat.mission.limit = game.mat.mission.moves + game.charts.boxes[ANTWERP].distance[game.mat.mission.goal]
    near = {place.short for place in boxes(sheet(game.mat)).values() if place.tone in (Tone.PLAIN, Tone.PRESENT)}
    distance = game.charts.boxes["distance"]
    through = {box for box in range(len(distance)) if distance[ANTWERP][box] + distance[box][game.mat.mission.goal]
               == distance[ANTWERP][game.mat.mission.goal]} - {ANTWERP, int(game.mat.mission.goal)}  # fmt: skip
    assert near == {str(box) for box in through}


def test_a_visited_box_has_no_rendezvous_left_in_this_leg() -> None:
    game = formation()
    assert [mark.name for mark in boxes(sheet(game.mat))["Brussels"].marks] == ["medium flak", "rendezvous"]
    game.mat.route.visits[26] = 1
    brussels = boxes(sheet(game.mat))["Brussels"]
    assert [mark.name for mark in brussels.marks] == ["medium flak"]
    assert "visited" in brussels.words


def test_the_way_is_drawn_as_far_as_it_is_known() -> None:
    game = formation()
    game.take(Act.BOX, EINDHOVEN)
    own = [(link.start, link.end) for link in chart_of(sheet(game.mat)).links if link.tone == Tone.OWN]
    assert own == [(ANTWERP, EINDHOVEN)]
    whole = chart_of(sheet(game.mat, way=(0, 2, 8, ANTWERP, EINDHOVEN))).links
    assert [(link.start, link.end) for link in whole if link.tone == Tone.OWN] == [(0, 2), (2, 8), (8, 17), (17, 27)]
    assert "from Antwerp" in boxes(sheet(game.mat))["Eindhoven"].words


def test_the_formation_has_ratings_damage_and_losses() -> None:
    game = formation()
    game.mat.seats[1].damaged = game.mat.seats[2].hit = 1
    game.mat.seats[3].gone = 2
    lines = lines_of(sheet(game.mat).panels[2])
    assert lines[0].startswith("1: Lead Lead, B-17F, crew 1 Veteran, fire ")
    assert lines[1].startswith("2: damaged, Lead Left")
    assert lines[2].startswith("3: crew hit, Lead Right")
    assert lines[3] == "4: B-17F, crew 4 Trained, lost"


def test_the_place_that_is_filled_is_marked() -> None:
    game = Campaign(seed=5).go()
    assert game.decision == Decision.CREW
    (bombers,) = sheet(game.mat).panels[2].parts
    assert isinstance(bombers, Pieces)
    assert [piece.is_asked for piece in bombers.pieces].index(True) == 0


def test_squadron_counters_and_track_are_said() -> None:
    game = formation()
    game.mat.luck.counters[2] = 1
    shown = said(sheet(game.mat))
    assert "1 B-17F flying" in shown["squadron"] and "1 Veteran flying" in shown["squadron"]
    assert "steady hands 1" in shown["squadron"]
    assert "box 1, 1 to 25" in shown["campaign"]


def test_only_campaigns_have_a_level_and_a_last_mission() -> None:
    single = Campaign(seed=5, scale=Scale.MISSION, campaign=4).go()
    campaign, mission = sheet(formation().mat), sheet(single.mat)
    assert (campaign.line, mission.line) == ("Mission 1 of 25", f"Mission {single.mat.track.box}")
    assert "(" in campaign.score.words and "(" not in mission.score.words


def test_every_mat_of_play_has_a_sheet_and_a_picture() -> None:
    """Also the interceptors, the attacks and the covers of random play."""
    texts, drawn = set(), 0
    for place, game in enumerate(random_campaign(3)):
        shown = sheet(game.mat)
        texts |= set(map(str, sections_of(shown).values()))
        if place % 40 == 0:
            drawn += int(draw(VIEWS, shown).std() > 0)
    every = " ".join(texts)
    assert drawn > 3
    assert all(
        words in every for words in ("by an ace", "covered", "second round", "can cover", "home alone", "undamaged")
    )
    assert shown.is_over and shown.score.words.startswith("THE END")


# --- scenes ---


def boards(shown: Sheet) -> list[str]:
    """Return the names of the panels of the board."""
    return [panel.name for panel in shown.panels if panel.stand == Stand.BOARD and panel.parts]


def near(shown: Sheet) -> Map:
    """Return the formation from above."""
    (drawn,) = shown.panels[-1].parts
    assert isinstance(drawn, Map) and drawn.is_close
    return drawn


def told_entry(kind: Entry, first: int) -> Any:
    """Return an entry of the journal with its first number."""
    return SimpleNamespace(kind=kind, first=first, second=0)


def combat(game: Campaign) -> Sheet:
    """Return the sheet of a combat: two attacks on the second bomber, one of them covered."""
    enemy, attacks = game.mat.enemy, game.mat.attacks
    enemy.model, enemy.number, enemy.left = Enemy.FW_190, 3, 2
    for number, is_covered in ((0, 0), (1, 1)):
        attacks[number].seat, attacks[number].covered = 1, is_covered
    game.mat.escorts.type, game.mat.escorts.ready = Escort.P_47, 4
    return sheet(game.mat)


def test_the_board_is_the_squadron_the_map_or_the_formation_from_above() -> None:
    assert boards(sheet(Campaign(seed=5).go().mat)) == ["formation", "squadron"]
    game = formation()
    assert boards(sheet(game.mat)) == ["map"]
    shown = combat(game)
    assert boards(shown) == ["fight"]
    assert {panel.name: panel.stand for panel in shown.panels}["map"] == Stand.FOLDED
    assert [panel.area for panel in shown.panels if panel.name in ("map", "fight")] == [CARDS_AREA, LARGE_AREA]


def test_attacks_lead_to_their_bomber_and_an_escort_covers() -> None:
    drawn = near(combat(formation()))
    bombers, others = drawn.places[:SEATS], drawn.places[SEATS:]
    assert [(one.name, one.words) for one in bombers[:2]] == [("1", "crew 1 Veteran"), ("2", "crew 2 Trained")]
    assert [(link.start - SEATS, link.end, link.tone) for link in drawn.links] == [
        (0, 1, Tone.ENEMY),
        (1, 1, Tone.GOOD),
    ]
    assert [one.name for one in others] == ["attack 1", "attack 2", "covers against attack 2", "Fw 190", "P-47"]
    assert others[3].words == "2 of 3 left" and others[4].words == "4 escorts"
    spots = [place.spot for place in drawn.places if place.name]
    assert len(set(spots)) == len(spots)


def test_after_a_combat_the_newest_entries_tell_whom_it_hit() -> None:
    game = formation()
    game.mat.seats[1].damaged = 1
    told = [
        told_entry(Entry.ATTACK, 1), told_entry(Entry.ATTACK, 2), told_entry(Entry.DAMAGED, 1),
        told_entry(Entry.INTERCEPTOR_DOWN, Shot.DAMAGED),
    ]  # fmt: skip
    shown = sheet(game.mat, fresh=told, last_enemy=Enemy.BF_109)
    drawn = near(shown)
    assert boards(shown) == ["fight"]
    assert [(link.end, link.tone) for link in drawn.links] == [(1, Tone.ENEMY), (2, Tone.SPENT)]
    assert [place.is_passed for place in drawn.places[:3]] == [False, True, False]
    assert (drawn.places[-1].name, drawn.places[-1].words) == ("Bf 109", "1 damaged")


def test_bombers_that_left_stand_in_a_row_behind() -> None:
    game = formation()
    game.mat.seats[2].gone, game.mat.seats[3].gone = Gone.LOST, Gone.HOME
    *_, third, fourth = near(combat(game)).places[:4]
    assert (third.name, third.words, fourth.name, fourth.words) == ("3", "lost, C3", "4", "home alone, C4")
    assert third.spot and fourth.spot and third.spot[1] == fourth.spot[1] > 3 and third.spot[0] < fourth.spot[0]


def test_texts_leave_the_drawing_out() -> None:
    shown = combat(formation())
    assert shown.panels[-1].name == "fight" and not list(blocks_of(shown.panels[-1]))
    assert "attacks 1 on 2, 2 on 2 covered" in said(shown)["fighters"]
