//! Evaluation of one run: statistics of every measure over a window of ticks, which begins after
//! the burn-in. An evaluation can be paused after any tick.

use super::statistics::{Moments, TimeSeries};
use crate::insight::measures::time_series::MeanWithError;
use crate::insight::measures::{MAX_MEASURES, Measure, Meter, declare_measures_of};
use crate::objectives::{Objective, is_out_of_reach, read_objectives};
use flockwright::session::link::inputs::MAX_RUN_TICKS;
use flockwright::session::run::Run;
use flockwright::session::timeline::Timeline;
use serde::{Deserialize, Serialize};

/// A run to be evaluated, as plain data that can be sent to any worker.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, rename_all = "camelCase")]
pub struct StudyJob {
    /// Link of the run, with its seed and inputs.
    pub link: String,
    pub ticks: u64,
    /// Number of ticks before the first sample.
    pub burn_in: u64,
    /// Number of ticks between two samples, from the end of the burn-in on.
    pub every: u64,
    /// Goals in the notation of [`objectives`](crate::objectives). The run ends early as soon as
    /// one of them is out of reach; see [`is_out_of_reach`].
    pub goals: Vec<String>,
}

/// Statistics of one measure over the window of a run; NaN if the measure was never defined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StudyWindow {
    pub mean: f64,
    /// Standard deviation over the window; NaN for a single sample.
    pub sd: f64,
    pub last: f64,
    /// Standard error of the mean over the window; NaN for fewer than eight samples.
    pub error: f64,
    /// Number of independent samples whose mean would have the same error.
    pub effective: f64,
    /// Whether the window is long enough for `error` to be reliable.
    pub settled: bool,
    /// Number of units times the variance of the measure.
    pub susceptibility: f64,
    pub binder: f64,
}

/// Keys of the measures that are order parameters: their fluctuations indicate a transition.
pub const ORDER_PARAMETERS: [&str; 2] = ["polarization", "milling"];

/// Result of an evaluated run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunOutcome {
    /// Hash of the world's state at the end of the run.
    pub hash: u64,
    pub ticks: u64,
    pub sample_count: u64,
    /// Statistics of each measure, in the order of
    /// [`all_measures`](crate::insight::measures::all_measures).
    pub windows: Vec<StudyWindow>,
    /// True if the run ended early because a goal was out of reach.
    pub is_hopeless: bool,
}

impl RunOutcome {
    /// Statistics of the measure with this key; `None` if there is no such measure.
    pub fn window(&self, key: &str) -> Option<StudyWindow> {
        self.windows.get(Measure::index(key)?).copied()
    }

    pub fn window_means(&self) -> Vec<f64> {
        self.windows.iter().map(|window| window.mean).collect()
    }
}

/// Evaluation of a run in progress.
pub struct RunEvaluation {
    run: Run,
    /// Timeline that replays the link's inputs; `None` for a link without inputs.
    timeline: Option<Timeline>,
    notices: Vec<String>,
    ticks: u64,
    burn_in: u64,
    sample_interval: u64,
    goals: Vec<Objective>,
    meter: Meter,
    moments: Vec<Moments>,
    series: Vec<TimeSeries>,
    is_hopeless: bool,
}

impl RunEvaluation {
    /// Opens the run of a job. Faults of its link become [`notices`](Self::notices).
    ///
    /// # Errors
    /// One sentence that says what else in the job is invalid.
    pub fn new(job: &StudyJob) -> Result<Self, String> {
        check_window(job.ticks, job.burn_in, job.every)?;
        let (mut run, mut timeline, notices) = Timeline::open(&job.link);
        timeline.stop_seeking(&mut run);
        declare_measures_of(&run)?;
        let goals = read_objectives(&job.goals)?;
        let meter = Meter::default().with_own_measures(&run);
        // A timeline keeps the past, at a cost, so it is left out if there are no inputs.
        let timeline = (!timeline.log().is_empty()).then_some(timeline);
        Ok(Self {
            run,
            timeline,
            notices,
            ticks: job.ticks,
            burn_in: job.burn_in,
            sample_interval: job.every,
            goals,
            meter,
            moments: vec![Moments::default(); MAX_MEASURES],
            series: vec![TimeSeries::default(); MAX_MEASURES],
            is_hopeless: false,
        })
    }

