"""Tracks: positions of units by frame, of runs and of animals that were filmed."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np

from . import _core


class Tracks:
    """Where units were, frame by frame.

    From :meth:`World.record <flockwright.World.record>`, :func:`read_tracks` or
    :meth:`from_arrays`. T frames and N units; where a unit was not there, its numbers are NaN.
    Lengths are in :attr:`unit`, angles in radians, clockwise where y points down.
    """

    def __init__(self, core: _core.Tracks) -> None:
        self._core = core
        self._columns = core.columns()
        self.frames: np.ndarray
        """(T,), whole numbers: ticks of a run, frames of a film."""
        self.ids: np.ndarray
        """(N,), whole numbers."""
        self.frames, rows = np.unique(self._columns["frame"], return_inverse=True)
        self.ids, first, units = np.unique(self._columns["id"], return_index=True, return_inverse=True)
        self._at = rows, units
        self._first = first

    @classmethod
    def from_arrays(
        cls,
        positions: Any,
        *,
        fps: float,
        unit: str,
        velocities: Any = None,
        headings: Any = None,
        length: float | None = None,
        wrap: tuple[float, float] | None = None,
    ) -> Tracks:
        """Makes tracks of arrays: positions and velocities (T, N, 2), headings (T, N). NaN, or the mask
        of a masked array, stands where a unit was not seen; velocities that are left out are those
        between neighboring frames. ``length`` is that of a body, ``wrap`` width and height of a world
        whose edges are periodic."""
        positions = _unmasked(positions)
        if positions.ndim != 3 or positions.shape[2] != 2:
            raise _core.FlockwrightError("Positions have the shape (T, N, 2).")
        t, n, _ = positions.shape
        unknown = np.full((t, n, 2), np.nan)
        ways = unknown if velocities is None else _unmasked(velocities)
        angles = unknown[:, :, 0] if headings is None else _unmasked(headings)
        if ways.shape != positions.shape or angles.shape != (t, n):
            raise _core.FlockwrightError("Velocities and headings are of the frames and units of the positions.")
        columns = {
            "frame": np.repeat(np.arange(t), n),
            "id": np.tile(np.arange(n), t),
            "x": positions[:, :, 0].ravel(),
            "y": positions[:, :, 1].ravel(),
            "vx": ways[:, :, 0].ravel(),
            "vy": ways[:, :, 1].ravel(),
            "heading": angles.ravel(),
        }
        return cls._of(columns, fps=fps, scale=None if unit is None else 1.0, unit=unit, length=length, wrap=wrap)

    @classmethod
    def _of(cls, columns: dict[str, Any], **given: Any) -> Tracks:
        of = {key: np.ascontiguousarray(columns[key], dtype=np.int64) for key in ("frame", "id")}
        n = len(of["frame"])
        for key in ("x", "y", "vx", "vy", "heading"):
            of[key] = np.ascontiguousarray(columns.get(key, np.full(n, np.nan)), dtype=float)
        return cls(_core.Tracks.of_columns(**of, **given))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self._core.npz(),)

    # Facts about all frames.

    @property
    def fps(self) -> float:
        """Frame numbers per second."""
        return self._core.fps

    @property
    def unit(self) -> str:
        """What lengths are measured in; ``u`` of a run."""
        return self._core.unit

    @property
    def length(self) -> float | None:
        """Length of a body, where it is known."""
        return self._core.length

    @property
    def link(self) -> str | None:
        """The link of the run that it is of."""
        return self._core.link

    @property
    def space(self) -> tuple[float, float, bool] | None:
        """Width and height of the run's world, and whether units see across its edges."""
        return self._core.space

    @property
    def missing(self) -> float:
        """Share of the places that are missing between each unit's first and last frame, 0 to 1."""
        return self._core.missing

    @property
    def format(self) -> str:
        """Declared format that the files were read as; empty where columns were chosen."""
        return self._core.format

    @property
    def times(self) -> np.ndarray:
        """(T,), seconds."""
        return self.frames / self.fps

    def _dense(self, *keys: str) -> np.ndarray:
        dense = np.full((len(self.frames), len(self.ids), len(keys)), np.nan, dtype=np.float32)
        for at, key in enumerate(keys):
            dense[(*self._at, at)] = self._columns[key]
        return dense if len(keys) > 1 else dense[:, :, 0]

    @property
    def positions(self) -> np.ndarray:
        """(T, N, 2)"""
        return self._dense("x", "y")

    @property
    def velocities(self) -> np.ndarray:
        """(T, N, 2), per second"""
        return self._dense("vx", "vy")

    @property
    def headings(self) -> np.ndarray:
        """(T, N)"""
        return self._dense("heading")

    @property
    def groups(self) -> np.ndarray:
        """(N,), the name of each unit's group when it is first seen."""
        return np.array(self._columns["group"])[self._first]

    @property
    def roles(self) -> np.ndarray:
        """(N,), the role of each unit when it is first seen."""
        return np.array(self._columns["role"])[self._first]

    @property
    def measured(self) -> np.ndarray:
        """(N,), whether each unit is measured, as all are but the player's craft and prey."""
        return ~np.isin(self.roles, ("player", "prey"))

    # Measures.

    def measure(self, every: int = 1) -> dict[str, np.ndarray]:
        """By measure, its value in every ``every``-th frame, (T,), and by ``frame`` their numbers; NaN
        where tracks do not say it (what needs a view, a target or the length of a body)."""
        return self._core.measure(every)

    def summary(self, every: int = 1) -> dict[str, dict[str, float]]:
        """By measure: ``mean``, ``sd`` over the frames, ``error`` of the mean (from blocks, since
        frames are correlated: Flyvbjerg & Petersen 1989), ``settled``: False where the recording is
        too short for it and the true one likely larger, ``effective_samples``: so many independent
        frames would have the same error, the number of ``samples``, and the mean number of ``units``
        in them."""
        return self._core.summary(every)

    def goals(self, every: int = 1) -> tuple[list[str], float]:
        """Goals for :func:`flockwright.tune` that make a run like these tracks, and how many seconds
        such a run is measured over (``ticks`` - ``burn_in``, at 60 per second)."""
        return self._core.bands(every)

    def pair_correlation(self, bins: int, reach: float, every: int = 1) -> tuple[np.ndarray, np.ndarray]:
        """The pair correlation g(r): the middles of the bins and the values, 1 where there is no
        order. NaN where less than half of the world, or nothing of the field, is in reach."""
        return _middles(bins, reach), self._core.pair_correlation(bins, reach, every)

    def velocity_correlation(
        self, bins: int, reach: float, every: int = 1
    ) -> tuple[np.ndarray, np.ndarray, float]:
        """The correlation C(r) of the velocities' deviations from their mean (Cavagna et al. 2010):
        the middles of the bins, the values, and the correlation length, where it first crosses 0."""
        values, length, _ = self._core.velocity_correlation(bins, reach, every)
        return _middles(bins, reach), values, length

    def correlation_length(self, bins: int, reach: float, every: int = 1) -> tuple[float, float]:
        """Where C(r) of :meth:`velocity_correlation` first crosses 0, and the standard error of that
        from ten blocks of frames (jackknife)."""
        return self._core.velocity_correlation(bins, reach, every)[1:]

    def values(self, what: str, every: int = 1) -> np.ndarray:
        """All values of ``speed``, ``turning`` (rad/s), ``acceleration``, ``nearest`` (distance) or
        ``bearing`` (angle to the nearest, 0 ahead to pi behind): for a histogram."""
        return self._core.values(what, every)

    def force_map(
        self, bins: int, reach: float, *, nearest: bool = False, every: int = 1
    ) -> dict[str, np.ndarray]:
        """What units do by where their neighbors are (Katz et al. 2011, Herbert-Read et al. 2011), each
        (2 bins, 2 bins), rows from behind to ahead, columns from left to right, 2 ``reach`` wide:
        ``count`` of neighbors there, mean ``speeding`` (acceleration ahead) and mean ``turning`` to
        the right (rad/s). Of all neighbors, or of the ``nearest`` alone."""
        found = self._core.force_map(bins, reach, nearest, every)
        return {key: of.reshape(2 * bins, 2 * bins) for key, of in found.items()}

    def delays(self, longest: float = 4.0) -> dict[str, np.ndarray]:
        """Who leads whom: directional correlation delays (Nagy et al. 2010). ``delay`` (N, N): so many
        seconds after unit i the unit j takes i's direction, up to ``longest``; negative where j leads,
        NaN where the two do not move alike (a correlation below 0.5). ``correlation`` (N, N) at that
        delay, ``ids`` (N,) of rows and columns, and ``lead`` (N,): the mean of each row."""
        ids, delay, correlation, lead = self._core.delays(longest)
        n = len(ids)
        return {
            "ids": np.array(ids),
            "delay": delay.reshape(n, n),
            "correlation": correlation.reshape(n, n),
            "lead": np.array(lead),
        }

    def shapes(self, every: int = 1) -> dict[str, np.ndarray]:
        """The shape of the group over time, each (T,): ``time``, the standard deviations of the places
        ``along`` its way and ``across`` it, and along the ``major`` and ``minor`` axis of the ellipse
        that fits best. Frames with fewer than three units have none."""
        return self._core.shapes(every)

    def fronts(self, every: int = 1) -> dict[int, float]:
        """By id: the mean share of the others that are behind it, 0 for the last and 1 for the first."""
        return dict(self._core.fronts(every))

    def anisotropy(self, neighbors: int, every: int = 1) -> np.ndarray:
        """Of the nearest, the second nearest and so on, (neighbors,): the mean of cos 2θ, θ its angle
        from the heading. Above 0 they are ahead or behind, below abreast (after Ballerini et al. 2008)."""
        return self._core.anisotropy(neighbors, every)

    def without(self, id: int) -> Tracks:
        """The same tracks without one of the units: to leave one out at a time."""
        return Tracks(self._core.without(id))

    # Files and tables.

    def columns(self) -> dict[str, Any]:
        """A long table: ``frame``, ``time``, ``id``, ``group``, ``role``, ``x``, ``y``, ``vx``,
        ``vy``, ``heading``, each with a value per unit and frame."""
        return dict(self._columns)

    def save(self, path: str | Path) -> None:
        """Writes a file that :func:`read_tracks`, the command line and the page read: ``.csv``,
        ``.npz``, or ``.parquet`` where Polars or pandas with PyArrow is installed."""
        path = Path(path)
        if path.suffix == ".npz":
            path.write_bytes(self._core.npz())
        elif path.suffix == ".csv":
            path.write_text(self._core.csv())
        elif path.suffix == ".parquet":
            _write_parquet(self, path)
        else:
            raise _core.FlockwrightError(f"{path}: tracks are written as .csv, .npz or .parquet.")

    def __repr__(self) -> str:
        return f"<Tracks of {len(self.ids)} units, {len(self.frames)} frames, {self.fps} per second, in {self.unit}>"


