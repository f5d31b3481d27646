//! Recorder of the tracks of a run.

use super::{MAX_ROWS, Tracks};
use flockwright::session::link::inputs::MAX_RUN_TICKS;
use flockwright::session::link::query_of;
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;

/// Records the tracks of a run, which is run again from its link, with its inputs.
pub struct TrackRecorder {
    run: Run,
    timeline: Timeline,
    from: u64,
    last_tick: u64,
    frame_interval: u64,
    tracks: Tracks,
}

impl TrackRecorder {
    /// Opens a link. A frame is recorded at every `every`th tick from `from` to `to`, both
    /// included.
    pub fn new(link: &str, from: u64, to: u64, every: u64) -> Result<Self, String> {
        if every == 0 {
            return Err("Frames are at least one tick apart.".into());
        }
        if from > to || to > MAX_RUN_TICKS {
            return Err(format!("There are no tracks from tick {from} to tick {to}."));
        }
        let query = query_of(link);
        let (mut run, mut timeline, _) = Timeline::open(&query);
        timeline.stop_seeking(&mut run);
        let tracks = Tracks::of_run(&run, query.into_owned());
        let mut noting = Self { run, timeline, from, last_tick: to, frame_interval: every, tracks };
        noting.note_frame();
        Ok(noting)
    }

    /// Runs until the last tick is recorded (returns true), or until `should_stop`, which is called
    /// after every tick, returns true (returns false). An error if there are too many rows.
    pub fn run_part(&mut self, mut should_stop: impl FnMut() -> bool) -> Result<bool, String> {
        while self.run.world.ticks() < self.last_tick {
            self.timeline.tick(&mut self.run);
            self.note_frame();
            if self.tracks.id.len() > MAX_ROWS {
                return Err(format!("There are more than {MAX_ROWS} rows: take fewer frames."));
            }
            if should_stop() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn note_frame(&mut self) {
        let tick = self.run.world.ticks();
        if tick >= self.from
            && (tick - self.from).is_multiple_of(self.frame_interval)
            && tick <= self.last_tick
        {
            self.tracks.add_frame(&self.run.world);
        }
    }

    /// Share of the ticks that have been run, 0..=1.
    pub fn done_share(&self) -> f64 {
        self.run.world.ticks() as f64 / self.last_tick.max(1) as f64
    }

    pub fn into_tracks(self) -> Tracks {
        self.tracks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracks_from_a_link_are_those_of_the_run_with_all_that_was_done() {
        let link = "scene=flock-limited&count=20&at=90&ev=H.1uo.1e4R1o";
        let mut noting = TrackRecorder::new(link, 30, 90, 20).expect("ticks");
        while !noting.run_part(|| true).expect("rows") {}
        let tracks = noting.into_tracks();
        assert_eq!(tracks.frames(), [30, 50, 70, 90]);
        let (mut run, mut timeline, _) = Timeline::open(link);
        timeline.stop_seeking(&mut run);
        (0..70).for_each(|_| timeline.tick(&mut run));
        let rows = tracks.rows(2);
        let flown = run.world.agents().len();
        assert_eq!(rows.len(), flown);
        assert_eq!(tracks.x[rows], run.world.agents().x[..flown]);
        assert!(
            TrackRecorder::new(link, 5, 4, 1).is_err()
                && TrackRecorder::new(link, 0, 9, 0).is_err()
        );
    }
}
