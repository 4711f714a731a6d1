"""Tests of sheets and of the views of a mat."""
