"""See docs."""
