"""Worlds whose units learn."""

import numpy as np
import pytest

import flockwright as fw

pytest.importorskip("pettingzoo")
from flock_env import FlockEnv  # noqa: E402


def world(count=8, **more):
    return fw.World.build(fw.Group(params={"count": count}), width=200, height=200, toroidal=True, **more)


def test_it_is_a_parallel_environment():
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    parallel_api_test(FlockEnv(world(), steps=40), num_cycles=100)
    parallel_seed_test(lambda: FlockEnv(world(), steps=40), num_cycles=50)


def test_an_agent_turns_its_unit_and_sees_who_is_near():
    env = FlockEnv(world(2), neighbors=3, steps=60)
    env.reset(seed=1)
    env.world.set_state(positions=[[50, 50], [60, 50]], velocities=[[10, 0], [0, 10]])
    before = env.world.headings.copy()
    for _ in range(30):
        seen, rewards, *_ = env.step({"unit_0": [1, 1], "unit_1": [0, -1]})
    assert np.allclose((env.world.headings - before)[0], 30 * 3.0 / 60, atol=1e-3)
    assert seen["unit_0"].shape == (14,) and (seen["unit_0"][6:] == 0).all()
    assert seen["unit_0"][0] == pytest.approx(40, rel=0.05)
    offset = env.world.positions[1] - env.world.positions[0]
    assert np.linalg.norm(seen["unit_0"][2:4]) == pytest.approx(np.linalg.norm(offset), rel=1e-4)
    assert rewards["unit_0"] == pytest.approx(env.world.measures()["polarization"])


def test_only_the_units_of_a_group_are_agents():
    groups = {"wolves": fw.Group(params={"count": 2}), "sheep": fw.Group(["cohesion"], params={"count": 10})}
    env = FlockEnv(fw.World.build(groups), "g1")
    assert len(env.possible_agents) == 10 and env.possible_agents[0] == "unit_2"
