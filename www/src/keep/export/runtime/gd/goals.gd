extends Node2D

# Units that roam have arrived this many lengths from their place.
const ARRIVED: float = 2.5

# Places to roam to keep this share of the world's extent away from its edges.
const ROAM_MARGIN: float = 0.06


# The goal is what is hunted.
func _target_goal(unit: Unit) -> Array:
	return _target_of(unit)


# The goal is one place for the whole group, or where it was sent since.
func _place_goal(unit: Unit) -> Array:
	var group: Group = unit.group
	if target and group.heeds_pointer:
		group.sent_to = [target[0], Vector2.ZERO]
		return target
	if group.sent_to:
		return group.sent_to
	return [Vector2(group.goal_x * WIDTH, group.goal_y * HEIGHT), Vector2.ZERO]


# The goal is a place of its own for each unit, and another after each arrival.
func _roam_goal(unit: Unit) -> Array:
	if target and unit.group.heeds_pointer:
		return target
	if unit.goal and _offset_to(unit, unit.goal[0]).length() > ARRIVED * unit.length:
		return unit.goal
	var numbers: Array = _random_numbers(5, unit.id, ticks, 2)
	var x: float = (ROAM_MARGIN + (1.0 - 2.0 * ROAM_MARGIN) * numbers[0]) * WIDTH
	var y: float = (ROAM_MARGIN + (1.0 - 2.0 * ROAM_MARGIN) * numbers[1]) * HEIGHT
	return [Vector2(x, y), Vector2.ZERO]


# Whether a group is after another: those that it is told to hunt, or all but flockmates.
func _is_after(group: Group, other: Group) -> bool:
	if group.hunts:
		return other.key in group.hunts
	return not _are_mates(group, other) and not _ignores(group, other)


# The goal is the nearest unit of another role that is noticed.
func _nearest_goal(unit: Unit) -> Array:
	if target and unit.group.heeds_pointer:
		return target
	var least: float = INF
	var nearest: Array = []
	for pair in _search(unit.position, unit.group.notice * unit.length):
		var distance: float = pair[1].length()
		if _is_after(unit.group, pair[0].group) and distance < least:
			least = distance
			nearest = [pair[0].position, pair[0].velocity]
	return nearest


# The goal is the middle of all others that are noticed; the near ones count more.
func _middle_goal(unit: Unit) -> Array:
	if target and unit.group.heeds_pointer:
		return target
	var reach: float = unit.group.notice * unit.length
	var place: Vector2 = Vector2.ZERO
	var velocity: Vector2 = Vector2.ZERO
	var total: float = 0.0
	for pair in _search(unit.position, reach):
		if _is_after(unit.group, pair[0].group):
			var weight: float = 1.0 - pair[1].length() / reach
			place += pair[1] * weight
			velocity += pair[0].velocity * weight
			total += weight
	return [unit.position + place / total, velocity / total] if total > 0.0 else []


# A group has come to a place when its middle is within this many lengths of it, times one more
# than the root of its size.
const THERE: float = 1.0


# The place that a group goes to now: where it was sent, else its own or the one opposite.
func _turning_point(group: Group) -> Vector2:
	if group.sent_to:
		return group.sent_to[0]
	var place: Vector2 = Vector2(group.goal_x, group.goal_y)
	if group.back:
		place = Vector2(1.0, 1.0) - place
	return Vector2(place.x * WIDTH, place.y * HEIGHT)


# The goal lies to and fro between two places, or where the group was sent since.
func _between_goal(unit: Unit) -> Array:
	unit.group.goes_to_and_fro = true
	if target and unit.group.heeds_pointer:
		unit.group.sent_to = [target[0], Vector2.ZERO]
		return target
	return [_turning_point(unit.group), Vector2.ZERO]


# Groups that go to and fro turn where their middle has come to where they go.
func _turn_round() -> void:
	for group in groups:
		if not group.goes_to_and_fro or group.target or (target and group.heeds_pointer):
			continue
		var middle: Vector2 = Vector2.ZERO
		var count: int = 0
		for unit in units:
			if unit.group == group:
				middle += _offset_to(unit, _turning_point(group))
				count += 1
		if count == 0 or middle.length() / count > THERE * group.length * (1.0 + sqrt(count)):
			continue
		if group.sent_to:
			group.sent_to = []
		else:
			group.back = not group.back
