"""The second game in words: labels of actions, sentences of the journal, the mat as text, debriefs of sorties."""
