//! Who is around one unit: whom it counts, whom it does not and why, and who bars it from leading.

use super::Inspection;
use crate::engine::behaviors::{Cue, Scope, Whom};
use crate::engine::perception::Sector;
use crate::engine::perception::neighborhood::sees;
use crate::engine::sort::{sort_by_number, sort_by_numbers};
use crate::engine::world::World;
use glam::Vec2;
use std::f32::consts::PI;

/// Units farther away than this many radii of the view are not worth a reason.
const AROUND: f32 = 1.5;

/// At most this many rejected units are named, the nearest; all are counted.
const MOST_REJECTED: usize = 80;

/// Why a unit that is near does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Outside the angles of the view: behind, for most views.
    Angle,
    /// Beyond the radius.
    Far,
    /// In view, but of a kind that the rules do not count.
    Kind,
    /// In view, but nearer ones use up the number that count.
    Cap,
}

impl Reason {
    /// In the order in which they are counted.
    pub const ALL: [Self; 4] = [Self::Angle, Self::Far, Self::Kind, Self::Cap];

    /// The name under which the page knows it.
    pub fn key(self) -> &'static str {
        match self {
            Self::Angle => "angle",
            Self::Far => "far",
            Self::Kind => "kind",
            Self::Cap => "cap",
        }
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

impl World {
    /// The regions in which a unit looks for others: those of its view, then those of behaviors
    /// that search by themselves.
    pub fn regions(&self, id: usize) -> Vec<Region> {
        let Some(index) = self.group_of(id) else { return Vec::new() };
        let group = &self.groups()[index];
        let sight = group.sight();
        let center = self.agents().position(id);
        let length = self.agents().length[id];
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
        for (key, _, center, radius) in self.searches(index, id) {
            if radius.is_finite() {
                regions.push(Region { key, center, radius, half_angle: PI });
            }
        }
        regions
    }

    /// Fills in who is around a unit.
    pub(super) fn look_about(&self, found: &mut Inspection) {
        let (id, index) = (found.id, found.group);
        let scope = self.scope(index);
        let sight = self.groups()[index].sight();
        found.regions = self.regions(id);
        let sees = |other: &usize| sees(scope.agents, id, *other, &sight.leader, &scope.space);
        found.ahead = self.noticed(id).filter(sees).collect();
        if sight.flock.is_empty() {
            self.look_in_circle(&scope, found);
        } else {
            self.look_in_view(&scope, found, &sight.flock);
        }
    }

    /// Every unit that counts for a unit in any way, for drawing: in its view, or where nobody has
    /// one, in the circles of its behaviors. By the sorted state.
    pub(crate) fn counted(&self, index: usize, id: usize, mut visit: impl FnMut(usize, Vec2)) {
        let scope = self.scope_as_sorted(index);
        let sector = self.groups()[index].sight().flock;
        if sector.is_empty() {
            let widest = self.widest(index, id);
            if let Some((whom, center, radius)) = widest {
                for (other, _) in scope.within(id, whom, center, radius) {
                    visit(other, self.offset(id, other));
                }
            }
            return;
        }
        let radius = sector.radius_factor * self.agents().length[id];
        scope.around(Whom::Role, self.agents().position(id), radius, |other, offset| {
            if other != id && sees(scope.agents, id, other, &sector, &scope.space) {
                visit(other, offset);
            }
        });
    }

    /// Gives reasons for those around it that the flock's rules do not count.
    fn look_in_view(&self, scope: &Scope, found: &mut Inspection, sector: &Sector) {
        let id = found.id;
        let radius = sector.radius_factor * self.agents().length[id];
        let role = self.agents().role[id];
        let all_round = Sector { s: 0.0, f: 0.0, d: 1.0, ..*sector };
        let counted = &found.neighbors;
        let rejected = self.near(id, AROUND * radius).filter_map(|(other, distance)| {
            if counted.binary_search(&other).is_ok() {
                return None;
            }
            let within = sees(scope.agents, id, other, &all_round, &scope.space);
            let in_view = sees(scope.agents, id, other, sector, &scope.space);
            let flockmate = self.agents().role[other] == role && self.counts(other);
            let reason = match (flockmate, in_view, within) {
                (true, true, _) => Reason::Cap,
                (true, false, true) => Reason::Angle,
                (true, false, false) => Reason::Far,
                (false, true, _) => Reason::Kind,
                (false, false, _) => return None,
            };
            Some((other, reason, distance))
        });
        found.rejected = sorted(rejected.collect());
    }