def _unmasked(values: Any) -> np.ndarray:
    """Floats with NaN for masked values."""
    return np.ma.filled(np.ma.asarray(values, dtype=float), np.nan)


def _unpickled(arrays: bytes) -> Tracks:
    return Tracks(_core.Tracks.read([("pickled tracks", arrays)], None, None, None, None, None, [], [], None))


def _middles(bins: int, reach: float) -> np.ndarray:
    return (np.arange(bins) + 0.5) * reach / bins


def _write_parquet(tracks: Tracks, path: Path) -> None:
    known = {"fps": tracks.fps, "unit": tracks.unit, "length": tracks.length, "link": tracks.link}
    columns = tracks.columns()
    # What is said of all rows stands in each: readers of all kinds keep columns, not remarks.
    columns.update({key: value for key, value in known.items() if value is not None})
    try:
        import polars

        long = {key: value for key, value in columns.items() if not isinstance(value, (float, str))}
        table = polars.DataFrame(long)
        same = {key: value for key, value in columns.items() if key not in long}
        table.with_columns(**{key: polars.lit(value) for key, value in same.items()}).write_parquet(path)
    except ImportError:
        import pandas

        pandas.DataFrame(columns).to_parquet(path)


def read_tracks(
    *files: Any,
    fps: float | None = None,
    scale: float | None = None,
    unit: str | None = None,
    length: float | None = None,
    y: str | None = None,
    columns: dict[str, str | int] | str | None = None,
    missing: list[tuple[float, float]] | None = None,
    wrap: tuple[float, float] | None = None,
) -> Tracks:
    """Reads the files of one recording. Formats that are recognized: what a run was saved as (and tables with its
    names: frame or time, id, x, y), idtracker.ai (with its ``attributes.json`` beside it), TRex (one CSV or npz per
    individual), trackpy, Juelich (txt), TrajNet++ (ndjson), wide tables x1, y1, x2, y2; as files, Parquet, or data
    frames of pandas or Polars. :attr:`Tracks.format` names the format.

    Of any other table, ``columns`` says which column is which, by number from 1 or name: ``{"frame": 1, "id": "ant",
    "x": 3, "y": 4}``. Times are ``time`` (s), ``time_ms``, ``time_us``, ``time_ns``, ``time_min`` or ``time_h``; with
    ``w`` and ``h``, or ``x2`` and ``y2``, the middle of a box is the place; ``"wide"`` reads x1, y1, x2, y2 as two
    animals.

    Options count before what the files declare, and what they do not declare has to be given: ``fps``, and ``unit``,
    with ``scale`` where a length in the files is that many of it. ``length`` is that of a body, in ``unit``: without
    it nothing is measured in lengths. ``y`` is "up" or "down", by default the direction of the format. ``missing`` are
    places that stand for an animal that was not seen, as in ``[(0, 0)]``. ``wrap`` is width and height of a world
    whose edges are periodic, in lengths of the files. Remarks about the files are warnings.
    """
    if y not in (None, "down", "up"):
        raise _core.FlockwrightError(f'y grows "down" or "up", not {y!r}.')
    is_up = None if y is None else y == "up"
    if isinstance(columns, str):
        if columns != "wide":
            raise _core.FlockwrightError('columns is a dict of columns, or "wide".')
        columns = {"wide": ""}
    chosen = [(role, str(name)) for role, name in (columns or {}).items()]
    given = (fps, scale, unit, length, is_up, chosen, list(missing or []), wrap)
    core = _core.Tracks.read([_bytes_of(file) for file in files], *given)
    for note in core.notes:
        warnings.warn(note, stacklevel=2)
    return Tracks(core)


