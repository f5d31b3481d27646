"""One run: its state as arrays, its parameters, its link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from unicodedata import category
from urllib.parse import quote

import numpy as np

from . import _core, check, views
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


def _text(key: str, value: Any) -> str:
    """A value of a parameter as links write it."""
    if isinstance(value, (bool, np.bool_)):
        return "on" if value else "off"
    return value if isinstance(value, str) else str(_plain(check.number(key, value)))


def _plain(number: float) -> float | int:
    return int(number) if number.is_integer() else number


def _texts(name: str, value: Any) -> list[str]:
    """A text, or some of them."""
    try:
        texts = [value] if isinstance(value, str) else list(value)
    except TypeError as why:
        raise check.wrong(name, "a list of texts", value) from why
    return [check.text(name, one) for one in texts]


def _item(behavior: Any) -> str:
    """A behavior as a composition names it: by its key, or a rule by its code."""
    check.text("behaviors", behavior)
    return behavior if behavior.replace("_", "").isalnum() else _core.rule(behavior)[1]


def _label(name: str) -> str:
    """A group's name as links have it: letters and digits of every script, ``_`` for all else, at most 24
    of them; empty if none is left."""
    letters = "".join(sign if sign.isalnum() or category(sign)[0] == "M" else "_" for sign in name)[:24]
    return letters if any(map(str.isalnum, letters)) else ""


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
        it, what is left is opened, and :attr:`notices` says what is not.
        """
        return cls(check.text("link", link), bool(strict))

    @staticmethod
    def check(link: str) -> tuple[list[str], int | None]:
        """One sentence for each part of a link that makes no sense, and the tick that it starts at."""
        return _core.World.check(check.text("link", link))

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
        result has a link like any other run. Ties, rules, :meth:`add` and keys of parameters take the
        names; in :attr:`group_names` and :attr:`params`, groups are ``units`` (the first; its keys
        stand bare), ``g1``, ``g2`` and so on. What a rule names in vain is told in :attr:`notices`.
        """
        if isinstance(groups, Group):
            groups = {"units": groups}
        if not check.mapping("groups", groups):
            raise _core.FlockwrightError("A world needs a group.")
        check.count("seed", seed)
        keys = {name: f"g{at}" if at else "units" for at, name in enumerate(groups)}
        texts, pairs = [], {"width": width, "height": height, **world}
        for name, group in groups.items():
            if not isinstance(group, Group):
                raise check.wrong(f"groups[{name!r}]", "a Group", group)
            check.mapping("params", group.params)
            items = "-".join(map(_item, _texts("behaviors", group.behaviors)))
            label = _label(name)
            text = f"{keys[name]}.{f'n{label}.' if label else ''}r{group.role}.b{group.body}.p{items}"
            for tie, letter in _TIES.items():
                others = _texts(tie, getattr(group, tie))
                unknown = [other for other in others if other not in keys]
                if unknown:
                    raise _core.FlockwrightError(_core.unknown_name("group", unknown[0], list(keys)))
                if others:
                    text += f".{letter}{'-'.join(keys[other] for other in others)}"
            texts.append(text)
            scope = "" if keys[name] == "units" else f"{keys[name]}."
            pairs.update({f"{scope}{key}": value for key, value in group.params.items()})
        link = f"v={_core.link_version}&scene=empty&seed={seed}&groups={quote('*'.join(texts))}"
        for key, value in pairs.items():
            link += f"&{quote(key)}={quote(_text(key, value))}"
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
        if of.size and not np.issubdtype(of.dtype, np.integer):
            raise check.wrong("ids", "whole numbers", ids)
        wrong = of[(of < 0) | (of >= self.count)]
        if wrong.size:
            raise _core.FlockwrightError(f"There are {self.count} units, no unit {wrong[0]}.")
        places = self.positions[of] if positions is None else positions
        ways = self.velocities[of] if velocities is None else velocities
        if headings is None:
            headings = self.headings[of] if velocities is None else np.full(len(of), np.nan)
        units = len(of)
        super().set_state(
            np.array(of, dtype=np.int64),
            check.floats("positions", places, (units, 2)).ravel(),
            check.floats("velocities", ways, (units, 2)).ravel(),
            check.floats("headings", headings, (units,)),
        )

    def add(self, group: str, position: Any, velocity: Any = (0.0, 0.0), heading: float | None = None) -> int:
        """Adds a unit at the end of a group (one of :attr:`group_names`), and gives its id. Without a
        heading it goes by its velocity. Views become stale, and no link tells of it."""
        place, way = check.point("position", position), check.point("velocity", velocity)
        # NaN was the way to leave it out, too.
        left_out = heading is None or (isinstance(heading, float) and np.isnan(heading))
        angle = np.nan if left_out else check.number("heading", heading)
        return super().add(check.text("group", group), place, way, angle)

    def remove(self, id: int) -> None:
        """Removes a unit; those behind it have ids one lower. Views become stale."""
        super().remove(check.count("id", id))

    def hold(self, place: Any = None) -> None:
        """Holds the pointer at a place, u, or lets it go: an input, which the link tells."""
        super().hold(None if place is None else check.point("place", place))

    # Time.

    def step(self, ticks: int = 1) -> None:
        """Runs ticks of 1/60 s, at most a billion. Other Python threads go on meanwhile."""
        super().step(check.count("ticks", ticks, most=check.MOST_TICKS))

    def seek(self, tick: int) -> None:
        """Goes to a tick, back or on, at most a billion: the same run, to the bit."""
        super().seek(check.count("tick", tick, most=check.MOST_TICKS))

    def restart(self, seed: int | None = None) -> None:
        """Back to tick 0, with another seed or the same; what was done since is forgotten."""
        super().restart(None if seed is None else check.count("seed", seed))

    def restore(self, snapshot: bytes) -> None:
        """Goes to the state of a snapshot of this scene. What came in before is forgotten, and views become
        stale."""
        if not isinstance(snapshot, (bytes, bytearray, memoryview)):
            raise check.wrong("snapshot", "bytes", snapshot)
        super().restore(bytes(snapshot))

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
        ticks = check.count("ticks", ticks, most=check.MOST_TICKS)
        return Tracks(super().record(ticks, check.count("every", every, least=1, most=check.MOST_TICKS)))

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
        given = {} if values is None else check.mapping("values", values)
        for key, value in {**{check.text("values", key): value for key, value in given.items()}, **named}.items():
            self.set_text(key, _text(key, value))

    def set_text(self, key: str, text: str) -> None:
        """Sets a parameter to what a text says, as links write it: ``"2.5"``, ``"narrow"``, ``"on"``."""
        super().set_text(check.text("key", key), check.text("text", text))

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
