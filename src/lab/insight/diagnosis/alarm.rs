//! Hysteresis of a finding: a level, 1 at the limit of the symptom, starts and ends the finding.

/// Ticks for which the level of a symptom has to stay at 1 or above to start a finding, or below
/// [`CALM_LEVEL`] to end one.
const HOLD_TICKS: u64 = 60;

/// Level of the symptom below which a finding ends; it starts at level 1.
const CALM_LEVEL: f32 = 0.6;

/// State of one finding (a reported symptom), which is active or not.
#[derive(Clone, Copy, Debug, Default)]
pub struct FindingAlarm {
    /// Tick at which the active finding began; `None` without a finding.
    pub active_since: Option<u64>,
    /// Tick since which the level calls for a change of `active_since`; `None` while it does not.
    crossed_at: Option<u64>,
}

impl FindingAlarm {
    /// Updates the state with the level at a tick; 1 is the limit at which a finding starts.
    pub fn update(&mut self, level: f32, tick: u64) {
        let crossing = match self.active_since {
            None => level >= 1.0,
            Some(_) => level < CALM_LEVEL,
        };
        if !crossing {
            self.crossed_at = None;
            return;
        }
        let since = *self.crossed_at.get_or_insert(tick);
        if tick.saturating_sub(since) >= HOLD_TICKS {
            // A finding began when the level reached the limit, not when `HOLD_TICKS` had passed.
            self.active_since = if self.active_since.is_none() { Some(since) } else { None };
            self.crossed_at = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_begins_late_says_since_when_and_ends_late() {
        let mut alarm = FindingAlarm::default();
        for tick in 0..=70 {
            alarm.update(if tick < 10 { 0.0 } else { 1.2 }, tick);
        }
        assert_eq!(alarm.active_since, Some(10));
        for tick in 71..120 {
            alarm.update(0.8, tick);
        }
        assert_eq!(alarm.active_since, Some(10), "between the two lines nothing changes");
        for tick in 120..=180 {
            alarm.update(0.2, tick);
        }
        assert_eq!(alarm.active_since, None);
    }

    #[test]
    fn a_short_peak_is_none() {
        let mut alarm = FindingAlarm::default();
        for tick in 0..300 {
            alarm.update(if tick % 60 < 50 { 2.0 } else { 0.9 }, tick);
            assert_eq!(alarm.active_since, None);
        }
    }
}
