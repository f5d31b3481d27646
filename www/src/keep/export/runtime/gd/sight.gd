extends Node2D

# Units at the same place push each other as if they were this many lengths apart.
const COINCIDENT_GAP: float = 0.1


# All around, but for a blind wedge astern.
func _sees_wide(group: Group, forward: float, starboard: float) -> bool:
	return -abs(starboard) < group.back_angle_factor * forward


func _wide_radius(group: Group) -> float:
	return group.wide_radius_factor


# The half plane ahead.
func _sees_limited(_group: Group, forward: float, _starboard: float) -> bool:
	return forward > 0.0


func _limited_radius(group: Group) -> float:
	return group.limited_radius_factor


# A wedge ahead.
func _sees_narrow(group: Group, forward: float, starboard: float) -> bool:
	return abs(starboard) < group.front_angle_factor * forward


func _narrow_radius(group: Group) -> float:
	return group.narrow_radius_factor


# All around; not a unit at the very same place, which lies in no direction.
func _sees_full(_group: Group, forward: float, starboard: float) -> bool:
	return forward != 0.0 or starboard != 0.0


func _full_radius(group: Group) -> float:
	return group.wide_radius_factor


# Of those that a unit sees, only the nearest count: a topological neighborhood.
func _nearest_only(group: Group, seen: Array) -> Array:
	var distances: Array = []
	for pair in seen:
		distances.append(pair[1].length())
	distances.sort()
	if distances.size() <= group.nearest_only:
		return seen
	var nearest: Array = []
	for pair in seen:
		if pair[1].length() <= distances[group.nearest_only - 1]:
			nearest.append(pair)
	return nearest


# Whether units of a group take no notice of those of another.
func _ignores(group: Group, other: Group) -> bool:
	return other.key in group.ignores


# Whether the units of another group are flockmates: by role, or as it is told.
func _are_mates(group: Group, other: Group) -> bool:
	if _ignores(group, other):
		return false
	return group.role == other.role or other.key in group.flocks


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
func _nearest_hunted(group: Group) -> Array:
	var first: Unit = null
	for unit in units:
		if first == null and unit.group == group:
			first = unit
	if first == null:
		return []
	var least: float = INF
	var nearest: Array = []
	for other in units:
		var distance: float = _offset(other.position - first.position).length()
		if other.group.key in group.hunts and distance < least:
			least = distance
			nearest = [other.position, other.velocity]
	return nearest


# What a unit hunts, as [place, velocity]: what its group was told, the target that was set, else
# the scene's own; empty where nobody is hunted.
func _target_of(unit: Unit) -> Array:
	if unit.group.target:
		return unit.group.target
	if target:
		return target
	if unit.group.hunts:
		return _nearest_hunted(unit.group)
	var quarry: Unit = _first_of(TARGET)
	if quarry == null:
		return []
	if quarry.group != unit.group:
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
	if unit.group.target:
		return true
	var who: String = POINTER_HUNTERS if target else usual
	return who == "everyone" or unit.leader
