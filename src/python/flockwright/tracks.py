"""Tracks: positions of units by frame, from runs or from films of animals."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np

from . import _core


class Tracks:
    """Positions, velocities and headings of N units in T frames.

    Created by :meth:`World.record <flockwright.World.record>`, :func:`read_tracks` or
    :meth:`from_arrays`. The numbers of a unit that is absent in a frame are NaN. Lengths are in
    :attr:`unit`, angles in radians, clockwise if y points down.
    """

    def __init__(self, core: _core.Tracks) -> None:
        self._core = core
        self._columns = core.columns()
        self.frames: np.ndarray
        """Numbers of the frames, (T,): ticks of a run or frames of a film."""
        self.ids: np.ndarray
        """Ids of the units, (N,)."""
        self.frames, rows = np.unique(self._columns["frame"], return_inverse=True)
        self.ids, first, units = np.unique(self._columns["id"], return_index=True, return_inverse=True)
        self._frame_and_unit_indices = rows, units
        self._first_rows = first

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
        """Creates tracks from arrays: positions and velocities (T, N, 2), headings (T, N). NaN or the
        mask of a masked array marks a unit that was not seen. Velocities default to differences between
        neighboring frames. ``length`` is the length of a body, ``wrap`` the width and height of a world
        with periodic edges."""
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
        scale = None if unit is None else 1.0
        return cls._from_columns(columns, fps=fps, scale=scale, unit=unit, length=length, wrap=wrap)

    @classmethod
    def _from_columns(cls, columns: dict[str, Any], **given: Any) -> Tracks:
        of = {key: np.ascontiguousarray(columns[key], dtype=np.int64) for key in ("frame", "id")}
        n = len(of["frame"])
        for key in ("x", "y", "vx", "vy", "heading"):
            of[key] = np.ascontiguousarray(columns.get(key, np.full(n, np.nan)), dtype=float)
        return cls(_core.Tracks.of_columns(**of, **given))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self._core.npz(),)

    @property
    def fps(self) -> float:
        """Frame numbers per second."""
        return self._core.fps

    @property
    def unit(self) -> str:
        """Unit of lengths; ``u`` for a run."""
        return self._core.unit

    @property
    def length(self) -> float | None:
        """Length of a body, if known."""
        return self._core.length

    @property
    def link(self) -> str | None:
        """Link of the recorded run; None for a film."""
        return self._core.link

    @property
    def space(self) -> tuple[float, float, bool] | None:
        """Width and height of the run's world, and True if units perceive across its edges."""
        return self._core.space

    @property
    def missing(self) -> float:
        """Share of positions that are missing between each unit's first and last frame, 0..1."""
        return self._core.missing

    @property
    def format(self) -> str:
        """Recognized format of the files; empty if the columns were chosen."""
        return self._core.format

    @property
    def times(self) -> np.ndarray:
        """Time of each frame, s, (T,): its number divided by :attr:`fps`."""
        return self.frames / self.fps

    def _dense(self, *keys: str) -> np.ndarray:
        dense = np.full((len(self.frames), len(self.ids), len(keys)), np.nan, dtype=np.float32)
        for at, key in enumerate(keys):
            dense[(*self._frame_and_unit_indices, at)] = self._columns[key]
        return dense if len(keys) > 1 else dense[:, :, 0]

    @property
    def positions(self) -> np.ndarray:
        """Positions, (T, N, 2)."""
        return self._dense("x", "y")

    @property
    def velocities(self) -> np.ndarray:
        """Velocities, per second, (T, N, 2)."""
        return self._dense("vx", "vy")

    @property
    def headings(self) -> np.ndarray:
        """Headings, rad, (T, N)."""
        return self._dense("heading")

    @property
    def groups(self) -> np.ndarray:
        """Name of each unit's group in its first frame, (N,)."""
        return np.array(self._columns["group"])[self._first_rows]

    @property
    def roles(self) -> np.ndarray:
        """Role of each unit in its first frame, (N,)."""
        return np.array(self._columns["role"])[self._first_rows]

    @property
    def measured(self) -> np.ndarray:
        """True for units that measures include, (N,): all but the player's craft and prey."""
        return ~np.isin(self.roles, ("player", "prey"))

    def measure(self, every: int = 1) -> dict[str, np.ndarray]:
        """Value of each measure in every ``every``-th frame, (T,), and the numbers of these frames as
        ``frame``. NaN if the measure needs something that tracks lack: a view, a target or the length
        of a body."""
        return self._core.measure(every)

    def summary(self, every: int = 1) -> dict[str, dict[str, float]]:
        """Statistics of each measure over the frames: ``mean``, ``sd``, standard ``error`` of the mean
        (from blocks, since frames are correlated: Flyvbjerg & Petersen 1989), ``settled`` (False if the
        recording is too short, so that the true error is likely larger), ``effective_samples`` (number
        of independent frames with the same error), number of ``samples``, mean number of ``units`` in a frame, and
        share of positions that are ``missing`` between each unit's first and last frame."""
        return self._core.summary(every)

    def goals(self, every: int = 1) -> tuple[list[str], float]:
        """Goals for :func:`flockwright.tune` that a run like these tracks meets, and the time over which
        such a run is measured, s (``ticks`` - ``burn_in``, at 60 per second)."""
        return self._core.bands(every)

    def pair_correlation(self, bins: int, reach: float, every: int = 1) -> tuple[np.ndarray, np.ndarray]:
        """Pair correlation g(r): centers of the bins, and values; 1 means no order. NaN if less than
        half of the world, or nothing of the field of view, is at that distance."""
        return _bin_centers(bins, reach), self._core.pair_correlation(bins, reach, every)

    def velocity_correlation(
        self, bins: int, reach: float, every: int = 1
    ) -> tuple[np.ndarray, np.ndarray, float]:
        """Correlation C(r) of the velocities' deviations from their mean (Cavagna et al. 2010):
        centers of the bins, values, and the correlation length, at which C(r) first crosses 0."""
        values, length, _ = self._core.velocity_correlation(bins, reach, every)
        return _bin_centers(bins, reach), values, length

    def correlation_length(self, bins: int, reach: float, every: int = 1) -> tuple[float, float]:
        """Distance at which C(r) of :meth:`velocity_correlation` first crosses 0, and its standard
        error from ten blocks of frames (jackknife)."""
        return self._core.velocity_correlation(bins, reach, every)[1:]

    def values(self, what: str, every: int = 1) -> np.ndarray:
        """All values, for a histogram, of ``speed``, ``turning`` (rad/s), ``acceleration``, ``nearest``
        (distance to the nearest unit) or ``bearing`` (angle to it, from 0 ahead to pi behind)."""
        return self._core.values(what, every)

    def force_map(
        self, bins: int, reach: float, *, nearest: bool = False, every: int = 1
    ) -> dict[str, np.ndarray]:
        """Force map: reaction of the units by the position of their neighbors (Katz et al. 2011,
        Herbert-Read et al. 2011). Each map has the shape (2 bins, 2 bins), rows from behind to ahead,
        columns from left to right, 2 ``reach`` wide: ``count`` of neighbors, mean ``speeding``
        (acceleration ahead) and mean ``turning`` to the right (rad/s). Uses all neighbors, or only the
        ``nearest``."""
        found = self._core.force_map(bins, reach, nearest, every)
        return {key: of.reshape(2 * bins, 2 * bins) for key, of in found.items()}

    def delays(self, longest: float = 4.0) -> dict[str, np.ndarray]:
        """Directional correlation delays, which show who leads (Nagy et al. 2010). ``delay`` (N, N):
        time, s, after which unit j takes the direction of unit i, at most ``longest``; negative if j
        leads, NaN if their correlation is below 0.5. ``correlation`` (N, N) at that delay, ``ids`` (N,)
        of rows and columns, and ``lead`` (N,): mean of each row of ``delay``."""
        ids, delay, correlation, lead = self._core.delays(longest)
        n = len(ids)
        return {
            "ids": np.array(ids),
            "delay": delay.reshape(n, n),
            "correlation": correlation.reshape(n, n),
            "lead": np.array(lead),
        }

    def shapes(self, every: int = 1) -> dict[str, np.ndarray]:
        """Shape of the group over time, each (T,): ``time`` (s), and standard deviations of the positions
        ``along`` and ``across`` the direction of motion, and along the ``major`` and ``minor`` axis of
        the fitted ellipse. Frames with fewer than three units are left out."""
        return self._core.shapes(every)

    def fronts(self, every: int = 1) -> dict[int, float]:
        """Mean share of the other units that are behind, by id: 0 for the last unit, 1 for the first."""
        return dict(self._core.fronts(every))

    def anisotropy(self, neighbors: int, every: int = 1) -> np.ndarray:
        """Mean of cos 2θ for the nearest neighbor, the second nearest and so on, (neighbors,), where θ is
        the neighbor's angle from the heading: above 0 ahead or behind, below 0 abreast (after Ballerini
        et al. 2008)."""
        return self._core.anisotropy(neighbors, every)

    def without(self, id: int) -> Tracks:
        """A copy without the unit ``id``, for leave-one-out analyses."""
        return Tracks(self._core.without(id))

    def columns(self) -> dict[str, Any]:
        """Long table with one row per unit and frame: ``frame``, ``time``, ``id``, ``group``, ``role``,
        ``x``, ``y``, ``vx``, ``vy``, ``heading``."""
        return dict(self._columns)

    def save(self, path: str | Path) -> None:
        """Writes a file for :func:`read_tracks`, the command line and the page: ``.csv``, ``.npz``, or
        ``.parquet`` if Polars or pandas with PyArrow is installed."""
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
    """Converts an array to floats, with NaN for masked values."""
    return np.ma.filled(np.ma.asarray(values, dtype=float), np.nan)


