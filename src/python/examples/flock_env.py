"""PettingZoo parallel environment whose agents steer units of a world. Needs ``pettingzoo`` and ``gymnasium``.

>>> from flockwright import Group, World
>>> from flock_env import FlockEnv  # this file, beside your program
>>> env = FlockEnv(World.build(Group(params={"count": 8}), width=200, height=200))
>>> observations, infos = env.reset(seed=1)
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from pettingzoo import ParallelEnv

from flockwright import DT, World


def polarization(world: World, ids: np.ndarray) -> np.ndarray:
    """Default reward: the polarization of the whole flock, equal for all agents."""
    return np.full(len(ids), world.measures()["polarization"], dtype=float)


class FlockEnv(ParallelEnv):
    """A world in which each unit of a group is steered by an agent.

    An action is (turn, speed), each in -1..1: the unit turns by up to ``turn_rate`` (rad/s, positive to
    the right) and moves at 0 to ``max_speed`` (u/s). Behaviors steer all other groups, and also the
    agents within a tick if their group has any. An observation has the unit's own velocity and the
    positions and velocities of its ``neighbors`` nearest units in its frame (ahead, to its right):
    2 + 4 ``neighbors`` numbers, 0 for missing neighbors. ``reward(world, ids)`` returns a number per
    agent. An episode has ``steps`` steps of ``ticks`` ticks; each episode restarts the world's link with
    another seed.
    """

    metadata = {"name": "flockwright_v0", "render_modes": []}

    def __init__(
        self,
        world: World,
        group: str | None = None,
        *,
        steps: int = 300,
        ticks: int = 1,
        neighbors: int = 5,
        turn_rate: float = 3.0,
        max_speed: float = 40.0,
        reward: Callable[[World, np.ndarray], np.ndarray] = polarization,
    ) -> None:
        self._start = deepcopy(world)
        self._group = world.group_names.index(group) if group else 0
        self._steps, self._ticks, self._neighbors = steps, ticks, neighbors
        self._turn_rate, self._max_speed, self._reward = turn_rate, max_speed, reward
        self._ids = np.flatnonzero(world.groups == self._group)
        self.possible_agents = [f"unit_{id}" for id in self._ids]
        self.agents: list[str] = []
        self.render_mode = None
        size = 2 + 4 * neighbors
        self.observation_spaces = {agent: Box(-np.inf, np.inf, (size,), np.float32) for agent in self.possible_agents}
        self.action_spaces = {agent: Box(-1.0, 1.0, (2,), np.float32) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    @property
    def world(self) -> World:
        """World of the current episode."""
        return self._world

    def observation_space(self, agent: str) -> Box:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Box:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> tuple[dict, dict]:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._world = deepcopy(self._start)
        self._world.restart(int(self._seeds.integers(2**32)))
        self.agents = list(self.possible_agents)
        self._left = self._steps
        return self._observe(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict, dict, dict, dict, dict]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        wanted = np.array([np.clip(actions[agent], -1.0, 1.0) for agent in self.agents], dtype=float)
        for _ in range(self._ticks):
            headings = self._world.headings[self._ids] + wanted[:, 0] * self._turn_rate * DT
            speeds = 0.5 * (wanted[:, 1] + 1.0) * self._max_speed
            ways = speeds[:, None] * np.stack([np.cos(headings), np.sin(headings)], axis=1)
            self._world.set_state(velocities=ways, headings=headings, ids=self._ids)
            self._world.step()
        self._left -= 1
        rewards = np.asarray(self._reward(self._world, self._ids), dtype=float)
        observations, agents, over = self._observe(), self.agents, self._left <= 0
        if over:
            self.agents = []
        return (
            observations,
            {agent: float(reward) for agent, reward in zip(agents, rewards)},
            {agent: False for agent in agents},
            {agent: over for agent in agents},
            {agent: {} for agent in agents},
        )

    def _observe(self) -> dict[str, np.ndarray]:
        places, ways = self._world.positions.copy(), self._world.velocities.copy()
        headings = self._world.headings[self._ids]
        ahead = np.stack([np.cos(headings), np.sin(headings)], axis=1)
        frame = np.stack([ahead, np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)], axis=1)
        offsets = places[None] - places[self._ids][:, None]
        width, height, torus = self._world.space
        if torus:
            size = np.array([width, height])
            offsets -= size * np.round(offsets / size)
        apart = np.linalg.norm(offsets, axis=2)
        apart[np.arange(len(self._ids)), self._ids] = np.inf
        near = np.argsort(apart, axis=1, kind="stable")[:, : self._neighbors]
        seen = np.zeros((len(self._ids), 2 + 4 * self._neighbors), dtype=np.float32)
        seen[:, :2] = np.einsum("nij,nj->ni", frame, ways[self._ids])
        for at in range(min(near.shape[1], places.shape[0] - 1)):
            rows = np.arange(len(self._ids))
            seen[:, 2 + 4 * at : 4 + 4 * at] = np.einsum("nij,nj->ni", frame, offsets[rows, near[:, at]])
            seen[:, 4 + 4 * at : 6 + 4 * at] = np.einsum("nij,nj->ni", frame, ways[near[:, at]])
        return dict(zip(self.agents, seen))

    def render(self) -> None:
        return None

    def close(self) -> None:
        return None
