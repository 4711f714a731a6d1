"""The help: words about the game, its dice, and its page in a browser."""

ABOUT_GAME = """\
You lead a squadron of dive bombers. At every question the options are listed with what they mean; where a chart gives \
odds, they stand in brackets.

On the mat: L leader, D Lucky Dog, ? the aircraft in question; S stress, W wounds; damage by letter: Engine, Port \
wing, Starboard wing, Tail, Fuel, Bombs, Landing gear; 4V is number 4, a Veteran (Green, Veteran, Ace, Elite, Hero). \
Brackets on the Track are the target's zone."""
ABOUT_DICE = """\
You roll. The program names the chart and the crew, adds the modifiers and keeps the records. Type the faces as they \
lie, white dice first, such as 3 4 2. A 0 on a D10 is a 10. u takes back a roll with a typing error."""
ABOUT_PAGE = (
    "L is the leader and D the Lucky Dog. Red squares are stress, red crosses wounds, a red x damage. The meaning of "
    "each word is shown when the pointer rests on it; all words are at the foot of the page."
)
