//! Scenery of a world: how it is built from the scene's parameters and a person's edits, and
//! edited.

use super::state::State;
use crate::engine::group::Group;
use crate::engine::layout::Layout;
use crate::engine::scenery::{Path, PathEnd, WallGrid, obstacles, walls};
use crate::engine::tiles::{BlockedTiles, TileGrid};
use glam::Vec2;

/// Path of a group in world coordinates, for drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupPath {
    /// Distance within which a unit counts as having reached a node of the path, u.
    pub radius: f32,
    /// What a unit does at the end of the path.
    pub path_end: PathEnd,
    /// Positions of the path's nodes in order, u.
    pub nodes: Vec<Vec2>,
}

impl State {
    /// Path that a group follows: the edited one, else the scene's; empty if there is none.
    pub fn path_of(&self, group: usize) -> Path<'_> {
        match self.layout().path(group) {
            Some(nodes) => Path::Positions(nodes),
            None => self.groups.get(group).map_or(Path::EMPTY, |group| group.path),
        }
    }

    /// Groups that follow a path, each with the path.
    pub fn group_paths(&self) -> impl Iterator<Item = (&Group, GroupPath)> {
        self.groups().iter().enumerate().filter_map(|(index, group)| {
            let (factor, at_end) = group
                .pipeline
                .iter()
                .find_map(|behavior| behavior.features().path_radius_and_end)?;
            let path = self.path_of(index);
            let nodes = (0..path.len()).filter_map(|k| path.node_position(k, self.space()));
            Some((
                group,
                GroupPath {
                    radius: factor * group.crowd.length,
                    path_end: at_end,
                    nodes: nodes.collect(),
                },
            ))
        })
    }

    /// Whether the tile at a point is blocked.
    pub(super) fn is_blocked(&self, place: Vec2) -> bool {
        self.blocked_tiles().is_blocked(self.world_tiles().tile_at(place))
    }

    /// Tile grid that covers the world.
    pub(super) fn world_tiles(&self) -> TileGrid {
        TileGrid::covering(self.params.width, self.params.height)
    }

    /// Rebuilds the scenery from the edited layout; for parts that are not edited, from the
    /// parameters and the seed.
    pub(super) fn place_scenery(&mut self) {
        let (on_tiles, tiles) = (self.is_on_tiles(), self.world_tiles());
        let (scenery, params) = (&mut self.scenery, &self.params);
        let layout = &scenery.layout;
        // Worlds whose units walk on tiles have blocked tiles only, even if obstacles were set
        // while the units had other bodies.
        let (obstacles, walls) = match on_tiles {
            true => (Vec::new(), Vec::new()),
            false => (
                layout
                    .obstacles
                    .clone()
                    .unwrap_or_else(|| obstacles::place_obstacles(params, self.seed)),
                layout.walls.clone().unwrap_or_else(|| walls::build_walls(params)),
            ),
        };
        (scenery.obstacles, scenery.walls) = (obstacles, WallGrid::new(walls));
        let blocked = layout.tiles.as_deref();
        scenery.blocked =
            blocked.map_or_else(BlockedTiles::default, |t| BlockedTiles::from_tiles(t, tiles));
    }

    /// Changes the edited layout by `edit` and rebuilds the scenery.
    pub(super) fn edit_layout(&mut self, edit: impl FnOnce(&mut Layout)) {
        edit(&mut self.scenery.layout);
        self.place_scenery();
    }

    /// Replaces the edited layout and rebuilds the scenery. The caller moves units out of the new
    /// scenery, or restarts the world at tick 0.
    pub(super) fn change_layout(&mut self, layout: Layout) {
        let before = std::mem::replace(&mut self.scenery.layout, layout);
        self.name_goal_sites();
        self.place_scenery();
        for index in 0..self.groups.len() {
            if before.path(index) != self.layout().path(index) {
                self.reset_path_progress(index);
            }
        }
    }

    /// Sets the goal of groups that go to a site but name none to the first site. A name is kept
    /// after its site is gone, so that no group silently goes to another site.
    pub(super) fn name_goal_sites(&mut self) {
        let sites = &self.scenery.layout.sites;
        for group in &mut self.groups {
            group.goal = group.goal.map(|goal| goal.with_known_site(sites));
        }
    }

    /// Replaces the path that a group follows; returns false if the group follows none or `nodes`
    /// is empty.
    pub(super) fn change_path(&mut self, group: usize, nodes: Vec<Vec2>) -> bool {
        let Some(of) = self.groups.get(group) else { return false };
        let follows = of.pipeline.iter().any(|part| part.features().path_radius_and_end.is_some());
        if nodes.is_empty() || !follows {
            return false;
        }
        let paths = &mut self.scenery.layout.paths;
        paths.retain(|(index, _)| *index != group);
        let at = paths.partition_point(|(index, _)| *index < group);
        paths.insert(at, (group, nodes));
        self.reset_path_progress(group);
        true
    }

    /// Adapts the progress of a group's units along their path to a changed path.
    fn reset_path_progress(&mut self, group: usize) {
        let len = self.path_of(group).len();
        let parts = self.groups[group].pipeline.iter_mut();
        parts.filter_map(|part| part.memory_mut()).for_each(|memory| memory.adapt_to_path(len));
    }
}
