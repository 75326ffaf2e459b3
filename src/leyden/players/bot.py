"""What a player is: something that picks a move from a view."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from leyden.core.contract import Action, Event, Game, Outcome, Seat, View
from leyden.core.streams import Stream


@dataclass(frozen=True, slots=True)
class Choice:
    """A move with what its player thinks of it."""

    action: Action
    value: float | None = None
    why: str = ""
    policy: tuple[tuple[Action, float], ...] = field(default=(), compare=False)


class Bot(ABC):
    """A player. It receives views, never a state, and all its luck from the stream it is given."""

    name: str = ""  # in records; a class without one goes by its own name

    def __init_subclass__(cls) -> None:
        cls.name = vars(cls).get("name") or cls.name or cls.__name__

    @abstractmethod
    def choose(self, view: View, luck: Stream) -> Choice | Action:
        """A move out of `view.legal`, which is never empty here; as a Choice, if there is more to say of it."""

    def begin(self, game: Game, seat: Seat) -> None:  # noqa: B027  # a bot may care, and need not
        """A game begins; by default nothing."""

    def saw(self, events: Sequence[Event]) -> None:  # noqa: B027  # a bot may care, and need not
        """What this seat was told since its last choice; by default nothing."""

    def end(self, outcome: Outcome) -> None:  # noqa: B027  # a bot may care, and need not
        """The game is over; by default nothing."""


class RandomBot(Bot):
    """Any legal action, each as likely as another."""

    name = "random"

    def choose(self, view: View, luck: Stream) -> Choice:
        """A move out of `view.legal`."""
        return Choice(view.legal[luck.below(len(view.legal))], why="chosen by lot")


class FunctionBot(Bot):
    """A plain function from a view to an action, seated as a player of that name."""

    def __init__(self, function: Callable[[View], Choice | Action]) -> None:
        self.function = function
        self.name = getattr(function, "__name__", type(function).__name__)

    def choose(self, view: View, luck: Stream) -> Choice | Action:
        """What the function says."""
        return self.function(view)
