//! Top speeds and targets of single units, which a program sets by handle.

use super::World;
use super::embedding::Refusal;
use super::state::State;
use super::workspace::Workspace;
use crate::coded;
use crate::engine::agents::{Handle, Spot, Target};
use crate::engine::behaviors::Scope;
use crate::engine::bodies::Body;
use crate::engine::codec::{Coded, StateCodec};
use crate::engine::params::Hunters;
use crate::engine::ties::Ties;
use std::ops::Range;

/// Largest top speed that can be set for a single unit, u/s.
pub const MAX_UNIT_SPEED: f32 = 400.0;

/// Setting of a single unit, which takes precedence over that of its group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UnitSetting {
    /// Top speed of the unit, 0 to 400 u/s; `None` for that of its group. Particles fly at exactly
    /// this speed.
    MaxSpeed(Option<f32>),
    /// Target that the unit hunts, seeks or flees; `None` for that of its group. [`Target::Group`]
    /// means the nearest unit of that group.
    Target(Option<Target>),
}

/// All settings of a single unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct UnitSettings {
    pub unit: Handle,
    max_speed: Option<f32>,
    target: Option<Target>,
}

impl Coded for Handle {
    fn encode_or_decode(&mut self, codec: &mut StateCodec) {
        self.0.encode_or_decode(codec);
    }
}

coded!(UnitSettings { unit, max_speed, target });

impl World {
    /// Sets the top speed or the target of a single unit. The setting stays until the unit is
    /// removed or the run restarts.
    ///
    /// ```
    /// use flockwright::prelude::*;
    ///
    /// let birds = Group::point("birds", "Birds", Role::Regular, 20).with(Seek::default());
    /// let mut world = World::new(WorldParams::default(), vec![birds], 7);
    /// let scout = world.agents().handle(3).expect("there are twenty");
    /// world.set_single(scout, UnitSetting::MaxSpeed(Some(20.0)))?;
    /// world.set_single(scout, UnitSetting::Target(Some(Target::Place(Vec2::new(90.0, 80.0)))))?;
    /// # Ok::<(), Refusal>(())
    /// ```
    ///
    /// # Errors
    /// If the unit or the target is gone, a number is not finite or out of range, the unit is its
    /// own target, or the unit walks on tiles and therefore has no top speed.
    pub fn set_single(&mut self, unit: Handle, setting: UnitSetting) -> Result<(), Refusal> {
        self.check_single(unit, setting)?;
        let none = UnitSettings { unit, ..UnitSettings::default() };
        let found = self.state.find_unit_settings(unit);
        let all = &mut self.state_for_change().unit_settings;
        let at = found.unwrap_or_else(|at| {
            all.insert(at, none);
            at
        });
        match setting {
            UnitSetting::MaxSpeed(speed) => all[at].max_speed = speed,
            UnitSetting::Target(target) => all[at].target = target,
        }
        if all[at] == none {
            all.remove(at);
        }
        Ok(())
    }

    /// Checks whether [`set_single`](Self::set_single) would accept a setting.
    ///
    /// # Errors
    ///
    /// Those of [`set_single`](Self::set_single).
    pub fn check_single(&self, unit: Handle, setting: UnitSetting) -> Result<(), Refusal> {
        let Some(id) = self.agents().id(unit) else {
            return Err(Refusal::new(format!("There is no unit {}.", unit.0)));
        };
        match setting {
            UnitSetting::MaxSpeed(Some(speed)) => {
                if !(0.0..=MAX_UNIT_SPEED).contains(&speed) {
                    let why = format!(
                        "A top speed is to be from 0 to {MAX_UNIT_SPEED} u/s, not {speed}."
                    );
                    return Err(Refusal::new(why));
                }
                if self.group_of(id).is_some_and(|index| self.groups()[index].body.is_tile()) {
                    let why = format!("Unit {} walks on tiles: it has no top speed.", unit.0);
                    return Err(Refusal::new(why));
                }
            }
            UnitSetting::Target(Some(Target::Unit(other))) if other == unit => {
                return Err(Refusal::new("A unit does not go for itself."));
            }
            UnitSetting::Target(Some(target)) => self.check_target(target)?,
            UnitSetting::MaxSpeed(None) | UnitSetting::Target(None) => {}
        }
        Ok(())
    }

    /// Top speed (u/s) and target of a single unit; `None` for those that its group determines.
    pub fn settings_of_unit(&self, unit: Handle) -> (Option<f32>, Option<Target>) {
        let found = self.state.find_unit_settings(unit).map(|at| self.state.unit_settings[at]);
        found.map_or((None, None), |one| (one.max_speed, one.target))
    }
}

impl State {
    /// Index of a unit's settings in `unit_settings`; as an error, the index at which they would be
    /// inserted.
    pub(super) fn find_unit_settings(&self, unit: Handle) -> Result<usize, usize> {
        self.unit_settings.binary_search_by_key(&unit, |one| one.unit)
    }

    /// Fills `to` with the settings of single units and the units' ids, in ascending order of the
    /// ids.
    pub(super) fn list_unit_settings(&self, to: &mut Vec<(usize, UnitSettings)>) {
        to.clear();
        if self.unit_settings.is_empty() {
            return;
        }
        for (id, handle) in self.agents.handle.iter().enumerate() {
            let at = self.find_unit_settings(Handle(*handle));
            to.extend(at.ok().map(|at| (id, self.unit_settings[at])));
        }
    }

