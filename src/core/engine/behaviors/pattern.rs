//! Pattern: a list of control steps that a craft flies over and over (book, ch. 3).
//!
//! A step fires a bow thruster, or none, until the heading has changed or the craft has moved by
//! the step's amount. The thruster eases off as a turn nears its end. The pattern does not look at
//! the surroundings: a craft that is pushed off its course does not come back to it.
//!
//! The book's craft coasts straight ahead after a turn. It still slips sideways then, and the wind
//! turns it back by some 5 degrees. Holding the heading, which is our addition, makes corners
//! square.

use super::steps::{
    AmountUnit, ControlStep, StepAction, StepAmount, StepVerb, read_steps, steps_as_text,
};
use super::{
    Behavior, BehaviorInfo, BodyKind, Memory, Scope, Steering, add_lateral_forces, own_memory,
    records,
};
use crate::engine::hash::{Hashed, StateHash};
use crate::engine::math::{Lane, Lanes, splat, wrap_angle};
use crate::engine::params::DT;
use crate::schema::texts::{TextPreset, TextSpec};
use crate::schema::{ParamSpec, Params};
use crate::{numbers_of_field, params};
use glam::Vec2;
use std::ops::Range;

const SOURCE: &str = "AI for Game Developers, ch. 3 (pattern movement)";

/// Smallest force of a bow thruster during a turn, as a share of the steering force S.
const MIN_TURNING_THRUST: f32 = 0.05;

params! {
    /// Parameters of [`Pattern`].
    pub struct PatternParams in "Pattern" {
        pattern: f32 = ParamSpec::weight("Pattern", 1.0)
            .words("patrol route square zigzag scripted steps")
            .formula("w_pat", "F = ±w_pat·S·max(0.05, 1 − α/α_i)")
            .doc("Weight of the bow thrusters that the steps of the pattern fire.")
            .source(SOURCE);
        hold: f32 = ParamSpec::float("Hold heading", "×", 1.0, [0.0, 1.0], 0.05)
            .formula("k_hold", "F = k_hold·w_pat·S·q; q = clip(δ − 0.2·ω)")
            .doc("How firmly the thrusters hold the heading on straight steps. 0 lets the craft \
                  coast as in the book, and every corner falls short.")
            .source("Ours; the book has none");
    }
}

/// Force that holds a heading, as a share of the steering force S: per radian of deviation, and per
/// rad/s of turning. This is about critical damping for the default body.
const HOLD_GAINS: [f32; 2] = [1.0, 0.2];

const STEP_DISTANCE: StepAmount = StepAmount {
    unit: AmountUnit::Length,
    range: [1.0, 10_000.0],
    multiple_of: 0.0,
    default: None,
};
const TURN_ANGLE: StepAmount =
    StepAmount { unit: AmountUnit::Degrees, range: [1.0, 720.0], multiple_of: 0.0, default: None };
const THRUST_PERCENT: StepAmount =
    StepAmount { unit: AmountUnit::Percent, range: [0.0, 1000.0], multiple_of: 0.0, default: None };

const VERBS: &[StepVerb] = &[
    ("ahead", StepAction::Move(1), &[STEP_DISTANCE]),
    ("port", StepAction::Turn(-1), &[TURN_ANGLE, STEP_DISTANCE]),
    ("starboard", StepAction::Turn(1), &[TURN_ANGLE, STEP_DISTANCE]),
    ("speed", StepAction::Speed, &[THRUST_PERCENT]),
    ("fire", StepAction::Fire, &[]),
];

/// Force of the bow thrusters at this progress within a step, as a share of the steering force S,
/// positive to starboard. During a turn by an angle, it falls linearly.
fn bow_thruster_share(step: &ControlStep, track: &PatternProgress) -> f32 {
    let share = match step.unit {
        AmountUnit::Degrees => (1.0 - track.turned_degrees() / step.amount).max(MIN_TURNING_THRUST),
        _ => 1.0,
    };
    step.side() as f32 * share
}

