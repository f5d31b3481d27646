extends Node2D

# Share of the steering force that a bow thruster gives.
const BOW_THRUST: float = 0.5

# The least share of the steering force that a turning thruster gives.
const LEAST_THRUST: float = 0.05

# Share of the steering so far that a queue takes back.
const TAKEN_BACK: float = 0.8

# Factor on the velocity of a unit that has somebody right in front of it.
const HARD_STOP: float = 0.3


# Away from units of every role that are too near, the harder the nearer. The view counts by its
# angles alone.
func _separation(unit: Unit) -> Vector2:
	var group: Group = unit.group
	var reach: float = group.separation_factor * unit.length
	var seen: Array = []
	for pair in _search(unit.position, reach):
		var d: Vector2 = pair[1]
		if pair[0] == unit or _ignores(group, pair[0].group):
			continue
		var sees: bool = _separation_sees(group, unit.h.dot(d), unit.h.cross(d))
		if sees or d == Vector2.ZERO:
			seen.append(pair)
	var push: float = 0.0
	for pair in _separation_choose(group, seen):
		var d: Vector2 = _apart(unit, pair[0], pair[1])
		push -= _side(unit, d) * reach / d.length()
	return _sideways(unit, group.separation * group.force_scale * push)


# Keys fly the craft: see keys.
func _helm(unit: Unit) -> Vector2:
	var group: Group = unit.group
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
	var group: Group = unit.group
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


# Brakes behind whoever is ahead; stands last: it takes back what others asked.
func _queue(unit: Unit) -> Vector2:
	var group: Group = unit.group
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
	var force: Vector2 = _toward(unit, Vector2.ZERO) - unit.steering * TAKEN_BACK
	force += _crowd_push(unit, group.queue_gap * unit.length, push)
	if _offset_to(unit, ahead.position).length() <= radius:
		unit.brake *= HARD_STOP
	unit.taken_back = group.queue * TAKEN_BACK
	return force * group.queue
