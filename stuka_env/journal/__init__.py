"""What happened and what can be done, in English: codes as sentences and labels."""
