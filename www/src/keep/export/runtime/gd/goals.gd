extends Node2D

# Units that roam have arrived this many lengths from their place.
const ARRIVED: float = 2.5

# Places to roam to keep this share of the world's extent away from its edges.
const ROAM_MARGIN: float = 0.06


# The goal is what is hunted.
func _hunted(unit: Unit) -> Array:
	return _target_of(unit)


# The goal is one place for the whole group, or where it was sent since.
func _one_place(unit: Unit) -> Array:
	var group: Dictionary = unit.group
	if is_target_set and group.heeds_pointer:
		group.sent_to = target_place
		return [target_place, target_velocity]
	var place: Vector2 = Vector2(group.goal_x * WIDTH, group.goal_y * HEIGHT)
	return [group.sent_to if group.has("sent_to") else place, Vector2.ZERO]


# The goal is a place of its own for each unit, and another after each arrival.
func _roam(unit: Unit) -> Array:
	if is_target_set and unit.group.heeds_pointer:
		return [target_place, target_velocity]
	if unit.goal and _offset_to(unit, unit.goal[0]).length() > ARRIVED * unit.length:
		return unit.goal
	var numbers: Array = _random_numbers(5, unit.id, ticks, 2)
	var x: float = (ROAM_MARGIN + (1.0 - 2.0 * ROAM_MARGIN) * numbers[0]) * WIDTH
	var y: float = (ROAM_MARGIN + (1.0 - 2.0 * ROAM_MARGIN) * numbers[1]) * HEIGHT
	return [Vector2(x, y), Vector2.ZERO]


# Whether a group is after another: those that it is told to hunt, or all but flockmates.
func _is_after(group: Dictionary, other: Dictionary) -> bool:
	if group.has("hunts"):
		return other.key in group.hunts
	return not _are_mates(group, other) and not _ignores(group, other)


# The goal is the nearest unit of another role that is noticed.
func _nearest_other(unit: Unit) -> Array:
	if is_target_set and unit.group.heeds_pointer:
		return [target_place, target_velocity]
	var least: float = INF
	var nearest: Array = []
	for pair in _search(unit.position, unit.group.notice * unit.length):
		var distance: float = pair[1].length()
		if _is_after(unit.group, pair[0].group) and distance < least:
			least = distance
			nearest = [pair[0].position, pair[0].velocity]
	return nearest


# The goal is the middle of all others that are noticed; the near ones count more.
func _middle_of_others(unit: Unit) -> Array:
	if is_target_set and unit.group.heeds_pointer:
		return [target_place, target_velocity]
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
func _turning_point(group: Dictionary) -> Vector2:
	if group.has("sent_to"):
		return group.sent_to
	var place: Vector2 = Vector2(group.goal_x, group.goal_y)
	if group.has("back") and group.back:
		place = Vector2(1.0, 1.0) - place
	return Vector2(place.x * WIDTH, place.y * HEIGHT)


# The goal lies to and fro between two places, or where the group was sent since.
func _to_and_fro(unit: Unit) -> Array:
	if is_target_set and unit.group.heeds_pointer:
		unit.group.sent_to = target_place
		return [target_place, target_velocity]
	return [_turning_point(unit.group), Vector2.ZERO]


# Groups that go to and fro turn where their middle has come to where they go.
func _turn_round() -> void:
	for group in groups:
		if group.goal != "_to_and_fro" or (is_target_set and group.heeds_pointer):
			continue
		var middle: Vector2 = Vector2.ZERO
		var count: int = 0
		for unit in units:
			if unit.group.key == group.key:
				middle += _offset_to(unit, _turning_point(group))
				count += 1
		if count == 0 or middle.length() / count > THERE * group.length * (1.0 + sqrt(count)):
			continue
		if group.has("sent_to"):
			group.erase("sent_to")
		else:
			group.back = not (group.has("back") and group.back)
