import cmath
import math

from .random_stream import RandomStream
from .sight import hunts, sees_limited, sees_narrow, sees_wide
from .vector import DT, clamp, direction, sideways, turn_toward

# A degree in radians.
DEGREE = math.pi / 180


def force_of(unit, weight, share):
    """The force of a rule: 1 is all that a unit can steer. What is no number is no force."""
    force = complex(share) * weight * unit.group.body.force_scale(unit)
    return force if cmath.isfinite(force) else 0j


def force_sideways(unit, weight, share):
    """The same, to starboard."""
    return force_of(unit, weight, sideways(unit, share))


def steer_toward(unit, wanted):
    """What a unit can steer toward a wanted velocity, no more than reaches it within the tick."""
    body = unit.group.body
    most, scale = body.top_speed(unit), body.force_scale(unit)
    if most <= 0:
        return 0j
    stiffest = body.stiffness(unit) / scale if scale > 0 else math.inf
    return (wanted - unit.velocity) * min(1 / most, stiffest)


def seek_to(unit, offset):
    """Full speed along an offset."""
    return steer_toward(unit, direction(offset) * unit.group.body.top_speed(unit))


def arrive_at(unit, offset, radius):
    """Along an offset, slowing down within a radius so as to stop at its end."""
    share = abs(offset) / radius if abs(offset) < radius else 1
    return steer_toward(unit, direction(offset) * unit.group.body.top_speed(unit) * share)


def head_for(unit, course):
    """Into a direction, as the body can: what cannot choose its speed turns."""
    if not course:
        return 0j
    body = unit.group.body
    if body.turns:
        return sideways(unit, turn_toward(unit, course))
    return steer_toward(unit, course * body.top_speed(unit))


def ease_thrust(unit, weight, factor):
    """Multiplies the thrust of this tick by a factor, as much as the rule weighs."""
    if math.isfinite(factor):
        unit.thrust *= 1 + weight * (factor - 1)


def ease_speed(unit, weight, factor):
    """The same with the velocity: the factor is between 0 and 1."""
    if math.isfinite(factor):
        unit.brake *= clamp(1 + weight * (clamp(factor, 0, 1) - 1), 0, 1)


def takes_part(unit, flock, usual):
    """Whether it is among those that hunt the target; usual: who hunts that of the scene."""
    return hunts(unit, usual, flock)


def so_far_of(unit):
    """The sum so far: 1 is all that a unit can steer."""
    scale = unit.group.body.force_scale(unit)
    return unit.force / scale if scale > 0 else 0j


def part_ahead(unit, v):
    """The part of a vector along the heading."""
    return (v * unit.h.conjugate()).real


def part_abeam(unit, v):
    """The part of a vector to starboard of the heading."""
    return (v * unit.h.conjugate()).imag


def is_in(unit, sees, v):
    return bool(sees and sees(unit.group, part_ahead(unit, v), part_abeam(unit, v)))


def is_seen(unit, offset):
    """Whether an offset lies within the angles of the group's view."""
    return is_in(unit, getattr(unit.group, "sees", None), offset)


def is_in_wide_view(unit, offset):
    return is_in(unit, sees_wide, offset)


def is_in_limited_view(unit, offset):
    return is_in(unit, sees_limited, offset)


def is_in_narrow_view(unit, offset):
    return is_in(unit, sees_narrow, offset)


def recall(unit, key, start):
    """What a unit remembers."""
    return unit.memory.get(key, start)


def recall_vector(unit, key, start):
    return unit.memory.get(key, start)


def remember(unit, key, value):
    """What is no number is not remembered."""
    if cmath.isfinite(value):
        unit.memory[key] = value


def remember_vector(unit, key, value):
    remember(unit, key, value)


def dot(a, b):
    return (a.conjugate() * b).real


def cross(a, b):
    """Positive where b lies to starboard of a."""
    return (a.conjugate() * b).imag


def turned(v, angle):
    """v, turned to starboard by an angle."""
    return v * cmath.rect(1, angle)


def length_of(v):
    return abs(v)


def mix(a, b, share):
    """a where the share is 0, b where it is 1, else between."""
    return a + (b - a) * share


def mix_vectors(a, b, share):
    return mix(a, b, share)


def sign_of(value):
    return math.copysign(1, value) if value else 0


def square_root(value):
    """The square root; of a negative number 0."""
    return math.sqrt(max(value, 0))


def arc_cosine(cosine):
    """The angle with a cosine; beyond -1 and 1 as of these."""
    return math.acos(clamp(cosine, -1, 1))


def power(value, exponent):
    """A power, as of floating-point numbers: of what has none, no number."""
    try:
        return math.pow(value, exponent)
    except OverflowError:
        return math.inf
    except ValueError:
        return math.inf if value == 0 else math.nan


def random_between(unit, flock, place, low, high):
    """Drawn anew in each tick, for each unit and place in its rule."""
    purpose, number = (3, unit.id) if place == 0 else (11, unit.id + (place << 32))
    return mix(low, high, RandomStream(flock.run.seed, purpose, number, flock.ticks).next())


def sway(unit, flock, place, seconds):
    """Smooth chance from -1 to 1, which changes within so many seconds."""
    purpose, number = (10, unit.id) if place == 0 else (12, unit.id + (place << 32))

    def draw(knot):
        return RandomStream(flock.run.seed, purpose, number, knot).next()

    # Everybody's knots are at other times: else the whole flock would sway in step.
    time = draw(-1) + flock.ticks * DT / seconds
    knot = math.floor(time)
    share = time - knot
    smooth = share * share * (3 - 2 * share)
    return mix(2 * draw(knot) - 1, 2 * draw(knot + 1) - 1, smooth)
