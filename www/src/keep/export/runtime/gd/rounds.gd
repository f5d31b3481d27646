extends Node2D

# Ticks between the end of a round and the next one: time to see how it ended.
const PAUSE: int = 90

# Of a group that others take no notice of, so many units can be caught.
const FEW: int = 16

# By group, rounds won in this match or units caught, and matches; rounds that are over; the ticks
# at which this one began and the next one does.
var rounds: Dictionary = {"won": [], "matches": [], "played": 0, "begun": 0, "next": -1}


# Notes where a unit is before anybody moves: there it can be caught.
func _note_place(unit: Unit) -> void:
	unit.before = unit.position


func _catches(group: Dictionary, other: Dictionary) -> bool:
	return group.has("catches") and other.key in group.catches


# The unit that the first of a group to reach somebody has reached, null for none: the nearest.
func _caught_by(group: Dictionary) -> Unit:
	var preys: Array = []
	for other in groups:
		var count: int = 0
		for unit in units:
			if unit.group.key == other.key and _catches(group, other):
				count += 1
				if _takes_notice(other) or count <= FEW:
					preys.append(unit)
	for hunter in units:
		if hunter.group.key != group.key:
			continue
		var least: float = group.catch_factor * hunter.length
		var nearest: Unit = null
		for prey in preys:
			var there: Vector2 = prey.before if _takes_notice(prey.group) else prey.position
			var distance: float = _offset(there - hunter.position).length()
			if distance < least or (nearest == null and distance == least):
				least = distance
				nearest = prey
		if nearest != null:
			return nearest
	return null


# Puts a unit where its group starts, at a place that it draws anew.
func _start_again(unit: Unit, at: int) -> void:
	_place_unit(unit, _draw_again(unit, at))
	unit.goal = []


# What a unit remembers is as at the start.
func _forget(unit: Unit) -> void:
	unit.throttle = 0.0
	unit.wander_angle = 0.0
	unit.track = {}
	unit.way = {"node": 0, "back": false, "done": false}


# The number of a group.
func _index_of(group: Dictionary) -> int:
	for index in range(groups.size()):
		if groups[index].key == group.key:
			return index
	return -1


# A unit leaves its group for another; on the way, one unit of each group in between changes its
# number.
func _join(unit: Unit, group: Dictionary) -> void:
	var goal: int = _index_of(group)
	while unit.group.key != group.key:
		var at: int = _index_of(unit.group)
		var border: Unit = null
		for other in units:
			if other.group.key == unit.group.key and (border == null or at < goal):
				border = other
		var here: int = units.find(unit)
		units[units.find(border)] = unit
		units[here] = border
		var number: int = unit.id
		unit.id = border.id
		border.id = number
		unit.group = groups[at - 1 if at > goal else at + 1]
	unit.length = group.length
	unit.goal = []
	_forget(unit)
	_regroup()


# Everybody starts again, in the group in which so many started.
func _begin_round(now: int) -> void:
	var decided: bool = false
	for won in rounds.won:
		decided = decided or (BEST_OF > 0 and 2 * won > BEST_OF)
	if decided:
		for index in range(groups.size()):
			rounds.matches[index] += 1 if 2 * rounds.won[index] > BEST_OF else 0
			rounds.won[index] = 0
	rounds.begun = now
	rounds.next = -1
	var homes: Array = []
	for group in groups:
		group.erase("sent_to")
		group.back = false
		for unit in units:
			if unit.home.key == group.key:
				homes.append(group)
	for index in range(units.size()):
		var unit: Unit = units[index]
		unit.group = homes[index]
		unit.length = unit.group.length
		_start_again(unit, now)
		_forget(unit)
	_regroup()


# Adds a round, or a unit that was caught, to what a group has won.
func _score(index: int) -> void:
	rounds.won[index] += 1


# Units catch those whom they hunt, and rounds follow each other: see rounds.
func _play_rounds() -> void:
	while rounds.won.size() < groups.size():
		rounds.won.append(0)
		rounds.matches.append(0)
	var now: int = ticks + 1
	if rounds.next >= 0:
		if now >= rounds.next:
			_begin_round(now)
		return
	var over: bool = false
	for index in range(groups.size()):
		var group: Dictionary = groups[index]
		var prey: Unit = _caught_by(group) if group.has("catches") else null
		if prey == null:
			continue
		_score(index)
		if group.caught == "again":
			_start_again(prey, ticks)
		elif group.caught == "round":
			over = true
		else:
			_join(prey, group)
			var left: bool = false
			for unit in units:
				left = left or _catches(group, unit.group)
			over = over or not left
			break
	if not over and ROUND_TIME > 0.0 and (now - rounds.begun) * DT >= ROUND_TIME - 1e-9:
		for index in range(groups.size()):
			for group in groups:
				if _catches(group, groups[index]):
					_score(index)
					break
		over = true
	if over:
		rounds.played += 1
		rounds.next = now + PAUSE
