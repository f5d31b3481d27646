"""Studies of many runs: sweeps over parameters, and the search for parameters that meet goals."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from . import _core, catalog, check

_LIST_KEYS = ("axes", "vary", "goals")
_COUNT_KEYS = ("ticks", "burn_in", "every")


def _as_json(what: Mapping[str, Any] | str, options: Mapping[str, Any]) -> str:
    """Converts a plan or a task (a link, a mapping, or the name of a TOML file) to JSON; options take precedence."""
    if isinstance(what, str):
        plan = _read_toml(what) if what.endswith(".toml") else {"base": what}
    else:
        plan = dict(check.mapping("plan", what))
    plan.update({key: value for key, value in options.items() if value is not None})
    for key in _LIST_KEYS:
        if isinstance(plan.get(key), str):
            plan[key] = [plan[key]]
        elif key in plan:
            if not isinstance(plan[key], Iterable):
                raise check.wrong_argument(key, "a list of texts", plan[key])
            plan[key] = list(plan[key])
    for key in _COUNT_KEYS:
        if plan.get(key) is not None:
            plan[key] = check.count(key, plan[key], most=2**63)
    if isinstance(plan.get("seeds"), range):
        plan["seeds"] = list(plan["seeds"])
    return _json(plan)


def _json(plan: Any) -> str:
    try:
        # NaN and infinity raise an error, since JSON has no notation for them.
        return json.dumps(plan, default=lambda value: value.item(), allow_nan=False)
    except (AttributeError, TypeError, ValueError) as why:
        raise check.wrong_argument("plan", "of texts, finite numbers and lists of them", plan) from why


def _checked_threads(threads: Any, note: Any) -> int | None:
    if note is not None and not callable(note):
        raise check.wrong_argument("note", "a function", note)
    return None if threads is None else check.count("threads", threads, least=1, most=1024)


def _read_toml(name: str) -> dict[str, Any]:
    if sys.version_info < (3, 11):
        raise _core.FlockwrightError("TOML files need Python 3.11: give the plan as a mapping.")
    import tomllib

    with open(name, "rb") as file:
        return tomllib.load(file)


def jobs(plan: Mapping[str, Any] | str, **options: Any) -> list[dict[str, Any]]:
    """The runs of a plan as plain data, which :func:`evaluate` runs here or on another machine.

    ``plan`` is a link, a mapping or a TOML file with the keys of the command line's ``sweep``:
    ``base``, ``axes`` (``"cohesion=0..4/8"``), ``seeds`` (a number or a list), ``ticks``,
    ``burn_in``, ``every``, ``design``, ``points``. ``options`` set further keys. Declared measures
    are sent along.
    """
    planned = json.loads(_core.plan_jobs(_as_json(plan, options)))
    own = list(catalog._declared_measures.values())
    return [{**job, "measures": own} for job in planned] if own else planned


def evaluate(job: Mapping[str, Any]) -> dict[str, Any]:
    """Runs one of :func:`jobs` and returns its row: the values of the axes, the seed, the link, the
    hash, and the mean, the standard deviation and the last value of every measure over the window.

    ``client.map(evaluate, jobs(plan))`` runs a plan on Dask, ``ray.remote(evaluate)`` on Ray.
    """
    check.mapping("job", job)
    for text in job.get("measures", ()):
        catalog.declare_measure(text)
    return _core.evaluate(_json([dict(job)]), 1)[0]


def sweep(
    plan: Mapping[str, Any] | str,
    *,
    settle: str | None = None,
    threads: int | None = None,
    note: Callable[[int, int], None] | None = None,
    **options: Any,
) -> Any:
    """Runs a plan (see :func:`jobs`) on all processors, or on ``threads`` of them.

    ``settle`` is the key of a measure: trial runs, of 2400 ticks and doubled up to 19200, find the
    length at which it has settled for every combination of parameters, by all seeds together. The time
    that the trial runs take is printed before they start. ``ticks`` and ``burn_in`` set the length without trial runs.

    Returns one row per run in the order of the plan: a data frame of Polars or pandas if one of them
    is installed, else a list of dicts. ``note(done, all)`` is called after each run.
    """
    threads = _checked_threads(threads, note)
    if settle is not None:
        given = [key for key in ("ticks", "burn_in") if options.get(key) is not None]
        if given:
            raise _core.FlockwrightError(f"settle finds the length of the runs: it cannot be used with {given[0]}.")
        text = _as_json(plan, options)
        options["ticks"] = _core.settle(text, str(settle), lambda line: print(line, file=sys.stderr), threads)
        options["burn_in"] = options["ticks"] // 2
    rows = _core.evaluate(json.dumps(jobs(plan, **options)), threads, note)
    return frame(rows)


def frame(rows: Iterable[Mapping[str, Any]]) -> Any:
    """Converts rows to a data frame of Polars or pandas if one is installed, else to a list."""
    rows = list(rows)
    try:
        import polars

        return polars.DataFrame(rows, infer_schema_length=None)
    except ImportError:
        pass
    try:
        import pandas

        return pandas.DataFrame(rows)
    except ImportError:
        return rows


@dataclass
class Report:
    """Result of a search for parameters."""

    link: str
    """Link of the best candidate, with the seed of ``base``."""
    changes: list[dict[str, Any]]
    """Changed parameters of the best candidate, the largest change first: key, from, to, share of the axis."""
    intervals: list[dict[str, Any]]
    """Range of each parameter among the candidates that met all goals: key, low, high."""
    exam: dict[str, Any]
    """Test on unseen seeds: ``passed`` of ``of`` runs met all goals; ``bands`` has the result for each goal."""
    longer: dict[str, Any]
    """As ``exam``, with runs of twice the length."""
    candidates: int
    runs: int
    ticks: int


def tune(
    base: Mapping[str, Any] | str,
    goals: Iterable[str] | str | None = None,
    vary: Iterable[str] | str | None = None,
    *,
    threads: int | None = None,
    note: Callable[[dict[str, Any]], None] | None = None,
    **options: Any,
) -> Report:
    """Searches for parameters that meet goals, and tests the best candidate on unseen seeds.

    ``base`` is a link, a mapping or a TOML file with the keys of the command line's ``tune``;
    ``goals`` are ranges of measures (``"polarization=0.95.."``, ``"spacing=1.5..2.5"``), ``vary``
    ranges of parameters (``"cohesion=0..4"``). ``options``: ``runs``, ``ticks``, ``burn_in``,
    ``every``, ``seed``, ``tries``, ``method``. ``note`` is called with the progress after each
    generation.
    """
    threads = _checked_threads(threads, note)
    task = _as_json(base, {"goals": goals, "vary": vary, **options})
    report = (lambda text: note(json.loads(text))) if note else None
    return Report(**json.loads(_core.tune(task, threads, report)))
