%% DEGREE
const DEGREE: float = PI / 180.0
%% added
# A force, and another by its weight; what is no number is no force.
static func added(force: Vector2, weight: float, share: Vector2) -> Vector2:
	var is_sound: bool = abs(share.x) < INF and abs(share.y) < INF
	return force + share * weight if is_sound else force
%% added_within
# The same, as far as all of it is at most what the unit can steer: the first come first.
static func added_within(force: Vector2, weight: float, share: Vector2) -> Vector2:
	var more: Vector2 = added(force, weight, share) - force
	var left: float = max(1.0 - force.length(), 0.0)
	return force + (more.normalized() * left if more.length() > left else more)
%% eased
# A factor, and another by its weight: 0 has none of it, 1 has all.
static func eased(factor: float, weight: float, by: float) -> float:
	return factor * (1.0 + weight * (by - 1.0))
%% kept
# What is remembered from now on: what is no number leaves it as it was.
static func kept(next: float, before: float) -> float:
	return next if abs(next) < INF else before
%% kept_vector
# What is remembered from now on: what is no number leaves it as it was.
static func kept_vector(next: Vector2, before: Vector2) -> Vector2:
	return Vector2(kept(next.x, before.x), kept(next.y, before.y))
%% random_between
# Drawn anew each time, from the unit's own generator.
static func random_between(state: State, low: float, high: float) -> float:
	return state.random.randf_range(low, high)
%% random_normal
# Drawn anew each time, about 0 with this standard deviation.
static func random_normal(state: State, deviation: float) -> float:
	return state.random.randfn(0.0, deviation)
%% foresee
# The acceleration off a body that one nears, at most a rate times what it takes to just pass it.
static func foresee(
	d: Vector2, w: Vector2, radii: float, energy: float, horizon: float, aside: float, rate: float
) -> Vector2:
	var way: Vector2 = w.normalized()
	var shift: float = max(1.0 - abs(way.cross(d)) / (0.2 * radii), 0.0) * aside * radii
	var x: Vector2 = starboard_of(way) * shift - d
	var along: float = x.dot(w)
	var across: float = x.cross(w)
	var root: float = square_root(w.length_squared() * radii * radii - across * across)
	var time: float = (-along - root) / w.length_squared() if root > 0.0 else 0.0
	if d.length() < radii or time <= 0.0:
		return Vector2.ZERO
	var strength: float = energy * exp(-time / horizon) * (2.0 / time + 1.0 / horizon)
	var push: Vector2 = (x + w * time) * (strength / (time * time * root))
	var beyond: float = abs(across) * square_root(x.length_squared() - radii * radii)
	var most: float = rate * max(abs(along) * radii - beyond, 0.0) / x.length_squared()
	return push.normalized() * most if rate > 0.0 and push.length() > most else push
%% sway
# Smooth chance within -1..1 that goes from one value to the next within some seconds.
static func sway(state: State, place: int, seconds: float, dt: float) -> float:
	var one: Vector3 = state.sways[place]
	one.z += dt / seconds
	if one.z >= 1.0:
		one = Vector3(one.y, random_between(state, -1.0, 1.0), fmod(one.z, 1.0))
	state.sways[place] = one
	return lerp(one.x, one.y, one.z * one.z * (3.0 - 2.0 * one.z))
%% next_node
# The node of a path that comes next; at the end it stops, goes to the first one, or back again.
static func next_node(me: Unit, state: State, path: Array, radius: float, end: String) -> Seen:
	var most: int = path.size() - 1
	if offset_to(me, path[state.node]).length() <= radius * me.length:
		if end == "patrol" and state.node == (0 if state.back else most):
			state.back = not state.back
		var next: int = state.node + (-1 if state.back else 1)
		state.node = next % path.size() if end == "loop" else int(clamp(next, 0, most))
	var thing: Thing = Thing.new()
	thing.position = path[state.node]
	var seen: Seen = look_at(me, thing)
	seen.last = end == "stop" and state.node == most %?s.last
	return seen
%% force_sideways
static func force_sideways(me: Unit, share: float) -> Vector2:
	return starboard_of(me.heading) * share
