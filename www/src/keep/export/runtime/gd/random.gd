extends Node2D


# A logical shift: integers have 64 bits and a sign.
func _shifted(value: int, by: int) -> int:
	if value >= 0:
		return value >> by
	return ((value & 0x7FFFFFFFFFFFFFFF) >> by) | (1 << (63 - by))


# The finalizer of SplitMix64 (Steele, Lea & Flood 2014).
func _mix(value: int) -> int:
	var z: int = value - 7046029254386353131
	z = (z ^ _shifted(z, 30)) * -4658895280553007687
	z = (z ^ _shifted(z, 27)) * -7723592293110705685
	return z ^ _shifted(z, 31)


# The output of PCG32 (O'Neill 2014): the high bits of a state, turned by its highest ones.
func _pcg_output(state: int) -> int:
	var word: int = _shifted(_shifted(state, 18) ^ state, 27) & 0xFFFFFFFF
	var turn: int = _shifted(state, 59)
	return ((word >> turn) | (word << ((32 - turn) & 31))) & 0xFFFFFFFF


# Random numbers from 0 to 1, the same as the playground draws: one stream per purpose, unit and
# tick. Purposes: 1 places, 3 wandering, 4 top speeds, 5 roaming, 9 noise,
# 10 unrest.
func _random_numbers(purpose: int, a: int, b: int, many: int) -> Array:
	var seeded: int = _mix(_mix(_mix(RUN_SEED ^ (purpose << 56)) ^ a) ^ b)
	var words: Array = []
	for _k in range(4):
		seeded = seeded * 6364136223846793005 - 6812164046247290893
		words.append(_pcg_output(seeded))
	var increment: int = words[2] | (words[3] << 32) | 1
	var state: int = (words[0] | (words[1] << 32)) + increment
	var numbers: Array = []
	for _k in range(many):
		state = state * 6364136223846793005 + increment
		numbers.append(float(_pcg_output(state) >> 8) / 16777216.0)
	return numbers
