"""A summary of the rules for a player who reads."""

RULES_SUMMARY = """\
# Interceptor Ace: what you must know

You are one German fighter pilot against the American bombers, from March 1943 to February 1944. An episode is a sortie
(one raid), a month (eight raids) or a career (up to 92 raids). The score is the number of bombers that are credited to
you. Death ends everything at once. What you have shot down still counts, except in a single sortie: there the score is
0 if you die.

A career is a Defeat up to 4 bombers, a Draw from 5, a Marginal victory from 11, a Substantial from 21 and a Decisive
from 31.

## Before the first flight
- You may choose between officer and NCO. An NCO begins with more Experience. An officer earns Prestige by promotions.
- Unit, base and aircraft are rolled or chosen. Firepower brings bombers down. Speed and agility win against fighters.
- Experience Points buy skills for you, your wingman and a rear gunner. You get one for every fourth sortie. A skill
  stays for good. You can save points for a better one. A.C.M. takes one hit off every attack on you. Reflexes lets you
  fire first, or gain one position, once a sortie. S.A. helps in every fighter combat.

## A sortie, in order
1. A raid is announced, with its city and zone. You fly or stay. The line of the calendar is used up either way.
2. You enter the track at the box of the raid's zone: "1 - [2 (you)] - 3" says that you are in box 2. In each box a roll
   says whether you meet nothing, the raid, or a sweep of enemy fighters. In the first two boxes the bombers still
   carry their bombs. From the third box on, flak may already have hit them.
3. If you meet somebody, your position counts. Out of the sun: a pass may begin at medium range, and the bomber does
   not answer the first shot. Advantaged: you fire first. Head on: nobody has an advantage. Disadvantaged: escorted
   bombers cannot be attacked.
4. You attack the bombers, fight the fighters, slip away (1 or 2 on a die), or let them go. If you attack bombers that
   have an escort, the escort comes for you after your pass.
5. When the box is done, you fly on to the next box or fly home.
6. You land with a roll. Damage, wounds and bad weather make it harder.

## A pass at a bomber
- A pass is a shot at long, then medium, then close range. Before each shot you may break off.
- You aim at the port wing, the starboard wing or the airframe. Aim where the bomber is already damaged: a part brings
  it down when its number of hits is reached ("port wing 2/3" is one hit short).
- A card gives your hits by firepower. GP is a package of hits where you aimed. DE destroys at once. The bomber's
  gunners answer with a card of their own. The closer you are, the more both sides hit. B-17s in formation hit more.
- A shot costs one point of ammunition from every cannon. Machine guns never run out. Some cards jam a weapon until you
  land.
- An extended burst costs two points, may add hits and may jam weapons; the bomber answers with one hit more.
- Rockets are fired once, at long range. A hit breaks the formation. Without the tubes the aircraft is faster.
- The wingman can attack the bomber once in a pass. He may come to harm. A bomber that falls to your wingman is his.
- Without an escort you may come back for another pass, at the same bomber or at another.

## Fighter combat
- It goes in rounds against one enemy. Positions from worst to best: tailed, disadvantaged, head on, advantaged,
  tailing.
- Head on, advantaged or tailing you may fire. Head on or worse you may choose a defence instead: the next card, the
  wingman, a tight turn (a better position) or a barrel roll (two hits avoided).
- After each round both roll a die plus speed, agility and skills. The difference changes the position.
- You may disengage from an advantage by a die, and for certain when tailing.
- Fighters count for awards, not for the score.

## Damage and wounds
- Each wing, the airframe, the tail and the control surfaces have a number of hits that they stand. Engine hits cost
  speed. With all engines out you bail out or land without engine.
- A leak, no oxygen, a serious wound, or one of two engines out forces you home.
- A light wound costs one sortie; two are a serious wound, which may cost many. Up to three damaged systems cost
  nothing, four or five cost a sortie, six write the aircraft off.
- An enemy that you leave damaged may crash on its way home. The loss is credited on 1 or 2 of a die, or for certain
  with an eyewitness.

## Cards
Sixty cards serve for everything. Only the part that is asked for counts: fire, defence or wingman. Drawn cards are out
until the deck is shuffled, at the start of a month or when it runs out. An Expert may draw another card once a sortie.

## Between sorties
Awards and promotions bring Prestige Points. They buy another type (1), another series (2, and two sorties are lost),
another unit (2), a spare aircraft so that repairs cost no sortie (1), and care for the gunner. Better aircraft need a
Prestige Level. Points that you keep are not lost.
"""
"""Facts that a player must know."""
