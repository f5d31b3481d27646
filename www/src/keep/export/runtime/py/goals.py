import math
from types import SimpleNamespace

from .random_stream import RandomStream
from .sight import are_mates, ignores, target_of
from .wanted import offset_to

# Units that roam have arrived this many lengths from their place.
ARRIVED = 2.5

# Places to roam to keep this share of the world's extent away from its edges.
ROAM_MARGIN = 0.06


def hunted(unit, flock):
    """The goal is what is hunted."""
    return target_of(unit, flock)


def one_place(unit, flock):
    """The goal is one place for the whole group, or where it was sent since."""
    group, run = unit.group, flock.run
    if flock.pointer and group.heeds_pointer:
        group.sent_to = flock.pointer.position
        return flock.pointer
    place = complex(group.goal_x * run.width, group.goal_y * run.height)
    return SimpleNamespace(position=group.sent_to or place, velocity=0j)


def roam(unit, flock):
    """The goal is a place of its own for each unit, and another after each arrival."""
    run = flock.run
    if flock.pointer and unit.group.heeds_pointer:
        return SimpleNamespace(**vars(flock.pointer))
    goal = unit.goal
    if goal and abs(offset_to(unit, goal.position, flock)) > ARRIVED * unit.length:
        return goal
    random = RandomStream(run.seed, 5, unit.id, flock.ticks)
    x = (ROAM_MARGIN + (1 - 2 * ROAM_MARGIN) * random.next()) * run.width
    y = (ROAM_MARGIN + (1 - 2 * ROAM_MARGIN) * random.next()) * run.height
    return SimpleNamespace(position=complex(x, y), velocity=0j)


def is_after(group, other):
    """Whether a group is after another: those that it hunts, or all but flockmates."""
    hunts = getattr(group, "hunts", None)
    if hunts:
        return other.key in hunts
    return not are_mates(group, other) and not ignores(group, other)


def nearest_other(unit, flock):
    """The goal is the nearest unit of another role that is noticed."""
    group = unit.group
    if flock.pointer and group.heeds_pointer:
        return flock.pointer
    least, nearest = math.inf, None
    for other, d in flock.search(unit.position, group.notice * unit.length):
        if is_after(group, other.group) and abs(d) < least:
            least, nearest = abs(d), other
    return nearest


def middle_of_others(unit, flock):
    """The goal is the middle of all others that are noticed; the near ones count more."""
    group = unit.group
    if flock.pointer and group.heeds_pointer:
        return flock.pointer
    reach = group.notice * unit.length
    place, velocity, total = 0j, 0j, 0
    for other, d in flock.search(unit.position, reach):
        if is_after(group, other.group):
            weight = 1 - abs(d) / reach
            place += d * weight
            velocity += other.velocity * weight
            total += weight
    if total <= 0:
        return None
    return SimpleNamespace(position=unit.position + place / total, velocity=velocity / total)


# A group has come to a place when its middle is within this many lengths of it, times
# one more than the root of its size.
THERE = 1


def turning_point(group, flock):
    """The place that a group goes to now: its own, or the one opposite."""
    x, y = group.goal_x, group.goal_y
    if group.back:
        x, y = 1 - x, 1 - y
    return complex(x * flock.run.width, y * flock.run.height)


def to_and_fro(unit, flock):
    """The goal lies to and fro between two places, or where the group was sent since."""
    group = unit.group
    if flock.pointer and group.heeds_pointer:
        group.sent_to = flock.pointer.position
        return flock.pointer
    place = turning_point(group, flock) if group.sent_to is None else group.sent_to
    return SimpleNamespace(position=place, velocity=0j)


def turn_round(flock):
    """Groups that go to and fro turn where their middle has come to where they go."""
    for group in flock.run.groups:
        units = [unit for unit in flock.units if unit.group is group]
        held = group.goal is to_and_fro and flock.pointer and group.heeds_pointer
        if group.goal is not to_and_fro or not units or held:
            continue
        there = turning_point(group, flock) if group.sent_to is None else group.sent_to
        middle = sum(offset_to(unit, there, flock) for unit in units) / len(units)
        if abs(middle) <= THERE * group.length * (1 + math.sqrt(len(units))):
            if group.sent_to is None:
                group.back = not group.back
            group.sent_to = None
