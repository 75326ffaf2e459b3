"""The table in a terminal: the plain line client."""
