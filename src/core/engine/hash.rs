//! Hash of a world's state, 64 bits. Runs that differ in any bit of their states have different
//! hashes, except for accidental collisions.

/// Hash of a sequence of 64-bit words. The hash is not cryptographic.
#[derive(Clone, Debug)]
pub struct StateHash(u64);

impl StateHash {
    /// Creates the hash of no words: the upper half of the offset basis of the 128-bit FNV hash.
    pub fn new() -> Self {
        Self(0x6c62_272e_07bb_0142)
    }

    /// Mixes a word into the hash.
    pub fn add_word(&mut self, word: u64) {
        // For a given word, xor, multiplication and xor-shift map different running values to
        // different ones, so no earlier difference is lost. The multiplier is that of Evensen's
        // rrmxmx (2018).
        let mixed = (self.0 ^ word).wrapping_mul(0x9fb2_1c65_1e98_df25);
        self.0 = mixed ^ (mixed >> 32);
    }

    /// Adds the bits of `f32` numbers to the hash, one word each.
    pub fn add_floats(&mut self, values: &[f32]) {
        for v in values {
            self.add_word(u64::from(v.to_bits()));
        }
    }

    /// Hash of all words added so far.
    pub fn finish(&self) -> u64 {
        self.0
    }
}

/// Value that can be added to a [`StateHash`].
///
/// This trait is separate from `Coded`: most types add fewer words than a `StateCodec` writes
/// values, because fields are packed into one word, or left out if other fields determine them.
/// Sharing one function would change the hashes of all links.
pub trait Hashed {
    /// Adds the words that stand for the value to the hash.
    fn hash(&self, hash: &mut StateHash);
}

impl Hashed for f32 {
    fn hash(&self, hash: &mut StateHash) {
        hash.add_floats(&[*self]);
    }
}

impl Hashed for Option<usize> {
    fn hash(&self, hash: &mut StateHash) {
        hash.add_word(self.map_or(u64::MAX, |number| number as u64));
    }
}

impl Default for StateHash {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f32]) -> u64 {
        let mut hash = StateHash::new();
        hash.add_floats(values);
        hash.finish()
    }

    #[test]
    fn the_last_bit_and_the_order_matter() {
        assert_ne!(of(&[1.0, 2.0]), of(&[2.0, 1.0]));
        assert_ne!(of(&[1.0]), of(&[f32::from_bits(1.0f32.to_bits() + 1)]));
        assert_eq!(of(&[1.0, 2.0]), of(&[1.0, 2.0]));
    }
}
