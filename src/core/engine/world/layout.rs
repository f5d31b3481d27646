//! What stands in the world: the scenery of the scene, and what a person has edited of it.

use super::state::State;
use crate::engine::group::Group;
use crate::engine::layout::Layout;
use crate::engine::scenery::{AtEnd, Path, WallGrid, obstacles, walls};
use crate::engine::tiles::{Blocked, Tiles};
use glam::Vec2;

/// A group's path as it lies in the world, for those who draw it.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// How near a node counts as reached, u.
    pub radius: f32,
    /// What comes at the end.
    pub end: AtEnd,
    /// In order, u.
    pub nodes: Vec<Vec2>,
}

impl State {
    /// The path that a group follows, if it follows one.
    pub fn path_of(&self, group: usize) -> Path<'_> {
        match self.layout().path(group) {
            Some(nodes) => Path::Places(nodes),
            None => self.groups.get(group).map_or(Path::EMPTY, |group| group.path),
        }
    }

    /// The paths that groups follow.
    pub fn routes(&self) -> impl Iterator<Item = (&Group, Route)> {
        self.groups().iter().enumerate().filter_map(|(index, group)| {
            let (factor, at_end) =
                group.pipeline.iter().find_map(|behavior| behavior.features().route)?;
            let path = self.path_of(index);
            let nodes = (0..path.len()).filter_map(|k| path.node(k, self.space()));
            Some((
                group,
                Route { radius: factor * group.crowd.length, end: at_end, nodes: nodes.collect() },
            ))
        })
    }

    /// Whether the tile at a point is blocked.
    pub(super) fn is_blocked(&self, place: Vec2) -> bool {
        self.blocked().at(self.tiles().at(place))
    }

    /// The tiles of the world.
    pub(super) fn tiles(&self) -> Tiles {
        Tiles::covering(self.params.width, self.params.height)
    }

    /// Puts the scenery up: what a person has edited, and the rest as parameters and seed have it.
    pub(super) fn lay_out(&mut self) {
        let (on_tiles, tiles) = (self.is_on_tiles(), self.tiles());
        let (scenery, params) = (&mut self.scenery, &self.params);
        let layout = &scenery.layout;
        // On tiles there are blocked tiles instead, also where other bodies were there before.
        let (obstacles, walls) = match on_tiles {
            true => (Vec::new(), Vec::new()),
            false => (
                layout.obstacles.clone().unwrap_or_else(|| obstacles::place(params, self.seed)),
                layout.walls.clone().unwrap_or_else(|| walls::build(params)),
            ),
        };
        (scenery.obstacles, scenery.walls) = (obstacles, WallGrid::new(walls));
        let blocked = layout.tiles.as_deref();
        scenery.blocked = blocked.map_or_else(Blocked::default, |t| Blocked::from_tiles(t, tiles));
    }

    /// Changes what has been edited of the scenery, and puts the scenery up again.
    pub(super) fn edit_layout(&mut self, edit: impl FnOnce(&mut Layout)) {
        edit(&mut self.scenery.layout);
        self.lay_out();
    }

    /// Replaces what has been edited; units that stand in what is there now are still to be
    /// moved out of it. At tick 0 a restart comes instead.
    pub(super) fn change_layout(&mut self, layout: Layout) {
        let before = std::mem::replace(&mut self.scenery.layout, layout);
        self.lay_out();
        for index in 0..self.groups.len() {
            if before.path(index) != self.layout().path(index) {
                self.reroute(index);
            }
        }
    }

    /// Replaces the path that a group follows; false where it follows none.
    pub(super) fn change_path(&mut self, group: usize, nodes: Vec<Vec2>) -> bool {
        let Some(of) = self.groups.get(group) else { return false };
        let follows = of.pipeline.iter().any(|part| part.features().route.is_some());
        if nodes.is_empty() || !follows {
            return false;
        }
        let paths = &mut self.scenery.layout.paths;
        paths.retain(|(index, _)| *index != group);
        let at = paths.partition_point(|(index, _)| *index < group);
        paths.insert(at, (group, nodes));
        self.reroute(group);
        true
    }

    /// The units of a group look for their way along another path.
    fn reroute(&mut self, group: usize) {
        let len = self.path_of(group).len();
        let parts = self.groups[group].pipeline.iter_mut();
        parts.filter_map(|part| part.memory_mut()).for_each(|memory| memory.reroute(len));
    }
}
