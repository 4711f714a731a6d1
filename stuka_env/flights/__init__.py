"""Flights of policies through many wars at once, on the CPU and on a GPU, and the seeds of evaluation."""
