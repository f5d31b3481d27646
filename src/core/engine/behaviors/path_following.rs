//! Path following: from node to node (steering tutorial, part 7).
//!
//! A unit seeks the next node of its group's path; within the path radius of that node it moves on
//! to the following one. At the end of the path it begins again, turns back, or stops at the last
//! node. A path is followed as it is drawn, never across the edge of a world that wraps. With a
//! small radius, fast units circle a node that they cannot turn to.

use super::{
    AimKind, Behavior, BehaviorInfo, Memory, Scope, Steering, SteeringCue, SteeringPurpose,
    own_memory, records,
};
use crate::engine::hash::{Hashed, StateHash};
use crate::engine::scenery::PathEnd;
use crate::engine::scope::add_force_per_unit;
use crate::schema::{ParamSpec, Params};
use crate::{numbers_of_field, params};
use glam::Vec2;
use std::ops::Range;

const SOURCE: &str = "Understanding Steering Behaviors, part 7";

params! {
    /// Parameters of [`PathFollowing`].
    pub struct PathParams in "Path" {
        path_following: f32 = ParamSpec::weight("Path following", 1.0)
            .words("follow road route waypoints track line nodes patrol lane").symbol("w_path")
            .doc("Weight of heading for the next node of the path.")
            .source(SOURCE);
        path_radius: f32 = ParamSpec::float("Path radius", "× L", 4.0, [0.5, 40.0], 0.5)
            .formula("k_node", "i → i + 1 \"when\" d_i ≤ k_node·L")
            .doc("A node counts as reached from this many lengths away: larger cuts corners.")
            .source(SOURCE);
        at_end: PathEnd = ParamSpec::choice("At the end", PathEnd::CHOICES, 1)
            .formula("end", "i → end \"after the last node\"").words("pathDir direction")
            .doc("What a bird does at the last node.")
            .source(SOURCE);
    }
}

/// Force in the rule language, for display, and for a test of the hand-written `steer`. Ticks run
/// `steer`, because with the rule a tick of the scene `path-patrol` takes 1.42 times the
/// instructions (`tests/bench/rules.sh path-patrol path_following`).
const RULE: &str = "steer if node.last then arrive(node.offset, braking) else seek(node.offset)";

/// Behavior that moves units along the path of their group.
///
/// ```
/// use flockwright::prelude::*;
///
/// let guards = Group::point("guards", "Guards", Role::Soldier, 3).with(PathFollowing::default());
/// let mut world = World::new(WorldParams::default(), vec![guards], 7);
/// world.set_path(0, vec![Vec2::new(100.0, 100.0), Vec2::new(400.0, 300.0)])?;
/// world.tick();
/// # Ok::<(), Refusal>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PathFollowing {
    /// Values of the behavior's parameters.
    pub params: PathParams,
    progress: Vec<PathProgress>,
}

crate::coded!(PathProgress { node, is_going_back, is_done });

/// Progress of a unit along the path of its group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PathProgress {
    /// Index of the node that the unit heads for.
    pub node: usize,
    /// Whether the unit follows the path backward.
    pub is_going_back: bool,
    /// Whether the unit has stopped at the end of the path.
    pub is_done: bool,
}

impl PathProgress {
    /// Progress after a unit has reached `node`, on a path of `len` nodes.
    fn after_reaching_node(self, len: usize, at_end: PathEnd) -> Self {
        let last = len.saturating_sub(1);
        match (self.is_going_back, at_end) {
            (true, _) if self.node > 0 => Self { node: self.node - 1, ..self },
            (true, _) => Self { node: last.min(1), is_going_back: false, is_done: false },
            (false, _) if self.node < last => Self { node: self.node + 1, ..self },
            (false, PathEnd::Stop) => Self { is_done: true, ..self },
            (false, PathEnd::Loop) => Self::default(),
            (false, PathEnd::Patrol) => {
                Self { node: last.saturating_sub(1), is_going_back: true, is_done: false }
            }
        }
    }
}

impl PathProgress {
    /// Updates the progress of a unit at the end of a tick. A unit within `radius` body lengths of
    /// its node has reached it.
    pub(super) fn advance(&mut self, scope: &Scope, id: usize, radius: f32, at_end: PathEnd) {
        let Some(node) = scope.path.node_position(self.node, scope.space) else { return };
        let near = (node - scope.agents.position(id)).length() <= radius * scope.agents.length[id];
        // A stopped unit continues as soon as `at_end` is no longer `Stop`, wherever it is.
        let goes_on = if self.is_done { at_end != PathEnd::Stop } else { near };
        if goes_on {
            *self = self.after_reaching_node(scope.path.len(), at_end);
        }
    }