    /// One sentence for each part of the link that was ignored or changed.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    pub fn run(&self) -> &Run {
        &self.run
    }

    pub fn is_done(&self) -> bool {
        self.is_hopeless || self.run.world.ticks() >= self.ticks
    }

    /// Runs one tick, and takes a sample when due. Returns true when the run is finished.
    pub fn run_tick(&mut self) -> bool {
        if self.is_done() {
            return true;
        }
        match &mut self.timeline {
            Some(timeline) => timeline.tick(&mut self.run),
            None => self.run.world.tick(),
        }
        let past = self.run.world.ticks() - self.burn_in.min(self.run.world.ticks());
        // The last tick is always sampled, so that every window has a sample.
        if past > 0
            && (past.is_multiple_of(self.sample_interval) || self.run.world.ticks() == self.ticks)
        {
            self.take_sample();
        }
        self.is_done()
    }

    /// Runs until the run is finished or `enough`, which is called after every tick, returns true.
    /// Returns true if the run is finished.
    pub fn run_part(&mut self, mut enough: impl FnMut() -> bool) -> bool {
        while !self.run_tick() {
            if enough() {
                return false;
            }
        }
        true
    }

    pub fn run_to_end(&mut self) {
        self.run_part(|| false);
    }

    fn take_sample(&mut self) {
        let sample = self.meter.measure_all(&self.run.world);
        let all = self.moments.iter_mut().zip(&mut self.series);
        for ((moments, series), value) in all.zip(sample.values) {
            moments.add_value(value);
            series.add_value(value);
        }
        if !self.goals.is_empty() {
            let window_means: Vec<f64> = self.moments.iter().map(Moments::mean).collect();
            let all = (self.ticks - self.burn_in).div_ceil(self.sample_interval);
            let taken = (self.run.world.ticks() - self.burn_in).div_ceil(self.sample_interval);
            self.is_hopeless = taken < all
                && is_out_of_reach(&self.goals, &window_means, taken as f64 / all as f64);
        }
    }

    pub fn outcome(&self) -> RunOutcome {
        let units = Measure::index("units").map_or(f64::NAN, |units| self.moments[units].mean());
        let window = |(moments, series): (&Moments, &TimeSeries)| {
            let MeanWithError {
                standard_error: error,
                effective_count: effective,
                is_settled: settled,
            } = series.mean_error();
            StudyWindow {
                mean: moments.mean(),
                sd: moments.standard_deviation(),
                last: moments.last_value(),
                error,
                effective,
                settled,
                susceptibility: series.susceptibility(units),
                binder: series.binder_cumulant(),
            }
        };
        let ticks = self.run.world.ticks();
        let past = ticks.saturating_sub(self.burn_in);
        let at_end = ticks == self.ticks && !past.is_multiple_of(self.sample_interval);
        RunOutcome {
            hash: self.run.world.hash(),
            ticks,
            sample_count: past / self.sample_interval + u64::from(at_end),
            windows: self.moments.iter().zip(&self.series).map(window).collect(),
            is_hopeless: self.is_hopeless,
        }
    }
}

