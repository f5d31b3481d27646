//! Writes the program of a rule: puts its values in an order in which each is computed before it is
//! read, and assigns columns to them.

use super::graph::{FoldNode, NodeId, SearchNode, ValueGraph, ValueNode, ValueScope};
use super::program::{
    BlockStep, Column, FoldResult, Instruction, MemberInputs, MemberSearchPlan, OpCode, Program,
    Reduction, differs_per_unit,
};
use crate::rules::tree::SetKind;

/// Writes the program that computes some values of units.
pub(super) fn emit_program(graph: &ValueGraph, outputs: &[NodeId]) -> Program {
    let schedule = Schedule::for_outputs(graph, outputs);
    let columns = ColumnAllocator::new(schedule.last_reads(outputs));
    let mut emitter = ProgramEmitter { schedule: &schedule, columns, program: Program::default() };
    emitter.emit_fixed_values();
    for (at, item) in schedule.items.iter().enumerate() {
        match item {
            ScheduleItem::Value(id) => emitter.emit_value(*id),
            ScheduleItem::Search(search) => emitter.emit_search(*search),
        }
        emitter.columns.release_after(at);
    }
    let ProgramEmitter { columns, program, .. } = emitter;
    let outputs = outputs.iter().map(|id| columns.column_of(*id)).collect();
    Program { columns: columns.count, outputs, ..program }
}

#[derive(Clone, Copy)]
enum ScheduleItem {
    Value(NodeId),
    Search(usize),
}

/// Values of units and searches that a program needs, each after those that it reads.
struct Schedule<'g> {
    graph: &'g ValueGraph,
    items: Vec<ScheduleItem>,
    /// By node.
    has_value: Vec<bool>,
    /// By search.
    has_search: Vec<bool>,
    /// By search: see [`ValueGraph::member_values`].
    member_values: Vec<Vec<NodeId>>,
}

impl<'g> Schedule<'g> {
    fn for_outputs(graph: &'g ValueGraph, outputs: &[NodeId]) -> Self {
        let searches = graph.searches.len();
        let mut schedule = Self {
            graph,
            items: Vec::new(),
            has_value: vec![false; graph.len()],
            has_search: vec![false; searches],
            member_values: (0..searches).map(|search| graph.member_values(search)).collect(),
        };
        outputs.iter().for_each(|id| schedule.add_value(*id));
        schedule
    }

    fn add_value(&mut self, id: NodeId) {
        if std::mem::replace(&mut self.has_value[id as usize], true) {
            return;
        }
        let node = self.graph.node(id);
        if let OpCode::Found { search, .. } = node.op {
            return self.add_search(search);
        }
        node.operands.into_iter().flatten().for_each(|operand| self.add_value(operand));
        self.items.push(ScheduleItem::Value(id));
    }

    fn add_search(&mut self, search: usize) {
        if !std::mem::replace(&mut self.has_search[search], true) {
            self.search_inputs(search).into_iter().for_each(|id| self.add_value(id));
            self.items.push(ScheduleItem::Search(search));
        }
    }

    fn search_inputs(&self, search: usize) -> Vec<NodeId> {
        self.graph.search_inputs(search, &self.member_values[search])
    }

    /// Node of a component of a search's result, if the program reads it.
    fn search_result(&self, search: usize, fold: usize, component: usize) -> Option<NodeId> {
        let result = self.graph.search_result(search, fold, component);
        result.filter(|id| self.has_value[*id as usize])
    }

    /// By node: index of the last item that reads the value; for outputs, the largest number.
    fn last_reads(&self, outputs: &[NodeId]) -> Vec<usize> {
        let mut last_reads = vec![0; self.graph.len()];
        for (at, item) in self.items.iter().enumerate() {
            let reads = match item {
                ScheduleItem::Value(id) => {
                    let operands = self.graph.node(*id).operands;
                    operands.into_iter().flatten().chain([*id]).collect()
                }
                ScheduleItem::Search(search) => self.search_inputs(*search),
            };
            reads.into_iter().for_each(|id| last_reads[id as usize] = at);
        }
        outputs.iter().for_each(|id| last_reads[*id as usize] = usize::MAX);
        last_reads
    }
}

/// Assigns columns to values, and reuses a column after the last read of its value.
struct ColumnAllocator {
    /// By node.
    columns: Vec<Option<Column>>,
    /// By node: index of the last step that reads the value.
    last_reads: Vec<usize>,
    /// Values whose columns will be reused.
    live_values: Vec<NodeId>,
    free_columns: Vec<Column>,
    /// Largest number of columns in use at a time.
    count: usize,
}

