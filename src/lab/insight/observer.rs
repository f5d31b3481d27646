//! Workspace with which an observer computes the perception of units without changing the world.

use flockwright::engine::world::{Workspace, World};

/// Workspace of an observer, in which the units are sorted once per state of the world.
#[derive(Debug, Default)]
pub struct ObserverWorkspace {
    workspace: Workspace,
    /// Version of the world's state for which the units are sorted; `None` before the first use.
    sorted_version: Option<u64>,
}

impl ObserverWorkspace {
    /// Returns the workspace with the units sorted as the coming tick will sort them.
    pub(super) fn workspace_for(&mut self, world: &World) -> &mut Workspace {
        if self.sorted_version.replace(world.version()) == Some(world.version()) {
            self.workspace.begin_choosing();
        } else {
            self.workspace.sort_units(world);
        }
        &mut self.workspace
    }
}
