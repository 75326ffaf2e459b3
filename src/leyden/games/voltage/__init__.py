"""Voltage (Mattel 2006 and 2017), for two players: rules, knowledge, notation, deck."""

from leyden.games.voltage.game import Voltage

__all__ = ["Voltage"]
