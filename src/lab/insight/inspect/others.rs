//! Who is around one unit: whom it counts, whom it does not and why, and who bars it from leading.

use flockwright::engine::behaviors::{Cue, Scope, Whom};
use flockwright::engine::perception::{Sector, Sight};
use flockwright::engine::world::State;
use flockwright::internals::math::{keep_smallest, sort_by_key, sort_by_numbers};
use flockwright::internals::perception::sees;
use glam::Vec2;
use std::f32::consts::PI;

/// Units farther away than this many radii of the view are not worth a reason.
const AROUND: f32 = 1.5;

/// At most this many rejected units are named, the nearest; all are counted.
const MOST_REJECTED: usize = 80;

flockwright::words! {
    /// Why a unit that is near does not count.
    pub enum Reason {
        /// Outside the angles of the view: behind, for most views.
        Angle = "angle",
        /// Beyond the radius.
        Far = "far",
        /// In view, but of a kind that the rules do not count.
        Kind = "kind",
        /// In view, but nearer ones use up the number that count.
        Cap = "cap",
    }
}

/// Units that are near and do not count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rejected {
    /// The nearest of them, nearest first.
    pub units: Vec<(usize, Reason)>,
    /// How many there are for each of [`Reason::ALL`], within one and a half radii.
    pub counts: [usize; 4],
}

/// A region around a unit in which others count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// `flock`, `separation`, `leader`, or the key of the behavior that searches there.
    pub key: &'static str,
    /// World units; as near to the unit as perception has it.
    pub center: Vec2,
    /// World units.
    pub radius: f32,
    /// Radians to each side of the heading; pi for a full circle.
    pub half_angle: f32,
}

/// What there is to tell of the units around one.
#[derive(Default)]
pub(super) struct Around {
    pub neighbors: Vec<usize>,
    pub crowd: Vec<usize>,
    pub ahead: Vec<usize>,
    pub rejected: Rejected,
    pub regions: Vec<Region>,
}

impl Around {
    /// By the sorted state.
    pub fn unit(state: &State, scope: &Scope, id: usize) -> Self {
        let sight = state.groups()[scope.group].sight();
        let viewer = Viewer { state, scope, id };
        let regions = regions_of(state, scope, id);
        let (crowd, ahead) = (viewer.crowd(&sight), viewer.in_view(Whom::Everyone, &sight.leader));
        if sight.flock.is_empty() {
            let (neighbors, rejected) = viewer.in_circle();
            return Self { neighbors, crowd, ahead, rejected, regions };
        }
        let mut neighbors = viewer.in_view(Whom::Role, &sight.flock);
        viewer.keep_nearest(&mut neighbors, sight.nearest);
        let rejected = viewer.not_counted(&neighbors, &sight.flock);
        Self { neighbors, crowd, ahead, rejected, regions }
    }
}

/// One unit of a sorted state, which looks around.
struct Viewer<'a> {
    state: &'a State,
    scope: &'a Scope<'a>,
    id: usize,
}