%% head_for
# Into a direction at full speed.
static func head_for(me: Unit, u: Vector2) -> Vector2:
	return steer_toward(me, u * me.max_speed) if u.length() > 0.0 else Vector2.ZERO
%% turn_into
# Into a direction by turning: a rigid body goes where it points.
static func turn_into(me: Unit, u: Vector2) -> Vector2:
	return force_sideways(me, turn_toward(me, u))
%% seek_to
static func seek_to(me: Unit, d: Vector2) -> Vector2:
	return steer_toward(me, d.normalized() * me.max_speed)
%% arrive_at
# Along an offset, slower within a radius of its end.
static func arrive_at(me: Unit, d: Vector2, radius: float) -> Vector2:
	return steer_toward(me, d.normalized() * me.max_speed * min(1.0, divided(d.length(), radius)))
%% steer_toward
static func steer_toward(me: Unit, wanted: Vector2) -> Vector2:
	return (wanted - me.velocity) / me.max_speed %?!stiff
	return (wanted - me.velocity) * min(1.0 / me.max_speed, MOST_GAIN) %?stiff
%% turn_toward
# To which side a direction lies, times the angle to it as a share of a half turn.
static func turn_toward(me: Unit, d: Vector2) -> float:
	var to: Vector2 = d.normalized()
	var way: Vector2 = me.velocity.normalized()
	if to.length() == 0.0 or way.length() == 0.0:
		return 0.0
	return side(me, to) * acos(clamp(to.dot(way), -1.0, 1.0)) / PI
%% side
# 1 to starboard, -1 to port, 0 dead ahead, 1 dead astern.
static func side(me: Unit, d: Vector2) -> float:
	var abeam: float = me.heading.cross(d)
	if abeam == 0.0:
		return 1.0 if me.heading.dot(d) < 0.0 else 0.0
	return sign(abeam)
%% is_in_wide_view
# All around but for a wedge behind, of this tangent of half its angle.
static func is_in_wide_view(me: Unit, d: Vector2, back_angle: float) -> bool:
	var forward: float = me.heading.dot(d)
	return forward > 0.0 or abs(me.heading.cross(d)) > abs(forward) * back_angle
%% is_in_limited_view
static func is_in_limited_view(me: Unit, d: Vector2) -> bool:
	return me.heading.dot(d) > 0.0
%% is_in_narrow_view
# In a wedge ahead, of this tangent of half its angle.
static func is_in_narrow_view(me: Unit, d: Vector2, front_angle: float) -> bool:
	var forward: float = me.heading.dot(d)
	return forward > 0.0 and abs(me.heading.cross(d)) < forward * front_angle
%% @in_view
# Mates that count: near enough, and within the angles of the view.
static func @NAME@(me: Unit, others: Array) -> Array:
	var seen: Array = []
	for one in mates_within(me, others, @RADIUS@ * me.length):
		if one.distance > 0.0: %?full
		if @SEES@: %?!full
			seen.append(one)
	return seen %?!nearest
	return nearest_some(seen, @NEAREST@) %?nearest
%% nearest_some
# As many as this of the nearest.
static func nearest_some(seen: Array, most: int) -> Array:
	var found: Array = []
	for one in seen:
		var at: int = found.size()
		while at > 0 and one.distance < found[at - 1].distance:
			at -= 1
		found.insert(at, one)
		if found.size() > most:
			found.pop_back()
	return found
%% mates_within
static func mates_within(me: Unit, others: Array, radius: float) -> Array:
	var seen: Array = []
	for one in others:
		if one.role == me.role:
			look_within(me, one, radius, seen)
	return seen
%% fellows_within
# Units of one's group within a distance.
static func fellows_within(me: Unit, others: Array, radius: float) -> Array:
	var seen: Array = []
	for one in others:
		if one.group == me.group and one.role == me.role:
			look_within(me, one, radius, seen)
	return seen
%% others_within
# Units of other roles within a distance.
static func others_within(me: Unit, others: Array, radius: float) -> Array:
	var seen: Array = []
	for one in others:
		if one.role != me.role:
			look_within(me, one, radius, seen)
	return seen
