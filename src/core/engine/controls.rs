//! Keys with which a person flies the player's craft.

/// Keys of the player's craft: for each, whether it is held down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Controls {
    /// Whether the left arrow key is held: the craft turns to port.
    pub port: bool,
    /// Whether the right arrow key is held: the craft turns to starboard.
    pub starboard: bool,
    /// Whether the up arrow key is held: more thrust.
    pub faster: bool,
    /// Whether the down arrow key is held: less thrust.
    pub slower: bool,
}

impl Controls {
    /// Held keys as a bit mask: port 1, starboard 2, faster 4, slower 8.
    pub fn to_bits(self) -> u8 {
        let Self { port, starboard, faster, slower } = self;
        [port, starboard, faster, slower]
            .iter()
            .rev()
            .fold(0, |bits, key| 2 * bits + u8::from(*key))
    }

    /// Inverse of [`to_bits`](Self::to_bits); higher bits are ignored.
    pub fn from_bits(bits: u8) -> Self {
        let key = |bit: u8| bits & bit != 0;
        Self { port: key(1), starboard: key(2), faster: key(4), slower: key(8) }
    }
}
