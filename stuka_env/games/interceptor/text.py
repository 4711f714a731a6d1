"""The second game as text: its questions, its state and its rules in words."""

from stuka_env.games.interceptor.codes import Act, Decision
from stuka_env.text.parts import Repeated, TextParts, WarsTask

RULES_SUMMARY = """\
# Interceptor Ace: what you must know

You are one German fighter pilot against the American bombers, from March 1943 to February 1944. An episode is a
sortie (one raid), a month (eight lines of the calendar, a raid each) or a career (up to 92 lines). The score is the
number of bombers credited to you. Death ends everything at once. What you have shot down still counts, except in a
single sortie: there the score is 0 if you die. A career is a Defeat up to 4 bombers, a Draw from 5, a Marginal
victory from 11, a Substantial from 21 and a Decisive from 31.

## Before the first flight
- You choose between officer and NCO. An NCO begins with more Experience. An officer earns Prestige by promotions.
- Unit, base, zone and aircraft are rolled or chosen: Firepower brings bombers down. Speed and agility win against
  fighters; an agile type turns better. Weapons are shown as shots left: 6/6, or no limit for machine guns.
- Every fourth sortie flown (the "clock" counts them) gives an Experience Point. Points buy skills, once and for good;
  you can save them. "1 of 2 points" is the price, and what you have.

## Skills
- Pilot: Landing and Parachute (1 better on these rolls), Navigation (a raid not located is met, advantaged), Reflexes
  (once a sortie: fire first, or one position more), Situational awareness (S.A., 1 more on the initiative), Expert
  (once a sortie redraw a card, in one series of aircraft), Leadership (wingman and gunner learn every third sortie),
  Precision (a shot with an odd card costs no ammunition), Combat maneuvers (A.C.M.) (one hit less from every attack),
  Sixth sense (once a sortie DE against you is two hits), Gunnery (one hit more), Aim (one hit more where you aimed,
  at bombers).
- Maneuvers, each once a sortie, learned in this order: Cuban Eight (one hit avoided, one position better), Chandelle
  (all avoided, one better), Immelmann (all avoided, two better), Split-S (one avoided, the combat ends).
- Wingman: Expert, Gunnery, Aim. Gunner: Parachute, S.A., Gunnery, Weapons maintenance (the first jam of a sortie is
  ignored).

## A sortie, in order
1. A raid is announced, with its target, a city in a zone. You fly or stay: the line is used up either way.
2. You enter the endurance track at the box of the raid's zone: "1 - [2 (you)] - 3" says that you are in box 2. In
   each box a roll says whether you meet nothing, the raid, or a sweep of enemy fighters; what is "not known" is not
   yet met. In the first two boxes the bombers still carry bombs. From the third on, flak may have hit them.
3. If you meet somebody, your position counts. Out of the sun: a pass may begin at medium range, and the bomber does
   not answer the first shot. Advantaged: you fire first. Head on: nobody has an advantage. Disadvantaged: escorted
   bombers cannot be attacked.
4. You attack the bombers, fight the fighters, slip away (1 or 2 on a die), or let them go. If you attack bombers that
   have an escort, the escort comes for you after your pass.
5. You fly on to the next box, or home, and land with a roll. Damage, wounds and poor or bad weather make it rough, or
   a crash.

## A pass at a bomber
- A pass is a shot at long, medium, then close range. Before each shot you may break off.
- You aim at the port wing, the starboard wing or the airframe. Aim where the bomber is damaged: a part brings it down
  when its hits are reached ("port wing 2/3" is one hit short).
- A card gives your hits by firepower. GP is group damage, a package of hits where you aimed. DE: destroyed at once.
  The bomber's defensive fire has a card of its own. The closer, the more both sides hit. B-17s in formation hit more.
- A shot costs one point of ammunition from every cannon. A weapon may be jammed until you land.
- An extended burst costs two points, may add hits and may jam weapons (C3); the answer is one hit more.
- Rockets are fired once (loaded, then spent), at long range. A hit breaks the formation. Drop the tubes, and you are
  faster.
- Call the wingman, and he attacks the bomber, once in a pass. He may come to harm. A bomber that falls to him is his.
- Without an escort you may come back for another pass, at the same bomber again or at another.

## Fighter combat
- It goes in rounds against one enemy. Positions from worst to best: tailed, disadvantaged, head on, advantaged,
  tailing.
- Head on or better you may fire. Head on or worse you may defend instead: with the next card (it may avoid all hits,
  or end the fight), the wingman (he attacks, covers, or drives the enemy off), a tight turn (a better position) or a
  barrel roll (two hits avoided). An enemy's defence may be a scissors, jink, corkscrew, a maneuver above, or into a
  cloud; he may be caught.
- After each round both roll a die plus speed, agility and skills: the initiative. The difference changes the
  position.
- You may disengage from an advantage by a die, and for certain when tailing.
- Fighters count for awards, not for the score.

## Damage and wounds
- Each wing, airframe, tail and controls stand a number of hits. Engine hits cost speed; engine armour stops one.
  Boost, radio and guns can be out of action. With all engines out you bail out by parachute, or land without engine.
- A fuel leak, no oxygen, a serious wound, or one of two engines out forces you home.
- People are well, lightly or seriously wounded, or killed. A light wound costs a sortie; two are a serious wound,
  which may cost many. Up to three damaged systems cost nothing, four or five cost a sortie, with six the aircraft is
  written off.
- An enemy that you leave damaged may crash. It is credited on 1 or 2 of a die, or for certain with an eyewitness.

## Cards
Sixty cards serve for everything; only the part asked for counts: fire, defence or wingman. Cards in use lie face up.
Used ones are out until the deck is shuffled, each month or when it runs out.

## Debriefing
Awards (Wound Badge, Iron Cross, Goblet, Flight Clasp, German Cross, Knight's Cross) and promotions bring Prestige
Points and Levels. Points buy another type (1), another series (2, and two sorties are lost), another unit (2), a
replacement so that repairs cost no sortie (1), and care for the rear gunner, who is present, absent, or temporary.
Better aircraft, seen "on hand", need a level. Markers help once: a guide in the next interception, mechanics or a
spare aircraft in repairs, an eyewitness with a loss. Random events bring them, or a straggling bomber, or trouble: a
weapon or the radio fails.
"""
"""Facts that a player must know."""


REFUSING_ACTS = frozenset(
    {
        Act.STAY, Act.LEAVE, Act.SLIP, Act.LET_GO, Act.BREAK_OFF, Act.DISENGAGE, Act.BAIL_OUT, Act.HOME, Act.NO,
        Act.DONE, Act.KEEP_GUNNER,
    }
)  # fmt: skip
"""Actions that decline something, or end it."""


BUY_NOTHING = Repeated(
    "All the same: nothing more for anybody, all points are kept", (Decision.SKILL, Decision.DEBRIEF), Act.DONE
)
TEXT_PARTS = TextParts(
    repeated=(BUY_NOTHING,),
    refusals=REFUSING_ACTS,
    rules=RULES_SUMMARY,
    rivals=("champion", "veteran", "by_the_book", "random_flyer", "random"),
    tasks={"sortie": WarsTask("Interceptor/Sortie-v0", 60), "career": WarsTask("Interceptor/Career-v0", 15)},
)
"""The parts of the second game that the text core needs."""
