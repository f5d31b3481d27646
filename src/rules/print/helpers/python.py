%% !Vector
# x to the right, y down: x + y * 1j.
Vector = complex
ZERO = 0j
%% DEGREE
DEGREE = math.pi / 180
%% added
def added(force: Vector, weight: float, share: Vector) -> Vector:
    """A force, and another by its weight; what is no number is no force."""
    return force + share * weight if cmath.isfinite(share) else force
%% added_within
def added_within(force: Vector, weight: float, share: Vector) -> Vector:
    """The same, as far as all of it is at most what the unit can steer: the first come first."""
    more = added(force, weight, share) - force
    left = max(1 - abs(force), 0)
    return force + (direction(more) * left if abs(more) > left else more)
%% eased
def eased(factor: float, weight: float, by: float) -> float:
    """A factor, and another by its weight: 0 has none of it, 1 has all."""
    return factor * (1 + weight * (by - 1))
%% kept
def kept(after: float, before: float) -> float:
    """What is remembered from now on: what is no number leaves it as it was."""
    return after if math.isfinite(after) else before
%% kept_vector
def kept_vector(after: Vector, before: Vector) -> Vector:
    """What is remembered from now on: what is no number leaves it as it was."""
    return complex(kept(after.real, before.real), kept(after.imag, before.imag))
%% random_between
def random_between(state: State, low: float, high: float) -> float:
    """Drawn anew each time; `state.random` may be a generator with a seed."""
    return low + (high - low) * state.random()
%% random_normal
def random_normal(state: State, deviation: float) -> float:
    """Drawn anew each time, about 0 with this standard deviation (Box and Muller)."""
    size = math.sqrt(-2 * math.log(1 - state.random()))
    return deviation * size * math.cos(2 * math.pi * state.random())
%% foresee
def foresee(
    d: Vector, w: Vector, radii: float, energy: float, horizon: float, aside: float, rate: float
) -> Vector:
    """The acceleration off a body that one nears, at most a rate times what it takes to pass it."""
    way = direction(w)
    # Farther to the right, where they meet head on.
    shift = max(1 - abs(cross(way, d)) / (0.2 * radii), 0) * aside * radii
    x = way * 1j * shift - d
    along, across, speed2 = dot(x, w), cross(x, w), abs(w) ** 2
    root = square_root(speed2 * radii**2 - across**2)
    time = (-along - root) / speed2 if root > 0 else 0
    if abs(d) < radii or time <= 0:
        return ZERO
    strength = energy * math.exp(-time / horizon) * (2 / time + 1 / horizon)
    push = (x + w * time) * (strength / (time**2 * root))
    beyond = abs(across) * square_root(abs(x) ** 2 - radii**2)
    most = rate * max(abs(along) * radii - beyond, 0) / abs(x) ** 2
    return direction(push) * most if 0 < rate and most < abs(push) else push
%% sway
def sway(state: State, place: int, seconds: float, dt: float) -> float:
    """Smooth chance within -1..1 that goes from one value to the next within some seconds."""
    before, after, share = state.sways[place]
    share += dt / seconds
    if share >= 1:
        before, after, share = after, 2 * state.random() - 1, share % 1
    state.sways[place] = (before, after, share)
    return mix(before, after, share**2 * (3 - 2 * share))
%% next_node
def next_node(
    me: Unit, state: State, path: Sequence[Vector], radius: float, end: str
) -> Seen:
    """The node of a path that comes next; at the end it stops, goes to the first, or back again."""
    most = len(path) - 1
    if abs(offset_to(me, path[state.node])) <= radius * me.length:
        if end == "patrol" and state.node == (0 if state.back else most):
            state.back = not state.back
        following = state.node + (-1 if state.back else 1)
        state.node = following % len(path) if end == "loop" else min(max(following, 0), most)
    seen = look_at(me, Thing(path[state.node], ZERO))
    seen.last = end == "stop" and state.node == most %?s.last
    return seen
%% force_sideways
def force_sideways(me: Unit, share: float) -> Vector:
    return 1j * me.heading * share
%% head_for
def head_for(me: Unit, u: Vector) -> Vector:
    """Into a direction at full speed."""
    return steer_toward(me, u * me.max_speed) if abs(u) > 0 else ZERO
%% turn_into
def turn_into(me: Unit, u: Vector) -> Vector:
    """Into a direction by turning: a rigid body goes where it points."""
    return force_sideways(me, turn_toward(me, u))
