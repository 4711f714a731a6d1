"""Playing by hand: ``stuka play``, with the program's dice or, at the table, with one's own."""

TAB_DRIVER = "stuka_env.play.tab:TabDriver"
"""Value of Textual's environment variable ``TEXTUAL_DRIVER`` in the process of a browser tab."""
