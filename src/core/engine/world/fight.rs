//! Soldiers that fire at the pointer, and monsters that start again when a bullet hits them.

use super::state::State;
use super::workspace::Workspace;
use crate::engine::agents::Role;
use crate::engine::behaviors::UnitFilter;
use crate::engine::bullets::Bullet;
use crate::engine::params::DT;
use crate::engine::rng::{RandomStream, Rng};

/// Distance of a bullet's path from a monster's center within which the bullet hits the monster,
/// body lengths.
const HIT_DISTANCE: f32 = 0.75;

/// Largest number of monsters tested in a tick. Very dense crowds exceed it; the remaining bullets
/// then hit nothing in that tick.
const MAX_HIT_TESTS: usize = 1 << 24;

impl State {
    /// Lets units fire, moves the bullets, and restarts the monsters that are hit.
    pub(super) fn advance_fight(&mut self, work: &Workspace) {
        if !self.bullets.is_armed() {
            return;
        }
        self.bullets.begin_tick();
        self.fire_guns();
        let size = self.size();
        let mut next = 0;
        let mut tests = 0;
        while let Some(bullet) = self.bullets.flying_bullets().get(next).copied() {
            let hit = match tests < MAX_HIT_TESTS {
                true => self.unit_hit_by(&bullet, work, &mut tests),
                false => None,
            };
            if let Some(id) = hit {
                self.restart_unit(id);
            }
            next += usize::from(self.bullets.advance_bullet(next, hit, size));
        }
    }

    /// Lets units fire at the pointer while it is held, and straight ahead if a behavior of their
    /// group orders it.
    fn fire_guns(&mut self) {
        let pointer = self.inputs.pointer();
        for group in &self.groups {
            let Some(gun) = group.gun else { continue };
            for (unit, id) in group.ids.clone().enumerate() {
                let ordered = || group.pipeline.iter().any(|behavior| behavior.is_firing(unit));
                let aim = match pointer {
                    Some(pointer) => pointer.position,
                    None if ordered() => self.agents.position(id) + self.agents.forward(id),
                    None => continue,
                };
                let rng = Rng::new(self.seed, RandomStream::Fire { unit: id, tick: self.tick });
                self.bullets.fire_bullet(&gun, &mut self.agents, id, aim, rng);
            }
        }
    }

    /// Id of the monster that a bullet hits in this tick; of several in its path, the one with the
    /// lowest id. Monsters that were hit earlier in the tick are skipped, because they are no
    /// longer where the grid has them. The number of units tested is added to `tests`.
    fn unit_hit_by(&self, bullet: &Bullet, work: &Workspace, tests: &mut usize) -> Option<usize> {
        // The search is made as if by a monster, for units of its own role, so that others around
        // the bullet, such as a crowd of soldiers, are not visited.
        let monsters = self.groups.iter().position(|group| group.role == Role::Monster)?;
        let scope = self.scope_during_tick(work, monsters);
        let step = bullet.velocity * DT;
        let monsters = self.groups.iter().filter(|group| group.role == Role::Monster);
        let longest = monsters.map(|group| group.crowd.length).fold(0.0, f32::max);
        let reach = 0.5 * step.length() + HIT_DISTANCE * longest;
        let mut first: Option<usize> = None;
        let middle = bullet.position + step * 0.5;
        *tests += scope.visit_around_counting(UnitFilter::Role, middle, reach, |id, offset| {
            if !self.bullets.was_unit_hit(id) && first.is_none_or(|other| id < other) {
                // The following lines compute the distance of the monster's center from the
                // bullet's path.
                let from_start = offset + step * 0.5;
                let share = from_start.dot(step) / step.length_squared().max(f32::MIN_POSITIVE);
                let miss = (from_start - step * share.clamp(0.0, 1.0)).length();
                if miss <= HIT_DISTANCE * scope.agents.length[id] {
                    first = Some(id);
                }
            }
        });
        first
    }
}
