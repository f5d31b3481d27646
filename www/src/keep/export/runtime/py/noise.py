import cmath
import math

from .random_stream import RandomStream
from .vector import clamp, wrap_angle


def draw_noise(unit, flock):
    """The angle by which chance turns a unit in this tick."""
    group = unit.group
    random = RandomStream(flock.run.seed, 9, unit.id, flock.ticks)
    if group.noise_kind == "uniform":
        return group.noise * (random.next() - 0.5)
    # Normal, with mean 0 and standard deviation 1 (Box & Muller 1958).
    size = math.sqrt(-2 * math.log(1 - random.next()))
    return group.noise * size * math.cos((2 * random.next() - 1) * math.pi)


def turn_by_noise(unit):
    """Turns the motion of a unit by what was drawn for it."""
    turn = clamp(unit.swerve, -math.pi, math.pi)
    unit.velocity *= cmath.rect(1, turn)
    unit.heading = wrap_angle(unit.heading + turn)
    unit.h = cmath.rect(1, unit.heading)