    /// Whether the unit follows the path forward and heads for its last node.
    pub(super) fn is_last(&self, len: usize) -> bool {
        !self.is_going_back && self.node + 1 == len
    }

    /// Adapts the progress to a changed path of `len` nodes: a unit that headed for a removed node
    /// heads for the new last node, and a stopped unit continues.
    pub(super) fn adapt_to_path(&mut self, len: usize) {
        *self = Self { node: self.node.min(len.saturating_sub(1)), is_done: false, ..*self };
    }
}

impl Hashed for PathProgress {
    fn hash(&self, hash: &mut StateHash) {
        let Self { node, is_going_back: back, is_done: done } = *self;
        hash.add_word(node as u64 * 4 + u64::from(back) * 2 + u64::from(done));
    }
}

impl PathFollowing {
    /// Creates the behavior with this path radius (body lengths) and option for the path's end.
    pub fn new(path_radius: f32, at_end: PathEnd) -> Self {
        let params = PathParams { path_radius, at_end, ..PathParams::default() };
        Self { params, ..Self::default() }
    }
}

impl Params for PathFollowing {
    numbers_of_field!(PathParams);
}

impl Behavior for PathFollowing {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(PathParams::SPECS, "Follows the nodes of a path, one after the other.")
            .caused_by("its path", "leads it")
            .with_rule(RULE)
            .with_purpose(SteeringPurpose::Arrives)
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        add_force_per_unit(range, out, |id| {
            let progress = self.progress[id - scope.first_id];
            let Some(node) = scope.path.node_position(progress.node, scope.space) else {
                return Vec2::ZERO;
            };
            let offset = node - scope.agents.position(id);
            if self.params.at_end == PathEnd::Stop && progress.is_last(scope.path.len()) {
                scope.arrive_force(id, offset, scope.braking_radius(id))
            } else {
                scope.seek_force(id, offset)
            }
        });
    }

    own_memory!();

    fn cues(&self, scope: &Scope, id: usize, out: &mut Vec<SteeringCue>) {
        let PathProgress { node, is_done: done, .. } = self.progress[id - scope.first_id];
        let node = scope.path.node_position(node, scope.space).filter(|_| !done);
        out.extend(
            node.map(|node| scope.aim_at_offset(AimKind::To, id, node - scope.agents.position(id))),
        );
    }
}

impl Memory for PathFollowing {
    fn advance(&mut self, scope: &Scope, range: Range<usize>) {
        let PathParams { path_radius, at_end, .. } = self.params;
        for (id, progress) in range.zip(&mut self.progress) {
            progress.advance(scope, id, path_radius, at_end);
        }
    }

    records!(progress);

    fn adapt_to_path(&mut self, len: usize) {
        self.progress.iter_mut().for_each(|progress| progress.adapt_to_path(len));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(at_end: PathEnd, steps: usize) -> Vec<usize> {
        let mut progress = PathProgress::default();
        let mut nodes = Vec::new();
        for _ in 0..steps {
            nodes.push(progress.node);
            progress = progress.after_reaching_node(4, at_end);
        }
        nodes
    }

    #[test]
    fn a_loop_goes_round_and_a_patrol_comes_back() {
        assert_eq!(walk(PathEnd::Loop, 9), [0, 1, 2, 3, 0, 1, 2, 3, 0]);
        assert_eq!(walk(PathEnd::Patrol, 9), [0, 1, 2, 3, 2, 1, 0, 1, 2]);
        assert_eq!(walk(PathEnd::Stop, 6), [0, 1, 2, 3, 3, 3]);
    }

    #[test]
    fn a_path_of_one_node_or_none_is_no_trouble() {
        for at_end in [PathEnd::Loop, PathEnd::Patrol, PathEnd::Stop] {
            for len in 0..2 {
                let mut progress = PathProgress::default();
                for _ in 0..5 {
                    progress = progress.after_reaching_node(len, at_end);
                    assert_eq!(progress.node, 0);
                }
            }
        }
    }
}
