//! Values of a rule's lines for one unit.

use crate::insight::observer::ObserverWorkspace;
use flockwright::engine::behaviors::{Behavior, RuleBehavior, Scope};
use flockwright::engine::world::{World, add_force};
use flockwright::internals::rules::RuleTrace;
use flockwright::internals::steering::UnitForces;

/// Values of each line of a rule for a unit in the coming tick; `key` names the rule's behavior.
/// `None` without such a unit or rule.
pub fn trace_rule(
    world: &World,
    observer: &mut ObserverWorkspace,
    id: usize,
    key: &str,
) -> Option<RuleTrace> {
    let group = world.group_of(id)?;
    let work = observer.workspace_for(world);
    work.perceive_unit(world, group, id);
    work.choose_goals(world, group, id..id + 1);
    work.end_choosing();
    let here = &world.groups()[group];
    let scope: Scope = world.scope_for(work, group, id);
    let mut force = UnitForces::default();
    let (only, mut sum) = (id..id + 1, force.view_from(id));
    sum.reset(only.clone(), scope.default_thrust, here.priority_budget());
    for behavior in &here.pipeline {
        if behavior.key() == key {
            let so_far = sum.force(id);
            // A behavior that steers by its own code instead of its rule's program is traced by an
            // equivalent rule.
            let by_rule = || {
                let rule = RuleBehavior::new(behavior.compiled_behavior()?.clone())
                    .with_params(behavior.as_ref());
                rule.trace(&scope, id, so_far)
            };
            return behavior.trace(&scope, id, so_far).or_else(by_rule);
        }
        add_force(behavior.as_ref(), &scope, only.clone(), &mut sum);
    }
    None
}