impl Viewer<'_> {
    fn offset(&self, other: usize) -> Vec2 {
        self.state.offset(self.id, other)
    }

    fn sees(&self, other: usize, sector: &Sector) -> bool {
        sees(self.scope.agents, self.id, other, sector, &self.scope.space)
    }

    /// How far a view reaches, u.
    fn reach(&self, sector: &Sector) -> f32 {
        sector.radius_factor * self.scope.agents.length[self.id]
    }

    /// The units in a view, near or far: ids, ascending.
    fn in_view(&self, whom: Whom, sector: &Sector) -> Vec<usize> {
        let mut found = Vec::new();
        if !sector.is_empty() {
            let center = self.scope.agents.position(self.id);
            self.scope.around(whom, center, self.reach(sector), |other, _| {
                if other != self.id && self.sees(other, sector) {
                    found.push(other);
                }
            });
        }
        sort_by_key(&mut found, |other| *other as u32);
        found
    }

    /// Of ascending ids, those of the nearest `most`; all for 0.
    fn keep_nearest(&self, ids: &mut Vec<usize>, most: u32) {
        let most = most as usize;
        if most > 0 && ids.len() > most {
            keep_smallest(ids, most, |other| {
                // In lanes of one: the very arithmetic of the pass, for which of two units that are
                // equally near the lower id comes first.
                let Vec2 { x, y } = self.offset(*other);
                (x * x + y * y, *other as u32)
            });
            sort_by_key(ids, |other| *other as u32);
        }
    }

    /// Whom separation counts, ascending: also who stands at the unit's very place, in no view.
    fn crowd(&self, sight: &Sight) -> Vec<usize> {
        let Sight { separation, nearest, cuts_crowd, .. } = sight;
        let mut crowd = Vec::new();
        if !separation.is_empty() {
            let center = self.scope.agents.position(self.id);
            self.scope.around(Whom::Everyone, center, self.reach(separation), |other, _| {
                let here = self.offset(other) == Vec2::ZERO;
                if other != self.id && (here || self.sees(other, separation)) {
                    crowd.push(other);
                }
            });
        }
        sort_by_key(&mut crowd, |other| *other as u32);
        self.keep_nearest(&mut crowd, if *cuts_crowd { *nearest } else { 0 });
        crowd
    }

    /// Those near it that the flock's rules do not count, and why.
    fn not_counted(&self, counted: &[usize], sector: &Sector) -> Rejected {
        let agents = self.scope.agents;
        let all_round = Sector { s: 0.0, f: 0.0, d: 1.0, ..*sector };
        let near = self.near(agents.position(self.id), AROUND * self.reach(sector));
        let reason = |(other, distance): (usize, f32)| {
            if counted.binary_search(&other).is_ok() {
                return None;
            }
            let within = self.sees(other, &all_round);
            let in_view = self.sees(other, sector);
            let reason = match (self.is_of(Whom::Role, other), in_view, within) {
                (true, true, _) => Reason::Cap,
                (true, false, true) => Reason::Angle,
                (true, false, false) => Reason::Far,
                (false, true, _) => Reason::Kind,
                (false, false, _) => return None,
            };
            Some((other, reason, distance))
        };
        sorted(near.into_iter().filter_map(reason).collect())
    }

    /// Without a view: those in the widest circle in which a behavior searches, ascending,
    /// and those near it that do not count.
    fn in_circle(&self) -> (Vec<usize>, Rejected) {
        let Self { state, scope, id } = *self;
        let Some((whom, center, radius)) = widest(state, scope, id) else {
            return Default::default();
        };
        let mut counted: Vec<usize> =
            scope.within(id, whom, center, radius).into_iter().map(|(other, _)| other).collect();
        sort_by_key(&mut counted, |other| *other as u32);
        if !radius.is_finite() {
            return (counted, Rejected::default());
        }
        let reason = |(other, distance): (usize, f32)| {
            if counted.binary_search(&other).is_ok() {
                return None;
            }
            match (self.is_of(whom, other), distance <= radius) {
                (true, _) => Some((other, Reason::Far, distance)),
                (false, true) => Some((other, Reason::Kind, distance)),
                (false, false) => None,
            }
        };
        let near = self.near(center, AROUND * radius).into_iter();
        let rejected = sorted(near.filter_map(reason).collect());
        (counted, rejected)
    }

    /// Whether a search for these finds a unit.
    fn is_of(&self, whom: Whom, other: usize) -> bool {
        self.state.group_of(other).is_some_and(|group| self.scope.wants(whom, group))
    }

    /// All other units within a distance of a place, and how far away they are; also those that no
    /// behavior looks for, which no grid has.
    fn near(&self, center: Vec2, radius: f32) -> Vec<(usize, f32)> {
        let mut near = Vec::new();
        let mut visit = |other: usize| {
            let away = self.scope.space.between(center, self.scope.agents.position(other)).length();
            if other != self.id && away <= radius {
                near.push((other, away));
            }
        };
        self.scope.around(Whom::Everyone, center, radius * (1.0 + 1e-6), |other, _| visit(other));
        let groups = self.state.groups().iter().enumerate();
        let unnoticed = groups.filter(|(index, _)| !self.scope.wants(Whom::Everyone, *index));
        unnoticed.flat_map(|(_, group)| group.range.clone()).for_each(visit);
        near
    }
}

