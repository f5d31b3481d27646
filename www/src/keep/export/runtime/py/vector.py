import math

# Seconds per tick. All numbers were tuned at this step: keep it.
DT = 1 / 60


def direction(v):
    """The unit vector along v; 0 where v has no length.

    Places, offsets, velocities and forces are complex numbers: x to the right, y down.
    Times a heading's conjugate, an offset is in the unit's own frame: forward and, as
    the imaginary part, starboard.
    """
    return v / abs(v) if v else 0j


def truncated(v, most):
    """v, cut to a length."""
    return v * (most / abs(v)) if abs(v) > most else v


def clamp(value, low, high):
    return min(max(value, low), high)


def wrap_angle(angle):
    """The same angle between -pi and pi."""
    return angle - 2 * math.pi * round(angle / (2 * math.pi))


def side(unit, d):
    """On which side an offset lies: 1 starboard, -1 port, 0 dead ahead, 1 dead astern."""
    local = d * unit.h.conjugate()
    if local.imag:
        return math.copysign(1, local.imag)
    return 1 if local.real < 0 else 0


def sideways(unit, force):
    """A force to one side of a unit, positive to starboard, as a vector."""
    return unit.h * 1j * force


def turn_toward(unit, wanted):
    """The side a direction lies on, times the share of a half turn that it is off."""
    to, way = direction(wanted), direction(unit.velocity)
    if not to or not way:
        return 0.0
    cosine = (to * way.conjugate()).real
    return side(unit, to) * math.acos(clamp(cosine, -1, 1)) / math.pi
