"""A war looked over afterwards: what each decision cost, what was luck, how others would have done in it."""
