//! When a symptom becomes a finding, and when it ceases to be one.

/// A finding begins once its level has been at 1 or above for this many ticks, and ends once it has
/// been below [`CALM`] for the same number.
const HOLD: u64 = 60;

/// The level below which a finding ends.
const CALM: f32 = 0.6;

/// The state of one finding.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alarm {
    /// Since when it is on, ticks.
    pub on: Option<u64>,
    /// When the level crossed the line that would switch it.
    crossed: Option<u64>,
}

impl Alarm {
    /// Takes note of a level at a tick: 1 is where the finding begins.
    pub fn update(&mut self, level: f32, tick: u64) {
        let crossing = match self.on {
            None => level >= 1.0,
            Some(_) => level < CALM,
        };
        if !crossing {
            self.crossed = None;
            return;
        }
        let since = *self.crossed.get_or_insert(tick);
        if tick.saturating_sub(since) >= HOLD {
            // It shows since the level went up, not since the waiting was over.
            self.on = if self.on.is_none() { Some(since) } else { None };
            self.crossed = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_begins_late_says_since_when_and_ends_late() {
        let mut alarm = Alarm::default();
        for tick in 0..=70 {
            alarm.update(if tick < 10 { 0.0 } else { 1.2 }, tick);
        }
        assert_eq!(alarm.on, Some(10));
        for tick in 71..120 {
            alarm.update(0.8, tick);
        }
        assert_eq!(alarm.on, Some(10), "between the two lines nothing changes");
        for tick in 120..=180 {
            alarm.update(0.2, tick);
        }
        assert_eq!(alarm.on, None);
    }

    #[test]
    fn a_short_peak_is_none() {
        let mut alarm = Alarm::default();
        for tick in 0..300 {
            alarm.update(if tick % 60 < 50 { 2.0 } else { 0.9 }, tick);
            assert_eq!(alarm.on, None);
        }
    }
}
