"""One command, `leyden`."""
