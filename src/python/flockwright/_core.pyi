"""What the package takes from the core, compiled. Use the package itself: see its docstrings."""

from typing import Any, Callable, Optional

class FlockwrightError(ValueError): ...

version: str
link_version: int
dt: float

class Array:
    @property
    def __array_interface__(self) -> dict[str, Any]: ...
    @property
    def stale(self) -> bool: ...

class World:
    def __init__(self, link: str, strict: bool = True) -> None: ...
    @staticmethod
    def check(link: str) -> tuple[list[str], Optional[int]]:
        """One sentence for each part of a link that makes no sense, and the tick that it starts at."""
    @property
    def tick(self) -> int:
        """Ticks since the start."""
    @property
    def count(self) -> int:
        """How many units there are."""
    @property
    def seed(self) -> int: ...
    @property
    def scene(self) -> str:
        """The key of the scene that it came from."""
    @property
    def space(self) -> tuple[float, float, bool]:
        """Width and height, u, and whether units see across the edges."""
    @property
    def hash(self) -> str:
        """The state hash, 16 hexadecimal digits as the page shows them: equal hashes, equal runs."""
    @property
    def link(self) -> str:
        """The link that gives this run. Raises where units were put somewhere by hand."""
    @property
    def positions(self) -> Any: ...
    @property
    def velocities(self) -> Any: ...
    @property
    def headings(self) -> Any: ...
    @property
    def groups(self) -> Any:
        """By unit, (N,): the index of its group in ``group_names``. A copy."""
    @property
    def roles(self) -> Any:
        """By unit, (N,): the index of its role in ``role_names``. A copy."""
    @property
    def lengths(self) -> Any:
        """By unit, (N,): its length, u. A copy."""
    @property
    def group_names(self) -> list[str]:
        """Keys of the groups; the keys of the first one's parameters stand bare."""
    @property
    def role_names(self) -> list[str]: ...
    @property
    def params(self) -> dict[str, Any]:
        """By key: the values in force; numbers, bools and keys of choices."""
    def describe(self) -> list[dict[str, Any]]:
        """What is declared of each parameter: label, unit, range, meaning, source, value."""
    def step(self, ticks: int = 1) -> None:
        """Runs ticks of 1/60 s. Other Python threads go on meanwhile."""
    def seek(self, tick: int) -> None:
        """Goes to a tick, back or on: the same run, to the bit."""
    def restart(self, seed: Optional[int] = None) -> None:
        """Back to tick 0, with another seed or the same; what was done since is forgotten."""
    def record(self, ticks: int, every: int) -> Any: ...
    def set_state(self, positions: Any, velocities: Any, headings: Any) -> None: ...
    def add(self, group: str, position: Any, velocity: Any, heading: float) -> int: ...
    def remove(self, id: int) -> None:
        """Removes a unit; those behind it have ids one lower. Views become stale."""
    def hold(self, place: Optional[tuple[float, float]] = None) -> None:
        """Holds the pointer at a place, u, or lets it go: an input, which the link tells."""
    def neighbors(self) -> Any: ...
    def forces(self) -> dict[str, Any]: ...
    def measures(self) -> dict[str, float]:
        """By measure: its value now; NaN where there is nobody to measure."""
    def set_text(self, key: str, text: str) -> None: ...
    def copy_from(self, other: World) -> None: ...

def scenes() -> dict[str, dict[str, Any]]: ...
def params(link: str) -> list[dict[str, Any]]: ...
def measures() -> dict[str, dict[str, Any]]: ...
def behaviors() -> dict[str, dict[str, Any]]: ...
def plan_jobs(plan: str) -> str: ...
def evaluate(
    jobs: str, threads: Optional[int] = None, note: Optional[Callable[[int, int], Any]] = None
) -> list[dict[str, Any]]: ...
def tune(
    task: str, threads: Optional[int] = None, note: Optional[Callable[[str], Any]] = None
) -> str: ...
