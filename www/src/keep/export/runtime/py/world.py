import math

from .vector import DT, clamp, direction, truncated, wrap_angle

# Contained units begin to turn back this many lengths before the edge.
TURN_BACK = 10

# A unit's hull reaches this many lengths to each side.
HULL = 0.25


def wrapped(x, extent):
    inside = x + extent if x < 0 else x
    return clamp(inside - extent if inside >= extent else inside, 0, extent)


def wrap_around(unit, flock):
    """Units leave the world on one side and enter on the other."""
    x = wrapped(unit.position.real, flock.run.width)
    unit.position = complex(x, wrapped(unit.position.imag, flock.run.height))


def reflected(x, v, extent):
    """A coordinate back inside, its velocity, and whether that was turned."""
    if 0 <= x <= extent:
        return x, v, False
    outward = v < 0 if x < 0 else v > 0
    inside = clamp(-x if x < 0 else 2 * extent - x, 0, extent)
    return inside, -v if outward else v, outward


def bounce(unit, flock):
    """Units are reflected at the edges, place, velocity and heading."""
    run, place, way = flock.run, unit.position, unit.velocity
    x, vx, turned = reflected(place.real, way.real, run.width)
    if turned:
        unit.heading = wrap_angle(math.pi - unit.heading)
    y, vy, turned = reflected(place.imag, way.imag, run.height)
    if turned:
        unit.heading = -unit.heading
    unit.position, unit.velocity = complex(x, y), complex(vx, vy)


def contain(unit, flock):
    """A force toward the inside: from nothing at the margin to all of it at the edge."""
    margin = TURN_BACK * unit.length

    def depth(room):
        return clamp((margin - room) / margin, 0, 1)

    x, y = unit.position.real, unit.position.imag
    inward = complex(
        depth(x) - depth(flock.run.width - x),
        depth(y) - depth(flock.run.height - y),
    )
    return inward * unit.group.body.force_scale(unit)


def plain_offset(flock, d):
    """Units see plain distances: nothing across an edge."""
    return d


def offset_across_edges(flock, d):
    """Units see across the edges: the offset to the nearest image of a place."""
    width, height = flock.run.width, flock.run.height
    x = d.real - width * math.floor(d.real / width + 0.5)
    return complex(x, d.imag - height * math.floor(d.imag / height + 0.5))


def nearest_on(wall, place):
    """The point of a wall's middle line that is nearest to a place."""
    start, end, _ = wall
    along = end - start
    share = ((place - start) * along.conjugate()).real / abs(along) ** 2 if along else 0
    return start + along * clamp(share, 0, 1)


def parts(a, b, p, q):
    """Whether p and q lie on different sides of the line through a and b."""
    back = (b - a).conjugate()
    return ((p - a) * back).imag * ((q - a) * back).imag < 0


def hold_at_walls(unit, flock):
    """Puts a unit back that has run into a wall, and takes the speed that led it there."""
    for wall in flock.run.walls:
        start, end, radius = wall
        clearance = radius + HULL * unit.length
        now = unit.position
        before = now - unit.velocity * DT
        crossed = parts(start, end, before, now) and parts(before, now, start, end)
        near = nearest_on(wall, now)
        out = now - near
        if abs(out) >= clearance and not crossed:
            continue
        if crossed:
            out = before - nearest_on(wall, before)
        normal = direction(out or (end - start) * 1j)
        place = near + normal * clearance
        x, y = place.real, place.imag
        unit.position = complex(clamp(x, 0, flock.run.width), clamp(y, 0, flock.run.height))
        inward = min((unit.velocity * normal.conjugate()).real, 0)
        unit.velocity -= normal * inward


def search_everyone(flock, place, radius):
    """A search among few units: everyone is looked at."""
    offset = flock.run.offset
    for other in flock.crowd:
        d = offset(flock, other.position - place)
        if abs(d) <= radius:
            yield other, d


def cell_at(place, extent, many):
    """The cell that a place lies in, along one side; the edge's where it is outside."""
    return int(clamp(place / extent * many, 0, many - 1))


def sort_into_grid(flock):
    """Sorts the units into cells, for searches that look at a few cells only."""
    run = flock.run
    columns, rows = max(int(run.width / run.cell), 1), max(int(run.height / run.cell), 1)
    cells = [[] for _ in range(columns * rows)]
    for unit in flock.crowd:
        column = cell_at(unit.position.real, run.width, columns)
        row = cell_at(unit.position.imag, run.height, rows)
        cells[row * columns + column].append(unit)
    return columns, rows, cells


def cells_between(low, high, extent, many, across):
    """The cells from one place to another, each once; also beyond the edges."""
    if not across:
        return range(cell_at(low, extent, many), cell_at(high, extent, many) + 1)
    first = math.floor(low / extent * many)
    last = math.floor(high / extent * many)
    return [at % many for at in range(first, min(last, first + many - 1) + 1)]


def search_grid(flock, place, radius):
    """A search among many units: only the cells around are looked at."""
    run = flock.run
    if flock.grid is None:
        flock.grid = sort_into_grid(flock)
    columns, rows, cells = flock.grid
    x, y = place.real, place.imag
    # Finite also where everybody is looked at.
    radius = min(radius, 1e9)
    across = cells_between(x - radius, x + radius, run.width, columns, run.see_across)
    for row in cells_between(y - radius, y + radius, run.height, rows, run.see_across):
        for column in across:
            for other in cells[row * columns + column]:
                d = run.offset(flock, other.position - place)
                if abs(d) <= radius:
                    yield other, d


def sum_of_forces(unit, flock):
    """All forces add up; the body cuts the sum to what it can do."""
    for behavior in unit.group.behaviors:
        unit.force += behavior(unit, flock)


def first_come_first(unit, flock):
    """The first behaviors take the force that the body has; later ones get the rest."""
    most = unit.group.body.limit(unit.group)
    for behavior in unit.group.behaviors:
        unit.taken_back = 0.0
        force = behavior(unit, flock)
        # What a behavior takes back of the sum can be spent again.
        kept = unit.force * (1 - unit.taken_back)
        unit.force = kept + truncated(unit.force + force - kept, max(most - abs(kept), 0))


# A unit is moved out of obstacles at most this many times in a tick.
MOST_MOVES = 4


def hold_at_obstacles(unit, flock):
    """Puts a unit back that has come into an obstacle, without the speed that led it in."""
    run = flock.run
    for _ in range(MOST_MOVES):
        moved = False
        for center, radius in run.obstacles:
            least = radius + run.contact_gap * unit.length
            off = unit.position - center
            if abs(off) >= least:
                continue
            out = direction(off) or -unit.h
            place = center + out * least
            x, y = clamp(place.real, 0, run.width), clamp(place.imag, 0, run.height)
            unit.position = complex(x, y)
            unit.velocity -= out * min((unit.velocity * out.conjugate()).real, 0)
            moved = True
        if not moved:
            return
