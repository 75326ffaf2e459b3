"""What the player looks at: how wide it is, whether it shows colours, which letters it has."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from dataclasses import dataclass, replace

NARROWEST, WIDEST = 49, 80  # columns of running text; the table may be wider
LOW = 36  # lines; a table of 20, what the others did, and the moves of a full hand


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen, or a file that somebody sends the text to."""

    width: int = WIDEST
    height: int = 24
    colour: bool = False
    ascii_only: bool = False
    paper: bool = True  # what stands on it stays: it cannot be cleared
    measured: bool = False  # the width is the terminal's own, not one that was asked for

    @classmethod
    def here(cls, *, colour: bool | None = None, width: int | None = None) -> Screen:
        """The screen this process writes to; NO_COLOR and a stream that is no terminal mean no colours."""
        size = shutil.get_terminal_size()
        paper = sys.stdout is None or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb"
        try:
            "┌●▯━Σ".encode(getattr(sys.stdout, "encoding", None) or "ascii")
            ascii_only = False
        except (LookupError, UnicodeEncodeError):
            ascii_only = True
        return cls(
            width=max(NARROWEST, size.columns if width is None else width),
            height=size.lines,
            colour=not paper and not os.environ.get("NO_COLOR") if colour is None else colour,
            ascii_only=ascii_only,
            paper=paper,
            measured=width is None,
        )

    def again(self) -> Screen:
        """The same screen as large as it is now: windows change."""
        if self.paper:
            return self
        size = shutil.get_terminal_size()
        return replace(self, width=max(NARROWEST, size.columns) if self.measured else self.width, height=size.lines)

    @property
    def low(self) -> bool:
        """Whether table, news and moves together need more lines than there are."""
        return not self.paper and self.height < LOW

    @property
    def cleared(self) -> str:
        """What empties the screen, and where that is possible what was scrolled away, too."""
        return "\n" * 2 * self.height if self.paper else "\n" * self.height + "\x1b[3J\x1b[2J\x1b[H"

    def strong(self, text: str) -> str:
        """Bold, where there are colours."""
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text

    def wrap(self, text: str, first: str = "", then: str | None = None) -> str:
        """Running text on lines that fit; a line of its own stays one."""
        then = " " * len(first) if then is None else then
        lines: list[str] = []
        for line in text.split("\n"):
            lines += textwrap.wrap(
                line,
                min(self.width, WIDEST),
                initial_indent=then if lines else first,
                subsequent_indent=then,
                break_on_hyphens=False,
                break_long_words=False,  # a file's name is copied whole
            ) or [""]
        return "\n".join(lines)

    def letters(self, text: str) -> str:
        """The text in letters that this screen has."""
        return text.encode("ascii", "replace").decode() if self.ascii_only else text
