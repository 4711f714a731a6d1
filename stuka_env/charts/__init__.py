"""The language of chart files: fields, axes, words, loader, tables for people, banks of plausible sets."""
