"""The rules: a module for each chapter of the rulebook, and a function for each rule."""
