//! Values over the members of a set, such as a sum over the neighbors in view: finds the members of
//! each unit, computes a value of each member, and reduces these values to one. Members of several
//! units are computed together, in packs. Sums add one member after the other, in the order of the
//! search. A slot is one SIMD vector of a column.

use super::RuleInputs;
use super::columns::{
    MEMBER_SLOTS, MemberColumn, SLOTS_PER_BLOCK, UnitColumn, compute_instruction, random_rank,
    smooth_noise,
};
use super::program::{
    BitSet, FoldPlan, Instruction, MemberInputs, MemberSearchPlan, OpCode, Reduction,
};
use crate::engine::agents::Role;
use crate::engine::math::{LANES, Lane, Lanes, splat};
use crate::engine::perception::{COINCIDENT_GAP, MAX_NEAREST, Sector};
use crate::engine::scope::{Scope, UnitFilter, VisitedUnits, unit_vector};
use crate::rules::tree::SetKind;
use glam::Vec2;
use std::ops::Range;
use wide::f32x4;

/// Largest number of reductions over the members of one search.
pub(super) const MAX_FOLDS: usize = 16;

/// Id of the pointer as a member of the set of feared units; higher than that of any unit.
const POINTER_ID: u32 = u32::MAX;

type Mask = <Lanes as Lane>::Mask;

/// Pack of members of a set, found by one or several units, whose values are computed together.
pub(super) struct MemberPack<'a> {
    member_columns: &'a mut [MemberColumn],
    /// The unit that found the members of a slot (SIMD vector of a column), by slot: its index in
    /// the block of units.
    owner_by_slot: [u8; MEMBER_SLOTS],
    /// By slot (SIMD vector of a column): 1 in the lanes with a member that counts, else 0.
    counted_flags: MemberColumn,
    /// Column of ones, for reductions without a condition or without an expression.
    ones_column: MemberColumn,
    /// Ids of the members, by slot (SIMD vector of a column) and lane.
    ids: [[u32; LANES]; MEMBER_SLOTS],
    /// Number of slots (SIMD vectors) that contain members.
    len: usize,
    /// Accumulators, one per reduction, of the unit with the index `unit` in the block.
    accumulators: [Accumulator; MAX_FOLDS],
    unit: Option<u8>,
}

/// Accumulator of one reduction over the members of one unit.
#[derive(Clone, Copy)]
struct Accumulator {
    /// Sums of both components of the members' values, then the number of members, then 0.
    sum: f32x4,
    /// Lowest rank of a member so far, for reductions that choose one member or a smallest value.
    best_rank: f32,
    id: u32,
    member_value: [f32; 2],
    /// Whether any member has counted so far.
    has_members: bool,
}

const EMPTY: Accumulator = Accumulator {
    sum: f32x4::ZERO,
    best_rank: f32::INFINITY,
    id: u32::MAX,
    member_value: [0.0; 2],
    has_members: false,
};

impl Accumulator {
    #[inline(always)]
    fn add(&mut self, columns: &FoldColumns, slots: Range<usize>) {
        let (one, mut sum) = (splat(1.0), self.sum);
        for slot in slots {
            // Members that do not count add 0, which changes no bit of the sum, so slots without
            // any are skipped.
            let mask = columns.counted_mask(slot);
            if !Lanes::any(mask) {
                continue;
            }
            let [x, y] = columns.values.map(|value| value[slot].keep_where(mask));
            let terms = Lanes::fields_to_records([x, y, one.keep_where(mask), Lanes::ZERO]);
            for term in &terms[..Lanes::LANE_COUNT] {
                sum += *term;
            }
        }
        self.sum = sum;
    }

    #[inline(always)]
    fn count(&mut self, columns: &FoldColumns, slots: Range<usize>) {
        let count: u32 =
            slots.map(|slot| Lanes::to_bitmask(columns.counted_mask(slot)).count_ones()).sum();
        self.member_value[0] += count as f32;
    }

    #[inline(always)]
    fn find_any(&mut self, columns: &FoldColumns, mut slots: Range<usize>) {
        let value = columns.values[0];
        if slots.any(|slot| {
            Lanes::any(Lanes::and(columns.counted_mask(slot), value[slot].gt(Lanes::ZERO)))
        }) {
            self.member_value[0] = 1.0;
        }
    }

    /// Updates the smallest value of `sign` times the members' values. `sign`: 1 or -1.
    #[inline(always)]
    fn find_least(&mut self, columns: &FoldColumns, slots: Range<usize>, sign: f32) {
        let mut best = splat(self.best_rank);
        for slot in slots {
            let mask = columns.counted_mask(slot);
            let value = splat(sign) * columns.values[0][slot];
            best = Lanes::select(mask, value, splat(f32::INFINITY)).min(best);
            self.has_members |= Lanes::any(mask);
        }
        self.best_rank = best.reduce_min();
    }

    /// Stores the value of the member with the lowest rank and, of equal ranks, the lowest id.
    /// `rank` returns rank and id of the member in a slot (SIMD vector) and lane.
    #[inline(always)]
    fn choose(
        &mut self,
        columns: &FoldColumns,
        slots: Range<usize>,
        rank: impl Fn(usize, usize) -> (f32, u32),
    ) {
        columns.visit_members(slots, |slot, lane| {
            let next = rank(slot, lane);
            if next < (self.best_rank, self.id) {
                (self.best_rank, self.id) = next;
                self.member_value = columns.value(slot, lane);
            }
        });
    }
}

