"""Layout of the screen: sizes and Textual's style sheet."""

LEAST_COLUMNS, LEAST_ROWS = 60, 16
"""Columns and lines that the game needs at least."""
HORIZONTAL = [(0, "-cramped"), (LEAST_COLUMNS, "-narrow"), (110, "-wide")]
VERTICAL = [(0, "-flat"), (LEAST_ROWS, "-low"), (34, "-high")]
"""Classes of the screen, with the smallest number of columns or lines for each."""

CSS = """
#head { height: 1; background: $primary 40%; text-style: bold; }
#board { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
#news { height: auto; max-height: 2; padding: 0 1; color: $text-muted; }
#lesson { height: auto; max-height: 7; padding: 0 1; background: $success 15%; color: $text-success; }
#news.guided { display: none; }
#below { height: auto; max-height: 60%; }
#journal { display: none; border: round $primary; border-title-color: $text-primary; padding: 0 1;
           scrollbar-size-vertical: 1; }
#recent { margin-right: 1; }
#small { display: none; width: 100%; height: 100%; content-align: center middle; text-align: center; }

DecisionPanel { height: auto; border: round $accent; border-title-style: bold; border-title-color: $text-accent;
           border-subtitle-color: $success; padding: 0 1; }
#options { height: auto; max-height: 9; border: none; padding: 0; background: transparent; scrollbar-size-vertical: 1; }
#options > .option-list--option-highlighted { background: $block-cursor-background; color: $block-cursor-foreground;
                                               text-style: bold; }
#entry { display: none; height: 1; }
#roll { height: auto; display: none; }
#hint { dock: bottom; height: auto; max-height: 2; color: $text-muted; }
#hint.refused { color: $text-error; text-style: bold; }

Screen.-low #options { max-height: 7; }
Screen.-wide.-high #board { height: auto; max-height: 60%; }
Screen.-wide.-high #news { display: none; }
Screen.-wide.-high #below { height: 1fr; max-height: 100%; }
Screen.-wide.-high DecisionPanel { width: 3fr; height: 100%; }
Screen.-wide.-high #options { max-height: 1fr; height: auto; }
Screen.-wide.-high #journal { display: block; width: 2fr; height: 100%; }

Screen.-cramped > *, Screen.-flat > * { display: none; }
Screen.-cramped > #small, Screen.-flat > #small { display: block; }

CrewScreen { align: center middle; background: $background 60%; }
CrewScreen.-cramped > *, CrewScreen.-flat > * { display: block; }
#crews { width: 95%; max-width: 112; height: auto; max-height: 95%; border: round $accent; padding: 0 1;
         background: $surface; }
#crew_lesson { height: auto; max-height: 5; margin-bottom: 1; color: $text-accent; }
#seating { height: auto; max-height: 1fr; }
#seats { width: 3fr; height: auto; max-height: 100%; scrollbar-size-vertical: 1; background: $surface; }
#people { width: 2fr; height: auto; max-height: 100%; border: none; border-top: solid $primary; padding: 0 1;
          border-title-color: $text-primary; background: $surface;
          scrollbar-size-vertical: 1; }
#people > .option-list--option-highlighted { background: $surface-lighten-2; text-style: bold; }
#people:focus > .option-list--option-highlighted { background: $block-cursor-background;
                                                  color: $block-cursor-foreground; }
#crew_hint { height: auto; max-height: 2; color: $text-muted; }
#crew_hint.refused { color: $text-error; text-style: bold; }

OverlayScreen, ThemeScreen { align: center middle; background: $background 60%; }
OverlayScreen.-cramped > *, OverlayScreen.-flat > * { display: block; }
ThemeScreen.-cramped > *, ThemeScreen.-flat > * { display: block; }
#page { width: 90%; max-width: 100; height: auto; max-height: 90%; border: round $accent; padding: 1 2;
        background: $surface; scrollbar-size-vertical: 1; }
#result { width: 90%; max-width: 100; height: 95%; max-height: 44; border: round $accent; padding: 1 2;
          background: $surface; }
#sheet { height: 1fr; scrollbar-size-vertical: 1; }
#steps { height: auto; border: none; border-top: solid $accent; padding: 0; background: $surface;
         text-wrap: nowrap; text-overflow: ellipsis; }
#themes { height: auto; border: none; padding: 0; margin-bottom: 1; background: $surface; }
#themes > .option-list--option-highlighted { background: $block-cursor-background; color: $block-cursor-foreground; }
#steps > .option-list--option-highlighted { background: $block-cursor-background; color: $block-cursor-foreground; }
#score { width: 100%; text-align: center; color: $success; }
Screen.-low #result { padding: 0 2; }
Screen.-low #score { display: none; } /* the line below it has the score too */
#level { width: 100%; text-align: center; margin-bottom: 1; }
#where { margin-top: 1; }
"""
