//! Paths: the nodes that units walk along (steering tutorial, part 7).

use super::Space;
use crate::choices;
use glam::Vec2;

choices! {
    /// What a unit does at the last node of its path.
    pub enum AtEnd {
        Stop = "stop", "Stop", "Brakes there.";
        Loop = "loop", "Go around", "Heads for the first node again.";
        Patrol = "patrol", "Patrol back", "Walks the path backward, and so on.";
    }
}

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
