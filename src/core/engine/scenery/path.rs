//! Paths: polylines whose nodes units visit in order (steering tutorial, part 7).

use super::Space;
use crate::choices;
use glam::Vec2;

choices! {
    /// What a unit does at the last node of its path.
    pub enum PathEnd {
        Stop = "stop", "Stop", "Brakes there.";
        Loop = "loop", "Go around", "Heads for the first node again.";
        Patrol = "patrol", "Patrol back", "Walks the path backward, and so on.";
    }
}

/// Path: a polyline whose nodes units visit in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Path<'a> {
    /// Path of a scene, by its nodes as shares of the world's width and height, so that the path
    /// scales with the world.
    WorldShares(&'static [[f32; 2]]),
    /// Path drawn by a person, by the positions of its nodes, u.
    Positions(&'a [Vec2]),
}

impl Path<'_> {
    /// Path that has no nodes.
    pub const EMPTY: Path<'static> = Path::WorldShares(&[]);

    /// Number of nodes of the path.
    pub fn len(&self) -> usize {
        match self {
            Path::WorldShares(nodes) => nodes.len(),
            Path::Positions(nodes) => nodes.len(),
        }
    }

    /// Whether the path has no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Position of the node with this index in a world of this size, u; `None` past the last node.
    pub fn node_position(&self, index: usize, space: Space) -> Option<Vec2> {
        match self {
            Path::WorldShares(nodes) => {
                let [x, y] = *nodes.get(index)?;
                Some(Vec2::new(x * space.width, y * space.height))
            }
            Path::Positions(nodes) => nodes.get(index).copied(),
        }
    }
}
