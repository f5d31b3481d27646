extends Node2D

# Contained units begin to turn back this many lengths before the edge.
const TURN_BACK: float = 10.0

# A unit's hull reaches this many lengths to each side.
const HULL: float = 0.25


func _wrapped(x: float, extent: float) -> float:
	var inside: float = x + extent if x < 0.0 else x
	return clamp(inside - extent if inside >= extent else inside, 0.0, extent)


# Units leave the world on one side and enter on the other.
func _wrap_around(unit: Unit) -> void:
	unit.position.x = _wrapped(unit.position.x, WIDTH)
	unit.position.y = _wrapped(unit.position.y, HEIGHT)


# A coordinate, back inside.
func _reflected(x: float, extent: float) -> float:
	if x < 0.0:
		return min(-x, extent)
	return max(2.0 * extent - x, 0.0) if x > extent else x


# Whether a coordinate has left the world, and goes on outward.
func _goes_out(x: float, v: float, extent: float) -> bool:
	return (x < 0.0 and v < 0.0) or (x > extent and v > 0.0)


# Units are reflected at the edges, place, velocity and heading.
func _bounce(unit: Unit) -> void:
	if _goes_out(unit.position.x, unit.velocity.x, WIDTH):
		unit.velocity.x = -unit.velocity.x
		unit.heading = _wrap_angle(PI - unit.heading)
	if _goes_out(unit.position.y, unit.velocity.y, HEIGHT):
		unit.velocity.y = -unit.velocity.y
		unit.heading = -unit.heading
	unit.position.x = _reflected(unit.position.x, WIDTH)
	unit.position.y = _reflected(unit.position.y, HEIGHT)


# How deep a unit is in the margin at an edge: 1 at the edge.
func _depth(unit: Unit, room: float) -> float:
	var margin: float = TURN_BACK * unit.length
	return clamp((margin - room) / margin, 0.0, 1.0)


# A force toward the inside: from nothing at the margin to all of it at the edge.
func _contain(unit: Unit) -> Vector2:
	var x: float = _depth(unit, unit.position.x) - _depth(unit, WIDTH - unit.position.x)
	var y: float = _depth(unit, unit.position.y) - _depth(unit, HEIGHT - unit.position.y)
	return Vector2(x, y) * unit.group.force_scale


# Units are reflected off the wall of the largest round tank that fits, place, velocity and heading.
func _reflect_off_tank(unit: Unit) -> void:
	var middle: Vector2 = Vector2(WIDTH, HEIGHT) * 0.5
	var radius: float = min(WIDTH, HEIGHT) * 0.5
	var away: float = unit.position.distance_to(middle)
	if not away > radius:
		return
	var outward: Vector2 = (unit.position - middle) / away
	unit.position = middle + outward * clamp(2.0 * radius - away, 0.0, radius)
	var speed: float = unit.velocity.dot(outward)
	if speed > 0.0:
		unit.velocity -= outward * 2.0 * speed
		unit.heading = _wrap_angle(2.0 * atan2(outward.y, outward.x) + PI - unit.heading)


# A force toward the middle of the tank: from nothing at the margin to all of it at the wall.
func _contain_in_tank(unit: Unit) -> Vector2:
	var offset: Vector2 = unit.position - Vector2(WIDTH, HEIGHT) * 0.5
	var depth: float = _depth(unit, min(WIDTH, HEIGHT) * 0.5 - offset.length())
	return offset.normalized() * -depth * unit.group.force_scale


# Units see plain distances: nothing across an edge.
func _plain_offset(d: Vector2) -> Vector2:
	return d


# Units see across the edges: the offset to the nearest image of a place.
func _offset_across_edges(d: Vector2) -> Vector2:
	var x: float = d.x - WIDTH * floor(d.x / WIDTH + 0.5)
	return Vector2(x, d.y - HEIGHT * floor(d.y / HEIGHT + 0.5))


# The point of a wall's middle line that is nearest to a place.
func _nearest_on(wall: Array, place: Vector2) -> Vector2:
	var along: Vector2 = wall[1] - wall[0]
	var square: float = along.length_squared()
	var share: float = (place - wall[0]).dot(along) / square if square > 0.0 else 0.0
	return wall[0] + along * clamp(share, 0.0, 1.0)


# Whether p and q lie on different sides of the line through a and b.
func _parts(a: Vector2, b: Vector2, p: Vector2, q: Vector2) -> bool:
	return (b - a).cross(p - a) * (b - a).cross(q - a) < 0.0