/// Member columns that one reduction reads.
struct FoldColumns<'a> {
    /// 1 in the lanes with a member that counts, else 0.
    counted_flags: &'a MemberColumn,
    /// 1 in the lanes of members that satisfy the condition of the reduction, else 0.
    satisfies_condition: &'a MemberColumn,
    /// Columns with the x and the y component of the members' values.
    values: [&'a MemberColumn; 2],
}

impl FoldColumns<'_> {
    /// Mask of the members in a slot (SIMD vector) that count and satisfy the condition.
    #[inline(always)]
    fn counted_mask(&self, slot: usize) -> Mask {
        (self.counted_flags[slot] * self.satisfies_condition[slot]).gt(Lanes::ZERO)
    }

    fn value(&self, slot: usize, lane: usize) -> [f32; 2] {
        self.values.map(|value| value[slot].get(lane))
    }

    /// Calls `visit` with the slot (SIMD vector) and the lane of each member that counts.
    #[inline(always)]
    fn visit_members(&self, slots: Range<usize>, mut visit: impl FnMut(usize, usize)) {
        slots.for_each(|slot| visit_lanes(self.counted_mask(slot), |lane| visit(slot, lane)));
    }
}

/// Member that counts in a reduction over a set, as an observer receives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CountedMember {
    /// Index of the search, and of the reduction in it.
    pub(super) search_and_fold: [usize; 2],
    /// Id of the member if it is a unit, or index if it is an obstacle; `None` for the pointer.
    pub id: Option<usize>,
    /// Components of the member's value.
    pub member_value: [f32; 2],
}

/// Largest number of members of a [`closest`](crate::rules::words) set.
const MAX_CLOSEST: usize = 64;

/// List of the members nearest to a unit, for a set limited to the closest. Members are visited
/// twice: the first pass fills the list, and in the second, only members on the list count.
struct ClosestList {
    /// Squared distances (u²) and ids of the nearest members in ascending order; unused entries
    /// have an infinite distance.
    nearest: [(f32, u32); MAX_CLOSEST],
    wanted_count: usize,
    is_first_pass: bool,
}

impl ClosestList {
    fn new(many: usize) -> Self {
        Self {
            nearest: [(f32::INFINITY, u32::MAX); MAX_CLOSEST],
            wanted_count: many,
            is_first_pass: true,
        }
    }

    /// Inserts a member if it is among the nearest; equally near members are in the order of ids.
    fn insert_candidate(&mut self, mut next: (f32, u32)) {
        let kept = &mut self.nearest[..self.wanted_count];
        if next < kept[kept.len() - 1] {
            for one in kept {
                if next < *one {
                    std::mem::swap(one, &mut next);
                }
            }
        }
    }

    /// Squared distance (u²) and id of the last of the `wanted_count` nearest members; the distance
    /// is infinite while there are fewer.
    fn farthest_of_nearest(&self) -> (f32, u32) {
        self.nearest[self.wanted_count - 1]
    }

    /// Mask of the visited units that are on the list.
    fn mask_of(&self, batch: &VisitedUnits<Lanes>) -> Mask {
        let is_near = |lane| f32::from(candidate_at(batch, lane) <= self.farthest_of_nearest());
        Lanes::from_lane_fn(is_near).gt(Lanes::ZERO)
    }
}

/// Squared distance (u²) and id of the visited unit in a lane; unused lanes have the highest id.
fn candidate_at(batch: &VisitedUnits<Lanes>, lane: usize) -> (f32, u32) {
    (batch.d2.get(lane), batch.ids.get(lane).copied().unwrap_or(u32::MAX))
}

/// Function that receives each member that counts in a reduction.
pub(super) type MemberObserver<'w> = dyn FnMut(CountedMember) + 'w;

impl<'a> MemberPack<'a> {
    pub fn new(packs: &'a mut [MemberColumn]) -> Self {
        Self {
            member_columns: packs,
            owner_by_slot: [0; MEMBER_SLOTS],
            counted_flags: [Lanes::ZERO; MEMBER_SLOTS],
            ones_column: [splat(1.0); MEMBER_SLOTS],
            ids: [[0; LANES]; MEMBER_SLOTS],
            len: 0,
            accumulators: [EMPTY; MAX_FOLDS],
            unit: None,
        }
    }

    /// Values in a slot (SIMD vector) of a member column; ones if `column` is `None`.
    #[inline(always)]
    fn lanes_of(&self, column: Option<u8>, slot: usize) -> Lanes {
        column.map_or(splat(1.0), |column| self.member_columns[usize::from(column)][slot])
    }

    /// Mask of the members in a slot (SIMD vector) that count in a reduction.
    #[inline(always)]
    fn fold_mask(&self, fold: &FoldPlan, slot: usize) -> Mask {
        (self.counted_flags[slot] * self.lanes_of(fold.condition, slot)).gt(Lanes::ZERO)
    }
}

/// Search for the members of each unit in a block of units.
struct MemberSearch<'a, 'm, 'w> {
    plan: &'a MemberSearchPlan,
    /// Instructions without effect on this run's results; they are skipped.
    idle_instructions: BitSet,
    live_columns: BitSet,
    inputs: &'a RuleInputs<'a>,
    /// Id of the first unit in the block.
    first_id: usize,
    columns: &'a mut [UnitColumn],
    members: &'a mut MemberPack<'m>,
    observer: Option<(usize, &'a mut MemberObserver<'w>)>,
    closest_list: Option<ClosestList>,
}

