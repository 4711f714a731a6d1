"""The rules: a module for each chapter, compiled functions that read charts and write the mat."""
