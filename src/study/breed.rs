//! Breeding: a few living candidates to choose from, which differ in what they do, not only in
//! their numbers.
//!
//! Every generation is larger than what is shown of it. Each candidate is run, and described by what it
//! does: its traits. Shown are the one that meets the goals best, and then, one by one, whoever
//! is farthest in its traits from all that are shown already, less what it misses of the goals.
//! Whoever chooses some of them gets children of these; whoever wants a surprise gets candidates
//! that do what none before has done.

use super::dice::Dice;
use super::evaluate::{Job, Outcome, check_window};
use super::goals::{Goal, loss, met, read_goals};
use super::plan::EVERY;
use super::search::latin;
use super::space::{Axis, Base};
use super::tune::{Change, changes};
use crate::engine::sort::sort_by_number;
use crate::insight::measures::Measure;
use serde::{Deserialize, Serialize};

/// The measures by which candidates differ in what they do.
pub(crate) const TRAITS: [&str; 5] =
    ["polarization", "milling", "spacing", "largest_flock", "mean_speed"];

/// How much a candidate that misses the goals by as much as any must be more unlike the others.
const COST_OF_A_MISS: f64 = 0.5;

/// How far a child lies from its parents, of each axis: one standard deviation.
const MUTATION: f64 = 0.12;

/// The share of children that mix two parents.
const MIXED: f64 = 0.5;

/// What is to be bred: plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type_prefix = "Study"))]
#[serde(default, deny_unknown_fields)]
pub struct BreedingPlan {
    /// The link whose parameters may change.
    pub base: String,
    /// Which of them, and how far.
    pub vary: Vec<String>,
    /// What the flock should be like; none: anything goes.
    pub goals: Vec<String>,
    /// Links of the first parents, with the parameters that may change; none: the first generation
    /// comes from everywhere, the base among it.
    pub founders: Vec<String>,
    /// The seed of the breeding itself.
    pub seed: u32,
    /// How many candidates are shown.
    pub shown: u32,
    /// How many are tried for that.
    pub size: u32,
    /// Seeds on which each is tried, from that of the base on.
    pub tries: u32,
    /// How long each run is.
    pub ticks: u64,
    /// Ticks before the first sample; half of the run where nobody says.
    #[serde(alias = "burnIn")]
    pub burn_in: Option<u64>,
    /// Ticks from one sample to the next.
    pub every: u64,
}

impl Default for BreedingPlan {
    fn default() -> Self {
        Self {
            base: String::new(),
            vary: Vec::new(),
            goals: Vec::new(),
            founders: Vec::new(),
            seed: 1,
            shown: 9,
            size: 36,
            tries: 1,
            ticks: 900,
            burn_in: None,
            every: EVERY,
        }
    }
}

/// A candidate, as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type_prefix = "Study"))]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// It as a run, with the seed of the base.
    pub link: String,
    /// How far it is from the goals; 0 is the middle of every band.
    pub loss: f64,
    /// How many of its runs met every goal.
    pub met: usize,
    /// What it changes, the largest part of its axis first.
    pub changes: Vec<Change>,
    /// The means of all measures, in their order.
    pub means: Vec<f64>,
}

/// A member of a generation.
#[derive(Clone, Debug)]
struct Member {
    point: Vec<f64>,
    loss: f64,
    met: usize,
    means: Vec<f64>,
}

/// A breeding under way.
pub struct Breeding {
    base: Base,
    axes: Vec<Axis>,
    goals: Vec<Goal>,
    plan: BreedingPlan,
    burn_in: u64,
    generations: u64,
    /// To be tried; empty while somebody chooses.
    generation: Vec<Vec<f64>>,
    /// Those who were chosen as parents go on beside their children.
    kept: Vec<Member>,
    shown: Vec<Member>,
    /// The traits of all that were ever shown.
    known: Vec<Vec<f64>>,
    surprise: bool,
}

