//! Plans of studies: a base link, axes over its parameters, seeds, and a window of ticks. A plan is
//! plain data, in files, on the command line and on the page.

use super::dice::StudyRng;
use super::evaluate::{StudyJob, check_window};
use super::rows::PlannedRun;
use super::space::{AxisCoupling, StudyAxis, StudyBase};
use flockwright::internals::math::sort_by_key;
use serde::{Deserialize, Serialize};

/// Default length of a run, ticks: 20 simulated seconds.
pub const DEFAULT_TICKS: u64 = 1200;

/// Default number of ticks between two samples. Taking all measures costs about as much as a tick;
/// samples at shorter intervals add little.
pub const DEFAULT_INTERVAL: u64 = 30;

/// Default maximum number of runs of a plan; more runs probably come from a typing error.
pub const DEFAULT_MAX_RUNS: u64 = 1_000_000;

/// Upper limit of [`StudyPlan::max_runs`], since the results of all runs are held in memory.
pub const MAX_RUNS: u64 = 10_000_000;

/// Arrangement of the points of a plan, where a point is a value for each axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum StudyDesign {
    /// Every combination of the values of all axes; the values of the last axis change fastest.
    #[default]
    Grid,
    /// Latin hypercube: each axis is divided into as many equal slices as there are points, and
    /// every slice has one point (McKay et al. 1979).
    Lhs,
    /// Points drawn at random from a uniform distribution over the axes.
    Random,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(untagged, expecting = "seeds are a number, or a list of numbers")]
pub enum StudySeeds {
    /// The seeds from 1 to this number.
    Count(u32),
    List(Vec<u32>),
}

impl Default for StudySeeds {
    fn default() -> Self {
        Self::Count(1)
    }
}

