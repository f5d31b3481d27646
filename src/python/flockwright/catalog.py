"""Catalogs of scenes, parameters, measures and behaviors."""

from __future__ import annotations

from typing import Any

from . import _core, check

# Texts of the measures that :func:`declare_measure` has added, by key; `study.jobs` adds them to each job.
_declared_measures: dict[str, str] = {}


def scenes() -> dict[str, dict[str, Any]]:
    """All scenes by key: title, category, sentences about the scene, source, and the link that opens it."""
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
    """All measures (numbers computed from a state) by key: label, unit, range, meaning, definition, source."""
    return _core.measures()


def declare_measure(text: str) -> str:
    """Adds your own measure from its text, or replaces the one of the same key; returns the key.

    >>> declare_measure('measure fast\\nbe mean(i in all: i.speed) in 0..200 "u/s"')
    'fast'

    The measure is then part of :func:`measures`, ``World.measures()``, :func:`evaluate` and
    :func:`sweep`, and can be a goal of :func:`tune`.
    """
    key = _core.declare_measure(check.text("text", text))
    _declared_measures[key] = text
    return key


def behaviors() -> dict[str, dict[str, Any]]:
    """All behaviors by key: label, sentence (``says``), the kinds of body that they can steer, and for recipes,
    which ship as texts to start from, the text of their rule (otherwise ``None``)."""
    return _core.behaviors()