impl Breeding {
    /// Begins with the founders and their children, or with a generation from everywhere.
    ///
    /// # Errors
    /// One sentence on the first part that makes no sense.
    pub fn new(plan: &BreedingPlan) -> Result<Self, String> {
        let base = Base::open(&plan.base)?;
        let axes = base.axes(&plan.vary)?;
        let goals = read_goals(&plan.goals)?;
        if axes.is_empty() {
            return Err("Nothing may change: say which parameters to vary.".to_string());
        }
        let sizes = [plan.shown, plan.tries, plan.size];
        if sizes.contains(&0) || sizes.iter().any(|size| *size > 1000) || plan.size < plan.shown {
            return Err("Shown are 1 to 1000, of a generation that is no smaller.".to_string());
        }
        let burn_in = plan.burn_in.unwrap_or(plan.ticks / 2);
        check_window(plan.ticks, burn_in, plan.every)?;
        let mut breeding = Self {
            base,
            axes,
            goals,
            plan: plan.clone(),
            burn_in,
            generations: 0,
            generation: Vec::new(),
            kept: Vec::new(),
            shown: Vec::new(),
            known: Vec::new(),
            surprise: false,
        };
        if plan.founders.is_empty() {
            breeding.generation = breeding.scattered();
            breeding.generation[0] = breeding.point_of(breeding.base.run())?;
            return Ok(breeding);
        }
        for link in plan.founders.iter().take(plan.size as usize) {
            let point = breeding.point_of(Base::open(link)?.run())?;
            breeding.generation.push(point);
        }
        let mut dice = Dice::new(plan.seed, breeding.generations);
        let founders = breeding.generation.clone();
        breeding.generation.resize_with(plan.size as usize, || child(&mut dice, &founders));
        Ok(breeding)
    }

    /// The runs to be evaluated next, of each candidate all seeds; none while somebody chooses.
    pub fn jobs(&mut self) -> Vec<Job> {
        let first = self.base.run().world.seed();
        let mut jobs = Vec::new();
        for point in &self.generation {
            let values = values_at(&self.axes, point);
            for number in 0..self.plan.tries {
                jobs.push(Job {
                    link: self.base.link(&self.axes, &values, first.wrapping_add(number)),
                    ticks: self.plan.ticks,
                    burn_in: self.burn_in,
                    every: self.plan.every,
                    goals: Vec::new(),
                });
            }
        }
        jobs
    }

    /// Takes what the runs of [`jobs`](Self::jobs) came to, in their order, and chooses whom to
    /// show.
    ///
    /// # Errors
    /// Where it is not one outcome per job; nothing happens then.
    pub fn report(&mut self, outcomes: &[Outcome]) -> Result<(), String> {
        let tries = self.plan.tries as usize;
        if outcomes.is_empty() || outcomes.len() != self.generation.len() * tries {
            return Err(format!(
                "{} outcomes of {} runs.",
                outcomes.len(),
                self.generation.len() * tries
            ));
        }
        let generation = std::mem::take(&mut self.generation);
        let mut members = std::mem::take(&mut self.kept);
        for (point, runs) in generation.into_iter().zip(outcomes.chunks(tries)) {
            members.push(self.member(point, runs));
        }
        self.shown = self.choose(members);
        let traits: Vec<Vec<f64>> = self.shown.iter().map(traits).collect();
        self.known.extend(traits);
        Ok(())
    }

    /// Whom to choose from, the one that meets the goals best first.
    pub fn candidates(&mut self) -> Vec<Candidate> {
        let seed = self.base.run().world.seed();
        let shown = std::mem::take(&mut self.shown);
        let candidates = shown.iter().map(|member| {
            let values = values_at(&self.axes, &member.point);
            Candidate {
                link: self.base.link(&self.axes, &values, seed),
                loss: member.loss,
                met: member.met,
                changes: changes(self.base.run(), &self.axes, &values),
                means: member.means.clone(),
            }
        });
        let candidates = candidates.collect();
        self.shown = shown;
        candidates
    }

    /// The next generation: children of these candidates, which stay themselves. Of none: of all.
    pub fn breed(&mut self, parents: &[usize]) {
        self.generations += 1;
        self.surprise = false;
        let chosen: Vec<Member> =
            parents.iter().filter_map(|at| self.shown.get(*at).cloned()).collect();
        let parents = if chosen.is_empty() { self.shown.clone() } else { chosen };
        if parents.is_empty() {
            return;
        }
        let mut dice = Dice::new(self.plan.seed, self.generations);
        let children = self.plan.size as usize;
        let points: Vec<Vec<f64>> = parents.iter().map(|parent| parent.point.clone()).collect();
        self.generation = (0..children).map(|_| child(&mut dice, &points)).collect();
        self.kept = parents;
    }

    /// The next generation from everywhere, to show what none before has done.
    pub fn surprise(&mut self) {
        self.generations += 1;
        self.surprise = true;
        self.kept.clear();
        self.generation = self.scattered();
    }

    /// Where a run stands on the axes.
    fn point_of(&self, run: &crate::Run) -> Result<Vec<f64>, String> {
        let share = |axis: &Axis| {
            let id = run.named(&axis.key).map(|named| named.id);
            let id = id.ok_or_else(|| format!("A founder has no parameter {}.", axis.key))?;
            Ok(axis.share(run.get(id)))
        };
        self.axes.iter().map(share).collect()
    }

