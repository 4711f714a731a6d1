"""The third game as text: its questions, its state and its rules in words."""

from typing import Any

from stuka_env.games.wing.codes import ACTS, Act, Decision
from stuka_env.text.parts import Repeated, TextParts, WarsTask

RULES_SUMMARY = """\
# A Wing and a Prayer: what you must know

You lead a squadron of B-17s or B-24s of the 8th Air Force, from 1942 to 1944. An episode is a single mission, or a
campaign of 5 to 25 missions. The score is the campaign points: points for targets, less 2 for each bomber lost and 1
for each bomber short of the number that the mission card requires. A campaign ends at once with an automatic victory
at 70 points or a defeat at -30. Its levels are defeat, costly, stalemate, victory and decisive victory.

## Before a mission
- A card, from the cards of the year, names the target: its box on the map, the bombers required, its value in points,
  and the hits that destroy it. Half the hits leave it damaged, for half the value; fewer have missed. Two dice give
  the cloud over it: clear, light or heavy.
- On the ground you fill the places of the formation one after the other: a crew takes each place, then a bomber.
  Elements of three are Lead, High, Low and Tail; each has a Lead, a Left and a Right place. "All the same" fills
  every following place with the best rested crew and the newest bomber. A newer model (B-17G, B-24H) fires better.
- Crews are Green, Trained or Veteran. A crew that has flown three missions in a row is tired: all its ratings are
  lower until it rests. Crews and bombers are ready, not ready, or flying.
- The lead crew, in the Lead place of the Lead element, is the first that you choose. It aims for all bombers, and its
  performance counts when a loose formation tightens. If it is lost, the next one leads.

## A turn in the air
1. You fly to a neighbouring box. "3 to go" is its distance to the goal: the target, or home. A leg, the way to the
   target or the way home, has two moves more than its shortest way, so you can go round flak. The map marks boxes
   visited. A formation that has lost its way stays for the next turn.
2. A formation is tight or loose. "6 sent, 4 left, missing 2, 4 make it loose" counts the bombers. A loose one may
   tighten by a die and the lead crew. Damaged bombers and escorts may fall behind: a check with a die and "keeps up",
   the performance of the crew.
3. Escorts stay for some turns. In a rendezvous box new ones may be offered, once a leg; their number, type and turns
   are shown. Take them and they replace the old ones, damaged ones too. Or send them away.
4. A box with flak (light, medium, heavy; levels 1 to 3) fires on 2 to 5 of two dice, at one bomber of each element.
   Level 3 is much worse than level 1.
5. Two dice may bring an event, more often far from the base: systems trouble, lady luck, weather, a formation check,
   or enemy fighters.

## Enemy fighters
- Up to eight interceptors come, and more at a loose formation: Bf 109, Fw 190, Me 110 or Me 262. Some are aces, who
  are faster and better shots. "came 6, left 4" counts them before and after the escorts' fight.
- A die says how many escorts must fight. You may add more of the free ones. A fight removes interceptors before they
  attack. In a second round some escorts must go on, others may: send them, or they withdraw unharmed. Nobody is
  forced if there is "nobody".
- From 1943 on an ace may be among the escorts. If some fight and some do not, send the ace, or hold the ace back. An
  ace who fights does it better than the others, against the enemy's ace first, and can be hit as any escort. One who
  is held back can cover.
- Escorts that did not fight can cover: each makes one attack worse in each round. The attack is then covered.
- What is left attacks random bombers, in two rounds with one or more waves: "2 on 5 by an ace" is attack 2, on bomber
  5. It ends when the attacks are made. The bomber fires first, with its rating "fire". The Lead element is safer; the
  Tail is attacked more easily and fires better. Neighbours that nobody attacks help.
- Light damage may damage a bomber; heavy damage does, and may drive it out; a damaged one is destroyed or drops out.
  "crew hit" makes a crew worse, and it must recover.
- A bomber that drops out flies home alone. A die and "keeps up" must reach "way home alone", or it is lost. Three
  escorts that go with it add to the die, and are then gone for the mission. A damaged bomber has landed at the end,
  or crashed.

## The target
- You choose the altitude. Bomb high or low: on a low run each bomber hits more easily, but flak is certain and worse.
- Each bomber needs 4 or more with a die, "bombs" (the bombing rating of the lead crew), the cloud (0, -1, -2), and -1
  if loose.

## Lady Luck
An event may bring a counter. Five kinds are kept, three at most, until you play them: change of course (no combat),
little friends (four escorts at once), steady hands (a bomber that would leave stays, damaged), clear view (better
bombs), silent guns (no flak attack). The other kinds act at once.

## After a mission
Damaged bombers and crews that were hit are not ready; a die each brings them back. Crews that flew gain experience
and may rise. A new bomber may arrive. In some boxes of the track two dice give war progress, which holds until the
next check: luftwaffe surge (more interceptors), more flak, fewer aces, or more escorts. The episode goes on to its
last mission.
"""
"""Facts that a player must know."""


SEAT_ALL = "All the same: for this and every following place the best crew, and the newest bomber"


def best_seat(mat: Any, legal: list[int]) -> int:
    """Return the crew of the highest level that has flown least, or the newest bomber."""

    def worth(action: int) -> tuple[int, int]:
        slot = ACTS.actions[action].argument - 1
        if ACTS.verb_of(action) == Act.BOMBER:
            return int(mat["bombers"]["model"][slot]), -slot
        return int(mat["crews"]["level"][slot]), -int(mat["crews"]["flown"][slot])

    return max(legal, key=worth)


REFUSALS = frozenset({Act.LEAVE, Act.KEEP, Act.CONTINUE, Act.JOIN, Act.PRESS, Act.DONE, Act.ALONE, Act.HOLD_ACE})
"""Actions of the neutral policy's last resort: they decline something. Of escorts only the number 0 is among them."""


TEXT_PARTS = TextParts(
    repeated=(Repeated(SEAT_ALL, (Decision.CREW, Decision.BOMBER), best_seat),),
    refusals=REFUSALS,
    rules=RULES_SUMMARY,
    rivals=("best", "by_the_book", "cautious", "random"),
    tasks={"formation": WarsTask("Wing/Mission-v0", 60)},
)
"""The parts of the third game that the text core needs."""
