//! Writes the program of a rule: orders its computations so that each comes before its results are
//! read, and assigns columns to values.

use super::graph::{FoldNode, NodeId, SearchNode, ValueGraph, ValueNode, ValueScope};
use super::program::{
    BlockStep, Column, FoldPlan, Instruction, MemberInputs, MemberSearchPlan, OpCode, Program,
    Reduction, differs_per_unit,
};
use crate::rules::tree::SetKind;

/// Writes the program that computes the values `outputs` for each unit.
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
    Program { columns: columns.column_count, outputs, ..program }
}

#[derive(Clone, Copy)]
enum ScheduleItem {
    Value(NodeId),
    Search(usize),
}

/// Order in which a program computes values of units and runs searches: each after its inputs.
struct Schedule<'g> {
    graph: &'g ValueGraph,
    items: Vec<ScheduleItem>,
    /// By node: whether its computation is in `items` already.
    is_value_scheduled: Vec<bool>,
    /// By search: whether it is in `items` already.
    is_search_scheduled: Vec<bool>,
    /// Member values of each search; see [`ValueGraph::member_values`].
    member_values: Vec<Vec<NodeId>>,
}

impl<'g> Schedule<'g> {
    fn for_outputs(graph: &'g ValueGraph, outputs: &[NodeId]) -> Self {
        let searches = graph.searches.len();
        let mut schedule = Self {
            graph,
            items: Vec::new(),
            is_value_scheduled: vec![false; graph.len()],
            is_search_scheduled: vec![false; searches],
            member_values: (0..searches).map(|search| graph.member_values(search)).collect(),
        };
        outputs.iter().for_each(|id| schedule.add_value(*id));
        schedule
    }

    fn add_value(&mut self, id: NodeId) {
        if std::mem::replace(&mut self.is_value_scheduled[id as usize], true) {
            return;
        }
        let node = self.graph.node(id);
        if let OpCode::SearchResult { search_index, .. } = node.op {
            return self.add_search(search_index);
        }
        node.operands.into_iter().flatten().for_each(|operand| self.add_value(operand));
        self.items.push(ScheduleItem::Value(id));
    }

    fn add_search(&mut self, search: usize) {
        if !std::mem::replace(&mut self.is_search_scheduled[search], true) {
            self.search_inputs(search).into_iter().for_each(|id| self.add_value(id));
            self.items.push(ScheduleItem::Search(search));
        }
    }

    fn search_inputs(&self, search: usize) -> Vec<NodeId> {
        self.graph.search_inputs(search, &self.member_values[search])
    }

    /// Node for a component of a reduction's result; `None` if the program does not read it.
    fn search_result(&self, search: usize, fold: usize, component: usize) -> Option<NodeId> {
        let result = self.graph.search_result(search, fold, component);
        result.filter(|id| self.is_value_scheduled[*id as usize])
    }

    /// By node: index of the last computation or search in `items` that reads it; the largest
    /// number for outputs, which are read after the end.
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

/// Assigns columns to values; a column becomes free after its value was read for the last time.
struct ColumnAllocator {
    /// Column of each node, by node; `None` for a node without a column so far.
    columns: Vec<Option<Column>>,
    /// By node: index in the schedule of the last computation or search that reads it.
    last_reads: Vec<usize>,
    /// Nodes whose columns become free after their last read.
    live_nodes: Vec<NodeId>,
    free_columns: Vec<Column>,
    /// Number of columns that the program needs.
    column_count: usize,
}

impl ColumnAllocator {
    fn new(last_reads: Vec<usize>) -> Self {
        Self {
            columns: vec![None; last_reads.len()],
            last_reads,
            live_nodes: Vec::new(),
            free_columns: Vec::new(),
            column_count: 0,
        }
    }

    /// Returns a free or new column, which does not become free again by itself.
    fn reserve_column(&mut self) -> Column {
        self.free_columns.pop().unwrap_or_else(|| {
            self.column_count += 1;
            // A program with too many columns is refused at the end. Until then, surplus columns
            // share the largest index.
            (self.column_count - 1).min(usize::from(Column::MAX)) as Column
        })
    }

    /// Assigns a column to a node for the entire program.
    fn assign_permanently(&mut self, id: NodeId) -> Column {
        let column = self.reserve_column();
        self.columns[id as usize] = Some(column);
        column
    }

