//! The keys that fly the player's craft.

/// The keys held down now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Controls {
    /// Arrow left: turns to port.
    pub port: bool,
    /// Arrow right: turns to starboard.
    pub starboard: bool,
    /// Arrow up: opens the throttle.
    pub faster: bool,
    /// Arrow down: closes it.
    pub slower: bool,
}

impl Controls {
    /// Port 1, starboard 2, faster 4, slower 8.
    pub fn bits(self) -> u8 {
        let Self { port, starboard, faster, slower } = self;
        [port, starboard, faster, slower]
            .iter()
            .rev()
            .fold(0, |bits, key| 2 * bits + u8::from(*key))
    }

    /// The reverse of [`bits`](Self::bits); higher bits mean nothing.
    pub fn from_bits(bits: u8) -> Self {
        let key = |bit: u8| bits & bit != 0;
        Self { port: key(1), starboard: key(2), faster: key(4), slower: key(8) }
    }
}