/// Runs a search for the block of units `ids`, and writes the results of its reductions into the
/// units' `columns`. `observer`: index of the search, and the function that receives members.
pub(super) fn search_members(
    plan: &MemberSearchPlan,
    inputs: &RuleInputs,
    ids: Range<usize>,
    columns: &mut [UnitColumn],
    members: &mut MemberPack,
    observer: Option<(usize, &mut MemberObserver)>,
) {
    for to in plan.folds.iter().flat_map(|fold| fold.result).flatten() {
        columns[usize::from(to)] = [Lanes::ZERO; SLOTS_PER_BLOCK];
    }
    for (to, from) in &plan.fixed_columns {
        let value = columns[usize::from(*from)][0].get(0);
        members.member_columns[usize::from(*to)] = [splat(value); MEMBER_SLOTS];
    }
    members.len = 0;
    members.unit = None;
    let (idle_instructions, live_columns) =
        plan.find_idle_instructions(|column| members.member_columns[usize::from(column)][0].get(0));
    let mut member_search = MemberSearch {
        plan,
        idle_instructions,
        live_columns,
        inputs,
        first_id: ids.start,
        columns,
        members,
        observer,
        closest_list: None,
    };
    if plan.kind == SetKind::Obstacles {
        return member_search.compute_over_obstacles(ids);
    }
    for id in ids {
        let radius = member_search.search_radius(id);
        // A search radius that is negative or NaN finds no members, not even the unit itself.
        if radius >= 0.0 {
            member_search.find_members_of_unit(id, radius);
        }
    }
    member_search.reduce_pack();
    member_search.write_results();
}