def _bytes_of(file: Any) -> tuple[str, bytes]:
    """Name and bytes of a file, or of a data frame as CSV."""
    if hasattr(file, "write_csv"):
        return "the data frame", file.write_csv().encode()
    if hasattr(file, "to_csv"):
        named = any(name is not None for name in file.index.names)
        return "the data frame", file.to_csv(index=named).encode()
    path = Path(file)
    if path.suffix == ".parquet":
        return str(path), _parquet_text(path).encode()
    return str(path), path.read_bytes()


def _parquet_text(path: Path) -> str:
    """As a table in text: long, or wide as idtracker.ai's."""
    try:
        import polars

        table = polars.read_parquet(path)
        names = table.columns
        one = {key: table[key][0] for key in ("fps", "unit", "length", "link") if key in names and len(table)}
        text = table.drop(list(one)).write_csv()
    except ImportError:
        import pandas

        frame = pandas.read_parquet(path)
        one = {key: frame[key].iloc[0] for key in ("fps", "unit", "length", "link") if key in frame and len(frame)}
        text = frame.drop(columns=list(one)).to_csv(index=False)
    return "".join(f"# {key} {value}\n" for key, value in one.items()) + text


def measure(tracks: Tracks | str | Path, every: int = 1, **given: Any) -> dict[str, dict[str, float]]:
    """What tracks, or a file of them (see :func:`read_tracks`), say of every measure: as
    :meth:`Tracks.summary`."""
    if not isinstance(tracks, Tracks):
        tracks = read_tracks(tracks, **given)
    return tracks.summary(every)