    /// The same where nobody has a view: for the widest circle in which a behavior searches.
    fn look_in_circle(&self, scope: &Scope, found: &mut Inspection) {
        let (id, index) = (found.id, found.group);
        let Some((whom, center, radius)) = self.widest(index, id) else { return };
        let mut counted: Vec<usize> =
            scope.within(id, whom, center, radius).into_iter().map(|(other, _)| other).collect();
        sort_by_number(&mut counted, |other| *other as u32);
        if radius.is_finite() {
            let around = AROUND * radius;
            let away = |other: usize| scope.space.between(center, self.agents().position(other));
            let near = self.everyone_but(id).map(|other| (other, away(other).length()));
            let rejected =
                near.filter(|(_, distance)| *distance <= around).filter_map(|(other, distance)| {
                    if counted.binary_search(&other).is_ok() {
                        return None;
                    }
                    let wanted = self.group_of(other).is_some_and(|group| scope.wants(whom, group));
                    match (wanted, distance <= radius) {
                        (true, _) => Some((other, Reason::Far, distance)),
                        (false, true) => Some((other, Reason::Kind, distance)),
                        (false, false) => None,
                    }
                });
            found.rejected = sorted(rejected.collect());
        }
        found.neighbors = counted;
    }

    /// The widest circle in which a behavior of a unit searches.
    fn widest(&self, index: usize, id: usize) -> Option<(Whom, Vec2, f32)> {
        let circles = self.searches(index, id).into_iter();
        let circles = circles.map(|(_, whom, center, radius)| (whom, center, radius));
        circles.max_by(|a, b| a.2.total_cmp(&b.2))
    }

    /// The circles in which the behaviors of a unit search: key, whom, center and radius.
    fn searches(&self, index: usize, id: usize) -> Vec<(&'static str, Whom, Vec2, f32)> {
        // Whom the unit runs from is not asked for.
        let scope = self.scope_as_sorted(index);
        let mut searches = Vec::new();
        let mut cues = Vec::new();
        let active = self.groups()[index].pipeline.iter().filter(|b| b.weight() != 0.0);
        for behavior in active {
            cues.clear();
            behavior.cues(&scope, id, &mut cues);
            for cue in &cues {
                if let Cue::Circle { whom, center, radius } = *cue {
                    searches.push((behavior.key(), whom, center, radius));
                }
            }
        }
        searches
    }

    /// Whether flocking, separation and the leader test take notice of a unit at all.
    fn counts(&self, id: usize) -> bool {
        self.group_of(id).is_some_and(|index| self.groups()[index].role.counts_as_neighbor())
    }

    fn everyone_but(&self, id: usize) -> impl Iterator<Item = usize> {
        (0..self.agents().len()).filter(move |other| *other != id)
    }

    /// All other units that anybody takes notice of, ascending.
    pub(super) fn noticed(&self, id: usize) -> impl Iterator<Item = usize> {
        let groups = self.groups().iter().filter(|group| group.role.counts_as_neighbor());
        groups.flat_map(|group| group.range.clone()).filter(move |other| *other != id)
    }

    /// All other units within a distance, and how far away they are.
    fn near(&self, id: usize, radius: f32) -> impl Iterator<Item = (usize, f32)> {
        self.everyone_but(id)
            .map(move |other| (other, self.offset(id, other).length()))
            .filter(move |(_, distance)| *distance <= radius)
    }
}

/// Counts them, and keeps the nearest.
fn sorted(mut units: Vec<(usize, Reason, f32)>) -> Rejected {
    let mut counts = [0; 4];
    for (_, reason, _) in &units {
        counts[*reason as usize] += 1;
    }
    sort_by_numbers(&mut units, |(id, _, distance)| (*distance, *id as u32));
    units.truncate(MOST_REJECTED);
    Rejected { units: units.into_iter().map(|(id, reason, _)| (id, reason)).collect(), counts }
}
