"""Arrays that share the memory of the core instead of copying it."""

from __future__ import annotations

from typing import Any

import numpy as np


class StaleView(RuntimeError):
    """A view was used after units were added or removed: get it from the world again, or copy it before."""


class View(np.ndarray):
    """A read-only array that shares a world's memory: its values change with each tick.

    Results computed from it are plain arrays, as is ``view.copy()``. After units were added or
    removed, any use raises ``StaleView``. ``numpy.asarray(view)`` and arrays derived from that
    cannot raise: they keep the last state before the change.
    """

    def __array_finalize__(self, parent: Any) -> None:
        self._array = getattr(parent, "_array", None)

    @property
    def stale(self) -> bool:
        """True once units were added or removed."""
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
        # The output array `out` of an operation such as `ways /= length` is among the `options`.
        plain = {key: _without_views(one) for key, one in options.items()}
        return getattr(ufunc, method)(*map(_without_views, inputs), **plain)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        return function(*map(_without_views, args), **{key: _without_views(one) for key, one in options.items()})

    def copy(self, order: str = "C") -> np.ndarray:
        """A plain array with the current values."""
        return self._fresh().copy(order)

    def __repr__(self) -> str:
        return "View(stale)" if self.stale else f"View({np.ndarray.__repr__(self._fresh())})"


def _without_views(one: Any) -> Any:
    if isinstance(one, View):
        return one._fresh()
    if type(one) in (list, tuple):
        return type(one)(map(_without_views, one))
    return one


def of(array: Any) -> View:
    """Wraps an array of the compiled module as a :class:`View`."""
    view = np.asarray(array).view(View)
    view._array = array
    return view
