//! A run with its recorded events, as links and files carry it.
//!
//! A link can contain the tick at which to start (`at=600`) and the recorded events (`ev=…`, see
//! [`inputs`]). A file has the same parts, without a limit of their length.

use crate::session::link::time::{self, LinkTime};
use crate::session::link::{LinkPairs, first_fault, inputs};
use crate::session::run::Run;
use crate::session::timeline::Timeline;
use form_urlencoded::Serializer;

/// A run and its recorded events, as text.
///
/// ```
/// use flockwright::session::replay::Recording;
///
/// let link = "v=8&scene=flock-limited".to_string();
/// let recording = Recording { link, events: "H.1uo.1e4R2s".to_string(), ticks: 600 };
/// let (mut run, mut timeline) = recording.open().unwrap();
/// while timeline.is_replaying(&run) {
///     timeline.tick(&mut run);
/// }
/// assert_eq!(run.world.ticks(), 600);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// The link that opens the run at tick 0.
    pub link: String,
    /// Recorded events; see [`inputs`].
    pub events: String,
    /// Last tick that the recorded run reached.
    pub ticks: u64,
}

impl Recording {
    /// The recording of a run up to the last tick that was reached.
    pub fn from_timeline(timeline: &Timeline, run: &Run) -> Self {
        let events = inputs::write(timeline.log(), run);
        Self { link: timeline.link().to_string(), events, ticks: timeline.last_tick() }
    }

    /// Opens the run at tick 0, with a timeline that replays the recorded events.
    ///
    /// # Errors
    /// If a part of the recording is invalid: one sentence about the first one.
    pub fn open(&self) -> Result<(Run, Timeline), String> {
        self.open_until(&mut || false)
    }

    /// As [`open`](Self::open), but stops applying the events of tick 0 as soon as `should_stop`
    /// returns `true`; see [`Timeline::replay`].
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_until(
        &self,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Result<(Run, Timeline), String> {
        let (mut run, notices) = Run::from_pairs(&LinkPairs::read(&self.link));
        if let Some(notice) = first_fault(&notices) {
            return Err(notice.clone());
        }
        if self.ticks > inputs::MAX_RUN_TICKS {
            return Err(format!("A run is no longer than {} ticks.", inputs::MAX_RUN_TICKS));
        }
        let log = inputs::read(&self.events, &mut run)?;
        let timeline = Timeline::replay(&mut run, log, self.ticks, should_stop);
        Ok((run, timeline))
    }

    /// The link that opens this run with its recorded events and starts at the tick `at`.
    pub fn to_link(&self, at: Option<u64>) -> String {
        let mut out = Serializer::new(self.link.clone());
        out.extend_pairs(time::write(at, &self.events));
        out.finish()
    }
}

impl Timeline {
    /// Opens a link with its recorded events. Returns the run at tick 0, its timeline, and one
    /// sentence for each part of the link that was ignored or changed. If the link starts at a
    /// later tick, the timeline [seeks](Timeline::seek_goal) that tick.
    pub fn open(query: &str) -> (Run, Self, Vec<String>) {
        Self::open_until(query, &mut || false)
    }

