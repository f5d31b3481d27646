MASK = (1 << 64) - 1


def scramble(value):
    """The finalizer of SplitMix64 (Steele, Lea & Flood 2014)."""
    z = (value + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class RandomStream:
    """Random numbers from 0 to 1, the same as the playground draws (PCG32, O'Neill 2014).

    One stream per purpose, unit and tick, so that drawing from one never shifts another.
    Purposes: 1 places, 3 wandering, 4 top speeds, 5 roaming,
    9 noise, 10 unrest.
    """

    MULTIPLIER = 6364136223846793005
    INCREMENT = 11634580027462260723

    def __init__(self, seed, purpose, a, b):
        seeded = scramble(scramble(scramble(seed ^ (purpose << 56)) ^ a) ^ (b & MASK))
        words = []
        for _ in range(4):
            seeded = (seeded * self.MULTIPLIER + self.INCREMENT) & MASK
            words.append(self.output(seeded))
        self.increment = words[2] | words[3] << 32 | 1
        self.state = ((words[0] | words[1] << 32) + self.increment) & MASK
        self.next()

    @staticmethod
    def output(state):
        """The high bits of a state, turned by its highest ones."""
        word = ((state >> 18 ^ state) >> 27) & 0xFFFFFFFF
        turn = state >> 59
        return (word >> turn | word << (-turn & 31)) & 0xFFFFFFFF

    def next(self):
        word = self.output(self.state)
        self.state = (self.state * self.MULTIPLIER + self.increment) & MASK
        return (word >> 8) / 16777216
