"""The language of declarations: codes, records, actions, journals, labels, layouts and sheets."""