/// Whether a unit has finished the step. Steps with the verbs `speed` and `fire` last one tick.
fn is_over(step: &ControlStep, track: &PatternProgress) -> bool {
    match step.unit {
        AmountUnit::Degrees => track.turned_degrees() >= step.amount,
        AmountUnit::Length => track.displacement.length() >= step.amount,
        AmountUnit::Percent | AmountUnit::Moves => true,
    }
}

/// Progress of a unit within the present step of its pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct PatternProgress {
    step_index: usize,
    /// Heading of the unit at the last tick, rad; `None` before the first tick.
    last_heading: Option<f32>,
    /// Heading that the unit holds during a straight step, rad.
    held_heading: f32,
    /// Angle by which the unit has turned since the step began, rad, positive to starboard.
    turned_angle: f32,
    /// Displacement of the unit since the step began, u.
    displacement: Vec2,
    /// Share of the thrust that a `speed` step has set; `None` before the first such step.
    speed: Option<f32>,
}

crate::coded!(PatternProgress {
    step_index,
    last_heading,
    held_heading,
    turned_angle,
    displacement,
    speed
});

impl Hashed for PatternProgress {
    fn hash(&self, hash: &mut StateHash) {
        let Self { step_index, last_heading, held_heading, turned_angle, displacement, speed } =
            *self;
        hash.add_word(step_index as u64);
        hash.add_floats(&[
            last_heading.unwrap_or(0.0),
            held_heading,
            turned_angle,
            displacement.x,
            displacement.y,
        ]);
        hash.add_floats(speed.as_slice());
    }
}

impl PatternProgress {
    /// Angle by which the unit has turned since the step began, degrees, to either side.
    fn turned_degrees(&self) -> f32 {
        self.turned_angle.abs().to_degrees()
    }
}

/// Behavior that flies a list of control steps over and over, each unit with a progress of its own.
#[derive(Clone, Debug)]
pub struct Pattern {
    params: PatternParams,
    steps: Vec<ControlStep>,
    unit_progress: Vec<PatternProgress>,
}

impl Pattern {
    /// Steps of a square with sides of 200 u, turning to port.
    pub const SQUARE: &'static str = "ahead 200, port 90";
    /// Steps of sharp bends about a straight course.
    pub const ZIGZAG: &'static str = "ahead 100, port 60, ahead 100, starboard 60";
    /// Steps of a circle in turns of ten degrees.
    pub const CIRCLE: &'static str = "ahead 40, starboard 10";
    /// Steps of a curve to one side, then to the other.
    pub const CURVE: &'static str = "ahead 40, starboard 15, ahead 40, starboard 15, ahead 40, starboard 15, \
        ahead 40, port 15, ahead 40, port 15, ahead 40, port 15";
    /// Steps of the book's longer example.
    pub const COMPLEX: &'static str = "ahead 200, port 135, starboard 135, ahead 50, \
        starboard 80, ahead 200, starboard 90, ahead 250, starboard 90, ahead 50";

