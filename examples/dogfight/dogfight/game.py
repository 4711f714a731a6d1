"""The dogfight as a record of what it declares; the house derives the rest."""

from dogfight import codes, rules
from dogfight.mat import Fight, Mat, Plan
from dogfight.sheet import SILHOUETTES, sheet
from stuka_env.making.game import Declared, make_game

SUMMARY = """\
Fighter-bombers (FB) and dive bombers fight for six turns, in which the sides attack in turn. Each plane with working
guns names a target, then the attacker's planes fire, then the defender's. A total of 4 or less on two dice shoots down,
5 damages, and a second damage shoots down. Bombs, damage and being a Stuka make fire worse and a target easier. An FB
fires again after a low coloured die. 12 disables the guns; 11 against a Stuka lets its rear gunner hit the FB.
A plane may leave after a roll of 10 or more against it, without guns, or if it is an FB and meets none. A damaged plane
must leave unless a sound enemy FB holds it. An enemy plane shot down is worth 2 points, an own one -2."""

GAME = make_game(
    __name__,
    Declared(
        title="Dogfight",
        mat=Mat,
        plan=Plan,
        standing=Fight,
        decisions=codes.Decision,
        acts=codes.Act,
        charts=codes.Chart,
        entries=codes.Entry,
        modifiers=codes.Modifier,
        rules=rules,
        sheet=sheet,
        silhouettes=SILHOUETTES,
        summary=SUMMARY,
        arguments={"own": "FB FB", "enemy": "Stuka+bombs Stuka+bombs Stuka+bombs", "first": "player"},
        gives_up=frozenset({codes.Act.LEAVE}),
        rivals=("mirror",),
    ),
)
