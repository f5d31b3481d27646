//! An observer reads a world with a workspace of its own and changes nothing.

use flockwright::engine::world::{Workspace, World};

/// Workspace of an observer. Units are sorted once per state.
#[derive(Debug, Default)]
pub struct ObserverWorkspace {
    workspace: Workspace,
    /// Version of the world whose units are sorted.
    sorted_version: Option<u64>,
}

impl ObserverWorkspace {
    /// The workspace with the units of a world sorted as in the coming tick.
    pub(super) fn workspace_for(&mut self, world: &World) -> &mut Workspace {
        if self.sorted_version.replace(world.version()) == Some(world.version()) {
            self.workspace.begin_choosing();
        } else {
            self.workspace.sort_units(world);
        }
        &mut self.workspace
    }
}
