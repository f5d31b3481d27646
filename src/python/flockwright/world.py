"""One run: its state as arrays, its parameters, its link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import numpy as np

from . import _core, views
from .tracks import Tracks
from .views import StaleView, View

DT = _core.dt
"""Seconds per tick."""

_TIES = {"hunts": "h", "fears": "f", "follows": "o", "flocks": "a", "ignores": "i"}


@dataclass
class Group:
    """Units of one kind, for :meth:`World.build`.

    ``behaviors`` are keys of :func:`flockwright.behaviors`, or rules as text (``"rule crowded\\n..."``), in
    their order; a rule's weight has its key, its parameters that key, ``-`` and their name; ``body`` is one of
    ``rigid``, ``point``, ``particle`` and ``tile``. The ties (``hunts``, ``fears``, ``follows``,
    ``flocks``, ``ignores``) name other groups. All further parameters of the group stand in
    ``params``: ``{"count": 200, "cohesion": 2, "view": "limited"}``; :func:`flockwright.params`
    tells which there are.
    """

    behaviors: Iterable[str] = ()
    body: str = "point"
    role: str = "regular"
    hunts: Iterable[str] = ()
    fears: Iterable[str] = ()
    follows: Iterable[str] = ()
    flocks: Iterable[str] = ()
    ignores: Iterable[str] = ()
    params: Mapping[str, Any] = field(default_factory=dict)


def _text(value: Any) -> str:
    """A value as links write it."""
    if isinstance(value, (bool, np.bool_)):
        return "on" if value else "off"
    return str(value)


def _item(behavior: str) -> str:
    """A behavior as a composition names it: by its key, or a rule by its code."""
    return behavior if behavior.replace("_", "").isalnum() else _core.rule(behavior)[1]


class World(_core.World):
    """A run: a scene with its parameters, a seed, and what comes in.

    Open one by :meth:`from_link` or :meth:`build`. The same link is the same run, to the bit, here,
    on the page and in the command line: :attr:`hash` proves it.
    """

    @classmethod
    def from_link(cls, link: str, *, strict: bool = True) -> World:
        """Opens a link (what follows the question mark of the page's address, or all of it).

        The run stands at tick 0; inputs of the link (``ev=``) come in as it goes on. With
        ``strict``, a part of the link that makes no sense raises :class:`FlockwrightError`; without
        it, what is left is opened.
        """
        return cls(link, strict)

    @classmethod
    def build(
        cls,
        groups: Mapping[str, Group] | Group,
        *,
        width: float = 600.0,
        height: float = 450.0,
        seed: int = 1,
        **world: Any,
    ) -> World:
        """Makes a world of one's own groups: by name, or a single one.

        ``world`` has the world's own parameters (``edges="wrap"``, ``toroidal=True``, ...). The
        result has a link like any other run. Names serve for ties alone: in :attr:`group_names` and
        in keys of parameters, groups are ``units`` (the first; its keys stand bare), ``g1``, ``g2``
        and so on.
        """
        if isinstance(groups, Group):
            groups = {"units": groups}
        keys = {name: f"g{at}" if at else "units" for at, name in enumerate(groups)}
        texts, pairs = [], {"width": width, "height": height, **world}
        for name, group in groups.items():
            items = "-".join(map(_item, group.behaviors))
            text = f"{keys[name]}.r{group.role}.b{group.body}.p{items}"
            for tie, letter in _TIES.items():
                others = getattr(group, tie)
                others = [others] if isinstance(others, str) else list(others)
                unknown = [other for other in others if other not in keys]
                if unknown:
                    raise _core.FlockwrightError(f"There is no group “{unknown[0]}” to tie to.")
                if others:
                    text += f".{letter}{'-'.join(keys[other] for other in others)}"
            texts.append(text)
            scope = "" if keys[name] == "units" else f"{keys[name]}."
            pairs.update({f"{scope}{key}": value for key, value in group.params.items()})
        link = f"v={_core.link_version}&scene=empty&seed={seed}&groups={quote('*'.join(texts))}"
        for key, value in pairs.items():
            link += f"&{quote(key)}={quote(_text(value))}"
        return cls(link, True)

    # State, as views of the core's memory.

    @property
    def positions(self) -> View:
        """Places of the units, (N, 2), u, float32: a read-only view that each tick changes."""
        return views.of(super().positions)

    @property
    def velocities(self) -> View:
        """Velocities, (N, 2), u/s, float32: a view as :attr:`positions`."""
        return views.of(super().velocities)

    @property
    def headings(self) -> View:
        """Headings, (N,), radians in -pi..pi, float32: a view as :attr:`positions`."""
        return views.of(super().headings)

    def set_state(
        self, positions: Any = None, velocities: Any = None, headings: Any = None, *, ids: Any = None
    ) -> None:
        """Puts units into a state: places (N, 2) in u, velocities (N, 2) in u/s, headings (N,) in
        radians; of all units, or of those whose ``ids`` are given. What is left out stays, but
        headings follow given velocities.

        No link tells of this: :attr:`link` raises from now on. :meth:`snapshot` and :mod:`pickle` save the
        run all the same.
        """
        of = np.arange(self.count) if ids is None else np.asarray(ids).ravel()
        wrong = of[(of < 0) | (of >= self.count)]
        if wrong.size:
            raise IndexError(f"There are {self.count} units, no unit {wrong[0]}.")
        places = self.positions[of] if positions is None else positions
        ways = self.velocities[of] if velocities is None else velocities
        if headings is None:
            headings = self.headings[of] if velocities is None else np.full(len(of), np.nan)
        parts = (np.array(part, dtype=np.float32).ravel() for part in (places, ways, headings))
        super().set_state(np.array(of, dtype=np.int64), *parts)

    def add(self, group: str, position: Any, velocity: Any = (0.0, 0.0), heading: float = np.nan) -> int:
        """Adds a unit at the end of a group (one of :attr:`group_names`), and gives its id. Without a
        heading it goes by its velocity. Views become stale, and no link tells of it."""
        return super().add(group, position, velocity, heading)

    # Time.

    def __iter__(self) -> Iterator[World]:
        """After each tick, this world, without an end."""
        while True:
            self.step()
            yield self

    def record(self, ticks: int, every: int = 1) -> Tracks:
        """Runs, and notes the state now and after every ``every`` ticks.

        The arrays have (T, N, 2) or (T, N), T = 1 + ticks // every. Where units come or go meanwhile,
        ids are those of the moment.
        """
        return Tracks(super().record(ticks, every))

    # What one can know of it.

    def neighbors(self) -> list[np.ndarray]:
        """By unit: the ids that its flocking rules count in the coming tick, ascending."""
        ids, starts = super().neighbors()
        return np.split(ids, starts[1:-1])

    def forces(self) -> dict[str, np.ndarray]:
        """By behavior: what it adds to the steering of each unit in the coming tick, (N, 2), world
        space, weighted. ``sum`` is their sum, ``limited`` what of it reaches the body, and ``edge``
        what holds units inside."""
        return {key: force.reshape(-1, 2) for key, force in super().forces().items()}

    def set(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> None:
        """Sets parameters by their keys: ``world.set(cohesion=2, view="limited")``, or as a mapping
        for keys with a point. Before the first tick they become part of the link, later an input
        that the link tells. A value out of its range raises, and those before it are set."""
        for key, value in {**(values or {}), **named}.items():
            self.set_text(key, _text(value))

    # Copies.

    def __copy__(self) -> World:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict) -> World:
        """The same run once more, at the same tick."""
        twin = type(self)(f"scene={self.scene}")
        twin.copy_from(self)
        return twin

    def __reduce__(self) -> Any:
        if self.is_by_hand:
            return _restored, (self.scene, self.snapshot())
        return _again, (self.link, self.tick)

    def __repr__(self) -> str:
        return f"<World {self.scene}, {self.count} units, tick {self.tick}, hash {self.hash}>"


def _again(link: str, tick: int) -> World:
    """What was pickled: the link, run again to the tick."""
    world = World.from_link(link)
    world.step(tick)
    return world


def _restored(scene: str, snapshot: bytes) -> World:
    """What was pickled of a run that no link gives."""
    world = World.from_link(f"scene={scene}")
    world.restore(snapshot)
    return world
