"""A summary of the rules for a player who reads."""

RULES_SUMMARY = """\
# A Wing and a Prayer: what you must know

You lead a squadron of B-17s or B-24s of the 8th Air Force, from 1942 to 1944. An episode is one mission, or a campaign
of 5 to 25 missions. The score is the campaign points: points for targets, less 2 for each bomber lost and 1 for each
bomber short of the number that the mission card asks for. A campaign ends at once at 70 points or at -30.

## Before a mission
- A card names the target: its box on the map, the bombers that it asks for, the hits that destroy it, and its value.
  Half the hits damage it, for half the value. Two dice give the cloud.
- You fill the places of the formation one after the other: a crew, then its bomber. Elements of three are Lead, High,
  Low and Tail; each has a Lead, a Left and a Right place.
- The lead crew, in the Lead place of the Lead element, is the first that you choose. It aims for all bombers, and its
  performance counts when a loose formation tightens. If it is lost, the next one leads.
- Crews are Green, Trained or Veteran. Better crews shoot better and fall behind less. A crew that has flown its last
  three missions is tired until it rests.

## A turn in the air
1. You fly to a neighbouring box. A leg has two moves more than its shortest way, so you can go round flak.
2. A loose formation may tighten. Damaged bombers and escorts may fall behind.
3. Escorts have a range in turns. In a rendezvous box new ones may come, once a leg. New ones replace old ones.
4. A box with flak fires on 2 to 5 of two dice, at one bomber of each element. Level 3 is much worse than level 1.
5. Two dice may bring an event. Far from the base it is more often enemy fighters.

## Enemy fighters
- Up to eight interceptors come, two more at a loose formation. Some are aces.
- A die says how many escorts must fight. You may add more. A fight removes interceptors before they attack. Escorts
  that stay out can cover: each makes one attack worse in each round.
- From 1943 on an ace may be among the escorts. If some fight and some do not, you send him or hold him back. He fights
  as an ace, against the enemy's ace first, and can be hit as any escort.
- What is left attacks random bombers in two rounds. The bomber fires first. The Lead element is safer, the Tail
  element is attacked more easily and fires better. Neighbours that nobody attacks help.
- Light damage damages a bomber; heavy damage may drive it out; a damaged one is destroyed or drops out. A bomber that
  drops out flies home alone and may be lost. Three escorts that go with it help.

## The target
- You bomb high or low. Low: each bomber hits more easily, but flak is certain and worse.
- Each bomber needs 4 or more with a die, the rating of the lead crew, cloud (0, -1, -2), and -1 if loose.

## Lady Luck
Events bring counters. Five kinds are kept, three at most: change of course (no combat), little friends (four escorts
at once), steady hands (a bomber that would leave stays), clear view (better bombs), silent guns (no flak attack). The
other kinds act at once.

## After a mission
Damaged bombers and crews that were hit are not ready; a die each brings them back. Crews gain experience. A new bomber
may arrive. Some boxes of the track roll for war progress, which holds until the next roll.
"""
"""Facts that a player must know."""
