//! The edited layout as a document: like the engine's [`Layout`], with groups by their keys.

use crate::engine::group::Group;
use crate::engine::layout::{Layout, Pose, fit_obstacle, fit_wall, is_on_tiles};
use crate::engine::scenery::{Area, Obstacle, Wall};
use glam::{IVec2, Vec2};

/// The edited parts of a layout. Lengths are in u, on a grid of 0.1 u.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayoutDoc {
    /// The round obstacles; `None` for the scene's own.
    pub obstacles: Option<Vec<Obstacle>>,
    /// The walls; `None` for the scene's own.
    pub walls: Option<Vec<Wall>>,
    /// Column and row of the blocked tiles, row by row; `None` for the scene's own.
    pub tiles: Option<Vec<IVec2>>,
    /// The groups of which something is edited, in their order in the run.
    pub groups: Vec<GroupLayout>,
}

/// The edited layout of one group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupLayout {
    /// Key of the group.
    pub group: String,
    /// Nodes of its path, u; empty for the scene's own.
    pub path: Vec<Vec2>,
    /// Where its units start; `None` for the scene's own.
    pub start: Option<Area>,
    /// How its first units start, one by one.
    pub poses: Vec<Pose>,
}

impl LayoutDoc {
    /// The document of a layout of these groups, as far as links can say it.
    pub fn new(layout: &Layout, groups: &[Group]) -> Self {
        // A program can set obstacles and walls in a world on tiles, where nothing meets them.
        let off_tiles = !is_on_tiles(groups);
        let obstacles = layout.obstacles.as_ref().filter(|_| off_tiles);
        let walls = layout.walls.as_ref().filter(|_| off_tiles);
        let of = |(index, group): (usize, &Group)| GroupLayout {
            group: group.key.to_string(),
            path: layout.path(index).unwrap_or_default().to_vec(),
            start: layout.start(index),
            poses: layout.poses(index).to_vec(),
        };
        let is_edited = |one: &GroupLayout| {
            !one.path.is_empty() || one.start.is_some() || !one.poses.is_empty()
        };
        Self {
            obstacles: obstacles.map(|all| all.iter().copied().filter_map(fit_obstacle).collect()),
            walls: walls.map(|all| all.iter().copied().filter_map(fit_wall).collect()),
            tiles: layout.tiles.clone(),
            groups: groups.iter().enumerate().map(of).filter(is_edited).collect(),
        }
    }

    /// The layout for these groups; what belongs to none of them is left out.
    pub fn for_groups(&self, groups: &[Group]) -> Layout {
        let (obstacles, walls) = (self.obstacles.clone(), self.walls.clone());
        let mut layout =
            Layout { obstacles, walls, tiles: self.tiles.clone(), ..Layout::default() };
        for GroupLayout { group, path, start, poses } in &self.groups {
            let Some(index) = groups.iter().position(|one| one.key == group) else { continue };
            if !path.is_empty() {
                layout.paths.push((index, path.clone()));
            }
            layout.starts.extend(start.map(|area| (index, area)));
            if !poses.is_empty() {
                layout.poses.push((index, poses.clone()));
            }
        }
        layout
    }
}