impl MemberSearch<'_, '_, '_> {
    fn unit_value(&self, column: u8, unit: usize) -> f32 {
        self.columns[usize::from(column)][unit / Lanes::LANE_COUNT].get(unit % Lanes::LANE_COUNT)
    }

    fn search_radius(&self, id: usize) -> f32 {
        let column = self.plan.radius;
        column.map_or(f32::INFINITY, |column| self.unit_value(column, id - self.first_id))
    }

    /// Finds the members of a unit within `radius` (u). A `closest` set needs two passes: the first
    /// one finds which members are the closest.
    fn find_members_of_unit(&mut self, id: usize, radius: f32) {
        let Some(column) = self.plan.closest_count else { return self.find_members(id, radius) };
        let many = self.unit_value(column, id - self.first_id);
        // A limit below 1 or NaN leaves no members.
        if many >= 1.0 {
            self.closest_list = Some(ClosestList::new((many as usize).min(MAX_CLOSEST)));
            self.find_members(id, radius);
            self.closest_list.iter_mut().for_each(|closest| closest.is_first_pass = false);
            self.find_members(id, radius);
            self.closest_list = None;
        }
    }

    /// Returns `counts`, reduced to the members that count in a `closest` set. In the first pass,
    /// the closest are collected instead, and no unit is counted.
    fn limit_to_closest(&mut self, id: usize, batch: &VisitedUnits<Lanes>, counts: Mask) -> Mask {
        let Some(closest) = &mut self.closest_list else { return counts };
        if !closest.is_first_pass {
            return Lanes::and(counts, closest.mask_of(batch));
        }
        visit_lanes(counts, |lane| {
            let candidate = candidate_at(batch, lane);
            if candidate.1 as usize != id {
                closest.insert_candidate(candidate);
            }
        });
        Lanes::ZERO.gt(Lanes::ZERO)
    }

    /// Finds the members of a unit within `radius` (u), whatever their number.
    fn find_members(&mut self, id: usize, radius: f32) {
        let scope = self.inputs.scope;
        let filter = match self.plan.kind {
            SetKind::View => return self.find_in_view(id),
            SetKind::Obstacles => return,
            SetKind::Menaces => return self.find_menaces(id, radius),
            SetKind::Group => return self.find_in_group(id, radius),
            SetKind::Mates => UnitFilter::Role,
            SetKind::Fellows => UnitFilter::Group,
            SetKind::Others => UnitFilter::Others,
            SetKind::Everyone => UnitFilter::Everyone,
            SetKind::Hunted => UnitFilter::Hunted,
        };
        if filter == UnitFilter::Hunted {
            self.find_unsorted_prey(id, radius);
        }
        let wanted = |group: usize| scope.covers_group(filter, group);
        scope.visit_batches_of(wanted, scope.agents.position(id), radius, |batch, counts| {
            self.add_batch(id, batch, counts);
        });
    }

    /// Finds members in those hunted groups whose units are not sorted into a grid.
    fn find_unsorted_prey(&mut self, id: usize, radius: f32) {
        let scope = self.inputs.scope;
        if scope.hunted_groups == 0 {
            return;
        }
        for (group, info) in scope.group_identities.iter().enumerate() {
            let is_sorted = scope.group_grids[group].len() == info.ids.len();
            if !is_sorted && scope.covers_group(UnitFilter::Hunted, group) {
                self.visit_one_by_one(id, info.ids.clone(), radius);
            }
        }
    }

    /// Finds the members of the set `view` of a unit, counted as perception counts neighbors.
    fn find_in_view(&mut self, id: usize) {
        let scope = self.inputs.scope;
        let Some(view) = scope.view else { return };
        let sector = view.flock_sector();
        if sector == Sector::NOTHING {
            return;
        }
        let agents = scope.agents;
        let radius = agents.length[id] * sector.radius_factor;
        let borders = sector.borders_for(splat(agents.hx[id]), splat(agents.hy[id]));
        let here = agents.position(id);
        let wanted = |group: usize| scope.covers_group(UnitFilter::Role, group);
        let seen = |batch: &VisitedUnits<Lanes>, counts| {
            Lanes::and(counts, borders.contains(batch.dx, batch.dy, batch.d2))
        };
        let nearest_only = (view.nearest_only as usize).min(MAX_NEAREST);
        if nearest_only == 0 {
            scope.visit_batches_of(wanted, here, radius, |batch, counts| {
                self.add_batch(id, batch, seen(batch, counts));
            });
            return;
        }
        let mut nearest = ClosestList::new(nearest_only);
        scope.visit_batches_of(wanted, here, radius, |batch, counts| {
            visit_lanes(seen(batch, counts), |lane| {
                nearest.insert_candidate(candidate_at(batch, lane));
            });
        });
        scope.visit_batches_of(wanted, here, radius, |batch, counts| {
            let near = Lanes::and(seen(batch, counts), nearest.mask_of(batch));
            self.add_batch_if_any(id, batch, near);
        });
    }

    fn find_menaces(&mut self, id: usize, radius: f32) {
        let scope = self.inputs.scope;
        let here = scope.agents.position(id);
        for (group, units) in scope.feared_groups {
            let grid = &scope.group_grids[*group];
            // Testing unit by unit is faster for small groups, and the only way without a grid.
            if units.len() <= Scope::MAX_UNSORTED || grid.len() != units.len() {
                self.visit_one_by_one(id, units.clone(), radius);
            } else {
                let wanted = |other: usize| other == *group;
                scope.visit_batches_of(wanted, here, radius, |batch, counts| {
                    self.add_batch_if_any(id, batch, counts);
                });
            }
        }
        if let Some(pointer) = scope.pointer.filter(|_| scope.fears_pointer) {
            let offset = scope.offset_to(id, pointer.position);
            let (dx, dy) = (splat(offset.x), splat(offset.y));
            let [vx, vy] = pointer.velocity.to_array().map(splat);
            let batch = VisitedUnits { dx, dy, d2: dx * dx + dy * dy, vx, vy, ids: &[POINTER_ID] };
            let near = batch.d2.le(splat(radius * radius));
            let is_first = Lanes::lane_indices().lt(splat(1.0));
            self.add_batch_if_any(id, &batch, Lanes::and(near, is_first));
        }
    }

    fn find_in_group(&mut self, id: usize, radius: f32) {
        let scope = self.inputs.scope;
        let name = &self.plan.group;
        let Some(group) = scope.group_named(name) else { return };
        let info = &scope.group_identities[group];
        if info.role == Role::Player {
            return;
        }
        if scope.group_grids[group].len() != info.ids.len() {
            return self.visit_one_by_one(id, info.ids.clone(), radius);
        }
        let here = scope.agents.position(id);
        let wanted = |other: usize| other == group;
        scope.visit_batches_of(wanted, here, radius, |batch, counts| {
            self.add_batch(id, batch, counts);
        });
    }

    fn visit_one_by_one(&mut self, id: usize, others: Range<usize>, radius: f32) {
        let scope = self.inputs.scope;
        let agents = scope.agents;
        let here = agents.position(id);
        let (x, y) = (splat(here.x), splat(here.y));
        let end = others.end;
        for at in others.step_by(Lanes::LANE_COUNT) {
            let many = (end - at).min(Lanes::LANE_COUNT);
            let load = |from: &[f32]| Lanes::load(from, at);
            let (dx, dy) = scope.space.shortest_offset(load(&agents.x) - x, load(&agents.y) - y);
            let d2 = dx * dx + dy * dy;
            let ids: [u32; LANES] = std::array::from_fn(|lane| (at + lane) as u32);
            let (vx, vy) = (load(&agents.vx), load(&agents.vy));
            let batch = VisitedUnits { dx, dy, d2, vx, vy, ids: &ids[..many] };
            let there = Lanes::lane_indices().lt(splat(many as f32));
            let counts = Lanes::and(there, d2.le(splat(radius * radius)));
            self.add_batch_if_any(id, &batch, counts);
        }
    }

    /// Version of [`add_batch`](Self::add_batch) that is not inlined, for calls with few units,
    /// because inlining everywhere would make the code large.
    #[inline(never)]
    fn add_batch_if_any(&mut self, id: usize, batch: &VisitedUnits<Lanes>, counts: Mask) {
        self.add_batch(id, batch, counts);
    }

    /// Adds the visited units in the mask `counts` to the pack, as members of the unit `id`.
    #[inline(always)]
    fn add_batch(&mut self, id: usize, batch: &VisitedUnits<Lanes>, counts: Mask) {
        let counts = self.limit_to_closest(id, batch, counts);
        if !Lanes::any(counts) {
            return;
        }
        if self.members.len == MEMBER_SLOTS {
            self.reduce_pack();
        }
        let slot = self.members.len;
        let scope = self.inputs.scope;
        let member_inputs = &self.plan.member_inputs;
        let members = &mut *self.members;
        members.len += 1;
        members.owner_by_slot[slot] = (id - self.first_id) as u8;
        members.counted_flags[slot] = splat(1.0).keep_where(counts);
        for (to, other) in members.ids[slot].iter_mut().zip(batch.ids) {
            *to = *other;
        }
        let mut put = |column: Option<u8>, value: Lanes| {
            if let Some(column) = column {
                members.member_columns[usize::from(column)][slot] = value;
            }
        };
        put(member_inputs.offset[0], batch.dx);
        put(member_inputs.offset[1], batch.dy);
        put(member_inputs.d2, batch.d2);
        put(member_inputs.velocity[0], batch.vx);
        put(member_inputs.velocity[1], batch.vy);
        if member_inputs.looks_up {
            let unit = |value: fn(&Scope, usize) -> f32, otherwise: f32| {
                Lanes::from_lane_fn(|lane| match batch.ids.get(lane) {
                    Some(other) if *other != POINTER_ID => value(scope, *other as usize),
                    _ => otherwise,
                })
            };
            let way = unit_vector(Vec2::new(batch.vx.get(0), batch.vy.get(0)));
            put(member_inputs.heading[0], unit(|scope, other| scope.agents.hx[other], way.x));
            put(member_inputs.heading[1], unit(|scope, other| scope.agents.hy[other], way.y));
            put(member_inputs.length, unit(|scope, other| scope.agents.length[other], 0.0));
            let leads = |scope: &Scope, other: usize| f32::from(scope.is_leader(other));
            put(member_inputs.is_leader, unit(leads, 0.0));
        }
        for (memory, component, column) in &self.plan.memories {
            let values = self.inputs.memories_of(*memory, *component, batch.ids);
            members.member_columns[usize::from(*column)][slot] = values;
        }
        let here = Lanes::and(batch.dx.eq(Lanes::ZERO), batch.dy.eq(Lanes::ZERO));
        if Lanes::any(Lanes::and(here, counts)) {
            self.separate_coincident(id, slot, batch, here);
        }
    }

    /// Removes the unit `id` from its own members, and moves members at its exact position slightly
    /// to one side, as the hand-written separation behaviors do. Feared units stay where they are.
    #[cold]
    #[inline(never)]
    fn separate_coincident(
        &mut self,
        id: usize,
        slot: usize,
        batch: &VisitedUnits<Lanes>,
        coincident_mask: Mask,
    ) {
        let agents = self.inputs.scope.agents;
        let gap = COINCIDENT_GAP * agents.length[id];
        let aside = agents.forward(id).perp();
        let MemberInputs { offset: [x, y], d2, .. } = self.plan.member_inputs;
        let members = &mut *self.members;
        visit_lanes(coincident_mask, |lane| {
            let Some(other) = batch.ids.get(lane).map(|other| *other as usize) else { return };
            if other == id {
                set_lane(&mut members.counted_flags[slot], lane, 0.0);
            } else if self.plan.kind != SetKind::Menaces {
                // Of two units at one position, the one with the higher id sees the other to port.
                let offset = if id > other { aside * -gap } else { aside * gap };
                let squared = offset.x * offset.x + offset.y * offset.y;
                for (column, value) in [(x, offset.x), (y, offset.y), (d2, squared)] {
                    if let Some(column) = column {
                        let lanes = &mut members.member_columns[usize::from(column)][slot];
                        set_lane(lanes, lane, value);
                    }
                }
            }
        });
    }

    /// Computes the values of the members in the pack, reduces them, and empties the pack.
    #[inline(never)]
    fn reduce_pack(&mut self) {
        let len = self.members.len;
        for (to, from) in self
            .plan
            .per_unit_columns
            .iter()
            .filter(|(to, _)| self.live_columns.contains((*to).into()))
        {
            for slot in 0..len {
                let unit = usize::from(self.members.owner_by_slot[slot]);
                let value = splat(self.unit_value(*from, unit));
                self.members.member_columns[usize::from(*to)][slot] = value;
            }
        }
        let (deciding, yielding) = self.plan.instructions.split_at(self.plan.deciding_count);
        self.compute_instructions(deciding, 0, 0..len);
        // If each reduction has a condition, only the slots (SIMD vectors) between the first and
        // the last member that counts need the other instructions.
        let slots = if deciding.is_empty() { 0..len } else { self.slots_with_counted(len) };
        self.compute_instructions(yielding, deciding.len(), slots.clone());
        let len = slots.end;
        let mut slot = slots.start;
        while slot < len {
            let unit = self.members.owner_by_slot[slot];
            let end = (slot..len).find(|at| self.members.owner_by_slot[*at] != unit).unwrap_or(len);
            if self.members.unit != Some(unit) {
                self.write_results();
                self.members.unit = Some(unit);
            }
            for number in 0..self.plan.folds.len() {
                self.accumulate(number, slot..end);
            }
            slot = end;
        }
        self.members.len = 0;
    }

    /// Computes the instructions `steps` of the plan, except those without effect, for the members
    /// in these slots (SIMD vectors). `first`: index in the plan of the first of `steps`.
    fn compute_instructions(&mut self, steps: &[Instruction], first: usize, slots: Range<usize>) {
        let idle = &self.idle_instructions;
        for (_, step) in steps.iter().enumerate().filter(|(at, _)| !idle.contains(first + at)) {
            let OpCode::SmoothNoise(place) = step.op else {
                compute_instruction(step, self.members.member_columns, slots.clone());
                continue;
            };
            let of_obstacle = self.plan.kind == SetKind::Obstacles;
            for slot in slots.clone() {
                let owner = usize::from(self.members.owner_by_slot[slot]);
                let unit =
                    |lane: usize| if of_obstacle { slot * Lanes::LANE_COUNT + lane } else { owner };
                let times = self.members.member_columns[usize::from(step.operands[0])][slot];
                let value = Lanes::from_lane_fn(|lane| {
                    smooth_noise(
                        self.inputs.scope,
                        self.first_id + unit(lane),
                        place,
                        times.get(lane),
                    )
                });
                self.members.member_columns[usize::from(step.result)][slot] = value;
            }
        }
    }

    /// Slots (SIMD vectors) from the first to the last one with a member that counts in any
    /// reduction.
    fn slots_with_counted(&self, len: usize) -> Range<usize> {
        let MemberPack { member_columns, counted_flags, .. } = &*self.members;
        let holds = |slot: usize| {
            self.plan.folds.iter().filter_map(|fold| fold.condition).any(|column| {
                Lanes::any(
                    (counted_flags[slot] * member_columns[usize::from(column)][slot])
                        .gt(Lanes::ZERO),
                )
            })
        };
        let first = (0..len).find(|slot| holds(*slot)).unwrap_or(len);
        first..(first..len).rfind(|slot| holds(*slot)).map_or(first, |last| last + 1)
    }

    /// Adds the members in these slots (SIMD vectors), which all belong to the current unit, to the
    /// accumulator of the reduction with the index `number`.
    fn accumulate(&mut self, number: usize, slots: Range<usize>) {
        let fold = &self.plan.folds[number];
        let unit = self.first_id + self.members.unit.map_or(0, usize::from);
        let MemberPack { member_columns, counted_flags, ones_column, ids, accumulators, .. } =
            &mut *self.members;
        let column = |column: Option<u8>| match column {
            Some(column) => &member_columns[usize::from(column)],
            None => &*ones_column,
        };
        let columns = FoldColumns {
            counted_flags,
            satisfies_condition: column(fold.condition),
            values: fold.member_value.map(column),
        };
        if let Some((search, observer)) = &mut self.observer {
            columns.visit_members(slots.clone(), |slot, lane| {
                let id = Some(ids[slot][lane]).filter(|id| *id != POINTER_ID).map(|id| id as usize);
                let member_value = columns.value(slot, lane);
                observer(CountedMember { search_and_fold: [*search, number], id, member_value });
            });
        }
        let accumulator = &mut accumulators[number];
        match fold.reduction {
            Reduction::Sum | Reduction::Mean => accumulator.add(&columns, slots),
            Reduction::Count => accumulator.count(&columns, slots),
            Reduction::Any => accumulator.find_any(&columns, slots),
            Reduction::Least => accumulator.find_least(&columns, slots, 1.0),
            Reduction::Most => accumulator.find_least(&columns, slots, -1.0),
            Reduction::AnyOf(place) => accumulator.choose(&columns, slots, |slot, lane| {
                let member = ids[slot][lane];
                (random_rank(self.inputs.scope, unit, place, member), member)
            }),
            Reduction::Nearest | Reduction::LeastBy | Reduction::MostBy => {
                let rank = column(fold.rank);
                // The largest rank is found as the smallest of the negated ranks.
                let sign = if fold.reduction == Reduction::MostBy { -1.0 } else { 1.0 };
                accumulator.choose(&columns, slots, |slot, lane| {
                    (sign * rank[slot].get(lane), ids[slot][lane])
                });
            }
        }
    }

    /// Computes the reductions over obstacles: one obstacle after the other, each for all units of
    /// the block at once. Member columns then contain one value per unit.
    fn compute_over_obstacles(&mut self, ids: Range<usize>) {
        let scope = self.inputs.scope;
        let all = 0..ids.len().div_ceil(Lanes::LANE_COUNT);
        self.start_obstacles(ids.len(), all.clone());
        let closest = self.plan.closest_count.map(|count| self.closest_obstacles(count, ids.len()));
        let used_lanes = self.members.counted_flags;
        let (deciding, yielding) = self.plan.instructions.split_at(self.plan.deciding_count);
        for (number, obstacle) in scope.obstacles.iter().enumerate() {
            let center = scope.space.image_nearby(obstacle.center);
            for slot in all.clone() {
                let d2 = self.load_obstacle(center, obstacle.radius, slot);
                if let Some([far, last]) = &closest {
                    let before = splat(number as f32).le(last[slot]);
                    let near = Lanes::or(d2.lt(far[slot]), Lanes::and(d2.eq(far[slot]), before));
                    self.members.counted_flags[slot] = used_lanes[slot].keep_where(near);
                }
            }
            self.compute_instructions(deciding, 0, all.clone());
            let slots =
                if deciding.is_empty() { all.clone() } else { self.slots_with_counted(all.end) };
            if !slots.is_empty() {
                self.compute_instructions(yielding, deciding.len(), slots.clone());
                for fold in 0..self.plan.folds.len() {
                    self.accumulate_obstacle(fold, number, slots.clone());
                }
            }
        }
        self.finish_obstacles(all);
    }

    /// Prepares the member columns for `count` units that search obstacles: copies the units'
    /// values, and clears the intermediate results.
    fn start_obstacles(&mut self, count: usize, slots: Range<usize>) {
        let MemberPack { member_columns, counted_flags, .. } = &mut *self.members;
        for (to, from) in &self.plan.per_unit_columns {
            if self.live_columns.contains((*to).into()) {
                let from = &self.columns[usize::from(*from)][slots.clone()];
                member_columns[usize::from(*to)][slots.clone()].copy_from_slice(from);
            }
        }
        for fold in &self.plan.folds {
            let start = if fold.reduction == Reduction::Mean { 0.0 } else { f32::INFINITY };
            for (column, value) in fold.partial_result.into_iter().zip([start, 0.0]) {
                member_columns[usize::from(column)][slots.clone()].fill(splat(value));
            }
        }
        for slot in slots {
            let left = splat((count - slot * Lanes::LANE_COUNT) as f32);
            counted_flags[slot] = splat(1.0).keep_where(Lanes::lane_indices().lt(left));
        }
    }

    /// Writes an obstacle's quantities, as seen by the units in a slot (SIMD vector), into the
    /// member columns. Returns the squared distances (u²) to its center.
    fn load_obstacle(&mut self, center: Vec2, obstacle_radius: f32, slot: usize) -> Lanes {
        let (dx, dy) = self.offset_to(center, slot);
        let squared = dx * dx + dy * dy;
        let MemberInputs { offset: [x, y], d2, radius, .. } = self.plan.member_inputs;
        for (column, value) in [(x, dx), (y, dy), (d2, squared), (radius, splat(obstacle_radius))] {
            if let Some(column) = column {
                self.members.member_columns[usize::from(column)][slot] = value;
            }
        }
        squared
    }

    /// Computes the results over obstacles from the intermediate results and writes them.
    fn finish_obstacles(&mut self, slots: Range<usize>) {
        for fold in &self.plan.folds {
            let [first, second] =
                fold.partial_result.map(|column| &self.members.member_columns[usize::from(column)]);
            for column in fold.result.into_iter().flatten() {
                for slot in slots.clone() {
                    let to = &mut self.columns[usize::from(column)][slot];
                    let (first, second) = (first[slot], second[slot]);
                    *to = match fold.reduction {
                        Reduction::Mean => (*to / first).keep_where(first.gt(Lanes::ZERO)),
                        Reduction::Least => first.keep_where(second.gt(Lanes::ZERO)),
                        Reduction::Most => (-first).keep_where(second.gt(Lanes::ZERO)),
                        _ => *to,
                    };
                }
            }
        }
    }

    /// Offset from each unit in a slot (SIMD vector) to the position `place`, u. The position must
    /// be near the world; see [`Space::image_nearby`](crate::engine::scenery::Space).
    #[inline(always)]
    fn offset_to(&self, place: Vec2, slot: usize) -> (Lanes, Lanes) {
        let RuleInputs { scope, .. } = self.inputs;
        let load = |from: &[f32]| Lanes::load(from, self.first_id + slot * Lanes::LANE_COUNT);
        let (x, y) = (load(&scope.agents.x), load(&scope.agents.y));
        scope.space.shortest_offset(splat(place.x) - x, splat(place.y) - y)
    }

    /// Squared distance (u²) and index of the farthest obstacle that counts in a `closest` set, by
    /// unit; -1 for a unit without members. `many`: column with the number of obstacles that count.
    #[cold]
    fn closest_obstacles(&self, many: u8, count: usize) -> [UnitColumn; 2] {
        let mut found = [[splat(-1.0); SLOTS_PER_BLOCK]; 2];
        for unit in 0..count {
            let many = self.unit_value(many, unit);
            // A limit below 1 or NaN leaves no members.
            if many >= 1.0 {
                let mut closest = ClosestList::new((many as usize).min(MAX_CLOSEST));
                let (slot, lane) = (unit / Lanes::LANE_COUNT, unit % Lanes::LANE_COUNT);
                let Scope { obstacles, space, .. } = self.inputs.scope;
                for (number, obstacle) in obstacles.iter().enumerate() {
                    let (dx, dy) = self.offset_to(space.image_nearby(obstacle.center), slot);
                    closest.insert_candidate(((dx * dx + dy * dy).get(lane), number as u32));
                }
                let (far, last) = closest.farthest_of_nearest();
                set_lane(&mut found[0][slot], lane, far);
                set_lane(&mut found[1][slot], lane, last as f32);
            }
        }
        found
    }

    /// Adds the obstacle with the index `obstacle` to the reduction with the index `number`, for
    /// the units in these slots (SIMD vectors).
    fn accumulate_obstacle(&mut self, number: usize, obstacle: usize, slots: Range<usize>) {
        let fold = self.plan.folds[number];
        if let Some((search, observer)) = &mut self.observer {
            for slot in slots.clone() {
                let values = fold.member_value.map(|column| self.members.lanes_of(column, slot));
                visit_lanes(self.members.fold_mask(&fold, slot), |lane| {
                    let member_value = values.map(|value| value.get(lane));
                    let search_and_fold = [*search, number];
                    observer(CountedMember { search_and_fold, id: Some(obstacle), member_value });
                });
            }
        }
        for slot in slots {
            let mask = self.members.fold_mask(&fold, slot);
            if Lanes::any(mask) {
                self.reduce_obstacle(&fold, obstacle, slot, mask);
            }
        }
    }

    /// Adds an obstacle to a reduction, for those units in a slot (SIMD vector) that are in the
    /// mask.
    #[inline(always)]
    fn reduce_obstacle(&mut self, fold: &FoldPlan, obstacle: usize, slot: usize, mask: Mask) {
        let values = fold.member_value.map(|column| self.members.lanes_of(column, slot));
        let one = splat(1.0).keep_where(mask);
        let [first, second] =
            fold.partial_result.map(|column| self.members.lanes_of(Some(column), slot));
        let tally = fold.partial_result.map(usize::from);
        let columns = &mut *self.members.member_columns;
        match fold.reduction {
            Reduction::Sum => {
                self.update_results(fold, slot, |at, sum| sum + values[at].keep_where(mask))
            }
            Reduction::Mean => {
                columns[tally[0]][slot] = first + one;
                self.update_results(fold, slot, |at, sum| sum + values[at].keep_where(mask));
            }
            Reduction::Count => self.update_results(fold, slot, |_, count| count + one),
            Reduction::Any => self.update_results(fold, slot, |at, any| {
                Lanes::select(values[at].gt(Lanes::ZERO), one, any).max(any)
            }),
            Reduction::Least | Reduction::Most => {
                // The largest value is found as the smallest of the negated values.
                let sign = splat(if fold.reduction == Reduction::Most { -1.0 } else { 1.0 });
                let next = Lanes::select(mask, sign * values[0], splat(f32::INFINITY));
                columns[tally[0]][slot] = next.min(first);
                columns[tally[1]][slot] = second.max(one);
            }
            Reduction::Nearest | Reduction::LeastBy | Reduction::MostBy | Reduction::AnyOf(_) => {
                let rank = self.obstacle_rank(fold, obstacle, slot);
                let better = Lanes::and(mask, rank.lt(first));
                self.members.member_columns[tally[0]][slot] = Lanes::select(better, rank, first);
                self.update_results(fold, slot, |at, best| Lanes::select(better, values[at], best));
            }
        }
    }

    /// Number by which a reduction chooses among obstacles, lowest first, for each unit in a slot
    /// (SIMD vector).
    fn obstacle_rank(&self, fold: &FoldPlan, obstacle: usize, slot: usize) -> Lanes {
        match fold.reduction {
            Reduction::AnyOf(place) => Lanes::from_lane_fn(|lane| {
                let unit = self.first_id + slot * Lanes::LANE_COUNT + lane;
                random_rank(self.inputs.scope, unit, place, obstacle as u32)
            }),
            Reduction::MostBy => -self.members.lanes_of(fold.rank, slot),
            _ => self.members.lanes_of(fold.rank, slot),
        }
    }

    /// Replaces the results of a reduction for the units in a slot (SIMD vector). `next` receives
    /// the index of the component and the present result.
    #[inline(always)]
    fn update_results(
        &mut self,
        fold: &FoldPlan,
        slot: usize,
        next: impl Fn(usize, Lanes) -> Lanes,
    ) {
        for (component, column) in fold.result.into_iter().enumerate() {
            if let Some(column) = column {
                let result = &mut self.columns[usize::from(column)][slot];
                *result = next(component, *result);
            }
        }
    }

    /// Writes the results of the current unit, if any, into its columns; clears the accumulators.
    fn write_results(&mut self) {
        let Some(unit) = self.members.unit.take() else { return };
        let unit = usize::from(unit);
        for (fold, so_far) in self.plan.folds.iter().zip(&mut self.members.accumulators) {
            let Accumulator { sum, best_rank: best, member_value, has_members, .. } =
                std::mem::replace(so_far, EMPTY);
            let [x, y, many, _] = sum.to_array();
            let found = match fold.reduction {
                Reduction::Sum => [x, y],
                Reduction::Mean if many > 0.0 => [x / many, y / many],
                Reduction::Mean => [0.0; 2],
                Reduction::Least | Reduction::Most if !has_members => [0.0; 2],
                Reduction::Least => [best, 0.0],
                Reduction::Most => [-best, 0.0],
                Reduction::Count
                | Reduction::Any
                | Reduction::Nearest
                | Reduction::LeastBy
                | Reduction::MostBy
                | Reduction::AnyOf(_) => member_value,
            };
            for (column, value) in fold.result.into_iter().zip(found) {
                if let Some(column) = column {
                    let lanes = &mut self.columns[usize::from(column)][unit / Lanes::LANE_COUNT];
                    set_lane(lanes, unit % Lanes::LANE_COUNT, value);
                }
            }
        }
    }
}

/// Calls `visit` with the index of each lane that is set in the mask.
#[inline(always)]
fn visit_lanes(mask: Mask, mut visit: impl FnMut(usize)) {
    let mut bits = Lanes::to_bitmask(mask);
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// Sets the number in the lane with this index.
fn set_lane(lanes: &mut Lanes, lane: usize, value: f32) {
    let before = *lanes;
    *lanes = Lanes::from_lane_fn(|at| if at == lane { value } else { before.get(at) });
}
