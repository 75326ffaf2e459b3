"""Power Switch, for two to six players: rules, knowledge, notation."""

from leyden.games.powerswitch.game import PowerSwitch

__all__ = ["PowerSwitch"]
