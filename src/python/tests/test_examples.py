"""The notebooks run as they stand, and come to what they say."""

import json
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name, monkeypatch):
    matplotlib = pytest.importorskip("matplotlib")
    pytest.importorskip("pandas")
    matplotlib.use("Agg")
    cells = [cell for cell in json.loads((EXAMPLES / name).read_text())["cells"] if cell["cell_type"] == "code"]
    names = {}
    for number, cell in enumerate(cells):
        exec(compile("".join(cell["source"]), f"{name}, cell {number}", "exec"), names)
    return cells, names


def test_a_flock_is_measured_and_a_hidden_one_is_found(monkeypatch):
    cells, names = run("flock.ipynb", monkeypatch)
    assert len([line for line in cells[0]["source"] if line.strip()]) <= 10
    order = names["points"]["mean"]
    assert order.iloc[0] > 0.95 and order.iloc[-1] < 0.4 and (names["points"]["sem"] >= 0).all()
    assert names["forces"]["count"].sum() > 1000
    # What is hidden, within the errors.
    posterior = names["posterior"]
    assert abs(posterior.mean() - 1.8) < 2 * posterior.std() and posterior.std() < 0.5
    assert abs(names["found"]["noise"] - 1.8) < 2 * posterior.std()
    assert abs(names["found"]["speed"] - 25) < 1
    # On time that the search never saw.
    for key in names["wanted"]:
        animals, model = names["animals"][key], names["model"][key]
        error = np.hypot(animals["error"], model["error"])
        assert abs(animals["mean"] - model["mean"]) < max(5 * error, 0.15 * animals["mean"]), key
