import cmath
import math

from .sight import apart, are_mates, crowd_push, hunts, ignores, target_of
from .random_stream import RandomStream
from .vector import DT, clamp, direction, side, sideways, turn_toward, wrap_angle
from .wanted import offset_to, toward


# Share of the steering force that a bow thruster gives.
BOW_THRUST = 0.5

# The least share of the steering force that a turning thruster gives.
LEAST_THRUST = 0.05

# Share of the steering so far that a queue takes back.
TAKEN_BACK = 0.8

# Factor on the velocity of a unit that has somebody right in front of it.
HARD_STOP = 0.3


def separation(unit, flock):
    """Away from units of every role that are too near, the harder the nearer.

    The view counts by its angles alone.
    """
    group = unit.group
    reach = group.separation_factor * unit.length
    back = unit.h.conjugate()
    seen = []
    for other, d in flock.search(unit.position, reach):
        if other is not unit and not ignores(group, other.group):
            local = d * back
            if not d or group.separation_sees(group, local.real, local.imag):
                seen.append((other, d))
    if group.separation_choose:
        seen = group.separation_choose(seen, group.nearest_only)
    push = 0.0
    for other, d in seen:
        d = apart(unit, other, d)
        push -= side(unit, d) * reach / abs(d)
    return sideways(unit, group.separation * group.body.force_scale(unit) * push)


def helm(unit, flock):
    """Keys fly the craft: see flock.keys."""
    group = unit.group
    rudder = flock.keys["starboard"] - flock.keys["port"]
    unit.thrust = clamp(unit.thrust + unit.throttle, 0, group.full_thrust)
    scale = group.helm * group.body.force_scale(unit)
    return sideways(unit, scale * rudder * BOW_THRUST)


def after_helm(unit, flock):
    """The throttle stays where it is left: a second from none to full."""
    full = unit.group.full_thrust
    lever = flock.keys["faster"] - flock.keys["slower"]
    unit.throttle = clamp(unit.throttle + lever * full * DT, -full, full)


class Track:
    """How far a unit has come in a step of its pattern."""

    def __init__(self, step=0, heading=None, course=0.0):
        self.step = step
        self.heading = heading
        self.course = course
        self.turn = 0.0
        self.way = 0j


def pattern(unit, flock):
    """A list of control steps, flown over and over.

    A step with "turn" (degrees) ends when the heading has changed by it, one with
    "way" (u) when the unit is that far from where the step began.
    """
    group = unit.group
    unit.track = track = unit.track or Track()
    step = group.steps[track.step]
    push = step["rudder"]
    if push == 0 and track.heading is not None:
        off = wrap_angle(track.course - unit.heading)
        push = group.hold * clamp(off - 0.2 * unit.omega, -1, 1)
    elif "turn" in step:
        turned = abs(math.degrees(track.turn))
        push *= max(1 - turned / step["turn"], LEAST_THRUST)
    return sideways(unit, group.pattern * group.body.force_scale(unit) * push)


def after_pattern(unit, flock):
    """Takes note of how far a unit has come in its step."""
    group, track = unit.group, unit.track
    step = group.steps[track.step]
    if track.heading is not None:
        track.turn += wrap_angle(unit.heading - track.heading)
    elif "turn" in step:
        track.turn = unit.omega * DT
        track.course = wrap_angle(unit.heading - track.turn)
    else:
        track.course = unit.heading
    track.heading = unit.heading
    track.way += unit.velocity * DT
    if "turn" in step:
        over = abs(math.degrees(track.turn)) >= step["turn"]
        course = wrap_angle(track.course + math.radians(step["turn"]) * step["rudder"])
    else:
        over = abs(track.way) >= step["way"]
        course = unit.heading if step["rudder"] else track.course
    if over:
        following = (track.step + 1) % len(group.steps)
        unit.track = Track(following, unit.heading, course)


def queue(unit, flock):
    """Brakes behind whoever is ahead; stands last: it takes back what others asked."""
    group, length = unit.group, unit.length
    radius = group.queue_radius * length
    point = unit.position + direction(unit.velocity) * (group.queue_ahead * length)
    found = [
        other
        for other, _ in flock.search(point, radius)
        if other is not unit and are_mates(group, other.group)
    ]
    if not found:
        return 0j
    ahead = min(found, key=lambda other: other.id)
    push = group.queue_push * group.body.force_scale(unit)
    force = toward(unit, 0j) - unit.force * TAKEN_BACK
    force += crowd_push(unit, group.queue_gap * length, push, flock)
    if abs(offset_to(unit, ahead.position, flock)) <= radius:
        unit.brake *= HARD_STOP
    unit.taken_back = group.queue * TAKEN_BACK
    return force * group.queue
