//! Observers: they read a world with a workspace of their own, and change nothing.

use flockwright::engine::world::{Workspace, World};

/// The workspace of an observer. Units are sorted once for each state.
#[derive(Debug, Default)]
pub struct Observer {
    work: Workspace,
    /// The version of the world whose units are sorted.
    sorted: Option<u64>,
}

impl Observer {
    /// The workspace, with the units of a world sorted as the coming tick sorts them, and no
    /// choices made.
    pub(super) fn sort(&mut self, world: &World) -> &mut Workspace {
        if self.sorted.replace(world.version()) == Some(world.version()) {
            self.work.begin_choosing();
        } else {
            self.work.sort(world);
        }
        &mut self.work
    }
}
