extends Node2D


# Something that a unit looks at: another unit, an obstacle, or a thing, there or not.
class Sighting:
	var there: bool = false
	var offset: Vector2 = Vector2.ZERO
	var distance: float = 0.0
	var direction: Vector2 = Vector2.ZERO
	var velocity: Vector2 = Vector2.ZERO
	var speed: float = 0.0
	var heading: Vector2 = Vector2.ZERO
	var length: float = 0.0
	var leads: bool = false
	var radius: float = 0.0

	func is_nearer_than(other: Sighting) -> bool:
		return other == null or distance < other.distance


# What is at an offset, and moves.
func _sighting(offset: Vector2, velocity: Vector2) -> Sighting:
	var seen: Sighting = Sighting.new()
	seen.there = true
	seen.offset = offset
	seen.distance = offset.length()
	seen.direction = offset.normalized()
	seen.velocity = velocity
	seen.speed = velocity.length()
	return seen


# Another unit, at an offset.
func _sighted(other: Unit, offset: Vector2) -> Sighting:
	var seen: Sighting = _sighting(offset, other.velocity)
	seen.heading = other.h
	seen.length = other.length
	seen.leads = other.leader
	return seen


# The flockmates that the group's view counts.
func _mates_in_view(unit: Unit) -> Array:
	var group: Group = unit.group
	if unit.in_sight_at == ticks:
		return unit.in_sight
	var pairs: Array = []
	var radius: float = _view_radius(group) * unit.length
	if radius >= 0.0:
		for pair in _search(unit.position, radius):
			var d: Vector2 = pair[1]
			if pair[0] == unit or not _are_mates(group, pair[0].group):
				continue
			if _sees(group, unit.h.dot(d), unit.h.cross(d)):
				pairs.append(pair)
	unit.in_sight_at = ticks
	unit.in_sight = []
	for pair in _choose(group, pairs):
		unit.in_sight.append(_sighted(pair[0], pair[1]))
	return unit.in_sight


# Units of one's role, and of groups that one is told to flock with.
func _mates_within(unit: Unit, radius: float) -> Array:
	var mates: Array = []
	for pair in _around(unit, radius):
		if _are_mates(unit.group, pair[0].group):
			mates.append(_sighted(pair[0], _apart(unit, pair[0], pair[1])))
	return mates


# The other units within a radius, and the offsets to them.
func _around(unit: Unit, radius: float) -> Array:
	var others: Array = []
	if radius >= 0.0:
		for pair in _search(unit.position, radius):
			if pair[0] != unit:
				others.append(pair)
	return others


# Units of one's own group.
func _fellows_within(unit: Unit, radius: float) -> Array:
	return _group_within(unit, unit.group.key, radius)


# Units of other roles, but for those that one is told to flock with.
func _others_within(unit: Unit, radius: float) -> Array:
	var others: Array = []
	for pair in _around(unit, radius):
		var group: Group = pair[0].group
		if not _are_mates(unit.group, group) and not _ignores(unit.group, group):
			others.append(_sighted(pair[0], _apart(unit, pair[0], pair[1])))
	return others


# Units of every role.
func _everyone_within(unit: Unit, radius: float) -> Array:
	var all: Array = []
	for pair in _around(unit, radius):
		if not _ignores(unit.group, pair[0].group):
			all.append(_sighted(pair[0], _apart(unit, pair[0], pair[1])))
	return all


# Units of a group.
func _group_within(unit: Unit, key: String, radius: float) -> Array:
	var members: Array = []
	for pair in _around(unit, radius):
		if pair[0].group.key == key:
			members.append(_sighted(pair[0], _apart(unit, pair[0], pair[1])))
	return members


# Units of some groups, player and prey among them.
func _units_within(unit: Unit, keys: Array, radius: float) -> Array:
	var found: Array = []
	for other in units:
		var d: Vector2 = _offset_to(unit, other.position)
		if other != unit and other.group.key in keys and d.length() <= radius:
			found.append(_sighted(other, d))
	return found


# Units of groups that one is told to hunt, else of other roles.
func _hunted_within(unit: Unit, radius: float) -> Array:
	if unit.group.hunts:
		return _units_within(unit, unit.group.hunts, radius)
	return _others_within(unit, radius)


# Units that one fears, and the target that was set, where one's group fears that.
func _menaces_within(unit: Unit, radius: float) -> Array:
	var group: Group = unit.group
	var menaces: Array = _units_within(unit, group.fears, radius)
	if target and group.fears_pointer:
		var d: Vector2 = _offset_to(unit, target[0])
		if d.length() <= radius:
			var pointer: Sighting = _sighting(d, target[1])
			pointer.heading = target[1].normalized()
			menaces.append(pointer)
	return menaces


# The round obstacles, by the offsets to their centers.
func _obstacles_around(unit: Unit) -> Array:
	var around: Array = []
	for obstacle in obstacles:
		var seen: Sighting = _sighting(_offset_to(unit, obstacle[0]), Vector2.ZERO)
		seen.radius = obstacle[1]
		around.append(seen)
	return around


# A thing, as [place, velocity]; empty where there is none.
func _thing(unit: Unit, of: Array) -> Sighting:
	if of.size() == 0:
		return Sighting.new()
	return _sighting(_offset_to(unit, of[0]), of[1])


# What it has in mind.
func _goal_from(unit: Unit) -> Sighting:
	return _thing(unit, unit.goal)


# What is hunted.
func _target_from(unit: Unit) -> Sighting:
	return _thing(unit, _target_of(unit))


# Whom a group follows: the first unit of those that it is told to, or the leader.
func _leader_from(unit: Unit) -> Sighting:
	if not unit.group.follows:
		var leader: Unit = _first_of("leader")
		return _thing(unit, [leader.position, leader.velocity] if leader != null else [])
	for other in units:
		if other.group.key in unit.group.follows:
			return _thing(unit, [other.position, other.velocity])
	return Sighting.new()


# The target that was set.
func _pointer_from(unit: Unit) -> Sighting:
	return _thing(unit, target)


# How far along a path of so many nodes somebody is who has come to a node.
func _past_node(way: Dictionary, many: int, at_end: String) -> Dictionary:
	var last: int = many - 1
	if way.back and way.node > 0:
		return {"node": way.node - 1, "back": true, "done": false}
	if way.back:
		return {"node": 1 if last > 0 else 0, "back": false, "done": false}
	if way.node < last:
		return {"node": way.node + 1, "back": false, "done": false}
	if at_end == "stop":
		return {"node": way.node, "back": false, "done": true}
	var back: bool = at_end == "patrol"
	return {"node": last - 1 if back and last > 0 else 0, "back": back, "done": false}


# The node of its group's path that it is on its way to; within so many lengths of it, the one
# after that.
func _node_from(unit: Unit, rule: String, radius: float, at_end: String) -> Sighting:
	var path: Array = unit.group.path
	if not unit.ways.has(rule):
		unit.ways[rule] = {"node": 0, "back": false, "done": false}
	elif path.size() > 0:
		var reached: bool = at_end != "stop"
		# The path may be another one now.
		unit.ways[rule].node = int(min(unit.ways[rule].node, path.size() - 1))
		if not unit.ways[rule].done:
			var d: Vector2 = _offset_to(unit, path[unit.ways[rule].node])
			reached = d.length() <= radius * unit.length
		if reached:
			unit.ways[rule] = _past_node(unit.ways[rule], path.size(), at_end)
	var way: Dictionary = unit.ways[rule]
	if way.done:
		return _thing(unit, [unit.position, Vector2.ZERO])
	return _thing(unit, [path[way.node], Vector2.ZERO] if path.size() > 0 else [])