impl StudySeeds {
    /// Parses seeds: `3` (1 to 3), `5..9` (both included) or `1,4,9`.
    pub fn read(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let number = text.trim().parse::<u32>();
            number.map_err(|_| format!("Seeds are whole numbers up to {}, not {text:?}.", u32::MAX))
        };
        if let Some((from, to)) = text.split_once("..") {
            let (from, to) = (number(from)?, number(to)?);
            if from > to || to - from >= DEFAULT_MAX_RUNS as u32 {
                return Err(format!("Seeds go upward, not from {from} to {to}."));
            }
            return Ok(Self::List((from..=to).collect()));
        }
        if text.contains(',') {
            let list: Result<Vec<u32>, String> = text.split(',').map(number).collect();
            return Ok(Self::List(list?));
        }
        Ok(Self::Count(number(text)?))
    }

    fn seed_list(&self) -> Result<Vec<u32>, String> {
        let list: Vec<u32> = match self {
            Self::Count(count) if u64::from(*count) > DEFAULT_MAX_RUNS => {
                return Err(format!("{count} seeds are too many."));
            }
            Self::Count(count) => (1..=*count).collect(),
            Self::List(list) => list.clone(),
        };
        if list.is_empty() {
            return Err("There are no seeds.".to_string());
        }
        let mut sorted = list.clone();
        sort_by_key(&mut sorted, |seed| *seed);
        match sorted.windows(2).find(|two| two[0] == two[1]) {
            Some(two) => Err(format!("Seed {} stands twice.", two[0])),
            None => Ok(list),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct StudyPlan {
    /// Link of the run whose parameters are varied.
    pub base: String,
    /// Axes in the notation of [`space`](super::space); none for the base alone.
    pub axes: Vec<String>,
    pub design: StudyDesign,
    /// Number of points of a Latin hypercube or of random points; `None` for a grid.
    pub points: Option<u64>,
    /// Seed of the random numbers that arrange the points.
    #[serde(alias = "designSeed")]
    pub design_seed: u32,
    pub seeds: StudySeeds,
    pub ticks: u64,
    /// Ticks before the first sample; by default half of the run.
    #[serde(alias = "burnIn")]
    pub burn_in: Option<u64>,
    /// Number of ticks between two samples.
    pub every: u64,
    /// Maximum number of runs, at most [`MAX_RUNS`].
    #[serde(alias = "maxRuns")]
    pub max_runs: u64,
}

impl Default for StudyPlan {
    fn default() -> Self {
        Self {
            base: String::new(),
            axes: Vec::new(),
            design: StudyDesign::Grid,
            points: None,
            design_seed: 1,
            seeds: StudySeeds::default(),
            ticks: DEFAULT_TICKS,
            burn_in: None,
            every: DEFAULT_INTERVAL,
            max_runs: DEFAULT_MAX_RUNS,
        }
    }
}

impl StudyPlan {
    /// Checks the plan and prepares its runs, all of which are then valid.
    ///
    /// # Errors
    /// One sentence that says what is invalid.
    pub fn expand(&self) -> Result<ExpandedPlan, String> {
        let base = StudyBase::open(&self.base)?;
        let axes = base.read_axes(&self.axes)?;
        let burn_in = self.burn_in.unwrap_or(self.ticks / 2);
        check_window(self.ticks, burn_in, self.every)?;
        let late =
            |axis: &&StudyAxis| axis.ramp_ticks.as_ref().is_some_and(|ramp| ramp.end > self.ticks);
        if let Some(axis) = axes.iter().find(late) {
            let ticks = self.ticks;
            return Err(format!("The ramp {} ends after the run of {ticks} ticks.", axis.key));
        }
        let seeds = self.seeds.seed_list()?;
        let points = self.count_points(&axes)?;
        if self.max_runs > MAX_RUNS {
            return Err(format!("A plan has at most {MAX_RUNS} runs, whatever max_runs says."));
        }
        let runs = points.saturating_mul(seeds.len() as u128);
        if runs > u128::from(self.max_runs) {
            return Err(format!("These are {runs} runs; at most {} are done.", self.max_runs));
        }
        let shares = self.axis_shares(axes.len(), points as usize);
        let points = points as usize;
        let expanded =
            ExpandedPlan { base, axes, seeds, points, axis_shares: shares, plan: self.clone() };
        if expanded.axes.iter().any(|axis| matches!(axis.coupling, Some(AxisCoupling::Computed(_))))
        {
            for point in 0..points {
                expanded.values_with_formulas(point)?;
            }
        }
        Ok(expanded)
    }

    fn count_points(&self, axes: &[StudyAxis]) -> Result<u128, String> {
        if self.design != StudyDesign::Grid {
            if axes.is_empty() {
                return Err("Nothing is varied: the plan has no axes.".to_string());
            }
            let points = self.points.filter(|points| *points > 0);
            return points.map(u128::from).ok_or("How many points? Say points.".to_string());
        }
        if self.points.is_some() {
            return Err("The points of a grid are those of its axes.".to_string());
        }
        let mut points = 1u128;
        for axis in axes.iter().filter(|axis| axis.coupling.is_none()) {
            let values = axis.values().ok_or_else(|| {
                format!("The axis {} has no steps: a grid needs them, as in 0..4/8.", axis.key)
            })?;
            points = points.saturating_mul(values.len() as u128);
        }
        Ok(points)
    }

    /// For each axis, the position of each point along the axis, 0 to 1; empty for a grid.
    fn axis_shares(&self, axes: usize, points: usize) -> Vec<Vec<f64>> {
        let axis = |axis: usize| {
            let mut dice = StudyRng::new(self.design_seed, axis as u64);
            match self.design {
                StudyDesign::Grid => Vec::new(),
                StudyDesign::Random => (0..points).map(|_| dice.uniform()).collect(),
                StudyDesign::Lhs => {
                    let slices = dice.shuffled_indices(points);
                    let within = |slice: &usize| (*slice as f64 + dice.uniform()) / points as f64;
                    slices.iter().map(within).collect()
                }
            }
        };
        (0..axes).map(axis).collect()
    }
}

/// A checked plan, whose runs are ordered by point, then by seed.
pub struct ExpandedPlan {
    base: StudyBase,
    axes: Vec<StudyAxis>,
    seeds: Vec<u32>,
    points: usize,
    axis_shares: Vec<Vec<f64>>,
    plan: StudyPlan,
}

impl ExpandedPlan {
    pub fn len(&self) -> usize {
        self.points * self.seeds.len()
    }

    /// Always false, since a plan has at least one run.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of runs per point: the number of seeds.
    pub fn runs_per_point(&self) -> usize {
        self.seeds.len()
    }

    pub fn units(&self) -> u64 {
        self.base.run().world.agents().len() as u64
    }

    pub fn seed(&self, run: usize) -> u32 {
        self.seeds[run % self.seeds.len()]
    }

    /// Index of the point that a run evaluates.
    fn point_of_run(&self, run: usize) -> usize {
        run / self.seeds.len()
    }

    /// Value of each axis at a point, as the parameter's own value.
    pub fn values_at(&self, point: usize) -> Vec<f32> {
        // This cannot fail: [`StudyPlan::expand`] has computed the values of every point without an
        // error.
        self.values_with_formulas(point).unwrap_or_default()
    }

    fn values_with_formulas(&self, point: usize) -> Result<Vec<f32>, String> {
        let mut values = vec![0.0; self.axes.len()];
        let leads = |axis: &StudyAxis| axis.coupling.is_none();
        let mut rest = point;
        for (at, axis) in self.axes.iter().enumerate().rev().filter(|(_, axis)| leads(axis)) {
            // The axes directly behind this one whose values are paired with its values.
            let behind = self.axes[at + 1..].iter();
            let with = behind
                .take_while(|axis| matches!(axis.coupling, Some(AxisCoupling::PairedWithPrevious)))
                .count();
            let step = match self.plan.design {
                StudyDesign::Grid => {
                    let steps = axis.values().unwrap_or_default().len();
                    let step = rest % steps;
                    rest /= steps;
                    Some(step)
                }
                _ => None,
            };
            let together = at..=at + with;
            for (value, of) in values[together.clone()].iter_mut().zip(&self.axes[together]) {
                *value = match step {
                    Some(step) => of.values().unwrap_or_default()[step],
                    None => of.value_at(self.axis_shares[at][point]),
                };
            }
        }
        self.base.compute_formulas(&self.axes, &mut values)?;
        Ok(values)
    }

    /// Names of the axes, in the order of the columns.
    pub fn axis_keys(&self) -> Vec<String> {
        self.axes.iter().map(|axis| axis.key.clone()).collect()
    }

    /// Job of a run, with the data that identify its row in a table.
    pub fn planned_run(&mut self, run: usize) -> PlannedRun {
        let point = self.point_of_run(run);
        let values = self.values_at(point);
        PlannedRun {
            row_index: run,
            point_index: point,
            axis_values: self
                .axes
                .iter()
                .zip(values)
                .map(|(axis, value)| axis.write_value(value))
                .collect(),
            seed: self.seed(run),
            job: self.job(run),
            notices: Vec::new(),
        }
    }

    pub fn job(&mut self, run: usize) -> StudyJob {
        let values = self.values_at(self.point_of_run(run));
        let seed = self.seed(run);
        StudyJob {
            link: self.base.link_of(&self.axes, &values, seed),
            ticks: self.plan.ticks,
            burn_in: self.plan.burn_in.unwrap_or(self.plan.ticks / 2),
            every: self.plan.every,
            goals: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(axes: &[&str]) -> StudyPlan {
        StudyPlan {
            base: "scene=flock-limited".into(),
            axes: axes.iter().map(|axis| axis.to_string()).collect(),
            ..StudyPlan::default()
        }
    }

    #[test]
    fn axes_go_together_or_follow_by_a_formula() {
        let axes = [
            "cohesion,alignment=0,1;2,0.5",
            "count=100,400",
            "width=sqrt(count/4)*20",
            "height=width",
        ];
        let mut expanded = plan(&axes).expand().expect("a plan");
        assert_eq!(expanded.len(), 4);
        let keys: Vec<&str> = expanded.axes.iter().map(|axis| axis.key.as_str()).collect();
        assert_eq!(keys, ["cohesion", "alignment", "count", "width", "height"]);
        assert_eq!(expanded.values_at(0), [0.0, 1.0, 100.0, 100.0, 100.0]);
        assert_eq!(expanded.values_at(1), [0.0, 1.0, 400.0, 200.0, 200.0]);
        assert_eq!(expanded.values_at(2), [2.0, 0.5, 100.0, 100.0, 100.0]);
        let link = expanded.job(3).link;
        assert_eq!(
            link,
            "v=8&scene=flock-limited&cohesion=2&alignment=0.5&count=400&width=200&height=200"
        );
        let drawn = StudyPlan {
            design: StudyDesign::Lhs,
            points: Some(6),
            ..plan(&["cohesion,alignment=0,1;2,0.5"])
        };
        let drawn = drawn.expand().expect("a plan");
        for point in 0..6 {
            let values = drawn.values_at(point);
            assert!([[0.0, 1.0], [2.0, 0.5]].iter().any(|wanted| values == wanted), "{values:?}");
        }
    }

    #[test]
    fn axes_that_cannot_go_together_are_told_in_one_sentence() {
        for (axes, why) in [
            (&["cohesion,alignment=0,1;2"][..], "have 1 values at “2”"),
            (&["cohesion,alignmnet=0,1"], "Did you mean “alignment”?"),
            (&["cohesion,alignment=0,1;2,x"], "alignment has the value “x”"),
            (&["width=sqrt(count"], "not closed"),
            (&["width=width*2"], "width"),
            (&["width=height", "height=width"], "which has to come before it"),
            (&["count=1,2", "width=count"], "comes to 1, which is not one from 10 to"),
            (&["cohesion@0..60=alignment"], "cannot follow others"),
            (&["cohesion,cohesion=1,2"], "stands twice"),
        ] {
            let why_not = plan(axes).expand().err().unwrap_or_default();
            assert!(why_not.contains(why), "{axes:?}: {why_not}");
        }
        let base = StudyBase::open("scene=flock-limited").expect("sound");
        assert!(
            base.read_independent_axes(&["width=height".to_string()])
                .expect_err("it follows")
                .contains("each is free")
        );
    }

    #[test]
    fn a_grid_has_every_combination_and_of_each_all_seeds() {
        let plan = StudyPlan {
            seeds: StudySeeds::List(vec![1, 7]),
            ..plan(&["cohesion=1,2", "view=limited,narrow"])
        };
        let mut expanded = plan.expand().expect("sound");
        let links: Vec<String> = (0..expanded.len()).map(|run| expanded.job(run).link).collect();
        let tails: Vec<&str> =
            links.iter().map(|link| link.trim_start_matches("v=8&scene=flock-limited")).collect();
        assert_eq!(
            tails,
            [
                "",
                "&seed=7",
                "&view=narrow",
                "&seed=7&view=narrow",
                "&cohesion=2",
                "&seed=7&cohesion=2",
                "&view=narrow&cohesion=2",
                "&seed=7&view=narrow&cohesion=2"
            ]
        );
    }

    #[test]
    fn a_latin_hypercube_has_one_point_in_every_slice_of_every_axis() {
        let plan = StudyPlan {
            design: StudyDesign::Lhs,
            points: Some(20),
            ..plan(&["cohesion=0..4", "separation=0..4"])
        };
        let expanded = plan.expand().expect("sound");
        for axis in 0..2 {
            let mut values: Vec<f32> =
                (0..20).map(|point| expanded.values_at(point)[axis]).collect();
            values.sort_unstable_by(f32::total_cmp);
            for (slice, value) in values.into_iter().enumerate() {
                let from = 0.2 * slice as f32;
                // Values are rounded to short decimals, possibly up to the next slice.
                assert!((from - 1e-3..=from + 0.201).contains(&value), "{slice}: {value}");
            }
        }
    }

    #[test]
    fn drawn_points_differ_by_the_seed_of_the_design_alone() {
        let random =
            StudyPlan { design: StudyDesign::Random, points: Some(9), ..plan(&["cohesion"]) };
        let other = StudyPlan { design_seed: 2, ..random.clone() };
        let values = |plan: &StudyPlan| {
            let expanded = plan.expand().expect("sound");
            (0..9).map(|point| expanded.values_at(point)[0]).collect::<Vec<_>>()
        };
        assert_eq!(values(&random), values(&random));
        assert_ne!(values(&random), values(&other));
    }

    #[test]
    fn a_plan_that_makes_no_sense_is_told_in_one_sentence() {
        let sound = plan(&["cohesion=1,2"]);
        for (plan, why) in [
            (plan(&["cohesion=0..4"]), "no steps"),
            (StudyPlan { design: StudyDesign::Lhs, ..sound.clone() }, "How many points"),
            (StudyPlan { design: StudyDesign::Lhs, points: Some(3), ..plan(&[]) }, "no axes"),
            (StudyPlan { points: Some(3), ..sound.clone() }, "those of its axes"),
            (StudyPlan { seeds: StudySeeds::Count(0), ..sound.clone() }, "no seeds"),
            (
                StudyPlan { seeds: StudySeeds::List(vec![3, 3]), ..sound.clone() },
                "Seed 3 stands twice",
            ),
            (StudyPlan { ticks: 0, ..sound.clone() }, "No sample is taken"),
        ] {
            let error = plan.expand().err().expect(why);
            assert!(error.contains(why) && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn seeds_are_counted_listed_or_a_range() {
        assert_eq!(StudySeeds::read("3"), Ok(StudySeeds::Count(3)));
        assert_eq!(StudySeeds::read("5..7"), Ok(StudySeeds::List(vec![5, 6, 7])));
        assert_eq!(StudySeeds::read("1,9"), Ok(StudySeeds::List(vec![1, 9])));
        assert!(StudySeeds::read("4294967296").is_err_and(|why| why.contains("up to 4294967295")));
        for text in ["", "x", "7..5", "1,,2", "-1"] {
            assert!(StudySeeds::read(text).is_err(), "{text:?}");
        }
    }
}
