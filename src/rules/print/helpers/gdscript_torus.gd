# Instead of the function in gdscript.gd where the world wraps around at its edges.

#= offset_to
#: HEIGHT WIDTH
# From a unit to a place, across the edges where that is shorter.
static func offset_to(me: Unit, place: Vector2) -> Vector2:
	var d: Vector2 = place - me.position
	return Vector2(d.x - WIDTH * round(d.x / WIDTH), d.y - HEIGHT * round(d.y / HEIGHT))
