"""Random numbers inside rules: a stream is one 64-bit counter, scrambled by SplitMix64.

(Steele, Lea and Flood, 2014; the range by Lemire's rejection, 2019.) A stream reaches a rule as an
argument, never as a field of the state that a planner could read ahead. `streams.py` names the streams;
`native.py` holds the compiled form.
"""

from leyden.core.rule import native

_MASK64, _MASK32 = (1 << 64) - 1, (1 << 32) - 1


def _next64(stream):
    """The stream's next 64 bits."""
    z = stream[0] = (stream[0] + 0x9E3779B97F4A7C15) & _MASK64
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK64
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK64
    return z ^ z >> 31


@native("random_below")
def random_below(stream, n):
    """A number in 0 .. n-1, each exactly as likely as another."""
    product = (_next64(stream) >> 32) * n
    if product & _MASK32 < n:
        floor = (1 << 32) % n
        while product & _MASK32 < floor:
            product = (_next64(stream) >> 32) * n
    return product >> 32
