//! Snapshots: the state of a run at a tick as bytes, to be stored or sent.

use super::run::Run;
use crate::engine::codec::{Coded, StateCodec};
use crate::engine::hash::StateHash;
use crate::engine::world::Refusal;

/// First four bytes of a snapshot.
const SIGNATURE: u32 = u32::from_le_bytes(*b"fwS1");

impl Run {
    /// The state at this tick as bytes, which [`restore`](Self::restore) reads in this or another
    /// program. The bytes contain the link of the run and everything that a link does not express.
    ///
    /// ```
    /// use flockwright::Run;
    ///
    /// let (mut here, _) = Run::open("scene=flock-wide");
    /// (0..60).for_each(|_| here.world.tick());
    /// let bytes = here.snapshot();
    ///
    /// let (mut there, _) = Run::open("scene=flock-wide");
    /// there.restore(&bytes)?;
    /// assert_eq!(there.world.hash(), here.world.hash());
    /// # Ok::<(), flockwright::engine::world::Refusal>(())
    /// ```
    pub fn snapshot(&self) -> Vec<u8> {
        let mut codec = StateCodec::encoder();
        let mut state = self.world.save();
        let mut link = self.link().into_bytes();
        encode_or_decode_header(&mut codec);
        codec.text(&mut link);
        state.encode_or_decode(&mut codec);
        let mut bytes = codec.into_bytes();
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Restores, bit for bit, a state that [`snapshot`](Self::snapshot) has written.
    ///
    /// # Errors
    /// If the bytes are damaged, of another version, or of another scene. Nothing has changed then.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        let (bytes, kept) = bytes.split_last_chunk().unwrap_or((&[], &[0; 8]));
        let mut codec = StateCodec::decoder(bytes);
        if !encode_or_decode_header(&mut codec) {
            return Err(Refusal::new("This is no snapshot of this version of Flockwright."));
        }
        let damaged = || Refusal::new("The snapshot is damaged.");
        if checksum(bytes).to_le_bytes() != *kept {
            return Err(damaged());
        }
        let mut link = Vec::new();
        codec.text(&mut link);
        let link = String::from_utf8(link).map_err(|_| damaged())?;
        let mut state = if link == self.link() {
            self.world.save()
        } else {
            // The link gives the groups; the snapshot replaces its rounded numbers by exact ones.
            let (other, _) = Self::open(&link);
            if other.scene().key != self.scene().key {
                let (own, title) = (self.scene().title, other.scene().title);
                let what = format!("The snapshot is of “{title}”, and this run of “{own}”.");
                return Err(Refusal::new(what));
            }
            other.world.save()
        };
        state.encode_or_decode(&mut codec);
        if !codec.is_sound() {
            return Err(damaged());
        }
        self.restore_state(&state);
        Ok(())
    }
}

/// Checksum of a snapshot, which reveals damage.
fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = StateHash::new();
    bytes.iter().for_each(|byte| sum.add_word(u64::from(*byte)));
    sum.finish()
}

/// Writes, or reads and compares, signature and version. Returns `false` if they differ.
fn encode_or_decode_header(codec: &mut StateCodec) -> bool {
    let (mut sign, mut version) = (SIGNATURE, env!("CARGO_PKG_VERSION").as_bytes().to_vec());
    sign.encode_or_decode(codec);
    codec.text(&mut version);
    sign == SIGNATURE && version == env!("CARGO_PKG_VERSION").as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenes::SCENES;
    use glam::Vec2;

    /// A run of a scene, after several events.
    fn run(scene: &str) -> Run {
        let (mut run, _) = Run::open(&format!("scene={scene}&seed=3"));
        run.world.hold_pointer(Vec2::new(200.0, 150.0));
        (0..40).for_each(|_| run.world.tick());
        run
    }

    /// Random bytes with a valid checksum are either refused or lead to a run that can go on.
    #[test]
    fn no_bytes_make_the_core_panic() {
        let mut dice = 1u32;
        let mut draw = |below: usize| {
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (dice >> 8) as usize % below
        };
        let (mut taken, rounds) = (0, 100);
        for scene in SCENES {
            let run = run(scene.key);
            let mut codec = StateCodec::encoder();
            run.world.save().encode_or_decode(&mut codec);
            let bytes = codec.into_bytes();
            for round in 0..rounds {
                let mut bytes = bytes.clone();
                for _ in 0..1 + round % 4 {
                    let at = draw(bytes.len());
                    bytes[at] = [0, 1, 0x7f, 0xff, draw(256) as u8][draw(5)];
                }
                if round % 8 == 7 {
                    bytes.truncate(draw(bytes.len()));
                }
                let (mut state, mut codec) = (run.world.save(), StateCodec::decoder(&bytes));
                state.encode_or_decode(&mut codec);
                if codec.is_sound() {
                    let mut other = run.fork();
                    other.restore_state(&state);
                    (0..2).for_each(|_| other.world.tick());
                    taken += 1;
                }
            }
        }
        assert!(taken > SCENES.len() * rounds / 4, "{taken} of them made sense");
    }
}