    /// Assigns a column to a node until its last read.
    fn assign_column(&mut self, id: NodeId) -> Column {
        self.live_nodes.push(id);
        self.assign_permanently(id)
    }

    /// Frees the columns of the nodes that nothing after the index `step` of the schedule reads.
    fn release_after(&mut self, step: usize) {
        let Self { columns, last_reads, live_nodes, free_columns, .. } = self;
        live_nodes.retain(|id| {
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

    /// Instruction that computes a node into the column `result`.
    fn instruction(&self, node: &ValueNode, result: Column) -> Instruction {
        let operands = node.operands.map(|id| id.map_or(0, |id| self.column_of(id)));
        Instruction { op: node.op, result, operands }
    }
}

/// Writes the instructions of a program, for values of units and for searches.
struct ProgramEmitter<'g> {
    schedule: &'g Schedule<'g>,
    columns: ColumnAllocator,
    program: Program,
}

impl ProgramEmitter<'_> {
    /// Writes the instructions for values that are the same for all units. They run once, and keep
    /// their columns for the entire program.
    fn emit_fixed_values(&mut self) {
        for item in &self.schedule.items {
            if let ScheduleItem::Value(id) = item
                && let node = self.schedule.graph.node(*id)
                && node.scope == ValueScope::All
            {
                let result = self.columns.assign_permanently(*id);
                self.program.fixed_instructions.push(self.columns.instruction(&node, result));
            }
        }
    }

    /// Writes the instruction for a value of units, unless
    /// [`emit_fixed_values`](Self::emit_fixed_values) has written it.
    fn emit_value(&mut self, id: NodeId) {
        let node = self.schedule.graph.node(id);
        if node.scope == ValueScope::All {
            return;
        }
        if let OpCode::Thing(thing, _) = node.op
            && differs_per_unit(thing)
            && !self.program.per_unit_things.contains(&thing)
        {
            self.program.per_unit_things.push(thing);
        }
        let result = self.columns.assign_column(id);
        let instruction = self.columns.instruction(&node, result);
        self.program.block_steps.push(BlockStep::Instruction(instruction));
    }

    fn emit_search(&mut self, search: usize) {
        let fold_count = self.schedule.graph.searches[search].folds.len();
        for (fold, component) in (0..fold_count).flat_map(|fold| [(fold, 0), (fold, 1)]) {
            if let Some(result) = self.schedule.search_result(search, fold, component) {
                self.columns.assign_column(result);
            }
        }
        let mut emitter = MemberEmitter::new(self, search);
        emitter.assign_input_columns();
        let partial_results = emitter.reserve_partial_results();
        emitter.emit_instructions();
        emitter.emit_folds(&partial_results);
        let MemberEmitter { plan, columns, .. } = emitter;
        self.program.member_columns = self.program.member_columns.max(columns.column_count);
        self.program.block_steps.push(BlockStep::Search(self.program.searches.len()));
        self.program.searches.push(plan);
    }
}

/// Writes the plan of one search, with the instructions that compute values of its members.
struct MemberEmitter<'a> {
    schedule: &'a Schedule<'a>,
    /// Index of the search whose instructions are written.
    search_index: usize,
    /// Nodes that are computed for each member; see [`ValueGraph::member_values`].
    members: &'a [NodeId],
    folds: &'a [FoldNode],
    unit_columns: &'a ColumnAllocator,
    columns: ColumnAllocator,
    plan: MemberSearchPlan,
}

impl<'a> MemberEmitter<'a> {
    fn new(program: &'a ProgramEmitter, search_index: usize) -> Self {
        let schedule = program.schedule;
        let (graph, members) = (schedule.graph, &schedule.member_values[search_index]);
        let SearchNode { kind, group, radius, closest_count, folds, .. } =
            &graph.searches[search_index];
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
            closest_count: closest_count.map(column_of),
            fixed_columns: Vec::new(),
            per_unit_columns: Vec::new(),
            instructions: Vec::new(),
            deciding_count: 0,
            can_prune: false,
            member_inputs: MemberInputs::default(),
            memories: Vec::new(),
            folds: Vec::new(),
        };
        Self {
            schedule,
            search_index,
            members,
            folds,
            unit_columns: &program.columns,
            columns: ColumnAllocator::new(last_reads),
            plan,
        }
    }

