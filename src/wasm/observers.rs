//! What observes a run after each tick: measures and diagnosis, each only while it is wanted.

use flockwright::session::run::Run;
use flockwright_lab::insight::diagnosis::Diagnosis;
use flockwright_lab::insight::measures::Series;

/// The observers of a run. They change nothing in it.
#[derive(Default)]
pub(super) struct Observers {
    /// Takes a sample at every twelfth tick.
    pub series: Option<Series>,
    pub diagnosis: Option<Diagnosis>,
    measures: bool,
}

impl Observers {
    /// Observes the run after a tick; costs nothing where there is no observer.
    pub fn ticked(&mut self, run: &Run) {
        self.begin(run);
        self.go_on(run, &mut || false);
    }

    /// The same, but that [`go_on`](Self::go_on) measures.
    pub fn begin(&mut self, run: &Run) {
        self.measures = self.series.is_some();
        if let Some(diagnosis) = &mut self.diagnosis {
            diagnosis.observe(run);
        }
    }

    /// Whether the last tick is still to be measured.
    pub fn measures(&self) -> bool {
        self.measures
    }

    /// Measures what the last tick has left, until time is over; true when that is done.
    pub fn go_on(&mut self, run: &Run, over: &mut dyn FnMut() -> bool) -> bool {
        self.measures &= match &mut self.series {
            Some(series) if self.measures => !series.note_part(&run.world, over),
            _ => false,
        };
        !self.measures
    }
}
