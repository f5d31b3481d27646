//! The paths of groups as they lie in the world.

use super::World;
use crate::engine::group::Group;
use crate::engine::scenery::AtEnd;
use glam::Vec2;

/// A group's path as it lies in the world, for those who draw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// How near a node counts as reached, u.
    pub radius: f32,
    /// What comes at the end: the key of the choice.
    pub end: &'static str,
    /// In order, u.
    pub nodes: Vec<Vec2>,
}

impl World {
    /// The paths that groups follow.
    pub fn routes(&self) -> impl Iterator<Item = (&Group, Route)> {
        self.groups().iter().enumerate().filter_map(|(index, group)| {
            let (factor, at_end) =
                group.pipeline.iter().find_map(|behavior| behavior.features().route)?;
            let end = AtEnd::CHOICES.get(at_end as usize).map_or("", |choice| choice.key);
            let path = self.path_of(index);
            let nodes = (0..path.len()).filter_map(|k| path.node(k, self.space()));
            Some((
                group,
                Route { radius: factor * group.crowd.length, end, nodes: nodes.collect() },
            ))
        })
    }
}
