//! Paths: the nodes that units walk along (steering tutorial, part 7).

use crate::behaviors::AtEnd;
use crate::group::Group;
use crate::perception::neighborhood::Space;
use crate::world::World;
use glam::Vec2;

/// A polyline, its nodes as shares of the world's extent: a resized world keeps its paths.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Path(pub &'static [[f32; 2]]);

impl Path {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The place of a node in a world of this size.
    pub fn node(&self, index: usize, space: Space) -> Option<Vec2> {
        let [x, y] = *self.0.get(index)?;
        Some(Vec2::new(x * space.width, y * space.height))
    }
}

/// A group's path as it lies in the world, for those who draw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// How near a node counts as reached, u.
    pub radius: f32,
    /// What comes at the end: the key of the choice.
    pub end: &'static str,
    pub nodes: Vec<Vec2>,
}

impl World {
    /// The paths that groups follow.
    pub fn routes(&self) -> impl Iterator<Item = (&Group, Route)> {
        self.groups().iter().filter_map(|group| {
            let (factor, at_end) = group.pipeline.iter().find_map(|behavior| behavior.route())?;
            let end = AtEnd::CHOICES.get(at_end as usize).map_or("", |choice| choice.key);
            let nodes = (0..group.path.len()).filter_map(|k| group.path.node(k, self.space()));
            Some((
                group,
                Route { radius: factor * group.crowd.length, end, nodes: nodes.collect() },
            ))
        })
    }
}
