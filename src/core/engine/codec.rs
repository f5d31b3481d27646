//! Binary form of a world's state: one pass over the state either writes or reads it, so that both
//! directions share their code.
//!
//! The bytes can come from anywhere. Reading refuses numbers that are not finite or larger than in
//! any run; the values that have been read must then be discarded (see [`StateCodec::is_sound`]).

use glam::{IVec2, Vec2};

/// Largest count or handle that a decoder accepts.
const MAX_CODED_COUNT: u32 = i32::MAX as u32;

/// Largest tick number that a decoder accepts.
const MAX_TICK: u64 = 1 << 53;

/// Largest absolute value of coordinates (u), speeds (u/s) and lengths (u) that a decoder accepts;
/// its square is finite.
const MAX_MAGNITUDE: f32 = 1e18;

/// Largest absolute column or row of a tile that a decoder accepts; squared distances then fit into
/// an `i32`.
const MAX_TILE: i32 = 16_384;

/// Encoder or decoder of a world's state.
pub struct StateCodec<'a> {
    written_bytes: Vec<u8>,
    /// Input bytes that are not read yet; `None` for an encoder.
    unread_bytes: Option<&'a [u8]>,
    is_valid: bool,
}

/// Value that a [`StateCodec`] can write and read.
pub trait Coded {
    /// Writes the value to an encoder, or replaces it by the value read from a decoder.
    fn encode_or_decode(&mut self, codec: &mut StateCodec);
}

impl<'a> StateCodec<'a> {
    /// Creates an encoder, which collects bytes.
    pub fn encoder() -> Self {
        Self { written_bytes: Vec::new(), unread_bytes: None, is_valid: true }
    }

    /// Creates a decoder that reads these bytes.
    pub fn decoder(bytes: &'a [u8]) -> Self {
        Self { written_bytes: Vec::new(), unread_bytes: Some(bytes), is_valid: true }
    }

    /// Whether this is a decoder, rather than an encoder.
    pub fn is_reading(&self) -> bool {
        self.unread_bytes.is_some()
    }

    /// Marks the input as invalid if `is_sound` is false; does nothing when writing.
    pub fn require(&mut self, is_sound: bool) {
        self.is_valid &= is_sound || !self.is_reading();
    }

    /// Whether the input has at least this number of unread bytes; always true when writing.
    pub fn has_unread(&self, bytes: usize) -> bool {
        self.unread_bytes.is_none_or(|left| left.len() >= bytes)
    }

    /// Whether the input was read to its end and was valid; always true when writing.
    pub fn is_sound(&self) -> bool {
        self.is_valid && self.unread_bytes.is_none_or(<[u8]>::is_empty)
    }

    /// Bytes that the encoder has written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.written_bytes
    }

    fn bytes<const N: usize>(&mut self, value: [u8; N]) -> [u8; N] {
        let Some(left) = &mut self.unread_bytes else {
            self.written_bytes.extend_from_slice(&value);
            return value;
        };
        let Some((first, rest)) = left.split_first_chunk() else {
            self.is_valid = false;
            return [0; N];
        };
        *left = rest;
        *first
    }

    /// Writes or reads any `f32`, including NaN and infinities.
    pub fn any_float(&mut self, value: &mut f32) {
        *value = f32::from_le_bytes(self.bytes(value.to_le_bytes()));
    }

    /// Writes or reads the bytes of a text, preceded by their number.
    pub fn text(&mut self, text: &mut Vec<u8>) {
        let mut length = text.len();
        length.encode_or_decode(self);
        match &mut self.unread_bytes {
            None => self.written_bytes.extend_from_slice(text),
            Some(left) => match left.split_at_checked(length) {
                Some((first, rest)) => (*text, *left) = (first.to_vec(), rest),
                None => {
                    text.clear();
                    self.is_valid = false;
                }
            },
        }
    }

    /// Writes or reads an index. An index that is not below `limit` makes the input invalid.
    pub fn index_below(&mut self, index: &mut usize, limit: usize) {
        index.encode_or_decode(self);
        self.require(*index < limit);
        *index = (*index).min(limit.saturating_sub(1));
    }

    /// Writes or reads coordinates, speeds or lengths. A value beyond [`MAX_MAGNITUDE`] makes the
    /// input invalid.
    pub fn magnitudes(&mut self, values: &mut [f32]) {
        values.encode_or_decode(self);
        self.require(values.iter().all(|value| value.abs() <= MAX_MAGNITUDE));
        values.iter_mut().for_each(|value| *value = value.clamp(-MAX_MAGNITUDE, MAX_MAGNITUDE));
    }

    /// Writes or reads any `u64`, also beyond [`MAX_TICK`].
    pub fn any_u64(&mut self, value: &mut u64) {
        *value = u64::from_le_bytes(self.bytes(value.to_le_bytes()));
    }
}