/// Checks that the run is not too long and that at least one sample is taken.
pub fn check_window(ticks: u64, burn_in: u64, every: u64) -> Result<(), String> {
    if every == 0 {
        return Err("Samples are at least one tick apart.".to_string());
    }
    if ticks > MAX_RUN_TICKS {
        return Err(format!("A run is no longer than {MAX_RUN_TICKS} ticks, not {ticks}."));
    }
    // The last tick is sampled, so the window may be shorter than an interval.
    if burn_in >= ticks {
        return Err(format!(
            "No sample is taken: the run of {ticks} ticks is over before the burn-in of {burn_in} is."
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(link: &str) -> StudyJob {
        StudyJob { link: link.into(), ticks: 240, burn_in: 120, every: 30, goals: Vec::new() }
    }

    #[test]
    fn an_outcome_has_the_mean_deviation_and_last_value_of_the_window() {
        let link = "scene=leaders-pincer&count=30";
        let mut evaluation = RunEvaluation::new(&job(link)).expect("a window");
        evaluation.run_to_end();
        let outcome = evaluation.outcome();

        let mut run = Run::open(link).0;
        let (mut meter, mut wanted) = (Meter::default(), Vec::new());
        for tick in 1..=240 {
            run.world.tick();
            if [150, 180, 210, 240].contains(&tick) {
                wanted.push(meter.measure_all(&run.world).get("polarization"));
            }
        }
        assert_eq!((outcome.hash, outcome.ticks, outcome.sample_count), (run.world.hash(), 240, 4));
        let window = outcome.window("polarization").expect("it");
        assert!((window.mean - wanted.iter().sum::<f64>() / 4.0).abs() < 1e-12);
        assert_eq!(window.last, wanted[3]);
        assert!(window.sd > 0.0);
        assert!(outcome.window("closest_hunter").expect("it").mean > 0.0);
        assert_eq!(outcome.window("beauty"), None);
    }

    #[test]
    fn the_last_sample_is_of_the_end() {
        let job = StudyJob { ticks: 100, burn_in: 0, ..job("scene=flock-limited&count=30") };
        let mut evaluation = RunEvaluation::new(&job).expect("a window");
        evaluation.run_to_end();
        let (mut meter, world) = (Meter::default(), &evaluation.run().world);
        let at_end = meter.measure_all(world).get("polarization");
        let outcome = evaluation.outcome();
        assert_eq!((outcome.ticks, outcome.sample_count), (100, 4));
        assert_eq!(outcome.window("polarization").expect("it").last, at_end);
    }

    #[test]
    fn an_evaluation_in_slices_is_the_same() {
        let job = job("scene=leaders-pincer&seed=3");
        let mut whole = RunEvaluation::new(&job).expect("a window");
        whole.run_to_end();
        let mut sliced = RunEvaluation::new(&job).expect("a window");
        let mut slices = 1;
        while !sliced.run_part(|| true) {
            slices += 1;
        }
        assert_eq!(slices, 240);
        // Compares texts: there are no followers, and NaN does not equal NaN.
        assert_eq!(format!("{:?}", sliced.outcome()), format!("{:?}", whole.outcome()));
    }

    #[test]
    fn what_was_done_in_a_run_is_done_again() {
        let done = "scene=flock-limited&count=30&at=200&ev=H.1uo.1e4R1o";
        let mut with = RunEvaluation::new(&job(done)).expect("a window");
        let mut without =
            RunEvaluation::new(&job("scene=flock-limited&count=30")).expect("a window");
        with.run_to_end();
        without.run_to_end();
        assert_ne!(with.outcome().hash, without.outcome().hash);
    }

    #[test]
    fn a_hopeless_run_ends_early_and_says_so() {
        let hopeful = job("scene=flock-limited&count=40&cohesion=0&alignment=0");
        let job = StudyJob { goals: vec!["polarization=0.99..".into()], every: 6, ..hopeful };
        let mut evaluation = RunEvaluation::new(&job).expect("a window");
        evaluation.run_to_end();
        let outcome = evaluation.outcome();
        assert!(outcome.is_hopeless && outcome.ticks < 240, "{} ticks", outcome.ticks);
    }

    #[test]
    fn a_window_without_samples_or_without_end_is_refused() {
        let link = "scene=duel".to_string();
        for (ticks, burn_in, every) in [
            (100, 100, 1),
            (100, 0, 0),
            (0, 0, 1),
            (10, u64::MAX, 1),
            (u64::MAX, 0, 1),
            (MAX_RUN_TICKS + 1, 0, 30),
        ] {
            let job = StudyJob { link: link.clone(), ticks, burn_in, every, goals: Vec::new() };
            assert!(RunEvaluation::new(&job).is_err(), "{ticks} {burn_in} {every}");
        }
    }
}