    const TEXTS: &'static [TextSpec] = &[TextSpec {
        key: "steps",
        symbol: "steps",
        formula: "i → i + 1 \"when\" α = α_i \"or\" g = g_i; \"from\" steps",
        section: "Pattern",
        label: "Steps",
        doc: "The steps of the pattern, repeated forever. “ahead 200” goes straight for 200 u, \
              “port 90” and “starboard 90” turn by degrees, “port 50 u” turns for a distance, “speed \
              50” takes half of the thrust from then on, and “fire” fires ahead where the group has a gun.",
        source: SOURCE,
        presets: &[
            TextPreset { label: "Square", text: Self::SQUARE },
            TextPreset { label: "Zigzag", text: Self::ZIGZAG },
            TextPreset { label: "Circle", text: Self::CIRCLE },
            TextPreset { label: "Curve", text: Self::CURVE },
            TextPreset { label: "Complex", text: Self::COMPLEX },
        ],
        ..TextSpec::EMPTY
    }];

    /// Creates a pattern with these steps, or with [`Self::SQUARE`] if they are invalid.
    pub fn from_steps(steps: &str) -> Self {
        let mut pattern = Self::default();
        // An error keeps the default steps; a test checks that the steps of all scenes are valid.
        let _ = pattern.set_text(0, steps);
        pattern
    }

    /// Force of the bow thrusters on a unit in this tick, as a share of the steering force S,
    /// positive to starboard.
    fn bow_thruster_force(&self, scope: &Scope, id: usize) -> f32 {
        let Some(track) = self.unit_progress.get(id - scope.first_id) else { return 0.0 };
        let Some(step) = self.steps.get(track.step_index) else { return 0.0 };
        if step.side() != 0 || track.last_heading.is_none() {
            return bow_thruster_share(step, track);
        }
        let off = wrap_angle(track.held_heading - scope.agents.heading[id]);
        let share = HOLD_GAINS[0] * off - HOLD_GAINS[1] * scope.agents.omega[id];
        self.params.hold * share.clamp(-1.0, 1.0)
    }
}

impl Default for Pattern {
    fn default() -> Self {
        let steps = read_steps(VERBS, Self::SQUARE).unwrap_or_default();
        Self { params: PatternParams::default(), steps, unit_progress: Vec::new() }
    }
}

impl Params for Pattern {
    numbers_of_field!(PatternParams);
    steps_as_text!(VERBS, |track| *track = PatternProgress::default());
}

impl Behavior for Pattern {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(
            PatternParams::SPECS,
            "Drives a list of straight ways and turns, over and over.",
        )
        .caused_by("its pattern", "turns it")
        .required_bodies(&[BodyKind::Rigid])
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        add_lateral_forces(scope, range.clone(), out, |_, at| {
            let share = Lanes::from_lane_fn(|lane| self.bow_thruster_force(scope, at + lane));
            share * splat(scope.force_scale)
        });
        if self.steps.iter().any(|step| step.action() == StepAction::Speed) {
            for id in range {
                let track = self.unit_progress.get(id - scope.first_id);
                *out.thrust_mut(id) *= track.and_then(|track| track.speed).unwrap_or(1.0);
            }
        }
    }

    fn is_firing(&self, unit: usize) -> bool {
        let step = self.unit_progress.get(unit).and_then(|track| self.steps.get(track.step_index));
        step.is_some_and(|step| step.action() == StepAction::Fire)
    }

    fn pattern_course(&self, unit: usize) -> Option<f32> {
        let track = self.unit_progress.get(unit)?;
        let straight = self.steps.get(track.step_index)?.side() == 0;
        (straight && track.last_heading.is_some()).then_some(track.held_heading)
    }

    own_memory!();
}

impl Memory for Pattern {
    fn advance(&mut self, scope: &Scope, range: Range<usize>) {
        let tracks = self.unit_progress.iter_mut();
        for (id, track) in range.zip(tracks) {
            let heading = scope.agents.heading[id];
            match (track.last_heading, self.steps.get(track.step_index)) {
                (Some(before), _) => track.turned_angle += wrap_angle(heading - before),
                // In the first tick there is no earlier heading, so the turn follows from the
                // angular velocity.
                (None, Some(ControlStep { unit: AmountUnit::Degrees, .. })) => {
                    track.turned_angle = scope.agents.omega[id] * DT;
                    track.held_heading = wrap_angle(heading - track.turned_angle);
                }
                (None, _) => track.held_heading = heading,
            }
            track.last_heading = Some(heading);
            // The displacement is computed from the velocity, because a wrapping or solid edge of
            // the world may have changed the position.
            track.displacement += scope.agents.velocity(id) * DT;
            let Some(step) = self.steps.get(track.step_index).filter(|step| is_over(step, track))
            else {
                continue;
            };
            // The next heading follows from the exact angle of the turn, not from the heading
            // reached, so that overshoots do not add up over repetitions.
            let side = step.side() as f32;
            let held_heading = match step.unit {
                AmountUnit::Length if side != 0.0 => heading,
                AmountUnit::Degrees => {
                    wrap_angle(track.held_heading + side * step.amount.to_radians())
                }
                _ => wrap_angle(track.held_heading),
            };
            let step_index = (track.step_index + 1) % self.steps.len();
            let speed = match step.action() {
                StepAction::Speed => Some(step.amount / 100.0),
                _ => track.speed,
            };
            *track = PatternProgress {
                step_index,
                last_heading: track.last_heading,
                held_heading,
                speed,
                ..PatternProgress::default()
            };
        }
    }

