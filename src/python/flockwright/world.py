"""A run: its state as arrays, its parameters and its link."""

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
"""Duration of a tick, s."""


@dataclass(frozen=True)
class Event:
    """Event of a unit, from :meth:`World.events`; units are given by their :attr:`World.handles`.

    ``kind`` is ``born``, ``removed``, ``caught`` or ``arrived``. For ``caught``, ``by`` is the group (one of
    :attr:`World.group_names`) and ``hunter`` its unit that caught the unit; else both are ``None``.
    """

    kind: str
    unit: int
    by: str | None = None
    hunter: int | None = None


_TIE_LETTERS = {"hunts": "h", "fears": "f", "follows": "o", "flocks": "a", "ignores": "i"}


@dataclass
class Group:
    """Group of units with the same behaviors, for :meth:`World.build`.

    ``behaviors`` lists keys of :func:`flockwright.behaviors` or texts of rules (``"rule crowded\\n..."``), in
    their order. The key of a rule is also the key of its weight; its parameters have the rule's key, ``-``
    and their name as keys. ``body`` is ``rigid``, ``point``, ``particle`` or ``tile``. ``hunts``, ``fears``,
    ``follows``, ``flocks`` and ``ignores`` name other groups. ``params`` has all other parameters of the group:
    ``{"count": 200, "cohesion": 2, "view": "limited"}``; :func:`flockwright.params` lists them.
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


def _link_text(key: str, value: Any) -> str:
    """Value of a parameter in the notation of links."""
    if isinstance(value, (bool, np.bool_)):
        return "on" if value else "off"
    return value if isinstance(value, str) else str(_int_if_whole(check.number(key, value)))


def _int_if_whole(number: float) -> float | int:
    return int(number) if number.is_integer() else number


def _text_list(name: str, value: Any) -> list[str]:
    """Converts a text or an iterable of texts to a list."""
    try:
        texts = [value] if isinstance(value, str) else list(value)
    except TypeError as why:
        raise check.wrong_argument(name, "a list of texts", value) from why
    return [check.text(name, one) for one in texts]


def _behavior_entry(behavior: Any) -> str:
    """A behavior as an entry of the key ``groups`` of links: its key, or the encoded text of its rule."""
    check.text("behaviors", behavior)
    return behavior if behavior.replace("_", "").isalnum() else _core.rule(behavior)[1]


def _name_in_links(name: str) -> str:
    """Name of a group in the notation of links: at most 24 letters and digits of any script, other characters
    replaced by ``_``; empty without any letter or digit."""
    letters = "".join(sign if sign.isalnum() or category(sign)[0] == "M" else "_" for sign in name)[:24]
    return letters if any(map(str.isalnum, letters)) else ""


class World(_core.World):
    """A run: a scene with its parameters, a seed, and inputs.

    Create one by :meth:`from_link` or :meth:`build`. A link gives the same run here, on the page and in
    the command line, bit by bit: :attr:`hash` proves it.
    """

    @classmethod
    def from_link(cls, link: str, *, strict: bool = True) -> World:
        """Opens a link: the page's address, or its part after the question mark.

        The run starts at tick 0; inputs of the link (``ev=``) are applied at their ticks. With
        ``strict``, an invalid part of the link raises :class:`FlockwrightError`. Otherwise it is
        ignored, and :attr:`notices` names it.
        """
        return cls(check.text("link", link), bool(strict))

    @staticmethod
    def check(link: str) -> tuple[list[str], int | None]:
        """One sentence for each part of a link that is ignored or changed, and the tick at which it starts."""
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
        """Creates a world from a group or from groups by name.

        ``world`` has parameters of the world (``edges="wrap"``, ``toroidal=True``, ...). The result has
        a link like any other run. Groups, rules, :meth:`add` and keys of parameters can use the names;
        in :attr:`group_names` and :attr:`params` the groups are called ``units`` (the first, whose
        parameters are written without a group), ``g1``, ``g2`` and so on. :attr:`notices` lists names in
        rules that do not exist.
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
                raise check.wrong_argument(f"groups[{name!r}]", "a Group", group)
            check.mapping("params", group.params)
            items = "-".join(map(_behavior_entry, _text_list("behaviors", group.behaviors)))
            label = _name_in_links(name)
            text = f"{keys[name]}.{f'n{label}.' if label else ''}r{group.role}.b{group.body}.p{items}"
            for tie, letter in _TIE_LETTERS.items():
                others = _text_list(tie, getattr(group, tie))
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
            link += f"&{quote(key)}={quote(_link_text(key, value))}"
        return cls(link, True)

    @property
    def positions(self) -> View:
        """Positions, u, (N, 2), float32: a read-only view whose values change with each tick."""
        return views.of(super().positions)

    @property
    def velocities(self) -> View:
        """Velocities, u/s, (N, 2), float32: a view like :attr:`positions`."""
        return views.of(super().velocities)

    @property
    def headings(self) -> View:
        """Headings, rad, -pi..pi, (N,), float32: a view like :attr:`positions`."""
        return views.of(super().headings)

    def set_state(
        self, positions: Any = None, velocities: Any = None, headings: Any = None, *, ids: Any = None
    ) -> None:
        """Sets positions (N, 2) in u, velocities (N, 2) in u/s and headings (N,) in radians of all units, or
        of the units ``ids``. Omitted quantities are unchanged, but headings follow new velocities.

        Links cannot describe this: :attr:`link` raises from now on. :meth:`snapshot` and :mod:`pickle` still
        save the run.
        """
        of = np.arange(self.count) if ids is None else np.asarray(ids).ravel()
        if of.size and not np.issubdtype(of.dtype, np.integer):
            raise check.wrong_argument("ids", "whole numbers", ids)
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
        """Adds a unit to a group (one of :attr:`group_names`) and returns its id. The heading defaults to
        the direction of the velocity. Views become stale, and :attr:`link` raises from now on."""
        place, way = check.point("position", position), check.point("velocity", velocity)
        # Earlier versions of this package took NaN as an omitted heading.
        left_out = heading is None or (isinstance(heading, float) and np.isnan(heading))
        angle = np.nan if left_out else check.number("heading", heading)
        return super().add(check.text("group", group), place, way, angle)

    def remove(self, id: int) -> None:
        """Removes a unit. The ids of the units after it decrease by one. Views become stale."""
        super().remove(check.count("id", id))

    def id_of(self, unit: int) -> int | None:
        """Current id of a unit, by its handle (one of :attr:`handles`); ``None`` once it was removed."""
        return super().id_of(check.count("unit", unit))

    def set_site(self, name: str, place: Any) -> None:
        """Adds a site (a named place) at a position, u, moves the site with this name, or removes it (``None``). A site
        is the goal of groups with ``goal="site"`` and its name as ``goal_site`` (at first the first site); rules read it
        as ``site("coral").offset``. A group whose site is gone has no goal. The link records this input."""
        super().set_site(check.text("name", name), None if place is None else check.point("place", place))

    def set_unit(self, unit: int, *, max_speed: Any = ..., target: Any = ...) -> None:
        """Gives a single unit, by its handle (one of :attr:`handles`), a top speed, u/s (0 to 400), or a target of its
        own: a position ``(x, y)``, a moving point ``(x, y, vx, vy)``, the handle of a unit, or the key of a group, whose
        nearest unit counts. ``None`` restores the group's; an omitted setting stays. The link records this input."""
        handle = check.count("unit", unit)
        if max_speed is not ... and max_speed is not None:
            max_speed = check.number("max_speed", max_speed)
        given: dict[str, Any] = {}
        if isinstance(target, str):
            given = {"group": target}
        elif target is not ... and target is not None:
            try:
                numbers = None if np.ndim(target) == 0 else [*target]
            except (TypeError, ValueError):
                numbers = []
            if numbers is None:
                given = {"other": check.count("target", target)}
            else:
                numbers += [0.0, 0.0] if len(numbers) == 2 else []
                if len(numbers) != 4:
                    wanted = "a position, a moving point, a handle or the key of a group"
                    raise check.wrong_argument("target", wanted, target)
                given = {"moving": tuple(check.number("target", one) for one in numbers)}
        speed = None if max_speed is ... else (max_speed,)
        super()._set_unit(handle, speed, target is not ..., **given)

    def events(self) -> list[Event]:
        """Events since the last call. The first call begins to collect events and returns none. A group that
        hunts catches units within its parameter ``catch_factor``; ``caught`` says what happens to them."""
        return [Event(*row) for row in super().events()]

    @property
    def walls(self) -> np.ndarray:
        """Walls of the world, (N, 5), float32: both ends (x, y, x, y) and half of the thickness, u. A copy."""
        return super().walls.reshape(-1, 5)

    def set_walls(self, walls: Any) -> None:
        """Replaces the walls, at most 50,000, by an array like :attr:`walls`; :func:`flockwright.walls_from_tiles` makes
        one of a map. Walls stay when the run restarts. :attr:`link` raises from now on."""
        numbers = np.asarray(walls)
        shape = (len(numbers) if numbers.ndim else 0, 5)
        super().set_walls(check.floats("walls", walls if numbers.size else np.zeros((0, 5)), shape).ravel())

    def hold(self, place: Any = None) -> None:
        """Holds the pointer at a position, u, or releases it. The link records this input."""
        super().hold(None if place is None else check.point("place", place))

    def step(self, ticks: int = 1) -> None:
        """Runs ticks of 1/60 s, at most a billion, without the interpreter's lock."""
        super().step(check.count("ticks", ticks, most=check.MAX_TICKS))

    def seek(self, tick: int) -> None:
        """Runs to a tick, forward or back, at most a billion."""
        super().seek(check.count("tick", tick, most=check.MAX_TICKS))

    def restart(self, seed: int | None = None) -> None:
        """Restarts at tick 0 with another seed or the same one, and forgets all inputs."""
        super().restart(None if seed is None else check.count("seed", seed))

    def restore(self, snapshot: bytes) -> None:
        """Restores the state of a snapshot of this scene.

        Recorded inputs are forgotten, so seeking to an earlier tick fails until a restart. Views become stale.
        """
        if not isinstance(snapshot, (bytes, bytearray, memoryview)):
            raise check.wrong_argument("snapshot", "bytes", snapshot)
        super().restore(bytes(snapshot))

    def __iter__(self) -> Iterator[World]:
        """Runs forever, and yields this world after each tick."""
        while True:
            self.step()
            yield self

    def record(self, ticks: int, every: int = 1) -> Tracks:
        """Runs, and records the state now and after every ``every`` ticks: 1 + ticks // every frames.

        If units are added or removed meanwhile, each frame has the ids of its tick.
        """
        ticks = check.count("ticks", ticks, most=check.MAX_TICKS)
        return Tracks(super().record(ticks, check.count("every", every, least=1, most=check.MAX_TICKS)))

    def neighbors(self) -> list[np.ndarray]:
        """Ids of each unit's neighbors for its flocking rules in the coming tick, ascending."""
        ids, starts = super().neighbors()
        return np.split(ids, starts[1:-1])

    def forces(self) -> dict[str, np.ndarray]:
        """Weighted contribution of each behavior to the steering of each unit in the coming tick, in world
        axes, (N, 2). ``edge`` is the force that keeps units inside, ``sum`` the sum of all, and
        ``limited`` the sum after the limit of the body."""
        return {key: force.reshape(-1, 2) for key, force in super().forces().items()}

    def set(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> None:
        """Sets parameters by their keys: ``world.set(cohesion=2, view="limited")``, or by a mapping for
        keys with a point. Before the first tick a value becomes part of the link, later a recorded
        input. A value out of its range raises; the values before it remain set."""
        given = {} if values is None else check.mapping("values", values)
        for key, value in {**{check.text("values", key): value for key, value in given.items()}, **named}.items():
            self.set_text(key, _link_text(key, value))

    def set_text(self, key: str, text: str) -> None:
        """Sets a parameter to a value in the notation of links: ``"2.5"``, ``"narrow"``, ``"on"``."""
        super().set_text(check.text("key", key), check.text("text", text))

    def __copy__(self) -> World:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict) -> World:
        """An independent copy at the same tick."""
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
    """Unpickles a run that its link reproduces, by running it again to its tick."""
    world = World.from_link(link)
    world.step(tick)
    return world


def _restored(scene: str, snapshot: bytes) -> World:
    """Unpickles a run that no link reproduces."""
    world = World.from_link(f"scene={scene}")
    world.restore(snapshot)
    return world


def walls_from_tiles(tiles: Any, side: float) -> np.ndarray:
    """Walls that cover the blocked tiles of a map, for :meth:`World.set_walls`, (N, 5), float32.

    ``tiles`` is an array with a row for each row of the map, from the upper left; all tiles but 0 are blocked. Neighbors in
    a row or a column become one long wall. ``side`` is the side of a tile, u. The upper left corners of the map and of the
    world coincide.
    """
    try:
        blocked = np.asarray(tiles).astype(bool)
    except (TypeError, ValueError) as why:
        raise check.wrong_argument("tiles", "an array of rows and columns", tiles) from why
    if blocked.ndim != 2:
        raise check.wrong_argument("tiles", "an array of rows and columns", tiles)
    bits = np.ascontiguousarray(blocked).ravel()
    return _core.walls_from_tiles(blocked.shape[1], bits, check.number("side", side)).reshape(-1, 5)