/// The regions in which a unit looks for others: those of its view, then those of behaviors that
/// search by themselves.
pub(in crate::insight) fn regions_of(state: &State, scope: &Scope, id: usize) -> Vec<Region> {
    let sight = state.groups()[scope.group].sight();
    let (center, length) = (scope.agents.position(id), scope.agents.length[id]);
    let views =
        [("flock", sight.flock), ("separation", sight.separation), ("leader", sight.leader)];
    let sector = |(key, sector): (&'static str, Sector)| Region {
        key,
        center,
        radius: sector.radius_factor * length,
        half_angle: sector.half_angle(),
    };
    let mut regions: Vec<Region> =
        views.into_iter().filter(|(_, sector)| !sector.is_empty()).map(sector).collect();
    for (key, _, center, radius) in searches(state, scope, id) {
        if radius.is_finite() {
            regions.push(Region { key, center, radius, half_angle: PI });
        }
    }
    regions
}

/// Every unit that counts for a unit in any way, for drawing: in its view, or without one, in the
/// circles of its behaviors.
pub(in crate::insight) fn counted(
    state: &State,
    scope: &Scope,
    id: usize,
    mut visit: impl FnMut(usize, Vec2),
) {
    let sector = state.groups()[scope.group].sight().flock;
    if sector.is_empty() {
        if let Some((whom, center, radius)) = widest(state, scope, id) {
            for (other, _) in scope.within(id, whom, center, radius) {
                visit(other, state.offset(id, other));
            }
        }
        return;
    }
    let viewer = Viewer { state, scope, id };
    scope.around(Whom::Role, scope.agents.position(id), viewer.reach(&sector), |other, offset| {
        if other != id && viewer.sees(other, &sector) {
            visit(other, offset);
        }
    });
}

/// The widest circle in which a behavior of a unit searches.
fn widest(state: &State, scope: &Scope, id: usize) -> Option<(Whom, Vec2, f32)> {
    let circles = searches(state, scope, id).into_iter();
    let circles = circles.map(|(_, whom, center, radius)| (whom, center, radius));
    circles.max_by(|a, b| a.2.total_cmp(&b.2))
}

/// The circles in which the behaviors of a unit search: key, whom, center and radius.
fn searches(state: &State, scope: &Scope, id: usize) -> Vec<(&'static str, Whom, Vec2, f32)> {
    let mut searches = Vec::new();
    let mut cues = Vec::new();
    for behavior in state.groups()[scope.group].pipeline.iter().filter(|b| b.weight() != 0.0) {
        cues.clear();
        behavior.cues(scope, id, &mut cues);
        for cue in &cues {
            if let Cue::Circle { whom, center, radius } = *cue {
                searches.push((behavior.key(), whom, center, radius));
            }
        }
    }
    searches
}

/// Counts them, and keeps the nearest.
fn sorted(mut units: Vec<(usize, Reason, f32)>) -> Rejected {
    let mut counts = [0; 4];
    for (_, reason, _) in &units {
        counts[*reason as usize] += 1;
    }
    let nearest = |(id, _, distance): &(usize, Reason, f32)| (*distance, *id as u32);
    keep_smallest(&mut units, MOST_REJECTED, nearest);
    sort_by_numbers(&mut units, nearest);
    Rejected { units: units.into_iter().map(|(id, reason, _)| (id, reason)).collect(), counts }
}
