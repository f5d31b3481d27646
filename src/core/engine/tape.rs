//! Binary form of a state: one pass over the state either writes or reads it, so that both
//! directions share their code.
//!
//! The bytes can come from anywhere. Reading refuses numbers that are not finite or larger than in
//! any run; the values that have been read must then be discarded (see [`Tape::is_sound`]).

use glam::{IVec2, Vec2};

/// Maximum of counts and handles.
const MAX_COUNT: u32 = i32::MAX as u32;

/// Maximum tick.
const LAST_TICK: u64 = 1 << 53;

/// Maximum absolute value of coordinates, speeds and lengths (u, u/s), whose squares then are
/// finite.
const MAX_MAGNITUDE: f32 = 1e18;

/// Maximum absolute column or row of a tile; squared distances then fit into an `i32`.
const FARTHEST_TILE: i32 = 16_384;

/// Encoder or decoder of a state.
pub struct Tape<'a> {
    written: Vec<u8>,
    /// Bytes that are still to be read; `None` when writing.
    left: Option<&'a [u8]>,
    sound: bool,
}

/// Types that can be written to and read from a [`Tape`].
pub trait Taped {
    /// Writes the value, or replaces it by the one that is read.
    fn tape(&mut self, tape: &mut Tape);
}

impl<'a> Tape<'a> {
    /// Creates an encoder.
    pub fn writing() -> Self {
        Self { written: Vec::new(), left: None, sound: true }
    }

    /// Creates a decoder of these bytes.
    pub fn reading(bytes: &'a [u8]) -> Self {
        Self { written: Vec::new(), left: Some(bytes), sound: true }
    }

    /// Whether this is a decoder.
    pub fn reads(&self) -> bool {
        self.left.is_some()
    }

    /// Marks the input as invalid if `is_sound` is false; no effect when writing.
    pub fn check(&mut self, is_sound: bool) {
        self.sound &= is_sound || !self.reads();
    }

    /// Whether at least this number of bytes is left to read; always true when writing.
    pub fn has(&self, bytes: usize) -> bool {
        self.left.is_none_or(|left| left.len() >= bytes)
    }

    /// Whether all bytes have been read and were valid; always true when writing.
    pub fn is_sound(&self) -> bool {
        self.sound && self.left.is_none_or(<[u8]>::is_empty)
    }

    /// The written bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.written
    }

    fn raw<const N: usize>(&mut self, value: [u8; N]) -> [u8; N] {
        let Some(left) = &mut self.left else {
            self.written.extend_from_slice(&value);
            return value;
        };
        let Some((first, rest)) = left.split_first_chunk() else {
            self.sound = false;
            return [0; N];
        };
        *left = rest;
        *first
    }

    /// Writes or reads any `f32`, including NaN and infinities.
    pub fn bits(&mut self, value: &mut f32) {
        *value = f32::from_le_bytes(self.raw(value.to_le_bytes()));
    }

    /// Writes or reads a text, preceded by its length.
    pub fn text(&mut self, text: &mut Vec<u8>) {
        let mut length = text.len();
        length.tape(self);
        match &mut self.left {
            None => self.written.extend_from_slice(text),
            Some(left) => match left.split_at_checked(length) {
                Some((first, rest)) => (*text, *left) = (first.to_vec(), rest),
                None => {
                    text.clear();
                    self.sound = false;
                }
            },
        }
    }

    /// Writes or reads an index that must be below a limit.
    pub fn below(&mut self, index: &mut usize, limit: usize) {
        index.tape(self);
        self.check(*index < limit);
        *index = (*index).min(limit.saturating_sub(1));
    }

    /// Writes or reads coordinates, speeds or lengths, which are limited to `MAX_MAGNITUDE`.
    pub fn measured(&mut self, values: &mut [f32]) {
        values.tape(self);
        self.check(values.iter().all(|value| value.abs() <= MAX_MAGNITUDE));
        values.iter_mut().for_each(|value| *value = value.clamp(-MAX_MAGNITUDE, MAX_MAGNITUDE));
    }

    /// Writes or reads any `u64`.
    pub fn word(&mut self, value: &mut u64) {
        *value = u64::from_le_bytes(self.raw(value.to_le_bytes()));
    }
}