impl Coded for f32 {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        let mut read = *self;
        codec.any_float(&mut read);
        codec.require(read.is_finite());
        if read.is_finite() {
            *self = read;
        }
    }
}

impl Coded for u32 {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        *self = u32::from_le_bytes(codec.bytes(self.to_le_bytes()));
        codec.require(*self <= MAX_CODED_COUNT);
        *self = (*self).min(MAX_CODED_COUNT);
    }
}

impl Coded for u64 {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        codec.any_u64(self);
        codec.require(*self <= MAX_TICK);
        *self = (*self).min(MAX_TICK);
    }
}

impl Coded for i32 {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        *self = i32::from_le_bytes(codec.bytes(self.to_le_bytes()));
        let most = 2 * MAX_TILE * MAX_TILE;
        codec.require(self.abs_diff(0) <= most as u32);
        *self = (*self).clamp(-most, most);
    }
}

impl Coded for bool {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        let [byte] = codec.bytes([u8::from(*self)]);
        codec.require(byte <= 1);
        *self = byte == 1;
    }
}

impl Coded for usize {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        let mut number = u32::try_from(*self).unwrap_or(MAX_CODED_COUNT);
        number.encode_or_decode(codec);
        *self = number as usize;
    }
}

impl Coded for Vec2 {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        codec.magnitudes(self.as_mut());
    }
}

impl Coded for IVec2 {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        for part in [&mut self.x, &mut self.y] {
            part.encode_or_decode(codec);
            codec.require((-MAX_TILE..=MAX_TILE).contains(part));
            *part = (*part).clamp(-MAX_TILE, MAX_TILE);
        }
    }
}

impl<A: Coded, B: Coded> Coded for (A, B) {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        self.0.encode_or_decode(codec);
        self.1.encode_or_decode(codec);
    }
}

impl<T: Coded + Default> Coded for Option<T> {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        let mut is_there = self.is_some();
        is_there.encode_or_decode(codec);
        if codec.is_reading() {
            *self = is_there.then(T::default);
        }
        if let Some(value) = self {
            value.encode_or_decode(codec);
        }
    }
}

/// A slice is written without its length, since reading it keeps its length.
impl<T: Coded> Coded for [T] {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        self.iter_mut().for_each(|one| one.encode_or_decode(codec));
    }
}

/// A vector is written with its length before its items.
impl<T: Coded + Default + Clone> Coded for Vec<T> {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        let mut count = self.len();
        count.encode_or_decode(codec);
        if codec.is_reading() {
            let fits = codec.has_unread(count);
            codec.require(fits);
            self.clear();
            self.resize(if fits { count } else { 0 }, T::default());
        }
        self[..].encode_or_decode(codec);
    }
}

/// Implements [`Coded`] for a struct: its fields are written and read in the listed order.
macro_rules! coded {
    ($type:ty { $($field:ident),* $(,)? }) => {
        impl $crate::engine::codec::Coded for $type {
            fn encode_or_decode(&mut self, codec: &mut $crate::engine::codec::StateCodec) {
                $($crate::engine::codec::Coded::encode_or_decode(&mut self.$field, codec);)*
            }
        }
    };
}
pub(crate) use coded;
