"""The help: words about the game, its dice, and its page in a browser."""

ABOUT_GAME = """\
You are one fighter pilot against the bombers, raid after raid. At every question the options are listed with what \
they mean; where charts or cards give odds, they stand in brackets.

On the mat: the enemy first, then your aircraft, then people. "port wing 2/3" is two hits of the three that bring an \
aircraft down; "MG 151/20 4/6" is four points of ammunition of six. GP is group damage, DE destroyed."""
ABOUT_DICE = """\
You roll your dice and draw your cards. The program names the chart or the hand, adds the modifiers and keeps the \
records. Type the faces as they lie, tens before ones, your die before the enemy's, such as 3 4. Of a card type its \
number, or / and letters of its texts. u takes back a roll with a typing error."""
ABOUT_PAGE = (
    "Red is damage: 2/3 is two hits of the three that bring an aircraft down. The meaning of each word is shown when "
    "the pointer rests on it; all words are at the foot of the page."
)
