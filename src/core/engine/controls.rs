//! The keys that fly the player's craft.

/// The keys that are held down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Controls {
    /// Left arrow key: turn to port.
    pub port: bool,
    /// Right arrow key: turn to starboard.
    pub starboard: bool,
    /// Up arrow key: more thrust.
    pub is_faster: bool,
    /// Down arrow key: less thrust.
    pub slower: bool,
}

impl Controls {
    /// Bit mask of the keys: port 1, starboard 2, faster 4, slower 8.
    pub fn bits(self) -> u8 {
        let Self { port, starboard, is_faster: faster, slower } = self;
        [port, starboard, faster, slower]
            .iter()
            .rev()
            .fold(0, |bits, key| 2 * bits + u8::from(*key))
    }

    /// Inverse of [`bits`](Self::bits); higher bits are ignored.
    pub fn from_bits(bits: u8) -> Self {
        let key = |bit: u8| bits & bit != 0;
        Self { port: key(1), starboard: key(2), is_faster: key(4), slower: key(8) }
    }
}