impl ColumnAllocator {
    fn new(last_reads: Vec<usize>) -> Self {
        Self {
            columns: vec![None; last_reads.len()],
            last_reads,
            live_values: Vec::new(),
            free_columns: Vec::new(),
            count: 0,
        }
    }

    /// Column that is never reused.
    fn reserve(&mut self) -> Column {
        self.free_columns.pop().unwrap_or_else(|| {
            self.count += 1;
            // A program with too many columns is refused at the end.
            (self.count - 1).min(usize::from(Column::MAX)) as Column
        })
    }

    /// Assigns a column that is never reused.
    fn assign_for_good(&mut self, id: NodeId) -> Column {
        let column = self.reserve();
        self.columns[id as usize] = Some(column);
        column
    }

    /// Assigns a column until the last read of the value.
    fn assign(&mut self, id: NodeId) -> Column {
        self.live_values.push(id);
        self.assign_for_good(id)
    }

    /// Releases the columns of values that no step after `step` reads.
    fn release_after(&mut self, step: usize) {
        let Self { columns, last_reads, live_values, free_columns, .. } = self;
        live_values.retain(|id| {
            let is_live = last_reads[*id as usize] > step;
            if !is_live {
                free_columns.extend(columns[*id as usize]);
            }
            is_live
        });
    }

    fn column_of(&self, id: NodeId) -> Column {
        self.columns[id as usize].unwrap_or_default()
    }

    /// Instruction that computes a node into `result`.
    fn instruction(&self, node: &ValueNode, result: Column) -> Instruction {
        let from = node.operands.map(|id| id.map_or(0, |id| self.column_of(id)));
        Instruction { op: node.op, result, from }
    }
}

/// Writes the instructions for values of units.
struct ProgramEmitter<'g> {
    schedule: &'g Schedule<'g>,
    columns: ColumnAllocator,
    program: Program,
}

impl ProgramEmitter<'_> {
    /// Writes the values that are the same for all units, which run once and keep their columns.
    fn emit_fixed_values(&mut self) {
        for item in &self.schedule.items {
            if let ScheduleItem::Value(id) = item
                && let node = self.schedule.graph.node(*id)
                && node.scope == ValueScope::All
            {
                let result = self.columns.assign_for_good(*id);
                self.program.fixed_instructions.push(self.columns.instruction(&node, result));
            }
        }
    }

    /// Writes a value of units; fixed values have been written before.
    fn emit_value(&mut self, id: NodeId) {
        let node = self.schedule.graph.node(id);
        if node.scope == ValueScope::All {
            return;
        }
        if let OpCode::Thing(thing, _) = node.op
            && differs_per_unit(thing)
            && !self.program.asked_things.contains(&thing)
        {
            self.program.asked_things.push(thing);
        }
        let result = self.columns.assign(id);
        let instruction = self.columns.instruction(&node, result);
        self.program.block_steps.push(BlockStep::Instruction(instruction));
    }

    fn emit_search(&mut self, search: usize) {
        let fold_count = self.schedule.graph.searches[search].folds.len();
        for (fold, component) in (0..fold_count).flat_map(|fold| [(fold, 0), (fold, 1)]) {
            if let Some(result) = self.schedule.search_result(search, fold, component) {
                self.columns.assign(result);
            }
        }
        let mut emitter = MemberEmitter::new(self, search);
        emitter.emit_inputs();
        let tallies = emitter.reserve_tallies();
        emitter.emit_steps();
        emitter.emit_folds(&tallies);
        let MemberEmitter { plan, columns, .. } = emitter;
        self.program.member_columns = self.program.member_columns.max(columns.count);
        self.program.block_steps.push(BlockStep::Search(self.program.searches.len()));
        self.program.searches.push(plan);
    }
}

/// Writes the instructions of one search, for values of its members.
struct MemberEmitter<'a> {
    schedule: &'a Schedule<'a>,
    /// Number of the search.
    search: usize,
    /// See [`ValueGraph::member_values`].
    members: &'a [NodeId],
    folds: &'a [FoldNode],
    unit_columns: &'a ColumnAllocator,
    columns: ColumnAllocator,
    plan: MemberSearchPlan,
}

