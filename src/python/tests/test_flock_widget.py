"""A world that plays in a notebook."""

import numpy as np
import pytest

import flockwright as fw

pytest.importorskip("anywidget")
from flock_widget import FlockWidget  # noqa: E402


def test_what_is_seen_is_in_step_with_the_world():
    widget = FlockWidget("scene=flock-limited&count=20&seed=4")
    assert widget.tick == 0 and widget.link == "v=8&scene=flock-limited&seed=4&count=20"
    # As the page of the notebook asks for the next picture.
    widget._on_message(widget, {"step": 3}, [])
    other = fw.World.from_link(widget.link)
    other.step(3)
    assert (widget.tick, widget.hash) == (3, other.hash)
    state = np.frombuffer(widget.state, "<f4").reshape(-1, 4)
    assert np.array_equal(state[:, :2], other.positions) and np.array_equal(state[:, 2], other.headings)
    for nonsense in ({"step": -1}, {"step": "all"}, {}):
        widget._on_message(widget, nonsense, [])
    assert widget.tick == 3
    widget.world.set(cohesion=3)
    widget.refresh()
    again = fw.World.from_link(widget.link)
    again.step(3)
    assert again.hash == widget.hash
