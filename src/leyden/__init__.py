"""Leyden: three electric card games, from the rules to the laboratory."""

__version__ = "0.1.0"
