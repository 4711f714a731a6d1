"""Evaluation and its report."""