impl Taped for f32 {
    fn tape(&mut self, tape: &mut Tape) {
        let mut read = *self;
        tape.bits(&mut read);
        tape.check(read.is_finite());
        if read.is_finite() {
            *self = read;
        }
    }
}

impl Taped for u32 {
    fn tape(&mut self, tape: &mut Tape) {
        *self = u32::from_le_bytes(tape.raw(self.to_le_bytes()));
        tape.check(*self <= MAX_COUNT);
        *self = (*self).min(MAX_COUNT);
    }
}

impl Taped for u64 {
    fn tape(&mut self, tape: &mut Tape) {
        tape.word(self);
        tape.check(*self <= LAST_TICK);
        *self = (*self).min(LAST_TICK);
    }
}

impl Taped for i32 {
    fn tape(&mut self, tape: &mut Tape) {
        *self = i32::from_le_bytes(tape.raw(self.to_le_bytes()));
        let most = 2 * FARTHEST_TILE * FARTHEST_TILE;
        tape.check(self.abs_diff(0) <= most as u32);
        *self = (*self).clamp(-most, most);
    }
}

impl Taped for bool {
    fn tape(&mut self, tape: &mut Tape) {
        let [byte] = tape.raw([u8::from(*self)]);
        tape.check(byte <= 1);
        *self = byte == 1;
    }
}

impl Taped for usize {
    fn tape(&mut self, tape: &mut Tape) {
        let mut number = u32::try_from(*self).unwrap_or(MAX_COUNT);
        number.tape(tape);
        *self = number as usize;
    }
}

impl Taped for Vec2 {
    fn tape(&mut self, tape: &mut Tape) {
        tape.measured(self.as_mut());
    }
}

impl Taped for IVec2 {
    fn tape(&mut self, tape: &mut Tape) {
        for part in [&mut self.x, &mut self.y] {
            part.tape(tape);
            tape.check((-FARTHEST_TILE..=FARTHEST_TILE).contains(part));
            *part = (*part).clamp(-FARTHEST_TILE, FARTHEST_TILE);
        }
    }
}

impl<A: Taped, B: Taped> Taped for (A, B) {
    fn tape(&mut self, tape: &mut Tape) {
        self.0.tape(tape);
        self.1.tape(tape);
    }
}

impl<T: Taped + Default> Taped for Option<T> {
    fn tape(&mut self, tape: &mut Tape) {
        let mut is_there = self.is_some();
        is_there.tape(tape);
        if tape.reads() {
            *self = is_there.then(T::default);
        }
        if let Some(value) = self {
            value.tape(tape);
        }
    }
}

/// A slice keeps its length, which is not written.
impl<T: Taped> Taped for [T] {
    fn tape(&mut self, tape: &mut Tape) {
        self.iter_mut().for_each(|one| one.tape(tape));
    }
}

/// A vector is preceded by its length.
impl<T: Taped + Default + Clone> Taped for Vec<T> {
    fn tape(&mut self, tape: &mut Tape) {
        let mut count = self.len();
        count.tape(tape);
        if tape.reads() {
            let fits = tape.has(count);
            tape.check(fits);
            self.clear();
            self.resize(if fits { count } else { 0 }, T::default());
        }
        self[..].tape(tape);
    }
}

/// Implements [`Taped`] for a struct: writes or reads these fields in this order.
macro_rules! taped {
    ($type:ty { $($field:ident),* $(,)? }) => {
        impl $crate::engine::tape::Taped for $type {
            fn tape(&mut self, tape: &mut $crate::engine::tape::Tape) {
                $($crate::engine::tape::Taped::tape(&mut self.$field, tape);)*
            }
        }
    };
}
pub(crate) use taped;