    records!(unit_progress; steps);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agents::Role;
    use crate::engine::behaviors::testing::*;
    use crate::engine::group::Group;

    #[test]
    fn a_turn_that_begins_the_pattern_counts_from_the_first_tick() {
        let params = PatternParams { hold: 0.0, ..PatternParams::default() };
        let pattern = Pattern { params, ..Pattern::from_steps("port 20, ahead 200") };
        let group = Group::rigid("craft", "Craft", Role::Regular, 1).with(pattern);
        let mut world = field(vec![group]);
        put(&mut world, 0, [200.0, 200.0], [30.0, 0.0]);
        let (mut turned, mut ticks) = (0.0, 0);
        while force(&world, 0) != Vec2::ZERO {
            assert!(turned < 20.0, "it turns on after {turned} degrees");
            world.tick();
            turned = -world.agents().heading[0].to_degrees();
            ticks += 1;
        }
        assert!(turned >= 20.0, "it stopped turning after {turned} degrees, {ticks} ticks");
    }

    #[test]
    fn half_the_thrust_is_less_speed_until_another_step_says_more() {
        let speed_after = |steps: &str| {
            let group =
                Group::rigid("craft", "Craft", Role::Regular, 1).with(Pattern::from_steps(steps));
            let mut world = field(vec![group]);
            put(&mut world, 0, [20.0, 200.0], [30.0, 0.0]);
            run(&mut world, 4);
            world.agents().velocity(0).length()
        };
        let plain = speed_after("ahead 9000");
        assert_eq!(speed_after("speed 100, ahead 9000"), plain);
        let slow = speed_after("speed 50, ahead 9000");
        assert!((0.6..0.85).contains(&(slow / plain)), "{slow} of {plain}");
        assert!(speed_after("speed 50, ahead 10, speed 200, ahead 9000") > plain);
    }

    #[test]
    fn a_craft_with_a_gun_fires_where_its_pattern_says_so() {
        let shots = |steps: &str| {
            let craft = Group::rigid("craft", "Craft", Role::Soldier, 1);
            let gun = crate::engine::bullets::Gun { scatter: 0.0, ..Default::default() };
            let mut world = field(vec![craft.with(Pattern::from_steps(steps)).armed(gun)]);
            put(&mut world, 0, [20.0, 200.0], [30.0, 0.0]);
            let mut most = 0;
            for _ in 0..240 {
                world.tick();
                most = most.max(world.bullets().flying_bullets().len());
            }
            let ahead =
                world.bullets().flying_bullets().iter().all(|bullet| bullet.velocity.x > 0.0);
            assert!(ahead, "it fires where it heads");
            most
        };
        assert_eq!(shots("ahead 50"), 0);
        assert!(shots("ahead 20, fire") > 0);
    }

    #[test]
    fn a_thruster_eases_off_toward_the_end_of_a_turn() {
        let steps = read_steps(VERBS, "port 90").expect("it makes sense");
        let step = &steps[0];
        let after = |degrees: f32| {
            let turn = -degrees.to_radians();
            bow_thruster_share(
                step,
                &PatternProgress { turned_angle: turn, ..PatternProgress::default() },
            )
        };
        assert_eq!(after(0.0), -1.0);
        assert!((after(45.0) + 0.5).abs() < 1e-6);
        assert_eq!(after(89.0), -MIN_TURNING_THRUST);
    }
}
