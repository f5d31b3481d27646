//! The edited layout as a document: like [`Layout`], but with keys of groups, not indices.

use crate::engine::group::Group;
use crate::engine::layout::{Layout, LayoutRecord, Pose, Site, is_on_tiles};
use crate::engine::scenery::{Area, Obstacle, Wall};
use glam::{IVec2, Vec2};

/// The parts of a layout that a person has edited. Lengths are in u, in multiples of 0.1 u.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayoutDoc {
    /// Round obstacles; `None` for the scene's own obstacles.
    pub obstacles: Option<Vec<Obstacle>>,
    /// Walls; `None` for the scene's own walls.
    pub walls: Option<Vec<Wall>>,
    /// Blocked tiles as (column, row), in row-major order; `None` for the scene's own tiles.
    pub blocked_tiles: Option<Vec<IVec2>>,
    /// Named places of the world.
    pub sites: Vec<Site>,
    /// Edited groups, in their order in the run.
    pub groups: Vec<GroupLayout>,
}

/// The edited layout of one group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupLayout {
    /// Key of the group in links.
    pub group: String,
    /// Nodes of the group's path, u; empty for the scene's path.
    pub path_nodes: Vec<Vec2>,
    /// Area in which the units start; `None` for the scene's own area.
    pub start_area: Option<Area>,
    /// Starting states of the group's first units.
    pub start_poses: Vec<Pose>,
}

/// A site with its place clamped and rounded as in links; `None` if it is not finite.
fn fit_site(site: &Site) -> Option<Site> {
    Some(Site { name: site.name.clone(), place: site.place.fitted()? })
}

impl LayoutDoc {
    /// Converts a layout to a document. Numbers are clamped and rounded to what links can express.
    pub fn new(layout: &Layout, groups: &[Group]) -> Self {
        // A program can set obstacles and walls in a tile world; they have no effect there and are
        // left out.
        let off_tiles = !is_on_tiles(groups);
        let obstacles = layout.obstacles.as_ref().filter(|_| off_tiles);
        let walls = layout.walls.as_ref().filter(|_| off_tiles);
        let of = |(index, group): (usize, &Group)| GroupLayout {
            group: group.key.to_string(),
            path_nodes: layout.path(index).unwrap_or_default().to_vec(),
            start_area: layout.start(index),
            start_poses: layout.poses(index).to_vec(),
        };
        let is_edited = |one: &GroupLayout| {
            !one.path_nodes.is_empty() || one.start_area.is_some() || !one.start_poses.is_empty()
        };
        Self {
            obstacles: obstacles
                .map(|all| all.iter().copied().filter_map(LayoutRecord::fitted).collect()),
            walls: walls.map(|all| all.iter().copied().filter_map(LayoutRecord::fitted).collect()),
            blocked_tiles: layout.tiles.clone(),
            sites: layout.sites.iter().filter_map(fit_site).collect(),
            groups: groups.iter().enumerate().map(of).filter(is_edited).collect(),
        }
    }

    /// Converts the document to a layout for `groups`. Parts of other groups are left out.
    pub fn for_groups(&self, groups: &[Group]) -> Layout {
        let (obstacles, walls) = (self.obstacles.clone(), self.walls.clone());
        let mut layout = Layout {
            obstacles,
            walls,
            tiles: self.blocked_tiles.clone(),
            sites: self.sites.clone(),
            ..Layout::default()
        };
        for GroupLayout { group, path_nodes: path, start_area: start, start_poses: poses } in
            &self.groups
        {
            let Some(index) = groups.iter().position(|one| one.key == group) else { continue };
            if !path.is_empty() {
                layout.paths.push((index, path.clone()));
            }
            layout.start_areas.extend(start.map(|area| (index, area)));
            if !poses.is_empty() {
                layout.poses.push((index, poses.clone()));
            }
        }
        layout
    }
}
