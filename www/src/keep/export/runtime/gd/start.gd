extends Node2D

# A point mass that would start in an obstacle is placed anew, up to this many times in all.
const MOST_PLACINGS: int = 16


# A place where a group starts, from three random numbers: in a disk, a rectangle, or at the
# world's edges.
func _place_in(start: Dictionary, numbers: Array) -> Vector2:
	var center: Vector2 = Vector2(start.x, start.y)
	if start.has("radius"):
		var angle: float = (2.0 * numbers[0] - 1.0) * PI
		return center + Vector2(cos(angle), sin(angle)) * start.radius * sqrt(numbers[1])
	if start.has("width"):
		var size: Vector2 = Vector2(start.width, start.height)
		return center + size * Vector2(numbers[0] - 0.5, numbers[1] - 0.5)
	var along: float = numbers[0] * (WIDTH + HEIGHT)
	var far: float = 0.0 if numbers[1] < 0.5 else 1.0
	if along < WIDTH:
		return Vector2(along, far * HEIGHT)
	return Vector2(far * WIDTH, along - WIDTH)


# The place of a unit in a formed flock with a bent tail, and how much its heading differs there:
# [place, lean]. The first so many units fill it as evenly as all do (Roberts 2018,
# Shirley & Chiu 1997).
func _place_in_flock(start: Dictionary, unit: int, numbers: Array) -> Array:
	var a: float = (((unit + 1) * 3242174889) & 0xFFFFFFFF) / 2147483648.0 - 1.0
	var b: float = (((unit + 1) * 2447445414) & 0xFFFFFFFF) / 2147483648.0 - 1.0
	var wide: bool = abs(a) > abs(b)
	var angle: float = PI / 4.0 * (b / a if wide else a / b)
	var x: float = a * cos(angle) if wide else b * sin(angle)
	var y: float = a * sin(angle) if wide else b * cos(angle)
	var slope: float = start.breadth * start.taper * y + start.bend * (3.0 * x * x - 1.0)
	var aside: float = start.breadth * (1.0 - start.taper + start.taper * x) * y
	var at: Vector2 = Vector2(x, aside + start.bend * (x * x * x - x))
	at += start.loose * Vector2(2.0 * numbers[0] - 1.0, 2.0 * numbers[1] - 1.0)
	var place: Vector2 = Vector2(start.x, start.y) + start.radius * at.rotated(start.along)
	return [place, start.lean * atan(slope)]


# A place in a ring, and the heading around it: [place, lean].
func _place_in_ring(start: Dictionary, numbers: Array) -> Array:
	var angle: float = (2.0 * numbers[0] - 1.0) * PI
	var away: float = start.radius * (start.hollow + (1.0 - start.hollow) * numbers[1])
	var place: Vector2 = Vector2(start.x, start.y) + Vector2(cos(angle), sin(angle)) * away
	return [place, start.lean * (angle + PI / 2.0)]


# A place for a unit to start at, by its number in the group: [place, heading, pace].
func _draw_place(start: Dictionary, unit: int, purpose: int, a: int, b: int) -> Array:
	var numbers: Array = _random_numbers(purpose, a, b, 3 * MOST_PLACINGS)
	var drawn: Array = []
	for tries in range(MOST_PLACINGS):
		var two: Array = [numbers[3 * tries], numbers[3 * tries + 1]]
		var drawn_at: Array
		if start.has("breadth"):
			drawn_at = _place_in_flock(start, unit, two)
		elif start.has("hollow"):
			drawn_at = _place_in_ring(start, two)
		else:
			drawn_at = [_place_in(start, two), 0.0]
		var at: Vector2 = drawn_at[0]
		at = Vector2(clamp(at.x, 0.0, WIDTH), clamp(at.y, 0.0, HEIGHT))
		var turn: float = start.spread * (2.0 * numbers[3 * tries + 2] - 1.0)
		drawn = [at, start.heading + drawn_at[1] + turn, 0.0]
		var blocked: bool = false
		for obstacle in obstacles:
			blocked = blocked or obstacle[0].distance_to(at) < obstacle[1]
		if not start.standing or not blocked:
			break
	return drawn


# The bits of a number from 0 to 65535, spread out to every other place.
func _spread_bits(share: float) -> int:
	var bits: int = int(clamp(share * 65535.0, 0.0, 65535.0))
	bits = (bits | (bits << 8)) & 0x00FF00FF
	bits = (bits | (bits << 4)) & 0x0F0F0F0F
	bits = (bits | (bits << 2)) & 0x33333333
	return (bits | (bits << 1)) & 0x55555555


# Where the units of a group start by the seed: as in the playground, in its order, which is along
# a Z-shaped curve (Morton 1966).
func _start_places(group: Group) -> Array:
	var drawn: Array = []
	var ranks: Array = []
	for unit in range(group.count):
		var place: Array = _draw_place(group.start, unit, 1, group.number, unit)
		var x: int = _spread_bits(place[0].x / WIDTH)
		var y: int = _spread_bits(place[0].y / HEIGHT)
		drawn.append(place)
		ranks.append((x | (y << 1)) * 1048576 + unit)
	ranks.sort()
	var places: Array = []
	for unit in range(group.count):
		var place: Array = drawn[ranks[unit] % 1048576]
		place[2] = 2.0 * _random_numbers(4, group.number, unit, 1)[0] - 1.0
		places.append(place)
	return places
