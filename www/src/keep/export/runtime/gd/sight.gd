extends Node2D

# Units at the same place push each other as if they were this many lengths apart.
const COINCIDENT_GAP: float = 0.1


# All around, but for a blind wedge astern.
func _sees_wide(group: Dictionary, forward: float, starboard: float) -> bool:
	return -abs(starboard) < group.back_angle_factor * forward


func _wide_radius(group: Dictionary) -> float:
	return group.wide_radius_factor


# The half plane ahead.
func _sees_limited(_group: Dictionary, forward: float, _starboard: float) -> bool:
	return forward > 0.0


func _limited_radius(group: Dictionary) -> float:
	return group.limited_radius_factor


# A wedge ahead.
func _sees_narrow(group: Dictionary, forward: float, starboard: float) -> bool:
	return abs(starboard) < group.front_angle_factor * forward


func _narrow_radius(group: Dictionary) -> float:
	return group.narrow_radius_factor


# All around; not a unit at the very same place, which lies in no direction.
func _sees_full(_group: Dictionary, forward: float, starboard: float) -> bool:
	return forward != 0.0 or starboard != 0.0


func _full_radius(group: Dictionary) -> float:
	return group.wide_radius_factor


# Of those that a unit sees, only the nearest count: a topological neighborhood.
func _nearest_only(seen: Array, most: int) -> Array:
	var distances: Array = []
	for pair in seen:
		distances.append(pair[1].length())
	distances.sort()
	if distances.size() <= most:
		return seen
	var nearest: Array = []
	for pair in seen:
		if pair[1].length() <= distances[most - 1]:
			nearest.append(pair)
	return nearest


# Whether units of a group take no notice of those of another.
func _ignores(group: Dictionary, other: Dictionary) -> bool:
	return group.has("ignores") and other.key in group.ignores


# Whether the units of another group are flockmates: by role, or as it is told.
func _are_mates(group: Dictionary, other: Dictionary) -> bool:
	if _ignores(group, other):
		return false
	return group.role == other.role or (group.has("flocks") and other.key in group.flocks)


# A unit leads when nobody, of whatever role, is in its narrow view.
func _find_leaders(unit: Unit) -> void:
	unit.leader = true
	for pair in _search(unit.position, _narrow_radius(unit.group) * unit.length):
		var d: Vector2 = pair[1]
		if pair[0] == unit or _ignores(unit.group, pair[0].group):
			continue
		if _sees_narrow(unit.group, unit.h.dot(d), unit.h.cross(d)):
			unit.leader = false
			return


# The offset to another unit; a small one to a side where both are at one place.
func _apart(unit: Unit, other: Unit, d: Vector2) -> Vector2:
	if d != Vector2.ZERO:
		return d
	var gap: float = COINCIDENT_GAP * unit.length
	return _sideways(unit, -gap if unit.id > other.id else gap)


# A push of a fixed size away from the middle of the units of one's role that are near.
func _crowd_push(unit: Unit, radius: float, push: float) -> Vector2:
	var middle: Vector2 = Vector2.ZERO
	for pair in _search(unit.position, radius):
		if pair[0] != unit and _are_mates(unit.group, pair[0].group):
			middle += _apart(unit, pair[0], pair[1])
	return middle.normalized() * -push


# Of those that a group is told to hunt, the one nearest to its first unit, as [place, velocity].
func _nearest_hunted(group: Dictionary) -> Array:
	var first: Unit = null
	for unit in units:
		if first == null and unit.group.key == group.key:
			first = unit
	var least: float = INF
	var nearest: Array = []
	for other in units:
		var distance: float = _offset(other.position - first.position).length()
		if other.group.key in group.hunts and distance < least:
			least = distance
			nearest = [other.position, other.velocity]
	return nearest


# What a unit hunts, as [place, velocity]: the target that was set, else the scene's own; empty
# where nobody is hunted.
func _target_of(unit: Unit) -> Array:
	if is_target_set:
		return [target_place, target_velocity]
	if unit.group.has("hunts"):
		return _nearest_hunted(unit.group)
	var quarry: Unit = _first_of(TARGET)
	if quarry == null:
		return []
	if quarry.group.key != unit.group.key:
		return [quarry.position, quarry.velocity]
	if unit.group.role != "prey":
		return []
	# The prey runs from whoever is nearest to it.
	var least: float = INF
	var nearest: Array = []
	for other in crowd:
		var distance: float = _offset_to(unit, other.position).length()
		if distance < least:
			least = distance
			nearest = [other.position, other.velocity]
	return nearest


# Whether a unit takes part in the hunt: all do, or those that lead.
func _hunts(unit: Unit, usual: String) -> bool:
	var who: String = POINTER_HUNTERS if is_target_set else usual
	return who == "everyone" or unit.leader
