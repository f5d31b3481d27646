//! What stands in the world: the scenery of the scene, and what a person has edited of it.

use super::World;
use crate::engine::layout::Layout;
use crate::engine::scenery::{Path, obstacles, walls};
use crate::engine::tiles::{Blocked, Tiles};
use glam::Vec2;

impl World {
    /// What has been edited of the scene's layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Replaces it without any effect on the units: a restart follows.
    pub(crate) fn put_layout(&mut self, layout: Layout) {
        self.layout = layout;
    }

    /// Replaces it, with its effects.
    pub(crate) fn set_layout(&mut self, layout: Layout) {
        let before = std::mem::replace(&mut self.layout, layout);
        if self.tick == 0 {
            return self.place_anew();
        }
        self.lay_out();
        for index in 0..self.groups.len() {
            if before.path(index) != self.layout.path(index) {
                let len = self.path_of(index).len();
                let parts = self.groups[index].pipeline.iter_mut();
                parts.filter_map(|part| part.memory_mut()).for_each(|memory| memory.reroute(len));
            }
        }
        self.clear_the_way();
    }

    /// The path that a group follows, if it follows one.
    pub(crate) fn path_of(&self, group: usize) -> Path<'_> {
        match self.layout.path(group) {
            Some(nodes) => Path::Places(nodes),
            None => self.groups.get(group).map_or(Path::EMPTY, |group| group.path),
        }
    }

    /// Whether nobody can stand on the tile at a point.
    pub(super) fn is_blocked(&self, place: Vec2) -> bool {
        let world = Tiles::of(self.params.width, self.params.height);
        self.blocked.at(world.at(place))
    }

    /// The tiles on which nobody can stand.
    pub(super) fn blocked_tiles(&self) -> Blocked {
        let world = Tiles::of(self.params.width, self.params.height);
        self.layout.tiles.as_deref().map_or_else(Blocked::default, |t| Blocked::of(t, world))
    }

    /// Puts the scenery up: what a person has edited, and the rest as parameters and seed have it.
    pub(super) fn lay_out(&mut self) {
        let on_tiles = self.is_on_tiles();
        let Self { layout, params, .. } = self;
        if !on_tiles {
            self.obstacles =
                layout.obstacles.clone().unwrap_or_else(|| obstacles::place(params, self.seed));
            self.walls = layout.walls.clone().unwrap_or_else(|| walls::build(params));
        }
        self.blocked = self.blocked_tiles();
    }
}
