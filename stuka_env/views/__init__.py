"""Views of a mat: its sheet, declared once by each game, and the renderers that draw it."""
