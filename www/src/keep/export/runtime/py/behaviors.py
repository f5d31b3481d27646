import cmath
import math

from .sight import apart, are_mates, crowd_push, hunts, ignores, target_of
from .random_stream import RandomStream
from .vector import DT, clamp, direction, side, sideways, turn_toward, wrap_angle
from .wanted import ahead_of, arrive_along, offset_to, seek_along, toward

# A hunter turns while the target is more than this far off its bow: sine of the angle.
OFF_THE_BOW = 0.05

# Share of the steering force that a bow thruster gives.
BOW_THRUST = 0.5

# The least share of the steering force that a turning thruster gives.
LEAST_THRUST = 0.05

# Nearer than this many lengths, a potential grows no more.
NEAREST = 0.05

# Share of the steering so far that a queue takes back.
TAKEN_BACK = 0.8

# Factor on the velocity of a unit that has somebody right in front of it.
HARD_STOP = 0.3


def cohesion(unit, flock):
    """Toward the middle of the neighbors."""
    scale = unit.group.cohesion * unit.group.body.force_scale(unit)
    return sideways(unit, scale * turn_toward(unit, unit.near_offset))


def alignment(unit, flock):
    """The way the neighbors move."""
    scale = unit.group.alignment * unit.group.body.force_scale(unit)
    return sideways(unit, scale * turn_toward(unit, unit.near_velocity))


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


def avoidance(unit, flock):
    """Away from obstacles that a feeler touches: each counts once."""
    group = unit.group
    reach = group.feeler_factor * unit.length
    way = direction(unit.velocity)
    spread = group.feeler_spread
    angles = (0, -spread, spread) if group.feelers == "three" else (0,)
    push = 0.0
    for center, radius in flock.run.obstacles:
        a = offset_to(unit, center, flock)
        for angle in angles:
            local = a * (way * cmath.rect(1, angle)).conjugate() if way else 0j
            if 0 < local.real < reach and abs(local.imag) < radius:
                push -= side(unit, a) * reach / abs(a)
                break
    return sideways(unit, group.avoidance * group.body.force_scale(unit) * push)


def chase(unit, flock):
    """Full rudder toward where the target is."""
    group, target = unit.group, target_of(unit, flock)
    if not target or not hunts(unit, group.chasers, flock):
        return 0j
    rudder = side(unit, offset_to(unit, target.position, flock))
    return sideways(unit, group.chase * group.body.force_scale(unit) * rudder)


def intercept(unit, flock):
    """Full rudder toward where the target will be when the distance is closed."""
    group, target = unit.group, target_of(unit, flock)
    if not target or not hunts(unit, group.interceptors, flock):
        return 0j
    r = offset_to(unit, target.position, flock)
    closing = abs(target.velocity - unit.velocity)
    time = abs(r) / closing if closing > 0 else 0
    behind = (r * unit.h.conjugate()).real < 0
    rudder = side(unit, r + target.velocity * time)
    if group.turn_around and behind:
        rudder = -1
    return sideways(unit, group.intercept * group.body.force_scale(unit) * rudder)


def turn_away(unit, flock):
    """Full rudder away from where the hunter is."""
    group, menace = unit.group, target_of(unit, flock)
    if not menace:
        return 0j
    rudder = -side(unit, offset_to(unit, menace.position, flock))
    return sideways(unit, group.turn_away * group.body.force_scale(unit) * rudder)


def modulation(unit, flock):
    """Eases the thrust while turning near the target. It steers nothing itself."""
    group, target = unit.group, target_of(unit, flock)
    if target:
        local = offset_to(unit, target.position, flock) * unit.h.conjugate()
        turning = local.real <= 0 or abs(local.imag) > OFF_THE_BOW * abs(local)
        near = abs(local) / (group.modulation_factor * unit.length)
        if turning and near < 1:
            unit.thrust *= 1 - group.modulation * (1 - near)
    return 0j


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


def lennard_jones(d, length, a, b, n, m):
    """U(d) = -A/d^n + B/d^m, d in lengths of the unit: pushes away where positive."""
    if not d:
        return 0j
    near = max(abs(d) / length, NEAREST)
    return direction(d) * (a / near**n - b / near**m)


def potential(unit, flock):
    """Every two units of one role attract and repel each other, up to the cutoff."""
    group = unit.group
    cutoff = group.potential_cutoff * unit.length or math.inf
    law = group.potential_a, group.potential_b, group.potential_n, group.potential_m
    force = 0j
    for other, d in flock.search(unit.position, cutoff):
        if are_mates(group, other.group):
            force += lennard_jones(d, unit.length, *law)
    return force * group.potential


def lure(unit, flock):
    """The target attracts and repels."""
    group, target = unit.group, target_of(unit, flock)
    if not target:
        return 0j
    d = offset_to(unit, target.position, flock)
    law = group.lure_a, group.lure_b, group.lure_n, group.lure_m
    return lennard_jones(d, unit.length, *law) * group.lure


