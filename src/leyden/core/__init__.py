"""The contract every game fulfils, and what rules are written with. Knows no game."""
