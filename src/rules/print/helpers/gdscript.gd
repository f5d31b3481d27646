# Functions that printed GDScript uses. Above each: its name, and the other names of a file that it needs,
# fields of a unit among them.

#= added
# Adds a weighted share to a force; a share that is not a number adds nothing.
static func added(force: Vector2, weight: float, share: Vector2) -> Vector2:
	var is_sound: bool = abs(share.x) < INF and abs(share.y) < INF
	return force + share * weight if is_sound else force

#= added_within
#: added
# As added, as long as the sum is at most all that a unit can steer: earlier shares come first.
static func added_within(force: Vector2, weight: float, share: Vector2) -> Vector2:
	var more: Vector2 = added(force, weight, share) - force
	var left: float = max(1.0 - force.length(), 0.0)
	return force + (more.normalized() * left if more.length() > left else more)

#= eased
# Multiplies a factor by another one, of which weight 0 takes nothing and weight 1 takes all.
static func eased(factor: float, weight: float, by: float) -> float:
	return factor * (1.0 + weight * (by - 1.0))

#= kept
# The next value of a memory; it stays as it was where the next value is not a number.
static func kept(next: float, before: float) -> float:
	return next if abs(next) < INF else before

#= kept_vector
#: kept
static func kept_vector(next: Vector2, before: Vector2) -> Vector2:
	return Vector2(kept(next.x, before.x), kept(next.y, before.y))

#= random_between
# Drawn anew at each call, from the unit's own generator.
static func random_between(state: State, low: float, high: float) -> float:
	return state.random.randf_range(low, high)

#= random_normal
# Drawn anew at each call, about 0 with this standard deviation.
static func random_normal(state: State, deviation: float) -> float:
	return state.random.randfn(0.0, deviation)

#= foresee
#: square_root starboard_of
# The acceleration away from a body at offset d that comes nearer with velocity w, at most a rate
# times what it takes to just pass it.
static func foresee(
	d: Vector2, w: Vector2, radii: float, energy: float, horizon: float, aside: float, rate: float
) -> Vector2:
	var way: Vector2 = w.normalized()
	# Two that meet head on both pass on the right.
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

#= sway
#: random_between Sway
# Smooth noise in -1..1 that reaches its next random value within some seconds.
static func sway(state: State, one: Sway, seconds: float, dt: float) -> float:
	one.share += dt / seconds
	if one.share >= 1.0:
		one.from = one.to
		one.to = random_between(state, -1.0, 1.0)
		one.share = fmod(one.share, 1.0)
	return lerp(one.from, one.to, one.share * one.share * (3.0 - 2.0 * one.share))

#= next_node
#: look_at offset_to Seen Seen.last Unit.length
# The next node of a path; at its end the unit stops, goes on to the first node, or turns back.
static func next_node(me: Unit, state: State, path: Array, radius: float, end: String) -> Seen:
	if path.size() == 0:
		return look_at(me, null)
	var most: int = path.size() - 1
	if offset_to(me, path[state.node]).length() <= radius * me.length:
		if end == "patrol" and state.node == (0 if state.back else most):
			state.back = not state.back
		var next: int = state.node + (-1 if state.back else 1)
		state.node = next % path.size() if end == "loop" else int(clamp(next, 0, most))
	var thing: Thing = Thing.new()
	thing.position = path[state.node]
	var seen: Seen = look_at(me, thing)
	seen.last = end == "stop" and state.node == most
	return seen

#= force_sideways
#: starboard_of Unit.heading
static func force_sideways(me: Unit, share: float) -> Vector2:
	return starboard_of(me.heading) * share

#= head_for
#: steer_toward Unit.max_speed
# Steers into a direction at top speed.
static func head_for(me: Unit, u: Vector2) -> Vector2:
	return steer_toward(me, u * me.max_speed) if u.length() > 0.0 else Vector2.ZERO

#= turn_into
#: force_sideways turn_toward
# Turns into a direction: a rigid body goes where it points.
static func turn_into(me: Unit, u: Vector2) -> Vector2:
	return force_sideways(me, turn_toward(me, u))

#= seek_to
#: steer_toward Unit.max_speed
static func seek_to(me: Unit, d: Vector2) -> Vector2:
	return steer_toward(me, d.normalized() * me.max_speed)

#= arrive_at
#: divided steer_toward Unit.max_speed
# Steers along an offset, and slower within a radius of its end.
static func arrive_at(me: Unit, d: Vector2, radius: float) -> Vector2:
	return steer_toward(me, d.normalized() * me.max_speed * min(1.0, divided(d.length(), radius)))

#= steer_toward
#: Unit.max_speed
static func steer_toward(me: Unit, wanted: Vector2) -> Vector2:
	return (wanted - me.velocity) / me.max_speed

#= turn_toward
#: side
# The side on which a direction lies, times the angle to it as a share of a half turn.
static func turn_toward(me: Unit, d: Vector2) -> float:
	var to: Vector2 = d.normalized()
	var way: Vector2 = me.velocity.normalized()
	if to.length() == 0.0 or way.length() == 0.0:
		return 0.0
	return side(me, to) * acos(clamp(to.dot(way), -1.0, 1.0)) / PI

#= side
#: Unit.heading
# 1 to starboard, -1 to port, 0 dead ahead, 1 dead astern.
static func side(me: Unit, d: Vector2) -> float:
	var abeam: float = me.heading.cross(d)
	if abeam == 0.0:
		return 1.0 if me.heading.dot(d) < 0.0 else 0.0
	return sign(abeam)

