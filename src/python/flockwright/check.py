"""Checks of arguments: each raises :class:`FlockwrightError` with a sentence that names the argument."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _core

MAX_TICKS = 1_000_000_000
"""Maximum number of ticks per call."""


def wrong_argument(name: str, wanted: str, value: Any) -> _core.FlockwrightError:
    shown = repr(value)
    shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
    return _core.FlockwrightError(f"{name} is to be {wanted}, not {shown}.")


def count(name: str, value: Any, least: int = 0, most: int = 2**32 - 1) -> int:
    """Returns ``value`` as an int, a whole number from ``least`` to ``most``."""
    try:
        number = None if isinstance(value, (bool, np.bool_)) else operator.index(value)
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        raise wrong_argument(name, f"a whole number from {least} to {most}", value)
    return number


def number(name: str, value: Any) -> float:
    """Returns ``value`` as a float, a finite number."""
    try:
        found = None if isinstance(value, (bool, np.bool_, str, bytes)) else float(value)
    except (TypeError, ValueError, OverflowError):
        found = None
    # The core computes with 32-bit floats, whose largest value is about 3.4e38.
    if found is None or not math.isfinite(found) or abs(found) > 3.4e38:
        raise wrong_argument(name, "a finite number", value)
    return found


def point(name: str, value: Any) -> tuple[float, float]:
    """Returns ``value`` as two floats, both finite."""
    try:
        x, y = value
        return number(name, x), number(name, y)
    except (TypeError, ValueError) as why:
        raise wrong_argument(name, "two finite numbers", value) from why


def text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise wrong_argument(name, "a text", value)
    return value


def mapping(name: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise wrong_argument(name, "a mapping", value)
    return value


def floats(name: str, value: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Returns ``value`` as a float32 array of this shape."""
    try:
        # A number beyond the range of float32 becomes infinite, which the core refuses.
        with np.errstate(over="ignore"):
            array = np.array(value, dtype=np.float32)
    except (TypeError, ValueError) as why:
        raise wrong_argument(name, f"an array of numbers of the shape {shape}", value) from why
    if array.shape != shape:
        raise wrong_argument(name, f"an array of the shape {shape}", array.shape)
    return array
