"""Tests of Air Support."""