    /// As [`open`](Self::open), but stops applying the events of tick 0 as soon as `should_stop`
    /// returns `true`; see [`Timeline::replay`].
    pub fn open_until(
        query: &str,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> (Run, Self, Vec<String>) {
        let pairs = LinkPairs::read(query);
        let (mut run, mut notices) = Run::from_pairs(&pairs);
        let (LinkTime { log, start_tick: at }, faults) = time::read(&pairs, &mut run);
        notices.extend(faults);
        // If the link has recorded events, the recording ends at the tick at which the link starts.
        let end = if log.is_empty() { 0 } else { at.unwrap_or(0) };
        let mut timeline = Self::replay(&mut run, log, end, should_stop);
        if let Some(at) = at {
            timeline.seek(&mut run, at);
        }
        (run, timeline, notices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::events::Event;
    use crate::session::link::promised_hash;

    fn played() -> (Run, Timeline) {
        let (mut run, mut timeline, notices) = Timeline::open("scene=flock-limited&seed=4");
        assert!(notices.is_empty(), "{notices:?}");
        for tick in 0..60u8 {
            let hold = Event::PointerHold { x: 300.0 + f32::from(tick), y: 200.0 };
            timeline.input(&mut run, hold).expect("a place");
            timeline.tick(&mut run);
        }
        (run, timeline)
    }

    #[test]
    fn a_link_with_all_that_was_done_starts_where_it_says_and_gives_the_same_run() {
        let (run, timeline) = played();
        let link = Recording::from_timeline(&timeline, &run).to_link(Some(60));
        assert!(link.len() < 400, "{} characters: {link}", link.len());
        let (mut again, mut timeline, notices) = Timeline::open(&link);
        assert!(notices.is_empty(), "{notices:?}");
        assert_eq!(timeline.seek_goal(), Some(60));
        while !timeline.seek_part(&mut again, f64::INFINITY, || 0.0) {}
        assert_eq!(again.world.hash(), run.world.hash());
    }

    #[test]
    fn a_recording_opens_as_it_was_and_a_damaged_one_is_refused() {
        let (run, timeline) = played();
        let recording = Recording::from_timeline(&timeline, &run);
        let (mut again, mut replay) = recording.open().expect("sound");
        while replay.is_replaying(&again) {
            replay.tick(&mut again);
        }
        assert_eq!(again.world.hash(), run.world.hash());
        for (damaged, why) in [
            (Recording { link: "scene=nowhere".into(), ..recording.clone() }, "no scene"),
            (Recording { events: "M1".into(), ..recording.clone() }, "Recorded input 1"),
            (Recording { ticks: u64::MAX, ..recording }, "no longer than"),
        ] {
            let error = damaged.open().err().expect(why);
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn a_text_is_recorded_in_its_canonical_spelling() {
        let (mut run, mut timeline, _) = Timeline::open("scene=patrol");
        let id = run.find_text("steps").expect("a pattern has steps");
        let text = " port  90.0 ;;\n ahead 020 u".into();
        timeline.input(&mut run, Event::Text { id, text }).expect("two steps");
        let recording = Recording::from_timeline(&timeline, &run);
        assert_eq!(recording.events, "X0.steps*port_90*2c_ahead_20");
        let (again, _) = recording.open().expect("sound");
        assert_eq!(again.text(id), "port 90, ahead 20");
    }

    #[test]
    fn keys_that_do_not_exist_are_not_recorded() {
        let (mut run, mut timeline) = played();
        for key_bits in [0x1f, 0xff, 0x0f] {
            timeline.input(&mut run, Event::Fly { key_bits }).expect("keys");
        }
        let recording = Recording::from_timeline(&timeline, &run);
        assert!(recording.events.ends_with("F.f"), "{}", recording.events);
        assert!(recording.open().is_ok());
    }

    #[test]
    fn a_bad_check_is_told_and_promises_nothing() {
        for (link, part) in [
            ("scene=duel&at=60&h=F886701E", "not eight digits"),
            ("scene=duel&at=60&h=f886701e0", "not eight digits"),
            ("scene=duel&h=f886701e", "does not say at which tick"),
            ("scene=duel&at=1e9&h=f886701e", "not a tick"),
        ] {
            let (.., notices) = Timeline::open(link);
            assert!(notices.iter().any(|notice| notice.contains(part)), "{link}: {notices:?}");
            assert_eq!(promised_hash(link), None, "{link}");
        }
        assert!(Timeline::open("scene=duel&at=60&h=f886701e").2.is_empty());
    }

    #[test]
    fn bad_times_are_told_and_the_run_opens_without_them() {
        let (run, timeline, notices) = Timeline::open("scene=flock-wide&at=-1&ev=Mist&seed=3");
        assert_eq!(notices.len(), 2, "{notices:?}");
        assert_eq!((run.world.seed(), timeline.seek_goal(), timeline.log().len()), (3, None, 0));
    }
}
