//! Whoever looks at a world does so with a workspace of its own: a look changes nothing.

use flockwright::engine::pool::Pool;
use flockwright::engine::world::{Workspace, World};

/// A workspace to look at worlds with. The units are sorted once for all looks at one state.
#[derive(Clone, Debug, Default)]
pub struct Observer {
    work: Workspace,
    /// The version of the world whose units are sorted.
    sorted: Option<u64>,
}

impl Observer {
    /// The workspace, with the units of a world sorted as the coming tick sorts them. Nobody has
    /// made up its mind.
    pub(super) fn sort(&mut self, world: &World) -> &mut Workspace {
        if self.sorted.replace(world.version()) == Some(world.version()) {
            self.work.begin_choosing();
        } else {
            self.work.sort(world, &mut Pool::default());
        }
        &mut self.work
    }
}