    /// Assigns member columns to the inputs of the instructions: quantities of members, and values
    /// of the unit that are copied to each member.
    fn assign_input_columns(&mut self) {
        for id in self.members {
            match self.schedule.graph.node(*id).op {
                OpCode::CopyToMembers(value) => {
                    let copy =
                        (self.columns.assign_permanently(*id), self.unit_columns.column_of(value));
                    match self.schedule.graph.node(value).scope {
                        ValueScope::All => self.plan.fixed_columns.push(copy),
                        _ => self.plan.per_unit_columns.push(copy),
                    }
                }
                OpCode::MemberMemory { memory_index, component } => {
                    let column = self.columns.assign_permanently(*id);
                    self.plan.memories.push((memory_index, component, column));
                }
                op => {
                    if let Some(column) = self.plan.member_inputs.column_mut(op) {
                        *column = Some(self.columns.assign_permanently(*id));
                    }
                }
            }
        }
        let MemberInputs { heading: [hx, hy], length, is_leader, radius, .. } =
            self.plan.member_inputs;
        self.plan.member_inputs.looks_up =
            [hx, hy, length, is_leader, radius].iter().any(Option::is_some);
        let has_nearest = self.folds.iter().any(|fold| fold.reduction == Reduction::Nearest);
        if has_nearest && self.plan.member_inputs.d2.is_none() {
            self.plan.member_inputs.d2 = Some(self.columns.reserve_column());
        }
    }

    /// Reserves two member columns per reduction for intermediate results, if the set is obstacles.
    fn reserve_partial_results(&mut self) -> Vec<[Column; 2]> {
        let columns = &mut self.columns;
        let mut partial_result = |_| match self.plan.kind {
            SetKind::Obstacles => [columns.reserve_column(), columns.reserve_column()],
            _ => [0; 2],
        };
        self.folds.iter().map(&mut partial_result).collect()
    }

    /// Writes the instructions that compute values of members.
    fn emit_instructions(&mut self) {
        let is_condition = |id: &NodeId| self.folds.iter().any(|fold| fold.condition == Some(*id));
        let are_all_conditional = self.folds.iter().all(|fold| fold.condition.is_some());
        let last_condition = self.members.iter().rposition(is_condition);
        let last_condition = last_condition.filter(|_| are_all_conditional);
        for (at, id) in self.members.iter().enumerate() {
            let node = self.schedule.graph.node(*id);
            if matches!(node.op, OpCode::CopyToMembers(_)) || node.op.is_of_member() {
                continue;
            }
            let result = self.columns.assign_column(*id);
            self.plan.instructions.push(self.columns.instruction(&node, result));
            if last_condition.is_some_and(|last| at <= last) {
                self.plan.deciding_count = self.plan.instructions.len();
            }
            self.columns.release_after(at);
        }
        self.plan.can_prune = self.plan.instructions.iter().any(|step| match step.op {
            OpCode::And => step.operands[..2].iter().any(|column| self.plan.is_fixed(*column)),
            OpCode::KeepIf => self.plan.is_fixed(step.operands[1]),
            OpCode::Select => self.plan.is_fixed(step.operands[0]),
            _ => false,
        });
    }

    /// Writes the plans of those reductions whose results the program reads. `partial_results`:
    /// columns for the intermediate results of each reduction.
    fn emit_folds(&mut self, partial_results: &[[Column; 2]]) {
        for (number, (fold, partial_result)) in self.folds.iter().zip(partial_results).enumerate() {
            let result = [0, 1].map(|component| {
                let id = self.schedule.search_result(self.search_index, number, component)?;
                Some(self.unit_columns.column_of(id))
            });
            if result == [None; 2] {
                continue;
            }
            let column_of = |id: Option<NodeId>| id.map(|id| self.columns.column_of(id));
            self.plan.folds.push(FoldPlan {
                reduction: fold.reduction,
                condition: column_of(fold.condition),
                rank: match fold.reduction {
                    Reduction::Nearest => self.plan.member_inputs.d2,
                    _ => column_of(fold.rank),
                },
                member_value: fold.member_value.map(column_of),
                result,
                partial_result: *partial_result,
            });
        }
    }
}
