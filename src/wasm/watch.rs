//! Who looks on after every tick: measures and diagnosis, each only while it is wanted.

use crate::insight::diagnosis::Diagnosis;
use crate::insight::measures::Series;
use crate::session::run::Run;

/// The onlookers of a run. What they see changes nothing in it.
#[derive(Default)]
pub(super) struct Watch {
    /// Takes a sample at every twelfth tick.
    pub series: Option<Series>,
    pub diagnosis: Option<Diagnosis>,
}

impl Watch {
    /// Looks at the run after a tick; costs nothing where nobody looks.
    pub fn ticked(&mut self, run: &Run) {
        if let Some(series) = &mut self.series {
            series.note(&run.world);
        }
        if let Some(diagnosis) = &mut self.diagnosis {
            diagnosis.observe(run);
        }
    }
}
