//! What a stranger may have written: numbers from the edges of 32-bit floats, and work that may not end.

use super::dice::Dice;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// No step of a test takes a hundredth of this, even on a busy machine.
const STUCK: Duration = Duration::from_secs(60);

/// Runs the work in a thread that names each step before it takes it.
pub fn without_end_is_a_failure(work: impl FnOnce(&dyn Fn(String)) + Send + 'static) {
    let (send, steps) = mpsc::channel();
    let worker = std::thread::spawn(move || work(&|step| send.send(step).expect("a listener")));
    let mut under_way = String::new();
    loop {
        match steps.recv_timeout(STUCK) {
            Ok(step) => under_way = step,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => panic!("no end within {STUCK:?}:\n{under_way}"),
        }
    }
    assert!(worker.join().is_ok(), "stopped at:\n{under_way}");
}

/// A number as a text: huge, tiny, zero, in between, or any bits at all.
pub fn number(dice: &mut Dice) -> String {
    const EDGES: [&str; 20] = [
        "0", "0.0", "1", "2", "1e-45", "1.4e-45", "1.1754942e-38", "1.1754944e-38", "1e-18",
        "1e-9", "0.1", "16777217", "1e9", "1e18", "1.0000001e18", "1e19", "1.8446743e19", "1e38",
        "3e38", "3.4028235e38",
    ];
    match dice.below(4) {
        0 => f32::from_bits((dice.next() as u32) & 0x7f7f_ffff).to_string(),
        _ => EDGES[dice.below(EDGES.len())].into(),
    }
}

pub fn signed(dice: &mut Dice) -> String {
    let sign = if dice.below(3) == 0 { "-" } else { "" };
    format!("{sign}{}", number(dice))
}
