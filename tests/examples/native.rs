use flockwright::session::replay::Recording;
use flockwright::{Run, insight::measures};

fn main() -> Result<(), String> {
    let (mut run, notices) = Run::open("v=1&scene=flock-limited&seed=7&cohesion=2");
    for _ in 0..600 {
        run.world.tick();
    }
    println!("{:016x} {notices:?}", run.world.hash());

    // What a person did is text, too: here, holding the pointer for a second.
    let events = "H.1uo.1e4R1o".to_string();
    let recording = Recording { link: run.link(), events, ticks: 600 };
    let (mut run, mut timeline) = recording.open()?;
    while timeline.is_replaying(&run) {
        timeline.tick(&mut run);
    }
    println!("{:016x}", run.world.hash());
    println!("polarization {:.3}", measures::polarization(&run.world));
    Ok(())
}
