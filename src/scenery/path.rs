//! Paths: the nodes that units walk along (steering tutorial, part 7).

use crate::behaviors::AtEnd;
use crate::group::Group;
use crate::perception::neighborhood::Space;
use crate::world::World;
use glam::Vec2;

/// A polyline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Path<'a> {
    /// A scene's: nodes as shares of the world's extent, so that a resized world keeps its paths.
    Shares(&'static [[f32; 2]]),
    /// Drawn by a person: nodes in u.
    Places(&'a [Vec2]),
}

impl Path<'_> {
    /// No path.
    pub const EMPTY: Path<'static> = Path::Shares(&[]);

    /// How many nodes it has.
    pub fn len(&self) -> usize {
        match self {
            Path::Shares(nodes) => nodes.len(),
            Path::Places(nodes) => nodes.len(),
        }
    }

    /// Whether there is no path.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The place of a node in a world of this size.
    pub fn node(&self, index: usize, space: Space) -> Option<Vec2> {
        match self {
            Path::Shares(nodes) => {
                let [x, y] = *nodes.get(index)?;
                Some(Vec2::new(x * space.width, y * space.height))
            }
            Path::Places(nodes) => nodes.get(index).copied(),
        }
    }
}

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
            let (factor, at_end) = group.pipeline.iter().find_map(|behavior| behavior.route())?;
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
