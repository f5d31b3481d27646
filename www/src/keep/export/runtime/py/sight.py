import math

from .vector import direction


# Units at the same place push each other as if they were this many lengths apart.
COINCIDENT_GAP = 0.1


def sees_wide(group, forward, starboard):
    """All around, but for a blind wedge astern."""
    return -abs(starboard) < group.back_angle_factor * forward


def wide_radius(group):
    return group.wide_radius_factor


def sees_limited(group, forward, starboard):
    """The half plane ahead."""
    return forward > 0


def limited_radius(group):
    return group.limited_radius_factor


def sees_narrow(group, forward, starboard):
    """A wedge ahead."""
    return abs(starboard) < group.front_angle_factor * forward


def narrow_radius(group):
    return group.narrow_radius_factor


def sees_full(group, forward, starboard):
    """All around; not a unit at the very same place, which lies in no direction."""
    return forward != 0 or starboard != 0


def full_radius(group):
    return group.wide_radius_factor


def ignores(group, other):
    """Whether units of a group take no notice of those of another."""
    return other.key in getattr(group, "ignores", ())


def are_mates(group, other):
    """Whether the units of another group are flockmates: by role, or as it is told."""
    mates = group.role == other.role or other.key in getattr(group, "flocks", ())
    return mates and not ignores(group, other)


def in_view(unit, sees, radius, flock):
    """The other units within a radius that a unit sees: pairs of unit and offset."""
    back = unit.h.conjugate()
    for other, d in flock.search(unit.position, radius):
        if other is not unit and not ignores(unit.group, other.group):
            local = d * back
            if sees(unit.group, local.real, local.imag):
                yield other, d


def nearest_only(seen, most):
    """Of those that a unit sees, only the nearest count: a topological neighborhood."""
    return sorted(seen, key=lambda pair: abs(pair[1]))[:most]


def find_leaders(unit, flock):
    """A unit leads when nobody, of whatever role, is in its narrow view."""
    reach = narrow_radius(unit.group) * unit.length
    unit.leader = not any(in_view(unit, sees_narrow, reach, flock))


def apart(unit, other, d):
    """The offset to another unit; a small one to a side where both are at one place."""
    if d:
        return d
    gap = COINCIDENT_GAP * unit.length * (-1 if unit.id > other.id else 1)
    return unit.h * 1j * gap


def crowd_push(unit, radius, push, flock):
    """A push of a fixed size away from the middle of the units of one's role."""
    middle = 0j
    for other, d in flock.search(unit.position, radius):
        if other is not unit and are_mates(unit.group, other.group):
            middle += apart(unit, other, d)
    return direction(middle) * -push


def nearest_hunted(group, flock):
    """Of those that a group is told to hunt, the one nearest to its first unit."""
    first = next(unit for unit in flock.units if unit.group is group)
    preys = [unit for unit in flock.units if unit.group.key in group.hunts]

    def distance(unit):
        return abs(flock.run.offset(flock, unit.position - first.position))

    return min(preys, key=distance, default=None)


def target_of(unit, flock):
    """What a unit hunts: the target that was set, else the scene's own."""
    if flock.pointer:
        return flock.pointer
    if getattr(unit.group, "hunts", None):
        return nearest_hunted(unit.group, flock)
    quarry = flock.first_of(flock.run.target)
    if not quarry or quarry.group is not unit.group:
        return quarry
    if unit.group.role != "prey":
        return None
    # The prey runs from whoever is nearest to it.
    least, nearest = math.inf, None
    for other in flock.crowd:
        distance = abs(flock.run.offset(flock, other.position - unit.position))
        if distance < least:
            least, nearest = distance, other
    return nearest


def hunts(unit, usual, flock):
    """Whether a unit takes part in the hunt: all do, or those that lead."""
    who = flock.run.pointer_hunters if flock.pointer else usual
    return who == "everyone" or unit.leader
