"""Improving on a script by paired clones."""