def _unpickled(arrays: bytes) -> Tracks:
    return Tracks(_core.Tracks.read([("pickled tracks", arrays)], None, None, None, None, None, [], [], None))


def _bin_centers(bins: int, reach: float) -> np.ndarray:
    return (np.arange(bins) + 0.5) * reach / bins


def _write_parquet(tracks: Tracks, path: Path) -> None:
    known = {"fps": tracks.fps, "unit": tracks.unit, "length": tracks.length, "link": tracks.link}
    columns = tracks.columns()
    # Facts about all frames are written as columns too, since most readers keep columns and drop remarks.
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
    """Reads the files of one recording. Recognized formats: saved runs (and tables with the same column names: frame or
    time, id, x, y), idtracker.ai (with its ``attributes.json`` beside it), TRex (one CSV or npz per individual),
    trackpy, Juelich (txt), TrajNet++ (ndjson), and wide tables x1, y1, x2, y2; as text, as Parquet, or as data frames
    of pandas or Polars. :attr:`Tracks.format` names the format.

    For any other table, ``columns`` assigns columns by number (from 1) or name: ``{"frame": 1, "id": "ant", "x": 3,
    "y": 4}``. Times are ``time`` (s), ``time_ms``, ``time_us``, ``time_ns``, ``time_min`` or ``time_h``. With ``w`` and
    ``h``, or ``x2`` and ``y2``, the position is the center of a box. ``"wide"`` reads x1, y1, x2, y2 as two animals.

    Options take precedence over declarations in the files. ``fps`` and ``unit`` are required if the files do not
    declare them; ``scale`` is the size, in ``unit``, of a length 1 in the files. ``length`` is the length of a body
    in ``unit``; without it, measures in body lengths are undefined. ``y`` is "up" or "down", by default the
    direction of the format. ``missing`` lists positions that mean "not seen", as in ``[(0, 0)]``. ``wrap`` is the
    width and height of a world with periodic edges, in lengths of the files. Remarks about the files are issued as
    warnings.
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
    """Name and bytes of a file, or of a data frame converted to CSV."""
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
    """Converts a Parquet file to CSV with its metadata as remarks."""
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
    """:meth:`Tracks.summary` of tracks, or of a file (see :func:`read_tracks`, which takes ``given``)."""
    if not isinstance(tracks, Tracks):
        tracks = read_tracks(tracks, **given)
    return tracks.summary(every)