%% everyone_within
static func everyone_within(me: Unit, others: Array, radius: float) -> Array:
	var seen: Array = []
	for one in others:
		look_within(me, one, radius, seen)
	return seen
%% groups_within
# Units of some groups within a distance.
static func groups_within(me: Unit, others: Array, groups: Array, radius: float) -> Array:
	var seen: Array = []
	for one in others:
		if groups.has(one.group):
			look_within(me, one, radius, seen)
	return seen
%% menaces_within
# Units of some groups, and the pointer, within a distance.
static func menaces_within(me: Unit, others: Array, groups: Array, radius: float) -> Array:
	var menaces: Array = groups_within(me, others, groups, radius)
	if me.pointer != null:
		var pointer: Seen = look_at(me, me.pointer)
		pointer.heading = pointer.velocity.normalized() %?s.heading
		if pointer.distance <= radius:
			menaces.append(pointer)
	return menaces
%% look_within
static func look_within(me: Unit, one: Unit, radius: float, seen: Array) -> void:
	var found: Seen = Seen.new()
	found.offset = offset_to(me, one.position)
	found.distance = found.offset.length()
	if found.distance > radius:
		return
	found.direction = found.offset.normalized() %?s.direction
	found.velocity = one.velocity %?s.velocity
	found.speed = one.velocity.length() %?s.speed
	found.heading = one.heading %?s.heading
	found.length = one.length %?s.length
	found.leads = one.leads %?s.leads
	seen.append(found)
%% closest_of
static func closest_of(seen: Array, many: float) -> Array:
	return nearest_some(seen, int(many))
%% look_at
static func look_at(me: Unit, thing: Thing) -> Seen:
	var seen: Seen = Seen.new()
	if thing != null:
		seen.offset = offset_to(me, thing.position)
		seen.distance = seen.offset.length() %?s.distance
		seen.direction = seen.offset.normalized() %?s.direction
		seen.velocity = thing.velocity %?s.velocity
		seen.there = true %?s.there
	return seen
%% obstacles_around
# Obstacles as they are seen; the offset is to the middle.
static func obstacles_around(me: Unit, obstacles: Array) -> Array:
	var found: Array = []
	for one in obstacles:
		var seen: Seen = Seen.new()
		seen.offset = offset_to(me, one.position)
		seen.distance = seen.offset.length() %?s.distance
		seen.direction = seen.offset.normalized() %?s.direction
		seen.radius = one.radius %?s.radius
		found.append(seen)
	return found
%% offset_to
# From a unit to a place, across the edges where that is shorter. %?torus
static func offset_to(me: Unit, place: Vector2) -> Vector2:
	return place - me.position %?!torus
	var d: Vector2 = place - me.position %?torus
	return Vector2(d.x - WIDTH * round(d.x / WIDTH), d.y - HEIGHT * round(d.y / HEIGHT)) %?torus
%% divided
# By nothing it is no number, and so no force.
static func divided(a: float, b: float) -> float:
	return a / b if b != 0.0 else INF
%% divided_vector
# By nothing it is no number, and so no force.
static func divided_vector(a: Vector2, b: float) -> Vector2:
	return a / b if b != 0.0 else Vector2(INF, INF)
%% starboard_of
static func starboard_of(v: Vector2) -> Vector2:
	return Vector2(-v.y, v.x)
%% turned
# Turned to starboard by an angle.
static func turned(v: Vector2, angle: float) -> Vector2:
	return v.rotated(angle)
%% square_root
# Of a negative number 0.
static func square_root(value: float) -> float:
	return sqrt(max(value, 0.0))
%% arc_cosine
static func arc_cosine(value: float) -> float:
	return acos(clamp(value, -1.0, 1.0))
%% logarithm
# Of nothing positive no number.
static func logarithm(value: float) -> float:
	return log(value) if value > 0.0 else INF
%% wrap_angle
# The same angle within half a turn to each side.
static func wrap_angle(angle: float) -> float:
	return angle - 2.0 * PI * round(angle / (2.0 * PI))