    /// Removes the settings of units that no longer exist.
    pub(super) fn forget_stale_settings(&mut self) {
        let agents = &self.agents;
        self.unit_settings.retain(|one| agents.id(one.unit).is_some());
    }

    /// Whether the settings of single units refer to existing groups, and are in the order of the
    /// handles.
    pub(super) fn are_unit_settings_sound(&self) -> bool {
        let ordered = self.unit_settings.windows(2).all(|two| two[0].unit < two[1].unit);
        let is_sound = |one: &UnitSettings| {
            one.max_speed.is_none_or(|speed| (0.0..=MAX_UNIT_SPEED).contains(&speed))
                && !matches!(one.target, Some(Target::Group(group)) if group >= self.groups.len())
        };
        ordered && self.unit_settings.iter().all(is_sound)
    }

    /// Returns the data that the behaviors of one unit can read during a tick: that of
    /// [`scope_during_tick`](Self::scope_during_tick), with the unit's own settings.
    pub fn scope_for<'a>(&'a self, work: &'a Workspace, index: usize, id: usize) -> Scope<'a> {
        let mut scope = self.scope_during_tick(work, index);
        let unit_settings = &work.perceived.unit_settings;
        if let Ok(at) = unit_settings.binary_search_by_key(&id, |one| one.0) {
            self.apply_to_scope(&mut scope, id, &unit_settings[at].1);
        }
        scope
    }

    fn apply_to_scope(&self, scope: &mut Scope, id: usize, own: &UnitSettings) {
        if let Some(speed) = own.max_speed {
            (scope.max_speed, scope.pace_spread) = (speed, 0.0);
            let body = own.adapted_body(&self.groups[scope.group].body, self.agents.length[id]);
            scope.default_thrust = body.default_thrust();
        }
        if let Some(spot) = own.target.and_then(|target| self.spot_of(target, Some(id))) {
            (scope.hunted_target, scope.assigned_target) = (Some(spot), Some(spot));
            scope.hunters = Some(Hunters::Everyone);
        }
    }

    /// Calls `steer` for each of the units `ids` that has settings of its own, with the scope of
    /// its group changed by these settings.
    pub(super) fn steer_units_with_settings(
        &self,
        of_group: &Scope,
        unit_settings: &[(usize, UnitSettings)],
        ids: Range<usize>,
        mut steer: impl FnMut(&Scope, usize),
    ) {
        for (id, own) in settings_in_range(unit_settings, ids) {
            let mut scope = of_group.clone();
            self.apply_to_scope(&mut scope, *id, own);
            steer(&scope, *id);
        }
    }

    /// Present position and velocity of a target; `None` if its units are gone or the pointer is
    /// not held. `from`: id of the unit for which the nearest unit of a target group is searched.
    pub(super) fn spot_of(&self, target: Target, from: Option<usize>) -> Option<Spot> {
        match target {
            Target::Place(position) => Some(Spot { position, ..Spot::default() }),
            Target::Moving(spot) => Some(spot),
            Target::Unit(unit) => self.agents.id(unit).map(|id| self.agents.spot(id)),
            Target::Group(other) => self.nearest_hunted(Ties::set(&[other]), from?, true),
            Target::Pointer => self.inputs.pointer(),
        }
    }
}

impl UnitSettings {
    /// Renumbers the group that is the unit's target, if any. `place_of` returns the new index of a
    /// group, or `None` if the group is gone.
    pub fn renumber_target_group(&mut self, place_of: impl Fn(usize) -> Option<usize>) {
        if let Some(Target::Group(group)) = self.target {
            self.target = place_of(group).map(Target::Group);
        }
    }

    /// Body of a unit of this length (u): that of its group, with the unit's own top speed.
    pub fn adapted_body(&self, body: &Body, length: f32) -> Body {
        self.max_speed.map_or(*body, |speed| body.with_max_speed(speed, length))
    }
}

/// Settings of the units whose ids are in a range, from a list in ascending order of ids.
fn settings_in_range(
    unit_settings: &[(usize, UnitSettings)],
    ids: Range<usize>,
) -> &[(usize, UnitSettings)] {
    let [first, end] =
        [ids.start, ids.end].map(|id| unit_settings.partition_point(|one| one.0 < id));
    &unit_settings[first..end.max(first)]
}

/// Splits a range of ids so that each unit with settings of its own is a part by itself. Calls
/// `visit` with each part, and with the settings if the part is such a unit.
pub(super) fn visit_stretches(
    unit_settings: &[(usize, UnitSettings)],
    ids: Range<usize>,
    mut visit: impl FnMut(Range<usize>, Option<&UnitSettings>),
) {
    let mut at = ids.start;
    for (id, own) in settings_in_range(unit_settings, ids.clone()) {
        if at < *id {
            visit(at..*id, None);
        }
        visit(*id..id + 1, Some(own));
        at = id + 1;
    }
    if at < ids.end {
        visit(at..ids.end, None);
    }
}