%% seek_to
def seek_to(me: Unit, d: Vector) -> Vector:
    return steer_toward(me, direction(d) * me.max_speed)
%% arrive_at
def arrive_at(me: Unit, d: Vector, radius: float) -> Vector:
    """Along an offset, slower within a radius of its end."""
    return steer_toward(me, direction(d) * (me.max_speed * min(1, divided(abs(d), radius))))
%% steer_toward
def steer_toward(me: Unit, wanted: Vector) -> Vector:
    return (wanted - me.velocity) / me.max_speed %?!stiff
    return (wanted - me.velocity) * min(1 / me.max_speed, MOST_GAIN) %?stiff
%% turn_toward
def turn_toward(me: Unit, d: Vector) -> float:
    """To which side a direction lies, times the angle to it as a share of a half turn."""
    angle = abs(cmath.phase(d / me.velocity)) if d and me.velocity else 0
    return side(me, d) * angle / math.pi
%% side
def side(me: Unit, d: Vector) -> float:
    """1 to starboard, -1 to port, 0 dead ahead, 1 dead astern."""
    seen = d * me.heading.conjugate()
    return math.copysign(1, seen.imag) if seen.imag else float(seen.real < 0)
%% is_in_wide_view
def is_in_wide_view(me: Unit, d: Vector, back_angle: float) -> bool:
    """All around but for a wedge behind, of this tangent of half its angle."""
    seen = d * me.heading.conjugate()
    return seen.real > 0 or abs(seen.imag) > abs(seen.real) * back_angle
%% is_in_limited_view
def is_in_limited_view(me: Unit, d: Vector) -> bool:
    return dot(me.heading, d) > 0
%% is_in_narrow_view
def is_in_narrow_view(me: Unit, d: Vector, front_angle: float) -> bool:
    """In a wedge ahead, of this tangent of half its angle."""
    seen = d * me.heading.conjugate()
    return seen.real > 0 and abs(seen.imag) < seen.real * front_angle
%% @in_view
def @NAME@(me: Unit, others: Sequence[Unit]) -> list[Seen]:
    """Mates that count: near enough, and within the angles of the view."""
    near = mates_within(me, others, @RADIUS@ * me.length)
    return [one for one in near if one.distance > 0] %?full
    return [one for one in near if @SEES@] %?!full!nearest
    seen = [one for one in near if @SEES@] %?nearest
    return sorted(seen, key=lambda one: one.distance)[:@NEAREST@] %?nearest
%% mates_within
def mates_within(me: Unit, others: Sequence[Unit], radius: float) -> list[Seen]:
    return within(me, [one for one in others if one.role == me.role], radius)
%% fellows_within
def fellows_within(me: Unit, others: Sequence[Unit], radius: float) -> list[Seen]:
    """Units of one's group within a distance."""
    own = [one for one in others if one.group == me.group and one.role == me.role]
    return within(me, own, radius)
%% others_within
def others_within(me: Unit, others: Sequence[Unit], radius: float) -> list[Seen]:
    """Units of other roles within a distance."""
    return within(me, [one for one in others if one.role != me.role], radius)
%% everyone_within
def everyone_within(me: Unit, others: Sequence[Unit], radius: float) -> list[Seen]:
    return within(me, others, radius)
%% groups_within
def groups_within(
    me: Unit, others: Sequence[Unit], groups: Sequence[str], radius: float
) -> list[Seen]:
    """Units of some groups within a distance."""
    return within(me, [one for one in others if one.group in groups], radius)
%% menaces_within
def menaces_within(
    me: Unit, others: Sequence[Unit], groups: Sequence[str], radius: float
) -> list[Seen]:
    """Units of some groups, and the pointer, within a distance."""
    menaces = groups_within(me, others, groups, radius)
    pointer = look_at(me, me.pointer)
    pointer.heading = direction(pointer.velocity) %?s.heading
    return [*menaces, pointer] if me.pointer and pointer.distance <= radius else menaces
%% within
def within(me: Unit, others: Sequence[Unit], radius: float) -> list[Seen]:
    return [seen for seen in (look(me, one) for one in others) if seen.distance <= radius]