    fn scattered(&self) -> Vec<Vec<f64>> {
        let mut dice = Dice::new(self.plan.seed, self.generations);
        latin(&mut dice, self.axes.len(), self.plan.size as usize)
    }

    fn member(&self, point: Vec<f64>, runs: &[Outcome]) -> Member {
        let means: Vec<Vec<f64>> = runs.iter().map(Outcome::means).collect();
        let over_seeds = |at: usize| {
            let numbers: Vec<f64> =
                means.iter().map(|means| means[at]).filter(|value| !value.is_nan()).collect();
            numbers.iter().sum::<f64>() / numbers.len() as f64
        };
        Member {
            point,
            loss: means.iter().map(|means| loss(&self.goals, means)).sum::<f64>()
                / runs.len() as f64,
            met: means.iter().filter(|means| met(&self.goals, means)).count(),
            means: (0..means[0].len()).map(over_seeds).collect(),
        }
    }

    /// The members to be shown: the best, then whoever differs most from those before.
    fn choose(&self, mut members: Vec<Member>) -> Vec<Member> {
        sort_by_number(&mut members, |member| member.loss);
        let all: Vec<Vec<f64>> = members.iter().map(traits).collect();
        let extents: Vec<f64> = (0..TRAITS.len())
            .map(|at| {
                let values = || all.iter().chain(&self.known).map(|traits| traits[at]);
                let low = values().fold(f64::INFINITY, f64::min);
                (values().fold(f64::NEG_INFINITY, f64::max) - low).max(1e-9)
            })
            .collect();
        let apart = |a: &[f64], b: &[f64]| {
            let square = |(at, extent): (usize, &f64)| {
                let off = (a[at] - b[at]) / extent;
                off * off
            };
            extents.iter().enumerate().map(square).sum::<f64>().sqrt()
        };
        let worst = members.last().map_or(0.0, |member| member.loss);
        let best = members.first().map_or(0.0, |member| member.loss);
        let miss = |at: usize| match worst > best {
            true => COST_OF_A_MISS * (members[at].loss - best) / (worst - best),
            false => 0.0,
        };
        let mut taken: Vec<usize> = if self.surprise { Vec::new() } else { vec![0] };
        let mut seen: Vec<&[f64]> = match self.surprise {
            true => self.known.iter().map(Vec::as_slice).collect(),
            false => vec![&all[0]],
        };
        while taken.len() < (self.plan.shown as usize).min(members.len()) {
            let gain = |at: usize| {
                let nearest = seen.iter().map(|other| apart(&all[at], other));
                nearest.fold(f64::INFINITY, f64::min).min(1e3) - miss(at)
            };
            let rest = (0..members.len()).filter(|at| !taken.contains(at));
            let Some(next) = rest.max_by(|a, b| gain(*a).total_cmp(&gain(*b))) else { break };
            taken.push(next);
            seen.push(&all[next]);
        }
        sort_by_number(&mut taken, |at| *at as f64);
        taken.into_iter().map(|at| members[at].clone()).collect()
    }
}

fn values_at(axes: &[Axis], point: &[f64]) -> Vec<f32> {
    axes.iter().zip(point).map(|(axis, share)| axis.at(*share)).collect()
}

/// What a member does; of what nobody can measure, zero.
fn traits(member: &Member) -> Vec<f64> {
    let value = |key: &&str| Measure::index(key).map_or(0.0, |at| member.means[at]);
    TRAITS.iter().map(value).map(|value| if value.is_nan() { 0.0 } else { value }).collect()
}