#= is_in_wide_view
#: Unit.heading
# Everywhere but in a wedge behind; back_angle is the tangent of half the wedge.
static func is_in_wide_view(me: Unit, d: Vector2, back_angle: float) -> bool:
	var forward: float = me.heading.dot(d)
	return forward > 0.0 or abs(me.heading.cross(d)) > abs(forward) * back_angle

#= is_in_limited_view
#: Unit.heading
static func is_in_limited_view(me: Unit, d: Vector2) -> bool:
	return me.heading.dot(d) > 0.0

#= is_in_narrow_view
#: Unit.heading
# In a wedge ahead; front_angle is the tangent of half the wedge.
static func is_in_narrow_view(me: Unit, d: Vector2, front_angle: float) -> bool:
	var forward: float = me.heading.dot(d)
	return forward > 0.0 and abs(me.heading.cross(d)) < forward * front_angle

#= mates_within
#: look_within Unit.role
# Units of one's role within a distance.
static func mates_within(me: Unit, others: Array, radius: float) -> Array:
	var seen: Array = []
	for one in others:
		if one.role == me.role:
			look_within(me, one, radius, seen)
	return seen

#= fellows_within
#: look_within Unit.group Unit.role
# Units of one's group within a distance.
static func fellows_within(me: Unit, others: Array, radius: float) -> Array:
	var seen: Array = []
	for one in others:
		if one.group == me.group and one.role == me.role:
			look_within(me, one, radius, seen)
	return seen

#= others_within
#: look_within Unit.role
# Units of other roles within a distance.
static func others_within(me: Unit, others: Array, radius: float) -> Array:
	var seen: Array = []
	for one in others:
		if one.role != me.role:
			look_within(me, one, radius, seen)
	return seen

#= near
#: look_within
# The units within a distance as one unit sees them.
static func near(me: Unit, units: Array, radius: float) -> Array:
	var seen: Array = []
	for one in units:
		look_within(me, one, radius, seen)
	return seen

#= groups_within
#: look_within Unit.group
# Units of some groups within a distance.
static func groups_within(me: Unit, others: Array, groups: Array, radius: float) -> Array:
	var seen: Array = []
	for one in others:
		if groups.has(one.group):
			look_within(me, one, radius, seen)
	return seen

#= menaces_within
#: groups_within look_within Unit.heading Unit.pointer
# Units of some groups within a distance, and the pointer, which has no length.
static func menaces_within(me: Unit, others: Array, groups: Array, radius: float) -> Array:
	var menaces: Array = groups_within(me, others, groups, radius)
	if me.pointer != null:
		var pointer: Unit = Unit.new()
		pointer.position = me.pointer.position
		pointer.velocity = me.pointer.velocity
		pointer.heading = pointer.velocity.normalized()
		look_within(me, pointer, radius, menaces)
	return menaces

#= look_within
#: Neighbor offset_to
# Adds a unit to a list where it is within a distance.
static func look_within(me: Unit, one: Unit, radius: float, seen: Array) -> void:
	var offset: Vector2 = offset_to(me, one.position)
	if offset.length() > radius:
		return
	var found: Neighbor = Neighbor.new()
	found.unit = one
	found.offset = offset
	found.distance = offset.length()
	seen.append(found)

#= closest_of
# The nearest ones, as many as this.
static func closest_of(seen: Array, many: float) -> Array:
	var found: Array = []
	for one in seen:
		var at: int = found.size()
		while at > 0 and one.distance < found[at - 1].distance:
			at -= 1
		found.insert(at, one)
		if found.size() > int(many):
			found.pop_back()
	return found

#= look_at
#: offset_to Seen
# A thing as a unit sees it; offset and velocity are zero where there is none.
static func look_at(me: Unit, thing: Thing) -> Seen:
	var seen: Seen = Seen.new()
	if thing != null:
		seen.offset = offset_to(me, thing.position)
		seen.distance = seen.offset.length()
		seen.velocity = thing.velocity
		seen.there = true
	return seen

#= obstacles_around
#: Neighbor Neighbor.radius offset_to
# Obstacles as a unit sees them; the offset is to the center.
static func obstacles_around(me: Unit, obstacles: Array) -> Array:
	var found: Array = []
	for one in obstacles:
		var seen: Neighbor = Neighbor.new()
		seen.offset = offset_to(me, one.position)
		seen.distance = seen.offset.length()
		seen.radius = one.radius
		found.append(seen)
	return found

#= offset_to
static func offset_to(me: Unit, place: Vector2) -> Vector2:
	return place - me.position

#= divided
# A division by zero is infinite, and so no force.
static func divided(a: float, b: float) -> float:
	return a / b if b != 0.0 else INF

#= divided_vector
static func divided_vector(a: Vector2, b: float) -> Vector2:
	return a / b if b != 0.0 else Vector2(INF, INF)

#= starboard_of
static func starboard_of(v: Vector2) -> Vector2:
	return Vector2(-v.y, v.x)

#= square_root
# 0 for a negative number.
static func square_root(value: float) -> float:
	return sqrt(max(value, 0.0))

#= arc_cosine
static func arc_cosine(value: float) -> float:
	return acos(clamp(value, -1.0, 1.0))

#= logarithm
# Infinite for 0 and below, and so no force.
static func logarithm(value: float) -> float:
	return log(value) if value > 0.0 else INF

#= wrap_angle
# The same angle within half a turn to each side.
static func wrap_angle(angle: float) -> float:
	return angle - 2.0 * PI * round(angle / (2.0 * PI))
