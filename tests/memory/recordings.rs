//! What is read takes memory in proportion to its text, counted by the allocator itself: a short
//! text that stands for much is not laid out again and again.

use super::given;
use flockwright::session::replay::Recording;

/// Bytes that opening a recording takes for each of its text.
fn bytes_per_byte(scene: &str, input: &str, times: usize) -> usize {
    let events = input.repeat(times);
    let length = events.len();
    let recording = Recording { link: format!("v=8&scene={scene}"), events, ticks: times as u64 };
    let before = given();
    // Refused or not, it has been read.
    let _ = recording.open();
    (given() - before) / length
}

#[test]
fn a_recording_is_read_in_proportion_to_its_text() {
    let corners = format!("X.corners*{}", ["0_0*2c_999_999"; 20].join("*2c_"));
    let tiles =
        format!("G.tiles*3d0-0-160{}", (1..25).map(|k| format!("*5f-{k}")).collect::<String>());
    for (scene, input, times) in [
        ("tile-patrol", corners.as_str(), 3_000),
        ("tile-chase", tiles.as_str(), 20_000),
        ("flock-limited", "G.ob*3d120-80-20", 60_000),
        ("patrol", "X.steps*ahead_50*2c_port_90", 30_000),
        ("flock-limited", "H.5-3M5-3R", 100_000),
        ("flock-limited", "P.cohesion*1.5Q.1.6", 100_000),
    ] {
        let bytes = bytes_per_byte(scene, input, times);
        assert!(bytes < 100, "{scene}: {bytes} bytes for each of {input}");
    }
}
