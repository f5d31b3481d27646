//! Whether a behavior has an effect in a run, and how far it looks: for those who rebuild the run.

use flockwright::engine::behaviors::{Behavior, Need, Stimulus};
use flockwright::engine::perception::ViewModel;
use flockwright::engine::world::World;

/// Why a behavior of a group has no effect now; empty where it may have one.
pub fn idle(world: &World, group: usize, behavior: &dyn Behavior) -> &'static str {
    let blind = world.groups()[group].view.is_none_or(|view| view.view == ViewModel::Off);
    let obstacles = behavior.stimuli() == [Stimulus::Obstacle];
    if behavior.weight() == 0.0 {
        "its weight is 0"
    } else if obstacles && world.obstacles().is_empty() {
        "there are no obstacles"
    } else if blind && behavior.needs(Need::View) {
        "its group has no view"
    } else if behavior.needs(Need::Path) && world.path_of(group).is_empty() {
        "there is no path"
    } else {
        ""
    }
}

/// How far the units of a group look for others with a behavior, u: 0 where they look for none,
/// infinite where for all.
pub fn reach(world: &World, group: usize, behavior: &dyn Behavior) -> f32 {
    let units = &world.groups()[group].range;
    if units.is_empty() { 0.0 } else { behavior.reach(&world.scope(group), units.start) }
}
