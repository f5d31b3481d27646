"""Views of the units: the core's own memory as arrays, without a copy."""

from __future__ import annotations

from typing import Any

import numpy as np


class StaleView(RuntimeError):
    """Units have come or gone since the view was taken: take it anew, or copy it before."""


class View(np.ndarray):
    """A read-only array that leads into a world's memory: each tick changes what it shows.

    What is computed from it is a plain array. Once units come or go, it raises ``StaleView``;
    ``view.copy()`` is a plain array that stays as it is. ``numpy.asarray(view)`` and views that
    others make of it are not asked: they then show the last state before the change.
    """

    def __array_finalize__(self, parent: Any) -> None:
        self._array = getattr(parent, "_array", None)

    @property
    def stale(self) -> bool:
        """Whether units have come or gone since."""
        return self._array is not None and self._array.stale

    def _fresh(self) -> np.ndarray:
        if self.stale:
            raise StaleView("Units have come or gone since this view was taken: take it anew.")
        return self.view(np.ndarray)

    def __getitem__(self, key: Any) -> Any:
        self._fresh()
        return super().__getitem__(key)

    def __iter__(self) -> Any:
        return iter(self._fresh())

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        # Also what is written to: `ways /= length`.
        plain = {key: _plain(one) for key, one in options.items()}
        return getattr(ufunc, method)(*map(_plain, inputs), **plain)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        return function(*map(_plain, args), **{key: _plain(one) for key, one in options.items()})

    def copy(self, order: str = "C") -> np.ndarray:
        """A plain array of what it shows now."""
        return self._fresh().copy(order)

    def __repr__(self) -> str:
        return "View(stale)" if self.stale else f"View({np.ndarray.__repr__(self._fresh())})"


def _plain(one: Any) -> Any:
    if isinstance(one, View):
        return one._fresh()
    if type(one) in (list, tuple):
        return type(one)(map(_plain, one))
    return one


def of(array: Any) -> View:
    """The view of an array of the core."""
    view = np.asarray(array).view(View)
    view._array = array
    return view