def ward(unit, flock):
    """Every obstacle repels."""
    group = unit.group
    force = 0j
    for center, _ in flock.run.obstacles:
        d = offset_to(unit, center, flock)
        force += lennard_jones(d, unit.length, 0, group.ward_b, 1, group.ward_m)
    return force * group.ward


def seek(unit, flock):
    """At full speed to the goal."""
    if not unit.goal:
        return 0j
    return seek_along(unit, offset_to(unit, unit.goal.position, flock)) * unit.group.seek


def flee(unit, flock):
    """At full speed away from the goal, within the panic distance (0: any distance)."""
    if not unit.goal:
        return 0j
    d = offset_to(unit, unit.goal.position, flock)
    panic = unit.group.panic_factor * unit.length
    if 0 < panic < abs(d):
        return 0j
    return seek_along(unit, -d) * unit.group.flee


def arrive(unit, flock):
    """To the goal, and stop there."""
    if not unit.goal:
        return 0j
    group = unit.group
    d = offset_to(unit, unit.goal.position, flock)
    return arrive_along(unit, d, group.slowing_factor * unit.length) * group.arrive


def pursue(unit, flock):
    """To where the goal will be."""
    if not unit.goal:
        return 0j
    return seek_along(unit, ahead_of(unit, unit.goal, flock)) * unit.group.pursue


def evade_ahead(unit, flock):
    """Away from where the goal will be."""
    if not unit.goal:
        return 0j
    return seek_along(unit, -ahead_of(unit, unit.goal, flock)) * unit.group.evade_ahead


def wander(unit, flock):
    """To a point on a circle ahead, which creeps along the circle."""
    group = unit.group
    on_circle = cmath.rect(group.wander_radius, unit.wander_angle)
    point = unit.h * (group.wander_distance + on_circle) * unit.length
    return seek_along(unit, point) * group.wander


def after_wander(unit, flock):
    """The point takes a random step along its circle."""
    random = RandomStream(flock.run.seed, 3, unit.id, flock.ticks)
    step = unit.group.wander_rate * DT * (2 * random.next() - 1)
    unit.wander_angle = wrap_angle(unit.wander_angle + step)


def collision_avoidance(unit, flock):
    """Pushes the point looked at away from the nearest obstacle in the way."""
    group = unit.group
    most = group.body.top_speed(unit)
    pace = abs(unit.velocity) / most if most > 0 else 0
    ahead = direction(unit.velocity) * (group.see_ahead * unit.length * pace)
    nearest = None
    for place, radius in flock.run.obstacles:
        center = offset_to(unit, place, flock)
        near = min(abs(center - ahead), abs(center - ahead / 2), abs(center))
        if near <= radius and (nearest is None or abs(center) < abs(nearest)):
            nearest = center
    if nearest is None:
        return 0j
    push = group.collision_avoidance * group.max_avoid * group.body.force_scale(unit)
    return direction(ahead - nearest) * push


def path_following(unit, flock):
    """From node to node of the group's path."""
    group = unit.group
    if unit.way_done:
        return toward(unit, 0j) * group.path_following
    node = group.path[unit.node]
    return seek_along(unit, offset_to(unit, node, flock)) * group.path_following


def after_path_following(unit, flock):
    """Within the path radius of its node a unit heads for the next one."""
    group = unit.group
    d = offset_to(unit, group.path[unit.node], flock)
    if unit.way_done or abs(d) > group.path_radius * unit.length:
        return
    last = len(group.path) - 1
    if unit.way_back:
        unit.way_back = unit.node > 0
        unit.node = unit.node - 1 if unit.way_back else min(last, 1)
    elif unit.node < last:
        unit.node += 1
    elif group.at_end == "stop":
        unit.way_done = True
    else:
        unit.way_back = group.at_end == "patrol"
        unit.node = max(last - 1, 0) if unit.way_back else 0


def leader_of(group, flock):
    """Whom a group follows: the first unit of those that it is told to, or the leader."""
    follows = getattr(group, "follows", None)
    if not follows:
        return flock.first_of("leader")
    return next((unit for unit in flock.units if unit.group.key in follows), None)


def leader_following(unit, flock):
    """Gathers behind the leader, apart from the others and out of the leader's way."""
    leader = leader_of(unit.group, flock)
    if not leader:
        return 0j
    group, length = unit.group, unit.length
    reach = direction(leader.velocity) * (group.behind_factor * length)
    d = offset_to(unit, leader.position, flock)
    force = arrive_along(unit, d - reach, group.follow_slowing * length)
    push = group.follower_push * group.body.force_scale(unit)
    force += crowd_push(unit, group.follower_gap * length, push, flock)
    if min(abs(d), abs(d + reach)) <= group.sight_factor * length:
        force += seek_along(unit, -ahead_of(unit, leader, flock))
    return force * group.leader_following


def crowd_separation(unit, flock):
    """Keeps off the units of one's role."""
    group = unit.group
    push = group.crowd_separation * group.max_separation * group.body.force_scale(unit)
    return crowd_push(unit, group.crowd_factor * unit.length, push, flock)


