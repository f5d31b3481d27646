//! Values of a rule as a graph. Each node is one number; equal computations share a node.

use super::members::MAX_FOLDS;
use super::program::{BitSet, OpCode, Reduction};
use crate::rules::tree::SetKind;
use std::collections::BTreeMap;

/// Index of a node in its [`ValueGraph`].
pub(super) type NodeId = u32;

/// Scope of a value: one per group, per unit, or per member of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ValueScope {
    /// The value is the same for all units of a group.
    All,
    /// The value is computed for each unit.
    Unit,
    /// The value is computed for each member that a unit finds in the search with this index.
    Member(usize),
}

/// Node of a [`ValueGraph`]: an operation on the results of other nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ValueNode {
    pub op: OpCode,
    pub operands: [Option<NodeId>; 4],
    pub scope: ValueScope,
}

/// Search of a rule: the set whose members are found, and the reductions over them.
pub(super) struct SearchNode {
    pub kind: SetKind,
    pub group: String,
    pub radius: Option<NodeId>,
    /// Number of nearest members that count; `None` if all count.
    pub closest_count: Option<NodeId>,
    pub folds: Vec<FoldNode>,
    /// Searches whose results this search reads.
    pub required_searches: BitSet,
}

/// Reduction of the members of a search to one value.
#[derive(Clone, Copy)]
pub(super) struct FoldNode {
    pub reduction: Reduction,
    /// Condition for a member to count; `None` if all count.
    pub condition: Option<NodeId>,
    /// Number by which the reduction chooses one member; `None` if it chooses none.
    pub rank: Option<NodeId>,
    /// Nodes for x and y of each member's value. A number has only x; a count has no value.
    pub member_value: [Option<NodeId>; 2],
}

impl FoldNode {
    /// Nodes that the reduction reads, all computed for each member.
    pub fn inputs(&self) -> impl Iterator<Item = NodeId> {
        [self.condition, self.rank].into_iter().chain(self.member_value).flatten()
    }
}

/// Values that a rule computes, and its searches, as a graph.
#[derive(Default)]
pub(super) struct ValueGraph {
    nodes: Vec<ValueNode>,
    ids: BTreeMap<ValueNode, NodeId>,
    /// Searches on whose results a node depends, directly or through its operands, by node.
    required_searches: Vec<BitSet>,
    pub searches: Vec<SearchNode>,
}

impl ValueGraph {
    pub fn node(&self, id: NodeId) -> ValueNode {
        self.nodes[id as usize]
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Id of the node in the graph that is equal to `node`; `None` if there is none.
    fn find_node(&self, node: &ValueNode) -> Option<NodeId> {
        self.ids.get(node).copied()
    }

    /// Adds a node for an operation, or finds an equal one. If an operand is computed for each
    /// member, the others are copied to the members. `open_search`: index of the search that an
    /// operation on a member belongs to.
    pub fn add_node(
        &mut self,
        op: OpCode,
        operands: &[NodeId],
        open_search: Option<usize>,
    ) -> NodeId {
        let own = if op.is_of_member() {
            open_search.map_or(ValueScope::Unit, ValueScope::Member)
        } else if op.is_of_unit() {
            ValueScope::Unit
        } else {
            ValueScope::All
        };
        let scope = operands.iter().fold(own, |scope, id| scope.max(self.node(*id).scope));
        let mut node = ValueNode { op, operands: [None; 4], scope };
        for (to, id) in node.operands.iter_mut().zip(operands) {
            *to = Some(match scope {
                ValueScope::Member(search) => self.copy_to_members(*id, search),
                _ => *id,
            });
        }
        self.intern(node)
    }

    /// Node for the value of a unit, copied to each member of a search. A node that is already
    /// computed for each member is returned unchanged.
    pub fn copy_to_members(&mut self, id: NodeId, search: usize) -> NodeId {
        if matches!(self.node(id).scope, ValueScope::Member(_)) {
            return id;
        }
        let scope = ValueScope::Member(search);
        self.intern(ValueNode { op: OpCode::CopyToMembers(id), operands: [None; 4], scope })
    }

    fn intern(&mut self, node: ValueNode) -> NodeId {
        if let Some(id) = self.find_node(&node) {
            return id;
        }
        let id = self.nodes.len() as NodeId;
        let mut required = BitSet::NONE;
        for operand in node.operands.into_iter().flatten() {
            required.insert_all(self.required_searches(operand));
        }
        match node.op {
            OpCode::SearchResult { search_index, .. } => required.insert(search_index),
            OpCode::CopyToMembers(value) => required.insert_all(self.required_searches(value)),
            _ => {}
        }
        self.nodes.push(node);
        self.required_searches.push(required);
        self.ids.insert(node, id);
        id
    }

    pub fn required_searches(&self, id: NodeId) -> BitSet {
        self.required_searches[id as usize]
    }

    /// Index of an earlier search of the same set with room for another reduction, or `None`.
    pub fn find_search(&self, wanted: &SearchNode) -> Option<usize> {
        self.searches.iter().position(|search| {
            search.kind == wanted.kind
                && search.group == wanted.group
                && search.radius == wanted.radius
                && search.closest_count == wanted.closest_count
                && search.folds.len() < MAX_FOLDS
        })
    }

    /// Whether the search `to` is among the searches `from`, or one of these depends on its
    /// results, directly or through other searches.
    pub fn is_search_required(&self, from: BitSet, to: usize) -> bool {
        let (mut required, mut count) = (from, 0);
        while required.len() > count {
            count = required.len();
            for (at, search) in self.searches.iter().enumerate() {
                if required.contains(at) {
                    required.insert_all(search.required_searches);
                }
            }
        }
        required.contains(to)
    }

    /// Nodes that a search computes for each member for its reductions, each after its operands.
    pub fn member_values(&self, search: usize) -> Vec<NodeId> {
        let mut values = Vec::new();
        // Conditions come first: often no member satisfies them, and the other nodes are skipped.
        let folds = &self.searches[search].folds;
        let conditions = folds.iter().filter_map(|fold| fold.condition);
        let ranks = folds.iter().filter_map(|fold| fold.rank);
        let others = folds.iter().flat_map(|fold| fold.member_value).flatten();
        for id in conditions.chain(ranks).chain(others) {
            self.push_after_operands(id, &mut values);
        }
        values
    }

    fn push_after_operands(&self, id: NodeId, values: &mut Vec<NodeId>) {
        if !values.contains(&id) {
            for operand in self.node(id).operands.into_iter().flatten() {
                self.push_after_operands(operand, values);
            }
            values.push(id);
        }
    }

    /// Nodes computed for each unit that a search reads: its radius, its limit, and the values that
    /// are copied to members. `members`: the search's [member values](Self::member_values).
    pub fn search_inputs(&self, search: usize, members: &[NodeId]) -> Vec<NodeId> {
        let SearchNode { radius, closest_count, .. } = self.searches[search];
        let copied = members.iter().filter_map(|id| match self.node(*id).op {
            OpCode::CopyToMembers(value) => Some(value),
            _ => None,
        });
        radius.into_iter().chain(closest_count).chain(copied).collect()
    }

    /// Node for a component of a reduction's result; `None` if no expression reads it.
    pub fn search_result(&self, search: usize, fold: usize, component: usize) -> Option<NodeId> {
        let op = OpCode::SearchResult { search_index: search, fold_index: fold, component };
        self.find_node(&ValueNode { op, operands: [None; 4], scope: ValueScope::Unit })
    }
}