impl<'a> MemberEmitter<'a> {
    fn new(program: &'a ProgramEmitter, search: usize) -> Self {
        let schedule = program.schedule;
        let (graph, members) = (schedule.graph, &schedule.member_values[search]);
        let SearchNode { kind, group, radius, closest, folds, .. } = &graph.searches[search];
        let mut last_reads = vec![0; graph.len()];
        for (step, id) in members.iter().enumerate() {
            let operands = graph.node(*id).operands.into_iter().flatten();
            operands.for_each(|operand| last_reads[operand as usize] = step);
        }
        for id in folds.iter().flat_map(FoldNode::inputs) {
            last_reads[id as usize] = usize::MAX;
        }
        let column_of = |id: NodeId| program.columns.column_of(id);
        let plan = MemberSearchPlan {
            kind: *kind,
            group: group.clone(),
            radius: radius.map(column_of),
            closest: closest.map(column_of),
            fixed: Vec::new(),
            spread: Vec::new(),
            steps: Vec::new(),
            deciding: 0,
            can_prune: false,
            needs: MemberInputs::default(),
            memories: Vec::new(),
            folds: Vec::new(),
        };
        Self {
            schedule,
            search,
            members,
            folds,
            unit_columns: &program.columns,
            columns: ColumnAllocator::new(last_reads),
            plan,
        }
    }

    /// Assigns columns to quantities of members, and to values of the unit that are copied to them.
    fn emit_inputs(&mut self) {
        for id in self.members {
            match self.schedule.graph.node(*id).op {
                OpCode::Spread(value) => {
                    let copy =
                        (self.columns.assign_for_good(*id), self.unit_columns.column_of(value));
                    match self.schedule.graph.node(value).scope {
                        ValueScope::All => self.plan.fixed.push(copy),
                        _ => self.plan.spread.push(copy),
                    }
                }
                OpCode::MemberMemory { memory, component } => {
                    let column = self.columns.assign_for_good(*id);
                    self.plan.memories.push((memory, component, column));
                }
                op => {
                    if let Some(column) = self.plan.needs.column_mut(op) {
                        *column = Some(self.columns.assign_for_good(*id));
                    }
                }
            }
        }
        let MemberInputs { heading: [hx, hy], length, leads, radius, .. } = self.plan.needs;
        self.plan.needs.looks_up = [hx, hy, length, leads, radius].iter().any(Option::is_some);
        let has_nearest = self.folds.iter().any(|fold| fold.reduction == Reduction::Nearest);
        if has_nearest && self.plan.needs.d2.is_none() {
            self.plan.needs.d2 = Some(self.columns.reserve());
        }
    }

    /// Reserves columns for the intermediate results of each reduction of obstacles.
    fn reserve_tallies(&mut self) -> Vec<[Column; 2]> {
        let columns = &mut self.columns;
        let mut tally = |_| match self.plan.kind {
            SetKind::Obstacles => [columns.reserve(), columns.reserve()],
            _ => [0; 2],
        };
        self.folds.iter().map(&mut tally).collect()
    }

    /// Writes the computed values of members.
    fn emit_steps(&mut self) {
        let is_condition = |id: &NodeId| self.folds.iter().any(|fold| fold.counts == Some(*id));
        let are_all_conditional = self.folds.iter().all(|fold| fold.counts.is_some());
        let last_condition = self.members.iter().rposition(is_condition);
        let last_condition = last_condition.filter(|_| are_all_conditional);
        for (at, id) in self.members.iter().enumerate() {
            let node = self.schedule.graph.node(*id);
            if matches!(node.op, OpCode::Spread(_)) || node.op.is_of_member() {
                continue;
            }
            let result = self.columns.assign(*id);
            self.plan.steps.push(self.columns.instruction(&node, result));
            if last_condition.is_some_and(|last| at <= last) {
                self.plan.deciding = self.plan.steps.len();
            }
            self.columns.release_after(at);
        }
        self.plan.can_prune = self.plan.steps.iter().any(|step| match step.op {
            OpCode::And => step.from[..2].iter().any(|column| self.plan.is_fixed(*column)),
            OpCode::Where => self.plan.is_fixed(step.from[1]),
            OpCode::Select => self.plan.is_fixed(step.from[0]),
            _ => false,
        });
    }

    /// Writes the reductions whose results the program reads.
    fn emit_folds(&mut self, tallies: &[[Column; 2]]) {
        for (number, (fold, tally)) in self.folds.iter().zip(tallies).enumerate() {
            let result = [0, 1].map(|component| {
                let id = self.schedule.search_result(self.search, number, component)?;
                Some(self.unit_columns.column_of(id))
            });
            if result == [None; 2] {
                continue;
            }
            let column_of = |id: Option<NodeId>| id.map(|id| self.columns.column_of(id));
            self.plan.folds.push(FoldResult {
                reduction: fold.reduction,
                counts: column_of(fold.counts),
                rank: match fold.reduction {
                    Reduction::Nearest => self.plan.needs.d2,
                    _ => column_of(fold.rank),
                },
                member_value: fold.member_value.map(column_of),
                result,
                tally: *tally,
            });
        }
    }
}