def rts_separation(unit, flock):
    """The mean of pushes away from everyone near, each the harder the nearer."""
    group = unit.group
    least = group.min_separation * unit.length
    force, count = 0j, 0
    for other, d in flock.search(unit.position, least):
        if other is not unit and abs(d) < least and not ignores(group, other.group):
            force -= direction(apart(unit, other, d)) * (1 - abs(d) / least)
            count += 1
    scale = group.rts_separation * group.body.force_scale(unit)
    return force * (scale / count) if count else 0j


def rts_cohesion(unit, flock):
    """To the middle of the near units of one's group, oneself included."""
    group = unit.group
    near = [
        d
        for other, d in flock.search(unit.position, group.max_cohesion * unit.length)
        if other.group is group
    ]
    if len(near) < 2:
        return 0j
    return seek_along(unit, sum(near) / len(near)) * group.rts_cohesion


def rts_alignment(unit, flock):
    """The way the near units of one's group move, oneself included."""
    group = unit.group
    ways = [
        direction(other.velocity)
        for other, _ in flock.search(unit.position, group.align_factor * unit.length)
        if other.group is group and other.velocity
    ]
    if not ways:
        return 0j
    wanted = sum(ways) * (group.body.top_speed(unit) / len(ways))
    return toward(unit, wanted) * group.rts_alignment


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


def turn_into(unit, course):
    """Into a direction: a rigid body, which cannot choose its speed, turns."""
    return sideways(unit, unit.group.body.force_scale(unit) * turn_toward(unit, course))


def drive_into(unit, course):
    """Into a direction at full speed."""
    return toward(unit, course * unit.group.body.top_speed(unit))


def mean_heading(unit, flock):
    """Takes on the mean direction of all around, its own included (Vicsek et al. 1995)."""
    group = unit.group
    reach = group.mean_heading_factor * unit.length
    course = 0j
    for other, _ in flock.search(unit.position, reach):
        if are_mates(group, other.group):
            course += other.velocity
    return group.head(unit, direction(course)) * group.mean_heading if course else 0j


def zones(unit, flock):
    """Keeps off the near, moves as those farther out, heads for those beyond.

    Couzin et al. 2002.
    """
    group, length = unit.group, unit.length
    near = group.repulsion_factor * length
    oriented = near + group.orientation_width * length
    farthest = oriented + group.attraction_width * length
    # Cosine of half the view; all around, nothing is rounded away.
    least = -math.inf if group.view_angle >= 6.2831 else math.cos(group.view_angle / 2)
    away, wanted, crowded = 0j, 0j, False
    for other, d in flock.search(unit.position, max(near, farthest)):
        if other is unit or not are_mates(group, other.group):
            continue
        to = direction(apart(unit, other, d))
        if abs(d) <= near:
            crowded = True
            away -= to
        elif (to * unit.h.conjugate()).real >= least:
            wanted += other.h if abs(d) <= oriented else to
    course = direction(away if crowded else wanted) or unit.h
    return group.head(unit, course) * group.zones


def orbit(unit, flock):
    """Circles the goal at a distance."""
    if not unit.goal:
        return 0j
    group, length = unit.group, unit.length
    d = offset_to(unit, unit.goal.position, flock)
    off = abs(d) - group.orbit_distance * length
    angle = clamp(off / (group.orbit_softness * length), -1, 1) * math.pi / 2
    turned = -1 if group.chirality == "starboard" else 1
    along = complex(math.sin(angle), math.cos(angle) * turned)
    course = direction(direction(d) * along)
    return group.head(unit, course) * group.orbit if course else 0j


def fright(unit, flock):
    """Runs from those that it fears, the harder the nearer they are."""
    group = unit.group
    radius = group.fright_factor * unit.length
    fears = getattr(group, "fears", ())
    menaces = [other for other in flock.units if other.group.key in fears]
    if group.fears_pointer and flock.pointer:
        menaces.append(flock.pointer)
    threat, strongest = 0j, 0.0
    for menace in menaces:
        d = offset_to(unit, menace.position, flock)
        share = 1 - abs(d) / radius
        if d and share > 0:
            threat += direction(d) * share
            strongest = max(strongest, share)
    if not threat:
        return 0j
    return group.head(unit, -direction(threat)) * (group.fright * strongest)


def unrest(unit, flock):
    """Sways smoothly from side to side at random."""
    group = unit.group

    def draw(knot):
        return RandomStream(flock.run.seed, 10, unit.id, knot).next()

    # Everybody's knots are at other times: else the whole flock would sway in step.
    time = draw(-1) + flock.ticks * DT / group.unrest_time
    knot = math.floor(time)
    share = time - knot
    smooth = share * share * (3 - 2 * share)
    start, end = 2 * draw(knot) - 1, 2 * draw(knot + 1) - 1
    push = start + (end - start) * smooth
    return sideways(unit, group.unrest * group.body.force_scale(unit) * push)
