"""Flocking and steering behaviors: the runs of Flockwright as arrays, reproducible bit by bit.

>>> import flockwright as fw
>>> world = fw.World.from_link("scene=flock-limited&seed=7")
>>> world.step(600)
>>> world.positions.shape
(60, 2)

A link describes a run completely: the page, the command line and this package compute the same hash
for it. Lengths are in world units (u), speeds in u/s, angles in radians: 0 points right, clockwise,
since y points down. A tick is 1/60 s.
"""

from typing import Any

from ._core import FlockwrightError
from ._core import version as __version__
from .catalog import behaviors, declare_measure, measures, params, scenes
from .study import Report, evaluate, frame, jobs, sweep, tune
from .tracks import Tracks, measure, read_tracks
from .world import DT, Event, Group, StaleView, View, World, walls_from_tiles

__all__ = [
    "DT",
    "Event",
    "FlockwrightError",
    "Group",
    "Report",
    "StaleView",
    "Tracks",
    "View",
    "World",
    "__version__",
    "behaviors",
    "declare_measure",
    "evaluate",
    "frame",
    "jobs",
    "measure",
    "measures",
    "params",
    "read_tracks",
    "scenes",
    "sweep",
    "tune",
    "walls_from_tiles",
]

_MOVED_FILES = {"zoo": "flock_env.py", "widget": "flock_widget.py"}


def __getattr__(name: str) -> Any:
    if name in _MOVED_FILES:
        raise AttributeError(
            f"flockwright.{name} is an example now: copy src/python/examples/{_MOVED_FILES[name]} from the sources."
        )
    raise AttributeError(f"module 'flockwright' has no attribute {name!r}")
