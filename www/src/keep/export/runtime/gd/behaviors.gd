extends Node2D

# A hunter turns while the target is more than this far off its bow: sine of the angle.
const OFF_THE_BOW: float = 0.05

# Share of the steering force that a bow thruster gives.
const BOW_THRUST: float = 0.5

# The least share of the steering force that a turning thruster gives.
const LEAST_THRUST: float = 0.05

# Nearer than this many lengths, a potential grows no more.
const NEAREST: float = 0.05

# Share of the steering so far that a queue takes back.
const TAKEN_BACK: float = 0.8

# Factor on the velocity of a unit that has somebody right in front of it.
const HARD_STOP: float = 0.3


# Toward the middle of the neighbors.
func _cohesion(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var push: float = _turn_toward(unit, unit.near_offset)
	return _sideways(unit, group.cohesion * group.force_scale * push)


# The way the neighbors move.
func _alignment(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var push: float = _turn_toward(unit, unit.near_velocity)
	return _sideways(unit, group.alignment * group.force_scale * push)


# Away from units of every role that are too near, the harder the nearer. The view counts by its
# angles alone.
func _separation(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var reach: float = group.separation_factor * unit.length
	var seen: Array = []
	for pair in _search(unit.position, reach):
		var d: Vector2 = pair[1]
		if pair[0] == unit or _ignores(group, pair[0].group):
			continue
		var sees: bool = call(group.separation_sees, group, unit.h.dot(d), unit.h.cross(d))
		if sees or d == Vector2.ZERO:
			seen.append(pair)
	if group.separation_choose:
		seen = call(group.separation_choose, seen, group.nearest_only)
	var push: float = 0.0
	for pair in seen:
		var d: Vector2 = _apart(unit, pair[0], pair[1])
		push -= _side(unit, d) * reach / d.length()
	return _sideways(unit, group.separation * group.force_scale * push)


# Away from obstacles that a feeler touches: each counts once.
func _avoidance(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var reach: float = group.feeler_factor * unit.length
	var way: Vector2 = unit.velocity.normalized()
	var spread: float = group.feeler_spread
	var angles: Array = [0.0, -spread, spread] if group.feelers == "three" else [0.0]
	var push: float = 0.0
	for obstacle in OBSTACLES:
		var a: Vector2 = _offset_to(unit, obstacle[0])
		for angle in angles:
			var feeler: Vector2 = way.rotated(angle)
			var along: float = a.dot(feeler)
			if along > 0.0 and along < reach and abs(feeler.cross(a)) < obstacle[1]:
				push -= _side(unit, a) * reach / a.length()
				break
	return _sideways(unit, group.avoidance * group.force_scale * push)


# Full rudder toward where the target is.
func _chase(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var target: Array = _target_of(unit)
	if not target or not _hunts(unit, group.chasers):
		return Vector2.ZERO
	var rudder: float = _side(unit, _offset_to(unit, target[0]))
	return _sideways(unit, group.chase * group.force_scale * rudder)


# Full rudder toward where the target will be when the distance is closed.
func _intercept(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var target: Array = _target_of(unit)
	if not target or not _hunts(unit, group.interceptors):
		return Vector2.ZERO
	var r: Vector2 = _offset_to(unit, target[0])
	var closing: float = (target[1] - unit.velocity).length()
	var time: float = r.length() / closing if closing > 0.0 else 0.0
	var rudder: float = _side(unit, r + target[1] * time)
	if group.turn_around and r.dot(unit.h) < 0.0:
		rudder = -1.0
	return _sideways(unit, group.intercept * group.force_scale * rudder)


# Full rudder away from where the hunter is.
func _turn_away(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var menace: Array = _target_of(unit)
	if not menace:
		return Vector2.ZERO
	var rudder: float = -_side(unit, _offset_to(unit, menace[0]))
	return _sideways(unit, group.turn_away * group.force_scale * rudder)


# Eases the thrust while turning near the target. It steers nothing itself.
func _modulation(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var target: Array = _target_of(unit)
	if target:
		var d: Vector2 = _offset_to(unit, target[0])
		var off: float = abs(unit.h.cross(d))
		var turning: bool = d.dot(unit.h) <= 0.0 or off > OFF_THE_BOW * d.length()
		var near: float = d.length() / (group.modulation_factor * unit.length)
		if turning and near < 1.0:
			unit.thrust *= 1.0 - group.modulation * (1.0 - near)
	return Vector2.ZERO


# Keys fly the craft: see keys.
func _helm(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var rudder: float = float(keys.starboard) - float(keys.port)
	unit.thrust = clamp(unit.thrust + unit.throttle, 0.0, group.full_thrust)
	return _sideways(unit, group.helm * rudder * BOW_THRUST * group.force_scale)


# The throttle stays where it is left: a second from none to full.
func _after_helm(unit: Unit) -> void:
	var full: float = unit.group.full_thrust
	var lever: float = float(keys.faster) - float(keys.slower)
	unit.throttle = clamp(unit.throttle + lever * full * DT, -full, full)


# How far a unit has come in a step of its pattern.
func _new_track(step: int, course: float) -> Dictionary:
	return {"step": step, "course": course, "turn": 0.0, "way": Vector2.ZERO}


# A list of control steps, flown over and over. A step with "turn" (degrees) ends when the heading
# has changed by it, one with "way" (u) when the unit is that far from where the step began.
func _pattern(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	if not unit.track:
		unit.track = _new_track(0, 0.0)
	var step: Dictionary = group.steps[unit.track.step]
	var push: float = step.rudder
	if push == 0.0 and unit.track.has("heading"):
		var off: float = _wrap_angle(unit.track.course - unit.heading)
		push = group.hold * clamp(off - 0.2 * unit.omega, -1.0, 1.0)
	elif step.has("turn"):
		push *= max(1.0 - abs(unit.track.turn) * 180.0 / PI / step.turn, LEAST_THRUST)
	return _sideways(unit, group.pattern * group.force_scale * push)


# Takes note of how far a unit has come in its step.
func _after_pattern(unit: Unit) -> void:
	var steps: Array = unit.group.steps
	var track: Dictionary = unit.track
	var step: Dictionary = steps[track.step]
	if track.has("heading"):
		track.turn += _wrap_angle(unit.heading - track.heading)
	elif step.has("turn"):
		track.turn = unit.omega * DT
		track.course = _wrap_angle(unit.heading - track.turn)
	else:
		track.course = unit.heading
	track.heading = unit.heading
	track.way += unit.velocity * DT
	var over: bool = false
	var course: float = track.course
	if step.has("turn"):
		over = abs(track.turn) * 180.0 / PI >= step.turn
		course = _wrap_angle(track.course + step.turn * PI / 180.0 * step.rudder)
	else:
		over = track.way.length() >= step.way
		course = unit.heading if step.rudder != 0.0 else track.course
	if over:
		unit.track = _new_track((track.step + 1) % steps.size(), course)
		unit.track.heading = unit.heading


# U(d) = -A/d^n + B/d^m, d in lengths of the unit: pushes away where positive. law: [A, B, n, m].
func _lennard_jones(d: Vector2, length: float, law: Array) -> Vector2:
	var near: float = max(d.length() / length, NEAREST)
	return d.normalized() * (law[0] / pow(near, law[2]) - law[1] / pow(near, law[3]))


# Every two units of one role attract and repel each other, up to the cutoff.
func _potential(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var cutoff: float = group.potential_cutoff * unit.length
	var law: Array = [group.potential_a, group.potential_b, group.potential_n, group.potential_m]
	var force: Vector2 = Vector2.ZERO
	for pair in _search(unit.position, cutoff if cutoff > 0.0 else INF):
		if _are_mates(group, pair[0].group):
			force += _lennard_jones(pair[1], unit.length, law)
	return force * group.potential


# The target attracts and repels.
func _lure(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var target: Array = _target_of(unit)
	if not target:
		return Vector2.ZERO
	var law: Array = [group.lure_a, group.lure_b, group.lure_n, group.lure_m]
	return _lennard_jones(_offset_to(unit, target[0]), unit.length, law) * group.lure


# Every obstacle repels.
func _ward(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var force: Vector2 = Vector2.ZERO
	for obstacle in OBSTACLES:
		var d: Vector2 = _offset_to(unit, obstacle[0])
		force += _lennard_jones(d, unit.length, [0.0, group.ward_b, 1.0, group.ward_m])
	return force * group.ward


# At full speed to the goal.
func _seek(unit: Unit) -> Vector2:
	if not unit.goal:
		return Vector2.ZERO
	return _seek_along(unit, _offset_to(unit, unit.goal[0])) * unit.group.seek


# At full speed away from the goal, within the panic distance (0: at any distance).
func _flee(unit: Unit) -> Vector2:
	if not unit.goal:
		return Vector2.ZERO
	var d: Vector2 = _offset_to(unit, unit.goal[0])
	var panic: float = unit.group.panic_factor * unit.length
	if panic > 0.0 and d.length() > panic:
		return Vector2.ZERO
	return _seek_along(unit, -d) * unit.group.flee


# To the goal, and stop there.
func _arrive(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	if not unit.goal:
		return Vector2.ZERO
	var d: Vector2 = _offset_to(unit, unit.goal[0])
	return _arrive_along(unit, d, group.slowing_factor * unit.length) * group.arrive


# To where the goal will be.
func _pursue(unit: Unit) -> Vector2:
	if not unit.goal:
		return Vector2.ZERO
	return _seek_along(unit, _ahead_of(unit, unit.goal[0], unit.goal[1])) * unit.group.pursue


# Away from where the goal will be.
func _evade_ahead(unit: Unit) -> Vector2:
	if not unit.goal:
		return Vector2.ZERO
	var away: Vector2 = -_ahead_of(unit, unit.goal[0], unit.goal[1])
	return _seek_along(unit, away) * unit.group.evade_ahead


# To a point on a circle ahead, which creeps along the circle.
func _wander(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var on_circle: Vector2 = unit.h.rotated(unit.wander_angle) * group.wander_radius
	var point: Vector2 = unit.h * group.wander_distance + on_circle
	return _seek_along(unit, point * unit.length) * group.wander


# The point takes a random step along its circle.
func _after_wander(unit: Unit) -> void:
	var number: float = _random_numbers(3, unit.id, ticks, 1)[0]
	var step: float = unit.group.wander_rate * DT * (2.0 * number - 1.0)
	unit.wander_angle = _wrap_angle(unit.wander_angle + step)


# Pushes the point looked at away from the nearest obstacle in the way.
func _collision_avoidance(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var most: float = call(group.top_speed, unit)
	var pace: float = unit.velocity.length() / most if most > 0.0 else 0.0
	var ahead: Vector2 = unit.velocity.normalized() * group.see_ahead * unit.length * pace
	var least: float = INF
	var nearest: Vector2 = Vector2.ZERO
	for obstacle in OBSTACLES:
		var center: Vector2 = _offset_to(unit, obstacle[0])
		var off: float = min((center - ahead).length(), (center - ahead * 0.5).length())
		if min(off, center.length()) <= obstacle[1] and center.length() < least:
			least = center.length()
			nearest = center
	if least == INF:
		return Vector2.ZERO
	var push: float = group.collision_avoidance * group.max_avoid * group.force_scale
	return (ahead - nearest).normalized() * push


# From node to node of the group's path.
func _path_following(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	if unit.way.done:
		return _toward(unit, Vector2.ZERO) * group.path_following
	var node: Vector2 = group.path[unit.way.node]
	return _seek_along(unit, _offset_to(unit, node)) * group.path_following


# Within the path radius of its node a unit heads for the next one.
func _after_path_following(unit: Unit) -> void:
	var group: Dictionary = unit.group
	var way: Dictionary = unit.way
	var d: Vector2 = _offset_to(unit, group.path[way.node])
	if way.done or d.length() > group.path_radius * unit.length:
		return
	var last: int = group.path.size() - 1
	if way.back and way.node > 0:
		way.node -= 1
	elif way.back:
		way.back = false
		way.node = 1 if last > 0 else 0
	elif way.node < last:
		way.node += 1
	elif group.at_end == "stop":
		way.done = true
	elif group.at_end == "patrol":
		way.back = true
		way.node = last - 1 if last > 0 else 0
	else:
		way.node = 0


# Whom a group follows: the first unit of those that it is told to, or the leader.
func _leader_of(group: Dictionary) -> Unit:
	if not group.has("follows"):
		return _first_of("leader")
	for unit in units:
		if unit.group.key in group.follows:
			return unit
	return null


# Gathers behind the leader, apart from the others and out of the leader's way.
func _leader_following(unit: Unit) -> Vector2:
	var leader: Unit = _leader_of(unit.group)
	if leader == null:
		return Vector2.ZERO
	var group: Dictionary = unit.group
	var reach: Vector2 = leader.velocity.normalized() * group.behind_factor * unit.length
	var d: Vector2 = _offset_to(unit, leader.position)
	var force: Vector2 = _arrive_along(unit, d - reach, group.follow_slowing * unit.length)
	var push: float = group.follower_push * group.force_scale
	force += _crowd_push(unit, group.follower_gap * unit.length, push)
	if min(d.length(), (d + reach).length()) <= group.sight_factor * unit.length:
		force += _seek_along(unit, -_ahead_of(unit, leader.position, leader.velocity))
	return force * group.leader_following


# Keeps off the units of one's role.
func _crowd_separation(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var push: float = group.crowd_separation * group.max_separation * group.force_scale
	return _crowd_push(unit, group.crowd_factor * unit.length, push)


# The mean of pushes away from everyone near, each the harder the nearer.
func _rts_separation(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var least: float = group.min_separation * unit.length
	var force: Vector2 = Vector2.ZERO
	var count: int = 0
	for pair in _search(unit.position, least):
		var distance: float = pair[1].length()
		if pair[0] != unit and distance < least and not _ignores(group, pair[0].group):
			force -= _apart(unit, pair[0], pair[1]).normalized() * (1.0 - distance / least)
			count += 1
	return force * (group.rts_separation * group.force_scale / max(count, 1))


# To the middle of the near units of one's group, oneself included.
func _rts_cohesion(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var sum: Vector2 = Vector2.ZERO
	var count: int = 0
	for pair in _search(unit.position, group.max_cohesion * unit.length):
		if pair[0].group.key == group.key:
			sum += pair[1]
			count += 1
	if count < 2:
		return Vector2.ZERO
	return _seek_along(unit, sum / count) * group.rts_cohesion


# The way the near units of one's group move, oneself included.
func _rts_alignment(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var sum: Vector2 = Vector2.ZERO
	var moving: int = 0
	for pair in _search(unit.position, group.align_factor * unit.length):
		var other: Unit = pair[0]
		if other.group.key == group.key and other.velocity != Vector2.ZERO:
			sum += other.velocity.normalized()
			moving += 1
	if moving == 0:
		return Vector2.ZERO
	var wanted: Vector2 = sum * (call(group.top_speed, unit) / moving)
	return _toward(unit, wanted) * group.rts_alignment


# Brakes behind whoever is ahead; stands last: it takes back what others asked.
func _queue(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var radius: float = group.queue_radius * unit.length
	var reach: Vector2 = unit.velocity.normalized() * group.queue_ahead * unit.length
	var ahead: Unit = null
	for pair in _search(unit.position + reach, radius):
		var other: Unit = pair[0]
		if other != unit and _are_mates(group, other.group):
			if ahead == null or other.id < ahead.id:
				ahead = other
	if ahead == null:
		return Vector2.ZERO
	var push: float = group.queue_push * group.force_scale
	var force: Vector2 = _toward(unit, Vector2.ZERO) - unit.force * TAKEN_BACK
	force += _crowd_push(unit, group.queue_gap * unit.length, push)
	if _offset_to(unit, ahead.position).length() <= radius:
		unit.brake *= HARD_STOP
	unit.taken_back = group.queue * TAKEN_BACK
	return force * group.queue


# Into a direction: a rigid body, which cannot choose its speed, turns.
func _turn_into(unit: Unit, course: Vector2) -> Vector2:
	return _sideways(unit, unit.group.force_scale * _turn_toward(unit, course))


# Into a direction at full speed.
func _drive_into(unit: Unit, course: Vector2) -> Vector2:
	return _toward(unit, course * call(unit.group.top_speed, unit))


# Takes on the mean direction of all around, its own included (Vicsek et al. 1995).
func _mean_heading(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var course: Vector2 = Vector2.ZERO
	for pair in _search(unit.position, group.mean_heading_factor * unit.length):
		if _are_mates(group, pair[0].group):
			course += pair[0].velocity
	if course == Vector2.ZERO:
		return course
	return call(group.head, unit, course.normalized()) * group.mean_heading


# Keeps off the near, moves as those farther out, heads for those beyond (Couzin et al. 2002).
func _zones(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var near: float = group.repulsion_factor * unit.length
	var oriented: float = near + group.orientation_width * unit.length
	var farthest: float = oriented + group.attraction_width * unit.length
	# Cosine of half the view; all around, nothing is rounded away.
	var least: float = -INF if group.view_angle >= 6.2831 else cos(group.view_angle / 2.0)
	var away: Vector2 = Vector2.ZERO
	var wanted: Vector2 = Vector2.ZERO
	var crowded: bool = false
	for pair in _search(unit.position, max(near, farthest)):
		var other: Unit = pair[0]
		if other == unit or not _are_mates(group, other.group):
			continue
		var to: Vector2 = _apart(unit, other, pair[1]).normalized()
		var distance: float = pair[1].length()
		if distance <= near:
			crowded = true
			away -= to
		elif to.dot(unit.h) >= least:
			wanted += other.h if distance <= oriented else to
	var course: Vector2 = (away if crowded else wanted).normalized()
	return call(group.head, unit, unit.h if course == Vector2.ZERO else course) * group.zones


# Circles the goal at a distance.
func _orbit(unit: Unit) -> Vector2:
	if not unit.goal:
		return Vector2.ZERO
	var group: Dictionary = unit.group
	var d: Vector2 = _offset_to(unit, unit.goal[0])
	var off: float = d.length() - group.orbit_distance * unit.length
	var angle: float = clamp(off / (group.orbit_softness * unit.length), -1.0, 1.0) * PI / 2.0
	var to: Vector2 = d.normalized()
	var along: float = cos(angle) * (-1.0 if group.chirality == "starboard" else 1.0)
	var course: Vector2 = (Vector2(-to.y, to.x) * along + to * sin(angle)).normalized()
	if course == Vector2.ZERO:
		return course
	return call(group.head, unit, course) * group.orbit


# Runs from those that it fears, the harder the nearer they are.
func _fright(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	var radius: float = group.fright_factor * unit.length
	var menaces: Array = []
	for other in units:
		if group.has("fears") and other.group.key in group.fears:
			menaces.append(other.position)
	if group.fears_pointer and is_target_set:
		menaces.append(target_place)
	var threat: Vector2 = Vector2.ZERO
	var strongest: float = 0.0
	for place in menaces:
		var d: Vector2 = _offset_to(unit, place)
		var share: float = 1.0 - d.length() / radius
		if d != Vector2.ZERO and share > 0.0:
			threat += d.normalized() * share
			strongest = max(strongest, share)
	if threat == Vector2.ZERO:
		return threat
	return call(group.head, unit, -threat.normalized()) * (group.fright * strongest)


# A random number for a unit at one of its knots in time, from -1 to 1.
func _knot(unit: Unit, at: int) -> float:
	return 2.0 * _random_numbers(10, unit.id, at, 1)[0] - 1.0


# Sways smoothly from side to side at random.
func _unrest(unit: Unit) -> Vector2:
	var group: Dictionary = unit.group
	# Everybody's knots are at other times: else the whole flock would sway in step.
	var time: float = 0.5 + 0.5 * _knot(unit, -1) + ticks * DT / group.unrest_time
	var knot: int = int(floor(time))
	var share: float = time - knot
	var smooth: float = share * share * (3.0 - 2.0 * share)
	var from: float = _knot(unit, knot)
	var push: float = from + (_knot(unit, knot + 1) - from) * smooth
	return _sideways(unit, group.unrest * group.force_scale * push)
