"""The journal and the labels of actions in English: codes as sentences."""
