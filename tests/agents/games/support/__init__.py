"""Tests of the laboratory of Air Support."""
