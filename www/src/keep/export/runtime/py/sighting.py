import math

from .sight import apart, are_mates, ignores, in_view, target_of
from .vector import direction
from .wanted import offset_to


class Sighting:
    """Something that a unit looks at: another unit, an obstacle, or a thing, there or not."""

    def __init__(self, offset, of):
        self.there = of is not None
        self.offset = offset
        self.distance = abs(offset)
        self.direction = direction(offset)
        self.velocity = getattr(of, "velocity", 0j)
        self.speed = abs(self.velocity)
        # A target has that of its way.
        self.heading = getattr(of, "h", direction(self.velocity))
        self.length = getattr(of, "length", 0)
        self.leads = getattr(of, "leader", False)
        self.radius = getattr(of, "radius", 0)


def look_around(unit, flock, radius, counts):
    """The other units within a radius whose groups count."""
    if not radius >= 0:
        return []
    return [
        Sighting(apart(unit, other, d), other)
        for other, d in flock.search(unit.position, radius)
        if other is not unit and counts(other.group)
    ]


def mates_in_view(unit, flock):
    """The flockmates that the group's view counts."""
    group = unit.group
    if unit.in_sight and unit.in_sight[0] == flock.ticks:
        return unit.in_sight[1]
    pairs = []
    if getattr(group, "sees", None):
        reach = group.view_radius(group) * unit.length
        pairs = [
            (other, d)
            for other, d in in_view(unit, group.sees, reach, flock)
            if are_mates(group, other.group)
        ]
    if group.choose:
        pairs = group.choose(pairs, group.nearest_only)
    mates = [Sighting(d, other) for other, d in pairs]
    unit.in_sight = (flock.ticks, mates)
    return mates


def mates_within(unit, flock, radius):
    """Units of one's role, and of groups that one is told to flock with."""
    return look_around(unit, flock, radius, lambda group: are_mates(unit.group, group))


def fellows_within(unit, flock, radius):
    """Units of one's own group."""
    return look_around(unit, flock, radius, lambda group: group is unit.group)


def others_within(unit, flock, radius):
    """Units of other roles, but for those that one is told to flock with."""
    own = unit.group
    return look_around(
        unit, flock, radius, lambda group: not are_mates(own, group) and not ignores(own, group)
    )


def everyone_within(unit, flock, radius):
    """Units of every role."""
    return look_around(unit, flock, radius, lambda group: not ignores(unit.group, group))


def group_within(unit, flock, key, radius):
    """Units of a group."""
    return look_around(unit, flock, radius, lambda group: group.key == key)


def among(unit, flock, some, radius):
    """Of some, player and prey among them, those within a radius."""
    seen = [thing(unit, flock, one) for one in some if one is not unit]
    return [one for one in seen if one.distance <= radius]


def hunted_within(unit, flock, radius):
    """Units of groups that one is told to hunt, else of other roles."""
    keys = getattr(unit.group, "hunts", ())
    if not keys:
        return others_within(unit, flock, radius)
    return among(unit, flock, [one for one in flock.units if one.group.key in keys], radius)


def menaces_within(unit, flock, radius):
    """Units that one fears, and the target that was set, where one's group fears that."""
    keys = getattr(unit.group, "fears", ())
    menaces = [one for one in flock.units if one.group.key in keys]
    if getattr(unit.group, "fears_pointer", False) and flock.pointer:
        menaces.append(flock.pointer)
    return among(unit, flock, menaces, radius)


class Round:
    """A round obstacle, as it is looked at."""

    def __init__(self, radius):
        self.radius = radius


def obstacles_around(unit, flock):
    """The round obstacles, by the offsets to their centers."""
    return [
        Sighting(offset_to(unit, center, flock), Round(radius))
        for center, radius in flock.run.obstacles
    ]


def thing(unit, flock, of):
    """A thing, there or not."""
    return Sighting(offset_to(unit, of.position, flock) if of else 0j, of or None)


def goal_from(unit, flock):
    """What it has in mind."""
    return thing(unit, flock, unit.goal)


def target_from(unit, flock):
    """What is hunted."""
    return thing(unit, flock, target_of(unit, flock))


def leader_from(unit, flock):
    """Whom a group follows: the first unit of those that it is told to, else the leader."""
    follows = getattr(unit.group, "follows", None)
    if not follows:
        return thing(unit, flock, flock.first_of("leader"))
    first = next((one for one in flock.units if one.group.key in follows), None)
    return thing(unit, flock, first)


def pointer_from(unit, flock):
    """The target that was set."""
    return thing(unit, flock, flock.pointer)


class Place:
    """Something that does not move."""

    def __init__(self, position):
        self.position = position


def past_node(node, back, many, at_end):
    """Where on a path, and which way, somebody is who has come to a node; and whether for good."""
    last = many - 1
    if back:
        return (node - 1, True, False) if node > 0 else (min(last, 1), False, False)
    if node < last:
        return node + 1, False, False
    if at_end == "stop":
        return node, False, True
    return (max(last - 1, 0), True, False) if at_end == "patrol" else (0, False, False)


def node_from(unit, flock, rule, radius, at_end):
    """The node of its group's path that it is on its way to, or the one after that.

    It counts as reached within so many lengths.
    """
    path = getattr(unit.group, "path", ())
    node, back, done = unit.ways.get(rule, (0, False, False))
    if rule in unit.ways and node < len(path):
        near = abs(offset_to(unit, path[node], flock)) <= radius * unit.length
        if at_end != "stop" if done else near:
            node, back, done = past_node(node, back, len(path), at_end)
    unit.ways[rule] = node, back, done
    if done:
        return thing(unit, flock, Place(unit.position))
    return thing(unit, flock, Place(path[node]) if node < len(path) else None)


def mean_of(values):
    """The mean; over nobody 0."""
    values = list(values)
    return sum(values) / len(values) if values else 0


def value_of_nearest(pairs):
    """Of pairs of what is looked at and a value, the value of the nearest; over nobody 0."""
    return min(pairs, key=lambda pair: pair[0].distance, default=(None, 0))[1]


def divided(value, by):
    """A quotient as of floating-point numbers: of a number by 0 it is infinite."""
    if by:
        return value / by
    if isinstance(value, complex):
        return complex(math.nan, math.nan) if value == 0 else complex(math.inf, math.inf)
    return math.copysign(math.inf, value) if value else math.nan


def divided_vector(value, by):
    return divided(complex(value), by)
