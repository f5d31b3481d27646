//! Soldiers fire at the pointer, and monsters that are hit start again.

use super::state::State;
use super::workspace::Workspace;
use crate::engine::agents::Role;
use crate::engine::behaviors::Whom;
use crate::engine::bullets::Bullet;
use crate::engine::params::DT;
use crate::engine::rng::{Rng, Stream};

/// A monster is hit when a bullet passes within this many lengths of its middle.
const HIT: f32 = 0.75;

/// Largest number of looks at monsters in a tick, where they are heaped up: the remaining bullets
/// do not hit in it.
const MOST_LOOKS: usize = 1 << 24;

impl State {
    /// Soldiers fire, bullets fly, and monsters that are hit start again.
    pub(super) fn fight(&mut self, work: &Workspace) {
        if !self.bullets.is_armed() {
            return;
        }
        self.bullets.reload();
        self.fire();
        let size = self.size();
        let mut next = 0;
        let mut looks = 0;
        while let Some(bullet) = self.bullets.flying().get(next).copied() {
            let hit = match looks < MOST_LOOKS {
                true => self.hit_by(&bullet, work, &mut looks),
                false => None,
            };
            if let Some(id) = hit {
                self.start_again(id);
            }
            next += usize::from(self.bullets.fly_on(next, hit, size));
        }
    }

    /// At the pointer while it is held, and ahead where their instructions say so.
    fn fire(&mut self) {
        let pointer = self.inputs.pointer();
        for group in &self.groups {
            let Some(gun) = group.gun else { continue };
            for (unit, id) in group.range.clone().enumerate() {
                let ordered = || group.pipeline.iter().any(|behavior| behavior.fires(unit));
                let aim = match pointer {
                    Some(pointer) => pointer.position,
                    None if ordered() => self.agents.position(id) + self.agents.forward(id),
                    None => continue,
                };
                let rng = Rng::new(self.seed, Stream::Fire { unit: id, tick: self.tick });
                self.bullets.fire(&gun, &mut self.agents, id, aim, rng);
            }
        }
    }

    /// The monster that a bullet meets on this tick, of those in its way the one with the lowest
    /// id. Those that were hit before on this tick are no longer where the grid has them.
    fn hit_by(&self, bullet: &Bullet, work: &Workspace, looks: &mut usize) -> Option<usize> {
        // To monsters they are of one role; others around the bullet, maybe a crowd of
        // soldiers, is not looked at.
        let monsters = self.groups.iter().position(|group| group.role == Role::Monster)?;
        let scope = self.scope_in(work, monsters);
        let step = bullet.velocity * DT;
        let monsters = self.groups.iter().filter(|group| group.role == Role::Monster);
        let longest = monsters.map(|group| group.crowd.length).fold(0.0, f32::max);
        let reach = 0.5 * step.length() + HIT * longest;
        let mut first: Option<usize> = None;
        let middle = bullet.position + step * 0.5;
        *looks += scope.looks_around(Whom::Role, middle, reach, |id, offset| {
            if !self.bullets.is_gone(id) && first.is_none_or(|other| id < other) {
                // The distance of its middle from the way of the bullet.
                let from_start = offset + step * 0.5;
                let share = from_start.dot(step) / step.length_squared().max(f32::MIN_POSITIVE);
                let miss = (from_start - step * share.clamp(0.0, 1.0)).length();
                if miss <= HIT * scope.agents.length[id] {
                    first = Some(id);
                }
            }
        });
        first
    }
}
