//! Behaviors that a Rust program defines by a function.

use super::{Behavior, BehaviorInfo, CompiledBehavior, Scope, Steering};
use crate::schema::{ParamSpec, Params};
use glam::Vec2;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

/// Function that takes the id of a unit and returns the force on it, in world axes and in the same
/// unit as the group's force parameters.
type ForceFunction = dyn Fn(&Scope, usize) -> Vec2 + Send + Sync;

/// Failed call of a force function: tick, id of the unit, and description of the failure.
type ForceFault = (u64, usize, &'static str);

/// Declarations of the weights of all function behaviors, by key. They live until the process ends,
/// since references to them are `'static`.
static WEIGHTS: Mutex<BTreeMap<&'static str, &'static [ParamSpec]>> = Mutex::new(BTreeMap::new());

/// Behavior whose force is computed by a function of the program; [`function_behavior`] creates it.
#[derive(Clone)]
pub struct FunctionBehavior {
    specs: &'static [ParamSpec],
    weight: f32,
    force: Arc<ForceFunction>,
    /// First failed call, shared by all copies of the behavior; `None` if none failed. The
    /// simulation does not read it: it is for display only.
    fault: Arc<Mutex<Option<ForceFault>>>,
}

/// Makes a behavior from a function without memory, for [`Group::with`](crate::Group::with). The
/// function returns the force of one unit, by its id, in world axes and in the units of the group's
/// parameters. `key` is the key of the weight, and no other behavior of the group may have it.
///
/// A run is reproducible if the function depends only on the [`Scope`], the id and captured
/// constants: not on the time, on state that it changes, on the order of a hash map, on random
/// numbers without `scope.seed` and `scope.tick`, or on functions whose results differ between
/// machines, such as [`f32::sin`]. Threads call it in any order. Behaviors with a memory or with
/// parameters of their own implement [`Behavior`].
///
/// A force that is not finite counts as no force, as does a panic where panics unwind.
/// [`World::notices`](crate::World::notices) names the behavior, and says that no link has it.
///
/// ```
/// use flockwright::prelude::*;
///
/// let east = function_behavior("east", |scope, _| Vec2::new(scope.force_scale, 0.0));
/// let flock = Group::point("flock", "Flock", Role::Regular, 20).with(east);
/// let mut world = World::new(WorldParams::default(), vec![flock], 7);
/// world.set("east", 0.5)?;
/// world.tick();
/// assert!(world.notices()[0].contains("no link"));
/// # Ok::<(), Refusal>(())
/// ```
pub fn function_behavior(
    key: &'static str,
    force: impl Fn(&Scope, usize) -> Vec2 + Send + Sync + 'static,
) -> FunctionBehavior {
    let mut weights = WEIGHTS.lock().unwrap_or_else(PoisonError::into_inner);
    let declare = || {
        let spec = ParamSpec::weight(key, 1.0)
            .symbol(format!("w_{key}").leak())
            .doc("Weight of a function of the program.")
            .source("A function of the program")
            .with_key_and_section(key, key);
        &*Box::leak(Box::new([spec]))
    };
    let specs = *weights.entry(key).or_insert_with(|| declare());
    FunctionBehavior { specs, weight: 1.0, force: Arc::new(force), fault: Arc::default() }
}

impl Params for FunctionBehavior {
    fn specs(&self) -> &'static [ParamSpec] {
        self.specs
    }

    fn get(&self, index: usize) -> f32 {
        if index == 0 { self.weight } else { 0.0 }
    }

    fn set(&mut self, index: usize, value: f32) {
        if index == 0 {
            self.weight = value;
        }
    }
}

impl Behavior for FunctionBehavior {
    fn about(&self) -> BehaviorInfo {
        BehaviorInfo::new(self.specs, "Adds the force that a function of the program returns.")
    }

    fn compiled_behavior(&self) -> Option<&Arc<CompiledBehavior>> {
        None
    }

    fn steer(&self, scope: &Scope, range: Range<usize>, out: &mut Steering) {
        for id in range {
            let force = catch_unwind(AssertUnwindSafe(|| (self.force)(scope, id)));
            let happened = match force {
                Ok(force) if force.length_squared().is_finite() => {
                    out.add_force::<f32>(id, 1, force.x, force.y);
                    continue;
                }
                Ok(_) => "returned a force that is not finite",
                Err(_) => "panicked",
            };
            let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
            if fault.is_none_or(|(tick, unit, _)| (scope.tick, id) < (tick, unit)) {
                *fault = Some((scope.tick, id, happened));
            }
        }
    }

    fn notices(&self) -> Vec<String> {
        let key = self.specs[0].key;
        let mut notices = vec![missing_link_notice(key)];
        let fault = *self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        notices.extend(fault.map(|(tick, id, happened)| {
            format!(
                "The behavior “{key}” {happened}, first in tick {tick} for the unit with index {id}; \
                 such a unit gets no force from it."
            )
        }));
        notices
    }
}

/// Sentence for the program: the behavior with this key cannot be part of a link.
pub(super) fn missing_link_notice(key: &str) -> String {
    format!("The behavior “{key}” is part of the program: no link gives this run.")
}
