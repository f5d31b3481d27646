// Instead of the function in script.js where a change of velocity has a limit.

//= steerToward (me: Unit, wanted: Vector): Vector
//: minus MOST_GAIN scaled Unit.maxSpeed
function steerToward(me, wanted) {
  return scaled(minus(wanted, me.velocity), Math.min(1 / me.maxSpeed, MOST_GAIN));
}
