//! An observer reads a world with a workspace of its own and changes nothing.

use flockwright::engine::world::{Workspace, World};

/// Workspace of an observer. Units are sorted once per state.
#[derive(Debug, Default)]
pub struct Observer {
    work: Workspace,
    /// Version of the world whose units are sorted.
    sorted: Option<u64>,
}

impl Observer {
    /// The workspace with the units of a world sorted as in the coming tick.
    pub(super) fn sort(&mut self, world: &World) -> &mut Workspace {
        if self.sorted.replace(world.version()) == Some(world.version()) {
            self.work.begin_choosing();
        } else {
            self.work.sort_units(world);
        }
        &mut self.work
    }
}
