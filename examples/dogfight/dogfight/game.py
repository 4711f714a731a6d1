"""The dogfight as a record of its declarations; the house derives the rest."""

from dogfight import codes, mat, rules
from stuka_env.building.game import GameDeclaration, make_game
from stuka_env.building.sheet import PieceGroup, SheetParts
from stuka_env.declared.codes import Tone
from stuka_env.declared.commentary import Commentary, Remark
from stuka_env.declared.sheet import Silhouette

FB = Silhouette(((0, -1), (0.12, -0.4), (1, -0.1), (1, 0.2), (0.1, 0.3), (0.35, 0.9), (0, 0.8)))
STUKA = Silhouette(((0, -1), (0.1, -0.3), (0.5, -0.1), (1, -0.3), (1, 0.1), (0.1, 0.3), (0.4, 0.9), (0, 0.8)))
SUMMARY = """\
Fighter-bombers (FB) and dive bombers fight for six turns, in which the sides attack in turn. Each plane with working
guns names a target, then the attacker's planes fire, then the defender's. A total of 4 or less on two dice shoots down,
5 damages, and a second damage shoots down. Bombs, damage and being a Stuka make fire worse and a target easier. An FB
fires again after a low coloured die. 12 disables the guns; 11 against a Stuka lets its rear gunner hit the FB.
A plane may leave after a roll of 10 or more against it, without guns, or if it is an FB and meets none. A damaged plane
must leave unless a sound enemy FB holds it. An enemy plane shot down is worth 2 points, an own one -2."""
FELL = Remark("{Plane} was shot down{luck}.", 2, codes.Entry.SHOT_DOWN)
COST = Remark("It cost {line.lost} of your planes and {line.shot_down} of the enemy's.", 1)
COMMENTARY = Commentary(decided=(FELL, Remark("Nobody was shot down.", 1)), cost=(COST,))

GAME = make_game(
    __name__,
    GameDeclaration(
        title="Dogfight",
        codes=codes,
        records=mat,
        rules=rules,
        sheet=SheetParts(
            groups=(
                PieceGroup("Own", "planes", range(codes.SIDE)),
                PieceGroup("Enemy", "planes", range(codes.SIDE, codes.PLANES), Tone.ENEMY),
            ),
            name=codes.plane_words,
            asked=rules.plane_in_turn,
            words={"target": codes.plane_words},
            silhouettes={"fb": FB, "fb_bombs": FB, "stuka": STUKA, "stuka_bombs": STUKA},
        ),
        summary=SUMMARY,
        arguments={"own": "FB FB", "enemy": "Stuka+bombs Stuka+bombs Stuka+bombs", "first": "player"},
        fewest={"enemy": 2},
        gives_up=frozenset({codes.Act.LEAVE}),
        rivals=("mirror",),
        replays={"commentary": COMMENTARY},
    ),
)
