"""What there is: scenes, parameters, measures, behaviors."""

from __future__ import annotations

from typing import Any

from . import _core, check

# Texts of measures of one's own, by key: what runs on other machines has to know them.
_declared: dict[str, str] = {}


def scenes() -> dict[str, dict[str, Any]]:
    """All scenes by key: title, category, what there is to see, source, and the link."""
    return _core.scenes()


def params(what: str) -> dict[str, dict[str, Any]]:
    """All parameters of a scene (by its key) or a link, by key, in the order of the page's panel.

    Each has ``label``, ``unit``, ``value``, ``default``, ``min`` and ``max`` or ``choices``,
    ``doc`` and ``source``.
    """
    check.text("what", what)
    link = what if "=" in what else f"v={_core.link_version}&scene={what}"
    return {param["key"]: param for param in _core.params(link)}


def measures() -> dict[str, dict[str, Any]]:
    """All measures by key: label, unit, range, meaning, definition, source."""
    return _core.measures()


def declare_measure(text: str) -> str:
    """Adds a measure of your own and gives its key: one line of text over all units.

    >>> declare_measure('measure fast\\nbe mean(i in all: i.speed) in 0..200 "u/s"')
    'fast'

    From then on it stands beside the others: in :func:`measures`, ``World.measures()``,
    :func:`evaluate`, :func:`sweep`, and in goals of :func:`tune`. A measure of the same key is
    replaced.
    """
    key = _core.declare_measure(check.text("text", text))
    _declared[key] = text
    return key


def behaviors() -> dict[str, dict[str, Any]]:
    """All behaviors by key: label, and the bodies that they steer."""
    return _core.behaviors()