# Puts a unit back that has run into a wall, and takes the speed that led it there.
func _hold_at_walls(unit: Unit) -> void:
	for wall in walls:
		var clearance: float = wall[2] + HULL * unit.length
		var now: Vector2 = unit.position
		var before: Vector2 = now - unit.velocity * DT
		var crossed: bool = (
			_parts(wall[0], wall[1], before, now) and _parts(before, now, wall[0], wall[1])
		)
		var near: Vector2 = _nearest_on(wall, now)
		var out: Vector2 = now - near
		if out.length() >= clearance and not crossed:
			continue
		if crossed:
			out = before - _nearest_on(wall, before)
		if out == Vector2.ZERO:
			out = Vector2(wall[0].y - wall[1].y, wall[1].x - wall[0].x)
		var normal: Vector2 = out.normalized()
		var place: Vector2 = near + normal * clearance
		unit.position = Vector2(clamp(place.x, 0.0, WIDTH), clamp(place.y, 0.0, HEIGHT))
		unit.velocity -= normal * min(unit.velocity.dot(normal), 0.0)


# A search among few units: everyone is looked at. Pairs of unit and offset.
func _search_everyone(place: Vector2, radius: float) -> Array:
	var found: Array = []
	for other in crowd:
		var d: Vector2 = _offset(other.position - place)
		if d.length_squared() <= radius * radius:
			found.append([other, d])
	return found


# The cell that a place lies in, along one side; the edge's where it is outside.
func _cell_at(place: float, extent: float, many: int) -> int:
	return int(clamp(place / extent * many, 0.0, many - 1.0))


# Sorts the units into cells, for searches that look at a few cells only.
func _sort_into_grid() -> void:
	grid_columns = int(max(floor(WIDTH / CELL), 1.0))
	grid_rows = int(max(floor(HEIGHT / CELL), 1.0))
	grid = []
	for _k in range(grid_columns * grid_rows):
		grid.append([])
	for unit in crowd:
		var column: int = _cell_at(unit.position.x, WIDTH, grid_columns)
		var row: int = _cell_at(unit.position.y, HEIGHT, grid_rows)
		grid[row * grid_columns + column].append(unit)


# The cells from one place to another, each once; also beyond the edges.
func _cells_between(low: float, high: float, extent: float, many: int) -> Array:
	var cells: Array = []
	if not SEE_ACROSS:
		for at in range(_cell_at(low, extent, many), _cell_at(high, extent, many) + 1):
			cells.append(at)
		return cells
	var first: int = int(floor(low / extent * many))
	var last: int = int(floor(high / extent * many))
	for at in range(first, int(min(last, first + many - 1)) + 1):
		cells.append(int(posmod(at, many)))
	return cells


# A search among many units: only the cells around are looked at. Pairs of unit and offset.
func _search_grid(place: Vector2, radius: float) -> Array:
	if not grid:
		_sort_into_grid()
	# Finite also where everybody is looked at.
	var reach: float = min(radius, 1e6)
	var columns: Array = _cells_between(place.x - reach, place.x + reach, WIDTH, grid_columns)
	var found: Array = []
	for row in _cells_between(place.y - reach, place.y + reach, HEIGHT, grid_rows):
		for column in columns:
			for other in grid[row * grid_columns + column]:
				var d: Vector2 = _offset(other.position - place)
				if d.length_squared() <= radius * radius:
					found.append([other, d])
	return found


# All forces add up; the body cuts the sum to what it can do.
func _sum_of_forces(unit: Unit, force: Vector2) -> void:
	unit.steering += force


# The first behaviors take the force that the body has; later ones get the rest.
func _first_come_first(unit: Unit, force: Vector2) -> void:
	# What a behavior takes back of the sum can be spent again.
	var kept: Vector2 = unit.steering * (1.0 - unit.taken_back)
	var left: float = max(unit.group.limit - kept.length(), 0.0)
	unit.steering = kept + _truncated(unit.steering + force - kept, left)
	unit.taken_back = 0.0


# A unit is moved out of obstacles at most this many times in a tick.
const MOST_MOVES: int = 4


# Puts a unit back that has come into an obstacle, without the speed that led it in.
func _hold_at_obstacles(unit: Unit) -> void:
	for _turn in range(MOST_MOVES):
		var moved: bool = false
		for obstacle in obstacles:
			var least: float = obstacle[1] + CONTACT_GAP * unit.length
			var off: Vector2 = unit.position - obstacle[0]
			if off.length() >= least:
				continue
			var out: Vector2 = -unit.h if off == Vector2.ZERO else off.normalized()
			var place: Vector2 = obstacle[0] + out * least
			unit.position = Vector2(clamp(place.x, 0.0, WIDTH), clamp(place.y, 0.0, HEIGHT))
			unit.velocity -= out * min(unit.velocity.dot(out), 0.0)
			moved = true
		if not moved:
			return