/// A child of one parent or of two, a little off.
fn child(dice: &mut Dice, parents: &[Vec<f64>]) -> Vec<f64> {
    let one = &parents[dice.below(parents.len())];
    let other = &parents[dice.below(parents.len())];
    let mixes = dice.unit() < MIXED;
    let part = |(a, b): (&f64, &f64)| {
        let from = if mixes && dice.unit() < 0.5 { *b } else { *a };
        let value = from + MUTATION * dice.normal();
        // Mirrored at the ends, so that children do not pile up there.
        let value = value.abs();
        if value > 1.0 { (2.0 - value).max(0.0) } else { value }
    };
    one.iter().zip(other).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::evaluate::Evaluation;

    fn plan() -> BreedingPlan {
        BreedingPlan {
            base: "scene=flock-limited&count=30".into(),
            vary: ["cohesion=0..4", "alignment=0..4", "separation=0..4", "thrust=100..1000"]
                .map(String::from)
                .into(),
            shown: 5,
            size: 16,
            ticks: 360,
            ..BreedingPlan::default()
        }
    }

    fn tried(breeding: &mut Breeding) -> Vec<Candidate> {
        let outcomes: Vec<Outcome> = breeding
            .jobs()
            .iter()
            .map(|job| {
                let mut evaluation = Evaluation::new(job).expect("a window");
                evaluation.finish();
                evaluation.outcome()
            })
            .collect();
        breeding.report(&outcomes).expect("one each");
        breeding.candidates()
    }

    /// The least distance between two candidates, each trait measured by its extent among `all`.
    fn least_apart(candidates: &[Candidate], all: &[Candidate]) -> f64 {
        let square = |a: &Candidate, b: &Candidate, key: &str| {
            let of = |candidate: &Candidate| candidate.means[Measure::index(key).expect("it")];
            let low = all.iter().map(of).fold(f64::INFINITY, f64::min);
            let high = all.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
            ((of(a) - of(b)) / (high - low).max(1e-9)).powi(2)
        };
        let pairs = (0..candidates.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let apart = pairs.map(|(a, b)| {
            TRAITS.iter().map(|key| square(&candidates[a], &candidates[b], key)).sum::<f64>().sqrt()
        });
        apart.fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn those_that_are_shown_differ_in_what_they_do() {
        let mut breeding = Breeding::new(&plan()).expect("sound");
        let shown = tried(&mut breeding);
        assert_eq!(shown.len(), 5);
        let mut all = Breeding::new(&BreedingPlan { shown: 16, ..plan() }).expect("sound");
        let all = tried(&mut all);
        // Without goals they are in the order in which they were drawn.
        let (chosen, drawn) = (least_apart(&shown, &all), least_apart(&all[..5], &all));
        assert!(chosen > 1.05 * drawn, "{chosen} against {drawn}");
        assert!(breeding.jobs().is_empty(), "it is for somebody to choose");
    }

    #[test]
    fn children_are_nearer_to_their_parent_than_strangers_and_the_parent_stays() {
        let mut breeding = Breeding::new(&plan()).expect("sound");
        let parent = tried(&mut breeding).swap_remove(2);
        breeding.breed(&[2]);
        let own = breeding.kept[0].point.clone();
        let off = |point: &Vec<f64>| {
            let squares = point.iter().zip(&own).map(|(a, b)| (a - b) * (a - b));
            squares.sum::<f64>().sqrt()
        };
        assert!(breeding.generation.iter().all(|point| off(point) < 1.0));
        assert!(breeding.generation.iter().map(off).sum::<f64>() / 16.0 < 0.4);
        let shown = tried(&mut breeding);
        assert!(shown.iter().all(|candidate| !candidate.link.contains("seed=")));
        let again = shown.iter().any(|candidate| candidate.link == parent.link);
        assert!(again || shown[0].loss <= parent.loss);
    }

    #[test]
    fn the_best_by_the_goals_is_shown_first() {
        let goals = vec!["mean_speed=9..11".to_string()];
        let shown = tried(&mut Breeding::new(&BreedingPlan { goals, ..plan() }).expect("sound"));
        assert!(shown.windows(2).all(|two| two[0].loss <= two[1].loss));
    }

    #[test]
    fn a_surprise_does_what_none_before_has_done() {
        let mut breeding = Breeding::new(&plan()).expect("sound");
        let first = tried(&mut breeding);
        breeding.surprise();
        let second = tried(&mut breeding);
        let links = |all: &[Candidate]| all.iter().map(|one| one.link.clone()).collect::<Vec<_>>();
        assert!(links(&second).iter().all(|link| !links(&first).contains(link)));
        let mut again = Breeding::new(&plan()).expect("sound");
        tried(&mut again);
        again.surprise();
        assert_eq!(links(&tried(&mut again)), links(&second), "by its seed");
    }

    #[test]
    fn founders_stand_first_in_the_first_generation_and_the_others_are_near_them() {
        let founder = "scene=flock-limited&count=30&cohesion=3&thrust=300";
        let near = BreedingPlan { founders: vec![founder.into()], ..plan() };
        let mut breeding = Breeding::new(&near).expect("sound");
        let thrusts: Vec<f32> = breeding
            .jobs()
            .iter()
            .map(|job| {
                let run = crate::Run::open(&job.link).0;
                run.get(run.find("thrust").expect("it"))
            })
            .collect();
        assert_eq!((thrusts.len(), thrusts[0]), (16, 300.0));
        let close = thrusts.iter().filter(|thrust| (**thrust - 300.0).abs() < 300.0).count();
        assert!(close > 12, "{thrusts:?}");
        let stranger = BreedingPlan { founders: vec!["scene=vicsek".into()], ..plan() };
        assert!(Breeding::new(&stranger).err().expect("a sentence").contains("A founder has no"));
    }
}
