// Instead of the function in script.js where the world wraps around at its edges.

//= offsetTo (me: Unit, place: Vector): Vector
//: HEIGHT minus WIDTH
/** From a unit to a place, across the edges where that is shorter. */
function offsetTo(me, place) {
  const d = minus(place, me.position);
  return { x: d.x - WIDTH * Math.round(d.x / WIDTH), y: d.y - HEIGHT * Math.round(d.y / HEIGHT) };
}
