"""A summary of the rules for a player who reads: about as much as the two pages of ``docs/primer.md``."""

RULES_SUMMARY = """\
# A Ju-87 Staffel: what you must know

You lead a Staffel, a squadron of ten aircraft with a pilot and a gunner each, on the Eastern Front from 1941 to 1943.
You do not fly. You decide how many aircraft go, who sits in them, what they carry, and when it is enough. Dice decide
the rest. A war is one mission, a segment (6 or 10 missions), an operation (several segments) or the whole campaign.

## The score
- An attack scores 0 to 100. A mission scores the mean over the aircraft that began the attack run, those shot down in
  it included. More aircraft do not score more: they steady the mean and put more people at risk.
- Each fighter shot down adds 10 to the mission. A bonus of up to 6 rewards few casualties, little damage and little
  stress.
- A segment is the mean of its missions, an operation the mean of its segments, a campaign the mean of its operations.
  Operations and campaigns add a bonus for few losses and few No-Fly missions.
- A mission that is not flown (No-Fly), or is aborted, scores 0, and that 0 counts in the mean.
- In a long war the people and aircraft that survive are worth more than one good attack.

## A mission, in order
1. Dice give the target, its size (Small, Medium, Large) and its zone, 1 to 6: Troops, Artillery, Armor, Airfield,
   Rail, Convoy, Buildings, Bridge, or a ship such as a Submarine, Destroyer, Cruiser or Battleship. Small targets
   score less.
2. You choose the number of aircraft. Four to ten are a Staffel. Two or three are a Kette: its target is never beyond
   zone 5, and one of its aircraft can be the Lucky Dog, which Anti-Aircraft fire does not hurt. In Citadel, the last
   operation, there are only Ketten. People who stay at home rest: each loses one stress.
3. You choose the crews: the best rested, those of last time, or your own. The pilot of aircraft 1 leads. If he is
   lost, a new flight leader does.
4. You choose the load, and perhaps a heavier special bomb for one or two carriers. The DRM in an option says how well
   the load fits the target: minus is good. Cluster bombs suit Troops and Artillery. The carrier of the heaviest bomb
   flies without a gunner.
5. The formation flies out from its airfield zone by zone, and back (homeward) to its base the same way. In each zone
   but the target's, an event card is drawn: the last card is shown with its effect. Fighters may come. Escorts may
   drive them off, or they get through. Near home there are more escorts. On the Mission Track, square brackets mark
   the zone of the formation. Round brackets say what is in a zone: [1 (Staffel outbound)] - 2 - 3 (Medium Armor).
6. On the way you may be asked to go on, abort, or send an aircraft home. In the target's zone this is the last
   chance.
7. Over the target: a roll for visibility, a roll for Anti-Aircraft fire (AA; Light hits one aircraft, Medium two,
   Heavy three), then each aircraft attacks in turn.
8. On the way home the same dangers come again. Each aircraft rolls to land, and may have crashed.
9. Repairs, hospital and replacements take some missions: "G5 (6)" is gunner 5, back in 6 missions; those lost are
   replaced by others that are coming. The rest are ready.

## The attack
A ten-sided die is rolled and all modifiers (DRM) are added. Low is good. "DRM -1, expected 48" means that one is
taken off the die, and that the ten faces score 48 on average.
- The right load and an Ace or better as pilot lower the die. Bad visibility and stress raise it.
- Drop the bombs: the usual attack. One option does so with every following aircraft too.
- Rudel Gamble: two off the die, once a mission. On two faces of six the aircraft does not pull out and both men die
  in the crash, after the score has been counted. It is not allowed with damaged wings or tail, or for a shaken pilot.
- Strafe: a poor attack with machine guns, when the bombs cannot be dropped.
- Not to attack counts as 0.

## People
- Levels are Green, Veteran, Ace, Elite, Hero; a list shows G, V, A, E, H. Better people attack, shoot, land and bail
  out better. At most two Elites and one Hero of a role fly together.
- Stress (S with a number, 0 to 6 markers) comes from bad cards, hits and a hard way home. It spoils attacks, landings
  and bail-outs. At six the person bails out at once. It falls by one in every mission of rest, and to zero at the end
  of a segment. A card may cheer somebody up: one stress less.
- The leader, if he is not Green, can relieve one crew once a mission: one stress off each ("relief not used"). A
  Green leader unsettles a crew as soon as he leads.
- A wound (W) sends a person to hospital; a second wound kills. The killed (KIA) and captured (POW) are replaced by
  Green people. "flew 3" counts missions of this segment.
- At the end of a segment of a Regular war, those who completed three of its missions may be promoted.

## Aircraft
- Damage is by system: engine, port or starboard wing, tail, fuel, bombs, landing gear. A second hit on engine, a
  wing, tail or fuel brings the aircraft down. Damaged aircraft are out for some missions, lost ones for more.
- Range is 12 zones there and back, 10 in Citadel. Hits on engine and fuel take zones off. An aircraft short of range
  comes down where its fuel ends, so you may be asked whether it turns back or should press on.

## Fighters
The fighter's approach (front, rear, above, below, port, starboard) and the gunner decide the attack. The attacked
aircraft is drawn at random. Contact means that fighters come. An ambush brings one more. The Flying Circle shows from
where one attacks. An Elite or Hero pilot may attack a fighter first: a kill is 10 points, and hit or miss the next
fighter's attack falls on him.
"""
"""Facts that a player must know."""