%% look
def look(me: Unit, one: Unit) -> Seen:
    seen = look_at(me, Thing(one.position, one.velocity))
    seen.speed = abs(one.velocity) %?s.speed
    seen.heading = one.heading %?s.heading
    seen.length = one.length %?s.length
    seen.leads = one.leads %?s.leads
    return seen
%% look_at
def look_at(me: Unit, thing: Thing | None) -> Seen:
    if thing is None:
        return Seen()
    offset = offset_to(me, thing.position)
    return Seen(
        offset=offset,
        distance=abs(offset), %?s.distance
        direction=direction(offset), %?s.direction
        velocity=thing.velocity, %?s.velocity
        there=True, %?s.there
    )
%% obstacles_around
def obstacles_around(me: Unit, obstacles: Sequence[Obstacle]) -> list[Seen]:
    """Obstacles as they are seen; the offset is to the middle."""
    found = []
    for one in obstacles:
        seen = look_at(me, Thing(one.position, ZERO))
        seen.radius = one.radius %?s.radius
        found.append(seen)
    return found
%% offset_to
def offset_to(me: Unit, place: Vector) -> Vector:
    """From a unit to a place, across the edges where that is shorter.""" %?torus
    return place - me.position %?!torus
    d = place - me.position %?torus
    return d - complex(WIDTH * round(d.real / WIDTH), HEIGHT * round(d.imag / HEIGHT)) %?torus
%% sum_of_vectors
def sum_of_vectors(values: Iterable[Vector]) -> Vector:
    return sum(values, ZERO)
%% mean_of
def mean_of(values: Sequence[float]) -> float:
    return sum(values) / max(len(values), 1)
%% mean_of_vectors
def mean_of_vectors(values: Sequence[Vector]) -> Vector:
    return sum_of_vectors(values) / max(len(values), 1)
%% nearest
def nearest(some: Sequence[Seen], value: Callable[[Seen], T], nobody: T) -> T:
    """Something of the nearest of some, of two that are equally near the first."""
    return value(min(some, key=lambda one: one.distance)) if some else nobody
%% any_of
def any_of(
    state: State, some: Sequence[Seen], value: Callable[[Seen], T], nobody: T
) -> T:
    """Something of one of some, drawn anew each time."""
    return value(some[int(state.random() * len(some))]) if some else nobody
%% closest_of
def closest_of(some: Sequence[Seen], many: float) -> list[Seen]:
    """So many of the nearest."""
    return sorted(some, key=lambda one: one.distance)[: max(int(many), 0)]
%% divided_vector
def divided_vector(a: Vector, b: float) -> Vector:
    """By nothing it is no number, and so no force."""
    return a / b if b else complex(math.nan, math.nan)
%% divided
def divided(a: float, b: float) -> float:
    """By nothing it is no number, and so no force."""
    return a / b if b else math.nan
%% dot
def dot(a: Vector, b: Vector) -> float:
    return (a.conjugate() * b).real
%% cross
def cross(a: Vector, b: Vector) -> float:
    """Positive where b lies to starboard of a."""
    return (a.conjugate() * b).imag
%% direction
def direction(v: Vector) -> Vector:
    return v / abs(v) if abs(v) > 0 else ZERO
%% mix_vectors
def mix_vectors(a: Vector, b: Vector, share: float) -> Vector:
    return a + (b - a) * share
%% mix
def mix(a: float, b: float, share: float) -> float:
    return a + (b - a) * share
%% clamp
def clamp(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)
%% square_root
def square_root(value: float) -> float:
    """Of a negative number 0."""
    return math.sqrt(max(value, 0))
%% power
def power(base: float, exponent: float) -> float:
    """Of a negative base only a whole power is a number; 0 has no negative one."""
    try:
        return math.pow(base, exponent)
    except (ValueError, OverflowError):
        return math.nan
%% arc_cosine
def arc_cosine(value: float) -> float:
    return math.acos(min(max(value, -1), 1))
%% exponential
def exponential(value: float) -> float:
    return math.exp(value) if value < 700 else math.inf
%% logarithm
def logarithm(value: float) -> float:
    """Of nothing positive no number."""
    return math.log(value) if value > 0 else math.nan
%% sign_of
def sign_of(value: float) -> float:
    return (value > 0) - (value < 0)
%% wrap_angle
def wrap_angle(angle: float) -> float:
    """The same angle within half a turn to each side."""
    return angle - 2 * math.pi * round(angle / (2 * math.pi))
