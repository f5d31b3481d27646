//! Assembles one file from the rules of a run: a function for each rule, the numbers of the run as
//! constants, and `steer`, which adds the weighted forces.
//!
//! Choices are resolved, so that each function contains only the chosen options. Groups that differ
//! in a number pass it to a shared function; groups that differ in a choice have functions of their
//! own.

use super::choices::RuleFacts;
use super::code::{
    Code, CodeArgument, CodeConstant, CodeFold, CodeFunction, CodeModule, CodeNode, CodeRecord,
    CodeStatement, CodeType, FoldKind, RecordField,
};
use super::force::{
    DocumentedNumber, FieldOfView, GroupRules, PrintedForce, StoppingDistance, ViewShape,
    WeightedRule,
};
use super::lower::{
    GroupValue, LoweredFunction, LoweringContext, OutputKind, RuleArgument, exprs_for_output,
    lower_initial_value, lower_output, memory_field, thing_name,
};
use super::names::{NameSet, Spelling, upper_snake_case};
use super::writer::one_line;
use crate::tree::{
    BinaryOp, ExprKind, Function, OwnValue, ReadMemory, Rule, RuleMemory, RuleParamKind, SetKind,
    SiteName, Thing,
};
use std::collections::BTreeSet;

/// Assembles the printed file of a run from its rules.
pub fn assemble_module(force: &PrintedForce, spelling: &dyn Spelling) -> CodeModule {
    let mut file = FileAssembly {
        force,
        spelling,
        names: NameSet::with_taken(["WIDTH", "HEIGHT", "MOST_GAIN"].map(String::from)),
        constants: Vec::new(),
        shared_rules: Vec::new(),
        view_functions: Vec::new(),
        memory_fields: Vec::new(),
        noise_field_count: 0,
    };
    // No function may have the name of a local value of `steer`, which calls all functions.
    let mut locals =
        vec!["me", "others", "obstacles", "dt", "state", "so_far", "target", "force", "factor"];
    let sites = sites_of(force).into_iter().map(Thing::Site);
    locals.extend(THINGS_IN_ORDER.into_iter().chain(sites).map(thing_name));
    file.names.reserve_local_names(locals.into_iter().map(|name| spelling.local_spelling(name)));
    for (index, group) in force.groups.iter().enumerate() {
        for term in group.weighted_rules.iter().filter(|term| term.weight.value != 0.0) {
            file.add_rule_use(index, group, term);
        }
    }
    for at in 0..file.shared_rules.len() {
        file.declare_group_values(at);
        file.declare_memory_fields(at);
    }
    file.into_module()
}

const THINGS_IN_ORDER: [Thing; 7] = [
    Thing::Goal,
    Thing::Target,
    Thing::Leader,
    Thing::Pointer,
    Thing::Node,
    Thing::Wall,
    Thing::Barrier,
];

/// Names of the sites in the rules of all groups, each once.
fn sites_of(force: &PrintedForce) -> BTreeSet<SiteName> {
    let rules = force.groups.iter().flat_map(|group| &group.weighted_rules);
    let things = rules.flat_map(|term| term.rule.dependencies().used_things);
    let sites = things.filter_map(|thing| match thing {
        Thing::Site(name) => Some(name),
        _ => None,
    });
    sites.collect()
}

/// Rule that one or more groups have.
struct SharedRule {
    rule: Rule,
    key: String,
    context: LoweringContext,
    /// Selected options of the parameters `at_end`, which say what happens at the end of a path.
    /// Groups that select other options do not share the rule.
    path_ends: Vec<usize>,
    /// Values of the groups that the rule uses; each becomes a constant of the file or an argument
    /// of the rule's functions.
    values: Vec<GroupValue>,
    uses: Vec<RuleUse>,
    /// Functions of the rule, one per output that it has.
    functions: Vec<(OutputKind, LoweredFunction)>,
}

/// Use of a shared rule by a group.
struct RuleUse {
    group: usize,
    /// Printed code and comment of each of [`SharedRule::values`] for this group, in their order.
    values: Vec<(Code, String)>,
    /// Names of the group's own constants for `values`; empty for a value that all groups share.
    constant_names: Vec<String>,
    /// Name of the constant for the rule's weight in the group.
    weight_name: String,
}

/// Call of a rule's function in the function that sums up the forces of a group.
struct WeightedCall {
    weight: Code,
    call: Code,
    /// Things, such as the target, that are arguments of the call.
    things: Vec<Thing>,
    /// Whether the total of the calls before is an argument of the call.
    reads_total: bool,
}

struct FileAssembly<'f> {
    force: &'f PrintedForce,
    spelling: &'f dyn Spelling,
    names: NameSet,
    /// Constants of the file, with their preferred names.
    constants: Vec<(String, CodeConstant)>,
    shared_rules: Vec<SharedRule>,
    /// Fields of view, with the names of the functions that list the units in them.
    view_functions: Vec<(FieldOfView, String)>,
    /// Fields of the unit's state for remembered values.
    memory_fields: Vec<RecordField>,
    noise_field_count: usize,
}

/// Comment for a number: its unit, range and source.
fn documentation_of(of: &DocumentedNumber) -> String {
    let [low, high] = of.range;
    let (unit, source) = (one_line(&of.unit), one_line(&of.source));
    let unit = if unit.is_empty() { String::new() } else { format!("{unit}, ") };
    let source = if source.is_empty() { String::new() } else { format!("; {source}") };
    format!("{unit}{low} to {high}{source}")
}

impl FileAssembly<'_> {
    /// Declares a constant, unless the same one exists, and returns its name: the preferred one or
    /// a similar one.
    fn declare_constant(&mut self, preferred: &str, (value, doc): (Code, String)) -> String {
        let known = self
            .constants
            .iter()
            .find(|(name, one)| name == preferred && one.value == value && one.doc == doc);
        if let Some((_, known)) = known {
            return known.name.clone();
        }
        let name = self.names.add_name(upper_snake_case(preferred), self.spelling);
        self.constants
            .push((preferred.to_string(), CodeConstant { name: name.clone(), value, doc }));
        name
    }

    fn declare_number(&mut self, preferred: &str, of: &DocumentedNumber) -> Code {
        Code::name(
            self.declare_constant(preferred, (Code::number(of.value), documentation_of(of))),
            CodeType::Number,
        )
    }

    /// Preferred name of a constant that belongs to one group.
    fn name_for_group(&self, group: usize, preferred: &str) -> String {
        let key = upper_snake_case(&self.force.groups[group].key);
        if group == 0 { preferred.to_string() } else { format!("{key}_{preferred}") }
    }

    /// Adds a group's use of a rule to the shared rules.
    fn add_rule_use(&mut self, index: usize, group: &GroupRules, term: &WeightedRule) {
        let rule = self.specialize_rule(group, term);
        let values =
            rule.values.iter().map(|value| group_value_code(*value, group, term)).collect();
        let at = self.share_rule(rule, index);
        let weight_name = self.declare_weight(index, &term.weight, at);
        self.shared_rules[at].uses.push(RuleUse {
            group: index,
            values,
            constant_names: Vec::new(),
            weight_name,
        });
    }

    /// Rule of a group with its choices resolved and the context in which it is lowered; its uses
    /// and functions are still empty.
    fn specialize_rule(&mut self, group: &GroupRules, term: &WeightedRule) -> SharedRule {
        let (mut chosen_options, mut path_ends, mut stops) = (Vec::new(), Vec::new(), false);
        for (param, value) in term.rule.params.iter().zip(&term.params) {
            let RuleParamKind::Choice { options, .. } = &param.kind else {
                chosen_options.push(None);
                continue;
            };
            let option = value.value as usize;
            chosen_options.push(Some(option));
            if param.name == "at_end" {
                stops |= options.get(option).is_some_and(|option| option == "stop");
                path_ends.push(option);
            }
        }
        let view_shape = group.view.as_ref().and_then(|view| view.shape);
        let facts = RuleFacts { chosen_options: &chosen_options, view_shape, has_path_end: stops };
        let rule = facts.simplify_rule(&term.rule);
        let mut context = LoweringContext {
            has_coasting_body: matches!(group.braking, StoppingDistance::BodyLengths(_)),
            required_things: term.rule.dependencies().required_things,
            ..LoweringContext::default()
        };
        let mut values = Vec::new();
        let mut uses_view = false;
        for expr in OutputKind::ALL.iter().flat_map(|output| exprs_for_output(&rule, *output)) {
            expr.walk_exprs(&mut |part| {
                values.extend(group_value_read_by(&part.kind, group));
                context.is_rigid |=
                    group.is_rigid && matches!(part.kind, ExprKind::Call(Function::Head, _));
                uses_view |=
                    matches!(&part.kind, ExprKind::Fold(over) if over.set.kind == SetKind::View);
            });
        }
        if uses_view {
            context.view_function = self.view_function_of(group);
        }
        values.sort_unstable();
        values.dedup();
        context.hunts_groups = values.contains(&GroupValue::Hunted);
        context.fears_pointer = values.contains(&GroupValue::Feared) && group.fears_pointer;
        let key = rule_key(&rule).to_string();
        let (uses, functions) = (Vec::new(), Vec::new());
        SharedRule { rule, key, context, path_ends, values, uses, functions }
    }

    /// Index of the shared rule that equals this one; adds it if there is none. A group may have a
    /// rule twice: each use then has an entry of its own.
    fn share_rule(&mut self, new: SharedRule, group: usize) -> usize {
        let outputs = |rule: &Rule| (rule.steer.clone(), rule.thrust.clone(), rule.brake.clone());
        let is_same = |one: &SharedRule| {
            one.rule.key == new.rule.key
                && outputs(&one.rule) == outputs(&new.rule)
                && one.rule.named_values == new.rule.named_values
                && one.rule.memories == new.rule.memories
                && one.values == new.values
                && one.path_ends == new.path_ends
                && one.context == new.context
                && one.uses.iter().all(|one| one.group != group)
        };
        self.shared_rules.iter().position(is_same).unwrap_or_else(|| {
            self.shared_rules.push(new);
            self.shared_rules.len() - 1
        })
    }

    /// Declares the weight of a group's shared rule and returns its name, with the group's key if
    /// another group has another weight.
    fn declare_weight(&mut self, group: usize, weight: &DocumentedNumber, rule: usize) -> String {
        let name = format!("{}_WEIGHT", upper_snake_case(&self.shared_rules[rule].key));
        let value = (Code::number(weight.value), documentation_of(weight));
        let first = self.constants.iter().find(|(known, _)| *known == name);
        let differs = first.is_some_and(|(_, one)| one.value != value.0 || one.doc != value.1);
        let name = if differs { self.name_for_group(group, &name) } else { name };
        self.declare_constant(&name, value)
    }

    /// Name of the function that lists the units in view of a group.
    fn view_function_of(&mut self, group: &GroupRules) -> String {
        let blind = FieldOfView {
            shape: None,
            radius: DocumentedNumber::default(),
            back_angle: DocumentedNumber::default(),
            front_angle: DocumentedNumber::default(),
            max_neighbors: 0,
        };
        let view = group.view.as_ref().unwrap_or(&blind);
        let shape = |view: &FieldOfView| {
            let numbers = [&view.radius, &view.back_angle, &view.front_angle].map(|of| of.value);
            (view.shape, view.max_neighbors, numbers)
        };
        if let Some((_, name)) =
            self.view_functions.iter().find(|(known, _)| shape(known) == shape(view))
        {
            return name.clone();
        }
        let name = match self.view_functions.is_empty() {
            true => "in_view".to_string(),
            false => format!("in_view_of_{}", group.key.to_lowercase()),
        };
        let name = self.names.add_name(self.spelling.function_spelling(&name), self.spelling);
        self.view_functions.push((view.clone(), name.clone()));
        name
    }

    /// Declares constants for the values of a shared rule: one for a value on which all groups
    /// agree, otherwise one for each group.
    fn declare_group_values(&mut self, at: usize) {
        let key = upper_snake_case(&self.shared_rules[at].key);
        for place in 0..self.shared_rules[at].values.len() {
            let one = &self.shared_rules[at];
            let value = one.values[place];
            let first = one.uses[0].values[place].clone();
            let preferred = upper_snake_case(value.name(&one.rule, &one.context));
            if one.uses.iter().all(|one| one.values[place].0 == first.0) {
                let is_another = |(name, one): &(String, CodeConstant)| {
                    *name == preferred && (&one.value, &one.doc) != (&first.0, &first.1)
                };
                let preferred = match self.constants.iter().any(is_another) {
                    true => format!("{key}_{preferred}"),
                    false => preferred,
                };
                let name = self.declare_constant(&preferred, first);
                self.shared_rules[at]
                    .uses
                    .iter_mut()
                    .for_each(|one| one.constant_names.push(String::new()));
                self.shared_rules[at].context.constants.push((value, name));
                continue;
            }
            for user in 0..self.shared_rules[at].uses.len() {
                let RuleUse { group, values, .. } = &self.shared_rules[at].uses[user];
                let (group, own) = (*group, values[place].clone());
                let name = self.declare_constant(&self.name_for_group(group, &preferred), own);
                self.shared_rules[at].uses[user].constant_names.push(name);
            }
        }
    }

    /// Declares fields of the unit's state for the remembered values and the smooth noise of a
    /// shared rule.
    fn declare_memory_fields(&mut self, at: usize) {
        let spelling = self.spelling;
        let SharedRule { rule, context, key, .. } = &self.shared_rules[at];
        let key = key.to_lowercase();
        let own =
            ["node", "back", "random", "time", "state"].map(|name| spelling.member_spelling(name));
        let mut names =
            NameSet::with_taken(self.memory_fields.iter().map(|one| one.name.clone()).chain(own));
        let mut fields = Vec::new();
        for keep in &rule.memories {
            let preferred = spelling.member_spelling(&keep.name);
            let preferred = match names.is_taken(&preferred) {
                true => spelling.member_spelling(&format!("{key}_{}", keep.name)),
                false => preferred,
            };
            let start = Some(lower_initial_value(rule, context, spelling, &keep.initial_value));
            let name = names.add_name(preferred, spelling);
            fields.push(RecordField {
                initial_value: start,
                ..record_field(name, keep.next_value.ty, "")
            });
        }
        let keeps = fields.iter().map(|one| one.name.clone()).collect();
        let mut sways: Vec<(u32, String)> = Vec::new();
        for output in OutputKind::ALL {
            for expr in exprs_for_output(rule, output) {
                expr.walk_exprs(&mut |part| {
                    let ExprKind::Draw(Function::Sway, _, number) = part.kind else { return };
                    if !sways.iter().any(|(known, _)| *known == number) {
                        let name = names.add_numbered("sway", spelling);
                        let start = Some(Code::new(CodeNode::New, CodeType::SmoothNoise));
                        fields.push(RecordField {
                            initial_value: start,
                            ..record_field(&name, CodeType::SmoothNoise, "")
                        });
                        sways.push((number, name));
                    }
                });
            }
        }
        self.noise_field_count += sways.len();
        self.memory_fields.extend(fields);
        let context = &mut self.shared_rules[at].context;
        (context.memory_fields, context.noise_fields) = (keeps, sways);
    }

    fn into_module(mut self) -> CodeModule {
        let steers = self.name_sum_functions();
        let mut functions = Vec::new();
        for at in 0..self.shared_rules.len() {
            let (key, group) =
                (self.shared_rules[at].key.clone(), self.shared_rules[at].uses[0].group);
            let key = match self.shared_rules[..at].iter().any(|before| before.key == key) {
                true => format!("{key}_of_{}", self.force.groups[group].key.to_lowercase()),
                false => key,
            };
            let names = ["", "_thrust", "_brake"].map(|end| {
                self.names.add_name(
                    self.spelling.function_spelling(&format!("{key}{end}")),
                    self.spelling,
                )
            });
            self.shared_rules[at].functions = OutputKind::ALL
                .into_iter()
                .zip(names)
                .filter_map(|(output, name)| {
                    let SharedRule { rule, context, .. } = &self.shared_rules[at];
                    let lowered =
                        lower_output(rule, output, context, self.spelling, &self.names, name)?;
                    Some((output, lowered))
                })
                .collect();
        }
        let path_constants = self.declare_paths();
        functions.extend(self.steer_functions(&steers, &path_constants));
        let views = self.build_view_functions();
        let state = self.state_record();
        let records = self.all_records(state);
        for shared in &mut self.shared_rules {
            functions.extend(shared.functions.drain(..).map(|(_, lowered)| lowered.function));
        }
        functions.extend(views);
        let mut constants: Vec<CodeConstant> =
            self.constants.into_iter().map(|(_, constant)| constant).collect();
        let mut add = |name: &str, value: f32, doc: &str| {
            let (name, doc) = (name.to_string(), doc.to_string());
            constants.push(CodeConstant { name, value: Code::number(value), doc });
        };
        if let Some([width, height]) = self.force.torus_size {
            add(
                "WIDTH",
                width,
                "Of the world, u: a unit that leaves it re-enters on the other side.",
            );
            add("HEIGHT", height, "Of the world, u.");
        }
        let gains = self.force.groups.iter().map(|group| group.max_gain);
        let gain = Some(gains.fold(f32::INFINITY, f32::min)).filter(|gain| gain.is_finite());
        if let Some(gain) = gain {
            add(
                "MOST_GAIN",
                gain,
                "Per u/s: with more, a unit would overshoot the velocity that it wants.",
            );
        }
        let (is_torus, limits_gain) = (self.force.torus_size.is_some(), gain.is_some());
        CodeModule {
            head_lines: self.force.head_lines.clone(),
            records,
            constants,
            functions,
            is_torus,
            limits_gain,
        }
    }

    /// Names of the functions that combine the outputs of all rules, by kind of output: for all
    /// units (`None`) and for each group.
    fn name_sum_functions(&mut self) -> Vec<(OutputKind, Option<usize>, String)> {
        let groups = &self.force.groups;
        let count = if groups.len() > 1 { groups.len() } else { 0 };
        let mut all = Vec::new();
        for group in [None].into_iter().chain((0..count).map(Some)) {
            for output in OutputKind::ALL {
                let name = match group {
                    None => sum_name(output).to_string(),
                    Some(at) => format!("{}_{}", sum_name(output), groups[at].key.to_lowercase()),
                };
                all.push((
                    output,
                    group,
                    self.names.add_name(self.spelling.function_spelling(&name), self.spelling),
                ));
            }
        }
        all
    }

    /// For each group: code for the nodes of its path, for the path radius, and for the option at
    /// the end; `None` if the group follows no path.
    fn declare_paths(&mut self) -> Vec<Option<[Code; 3]>> {
        let uses_node =
            |term: &WeightedRule| term.rule.dependencies().used_things.contains(&Thing::Node);
        let groups = &self.force.groups;
        let of_group = |(at, group): (usize, &GroupRules)| {
            let term = group
                .weighted_rules
                .iter()
                .rfind(|term| term.weight.value != 0.0 && uses_node(term))?;
            let places = group.path_nodes.iter().map(|place| {
                let [x, y] = place.map(Code::number);
                Code::vector(x, y)
            });
            let places = Code::new(CodeNode::List(places.collect()), CodeType::Points);
            let doc = "The nodes of the path, u.".to_string();
            let path = self.declare_constant(&self.name_for_group(at, "PATH"), (places, doc));
            let (mut end, mut radius) = ("loop", Code::number(4.0));
            for (param, value) in term.rule.params.iter().zip(&term.params) {
                match (&*param.name, &param.kind) {
                    ("at_end", RuleParamKind::Choice { options, .. }) => {
                        end = options.get(value.value as usize).map_or(end, String::as_str);
                    }
                    ("path_radius", RuleParamKind::Number { .. }) => {
                        radius =
                            self.declare_number(&self.name_for_group(at, "PATH_RADIUS"), value);
                    }
                    _ => {}
                }
            }
            Some([Code::name(path, CodeType::Points), radius, Code::text(end)])
        };
        groups.iter().enumerate().map(of_group).collect()
    }

    fn any_function(&self, test: impl Fn(&LoweredFunction) -> bool) -> bool {
        self.shared_rules.iter().flat_map(|one| &one.functions).any(|(_, lowered)| test(lowered))
    }

    fn uses_time(&self) -> bool {
        self.any_function(|lowered| lowered.uses_time)
    }

    fn uses_nodes(&self) -> bool {
        self.any_function(|lowered| lowered.inputs.contains(&RuleArgument::Thing(Thing::Node)))
    }

    /// Functions that combine the outputs of all rules: for each kind of output (force, thrust,
    /// brake) that a rule has, one for all units and, with several groups, one per group.
    fn steer_functions(
        &self,
        names: &[(OutputKind, Option<usize>, String)],
        paths: &[Option<[Code; 3]>],
    ) -> Vec<CodeFunction> {
        let groups = self.force.groups.len();
        let mut all = Vec::new();
        for output in OutputKind::ALL {
            let name = |group: Option<usize>| {
                let known = names.iter().find(|(own, of, _)| (*own, *of) == (output, group));
                known.map(|(.., name)| name.clone()).unwrap_or_default()
            };
            let calls: Vec<_> = (0..groups).map(|group| self.calls_for(output, group)).collect();
            let are_none = calls.iter().all(Vec::is_empty);
            if are_none && (output != OutputKind::Force || groups == 0) {
                continue;
            }
            if groups <= 1 || are_none {
                all.push(self.group_sum_function(
                    output,
                    0,
                    &calls[0],
                    &paths[0],
                    name(None),
                    true,
                ));
                continue;
            }
            let mut own = Vec::new();
            let mut body = Vec::new();
            for (group, calls) in calls.iter().enumerate().filter(|(_, calls)| !calls.is_empty()) {
                let sum = self.group_sum_function(
                    output,
                    group,
                    calls,
                    &paths[group],
                    name(Some(group)),
                    false,
                );
                let me = Code::name("me", CodeType::Unit);
                let key = Code::text(&self.force.groups[group].key);
                let is_it = Code::binary(
                    BinaryOp::Equal,
                    me.field(self.spelling.member_spelling("group"), CodeType::String),
                    key,
                    CodeType::Condition,
                );
                let args = sum.args.iter().map(|one| Code::name(&one.name, one.ty)).collect();
                let call =
                    Code::new(CodeNode::CallFunction(sum.name.clone(), args), sum.return_type);
                body.push(CodeStatement::If(is_it, vec![CodeStatement::Return(call)]));
                own.push(sum);
            }
            body.push(CodeStatement::Return(output.neutral_value()));
            all.push(self.sum_function(
                output,
                name(None),
                sum_doc(output).to_string(),
                body,
                true,
            ));
            all.extend(own);
        }
        all
    }

    /// Rules of a group that have an output, each as the indices of the shared rule and of the
    /// group's use of it.
    fn calls_for(&self, output: OutputKind, group: usize) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for term in
            self.force.groups[group].weighted_rules.iter().filter(|term| term.weight.value != 0.0)
        {
            let of_term = |(at, one): (usize, &SharedRule)| {
                let place = one.uses.iter().position(|own| own.group == group)?;
                let is_it = one.functions.iter().any(|(own, _)| *own == output)
                    && one.key == rule_key(&term.rule)
                    && !found.contains(&(at, place));
                is_it.then_some((at, place))
            };
            let next = self.shared_rules.iter().enumerate().find_map(of_term);
            found.extend(next);
        }
        found
    }

    /// Function that combines one kind of output of all rules of a group. `is_whole`: whether the
    /// function applies to all units.
    fn group_sum_function(
        &self,
        output: OutputKind,
        group: usize,
        calls: &[(usize, usize)],
        path: &Option<[Code; 3]>,
        name: String,
        is_whole: bool,
    ) -> CodeFunction {
        let grouped = &self.force.groups[group];
        let is_force = output == OutputKind::Force;
        let total_name = self.spelling.local_spelling(if is_force { "force" } else { "factor" });
        let total = Code::name(&total_name, output.code_type());
        let calls: Vec<_> =
            calls.iter().filter_map(|call| self.weighted_call(output, *call, &total)).collect();
        let things = calls.iter().flat_map(|call| call.things.iter().copied()).collect();
        let mut body = self.look_statements(things, path);
        let advances_time = is_force && is_whole && self.uses_time();
        body.extend(
            self.sum_statements(output, grouped.is_prioritized, &calls, total_name, advances_time),
        );
        let mut doc = if is_whole { sum_doc(output) } else { "" }.to_string();
        if is_force && !grouped.omitted_behaviors.is_empty() {
            doc += &format!(" Not in this code: {}.", grouped.omitted_behaviors.join(", "));
        }
        self.sum_function(output, name, doc.trim().to_string(), body, is_whole)
    }

    /// Call of a rule's function by a group. `rule` and `rule_use`: indices of the shared rule and
    /// of the group's use of it.
    fn weighted_call(
        &self,
        output: OutputKind,
        (rule, rule_use): (usize, usize),
        total_code: &Code,
    ) -> Option<WeightedCall> {
        let SharedRule { values, uses, functions, .. } = &self.shared_rules[rule];
        let (_, lowered) = functions.iter().find(|(own, _)| *own == output)?;
        let rule_use = &uses[rule_use];
        let args = lowered.inputs.iter().map(|input| match input {
            RuleArgument::Me => Code::name("me", CodeType::Unit),
            RuleArgument::Others => Code::name("others", CodeType::Units),
            RuleArgument::Obstacles => Code::name("obstacles", CodeType::Obstacles),
            RuleArgument::Dt => Code::name("dt", CodeType::Number),
            RuleArgument::State => Code::name("state", CodeType::State),
            RuleArgument::SoFar => total_code.clone(),
            RuleArgument::Thing(thing) => {
                Code::name(self.spelling.local_spelling(thing_name(*thing)), CodeType::Seen)
            }
            RuleArgument::Value(value) => {
                let place = values.iter().position(|own| own == value);
                let name = place.and_then(|place| rule_use.constant_names.get(place)).cloned();
                Code::name(name.unwrap_or_default(), CodeType::Number)
            }
        });
        let call = CodeNode::CallFunction(lowered.function.name.clone(), args.collect());
        let things = lowered.inputs.iter().filter_map(|input| match input {
            RuleArgument::Thing(thing) => Some(*thing),
            _ => None,
        });
        Some(WeightedCall {
            weight: Code::name(&rule_use.weight_name, CodeType::Number),
            call: Code::new(call, output.code_type()),
            things: things.collect(),
            reads_total: lowered.inputs.contains(&RuleArgument::SoFar),
        })
    }

    /// Statements that store in local values what the unit perceives of these things, each thing
    /// once.
    fn look_statements(
        &self,
        mut things: Vec<Thing>,
        path: &Option<[Code; 3]>,
    ) -> Vec<CodeStatement> {
        let has_both = things.contains(&Thing::Goal) && things.contains(&Thing::Target);
        // Sites whose names differ only in case are the same site.
        things.sort_by_key(|thing| (thing.without_name(), thing_name(*thing)));
        things.dedup_by_key(|thing| thing_name(*thing));
        let statement_for = |thing: Thing| {
            let me = Code::name("me", CodeType::Unit);
            let is_argument = thing == Thing::Target || thing == Thing::Goal && !has_both;
            let value = match (thing, path) {
                (Thing::Node, Some(path)) => {
                    let state = Code::name("state", CodeType::State);
                    let args = [me, state].into_iter().chain(path.iter().cloned()).collect();
                    Code::helper_call("next_node", args, CodeType::Seen)
                }
                _ => {
                    let member = self.spelling.member_spelling(thing_name(thing));
                    let place = match is_argument {
                        true => Code::name("target", CodeType::Thing),
                        false => me.clone().field(member, CodeType::Thing),
                    };
                    Code::helper_call("look_at", vec![me, place], CodeType::Seen)
                }
            };
            let name = self.spelling.local_spelling(thing_name(thing));
            CodeStatement::Let { name, value, is_mutable: false }
        };
        things.into_iter().map(statement_for).collect()
    }

    /// Statements that sum up weighted calls and return the total. A single call needs no variable
    /// for the total, unless the call reads it or the time of the state advances before the return.
    fn sum_statements(
        &self,
        output: OutputKind,
        is_prioritized: bool,
        calls: &[WeightedCall],
        total_name: String,
        advances_time: bool,
    ) -> Vec<CodeStatement> {
        let ty = output.code_type();
        let helper = match (output, is_prioritized) {
            (OutputKind::Force, false) => "added",
            (OutputKind::Force, true) => "added_within",
            _ => "eased",
        };
        let add = |total: Code, term: &WeightedCall| {
            Code::helper_call(helper, vec![total, term.weight.clone(), term.call.clone()], ty)
        };
        match calls {
            [] => return vec![CodeStatement::Return(output.neutral_value())],
            [term] if !advances_time && !term.reads_total => {
                return vec![CodeStatement::Return(add(output.neutral_value(), term))];
            }
            _ => {}
        }
        let total = Code::name(&total_name, ty);
        let start = CodeStatement::Let {
            name: total_name,
            value: output.neutral_value(),
            is_mutable: true,
        };
        let mut statements = vec![start];
        for term in calls {
            statements.push(CodeStatement::Assign(total.clone(), add(total.clone(), term)));
        }
        if advances_time {
            statements.push(self.advance_time_statement());
        }
        statements.push(CodeStatement::Return(total));
        statements
    }

    /// Statement that advances the time of a unit's state.
    fn advance_time_statement(&self) -> CodeStatement {
        let time = Code::name("state", CodeType::State)
            .field(self.spelling.member_spelling("time"), CodeType::Number);
        let dt = Code::name("dt", CodeType::Number);
        CodeStatement::Assign(time.clone(), Code::binary(BinaryOp::Add, time, dt, CodeType::Number))
    }

    /// Function that combines one kind of output. The one for all units takes all arguments, used
    /// or not.
    fn sum_function(
        &self,
        output: OutputKind,
        name: String,
        doc: String,
        body: Vec<CodeStatement>,
        is_whole: bool,
    ) -> CodeFunction {
        let has_state = self.state_record().is_some();
        let uses = |name: &str| body.iter().any(|statement| statement.uses_name(name));
        let args = [
            ("me", CodeType::Unit),
            ("others", CodeType::Units),
            ("obstacles", CodeType::Obstacles),
            ("target", CodeType::Thing),
            ("dt", CodeType::Number),
            ("state", CodeType::State),
        ];
        let args = args.into_iter().filter_map(|(name, ty)| {
            let is_used = uses(name);
            let is_taken = is_used || is_whole && (ty != CodeType::State || has_state);
            is_taken.then(|| CodeArgument { name: name.to_string(), ty, is_used })
        });
        CodeFunction {
            name,
            doc,
            args: args.collect(),
            return_type: output.code_type(),
            body,
            is_exported: true,
        }
    }

    /// Creates the functions that list the units in view.
    fn build_view_functions(&mut self) -> Vec<CodeFunction> {
        let spelling = self.spelling;
        let mut functions = Vec::new();
        for (at, (view, name)) in std::mem::take(&mut self.view_functions).into_iter().enumerate() {
            let own = |preferred: &str| match at {
                0 => preferred.to_string(),
                _ => format!("{}_{preferred}", upper_snake_case(&name)),
            };
            let me = || Code::name("me", CodeType::Unit);
            let one = || Code::name("one", CodeType::Neighbors);
            let offset = one().field(spelling.member_spelling("offset"), CodeType::Vector);
            let radius = self.declare_number(&own("VIEW_RADIUS"), &view.radius);
            let length = me().field(spelling.member_spelling("length"), CodeType::Number);
            let radius = Code::binary(BinaryOp::Multiply, radius, length, CodeType::Number);
            let others = Code::name("others", CodeType::Units);
            let mates =
                Code::helper_call("mates_within", vec![me(), others, radius], CodeType::Neighbors);
            let angles = |name, args| Code::helper_call(name, args, CodeType::Condition);
            let condition = match view.shape {
                Some(ViewShape::Wide) => {
                    let angle = self.declare_number(&own("BACK_ANGLE"), &view.back_angle);
                    angles("is_in_wide_view", vec![me(), offset, angle])
                }
                Some(ViewShape::Limited) => angles("is_in_limited_view", vec![me(), offset]),
                Some(ViewShape::Narrow) => {
                    let angle = self.declare_number(&own("FRONT_ANGLE"), &view.front_angle);
                    angles("is_in_narrow_view", vec![me(), offset, angle])
                }
                Some(ViewShape::Full) => {
                    let distance =
                        one().field(spelling.member_spelling("distance"), CodeType::Number);
                    Code::binary(
                        BinaryOp::MoreThan,
                        distance,
                        Code::number(0.0),
                        CodeType::Condition,
                    )
                }
                None => Code::condition(false),
            };
            let seen = CodeFold {
                rank: None,
                kind: FoldKind::Filter,
                list: mates,
                member: "one".to_string(),
                condition: Some(condition),
                value: None,
            };
            let mut seen = Code::new(CodeNode::Fold(Box::new(seen)), CodeType::Neighbors);
            if view.max_neighbors > 0 {
                let many = Code::number(view.max_neighbors as f32);
                seen = Code::helper_call("closest_of", vec![seen, many], CodeType::Neighbors);
            }
            let args = [("me", CodeType::Unit), ("others", CodeType::Units)]
                .map(|(name, ty)| CodeArgument { name: name.to_string(), ty, is_used: true });
            let doc = "Mates within the radius and the angles of the view.".to_string();
            functions.push(CodeFunction {
                name,
                doc,
                args: args.into(),
                return_type: CodeType::Neighbors,
                body: vec![CodeStatement::Return(seen)],
                is_exported: false,
            });
        }
        functions
    }

    /// Whether a remembered value of any rule begins with a random draw.
    fn has_random_start(&self) -> bool {
        let mut memories = self.shared_rules.iter().flat_map(|shared| &shared.rule.memories);
        memories.any(RuleMemory::begins_at_random)
    }

    /// Record of the state of a unit; `None` if no rule needs one.
    fn state_record(&self) -> Option<CodeRecord> {
        let spelling = self.spelling;
        let starting = |name: &str, ty, start| RecordField {
            initial_value: Some(start),
            ..record_field(spelling.member_spelling(name), ty, "")
        };
        let mut fields = self.memory_fields.clone();
        let random =
            || starting("random", CodeType::Random, Code::new(CodeNode::New, CodeType::Random));
        if self.has_random_start() {
            // The first values of memories that begin at random are drawn from the field `random`.
            fields.insert(0, random());
        } else if self.any_function(|lowered| lowered.uses_random) {
            fields.push(random());
        }
        if self.uses_nodes() {
            fields.push(starting(
                "node",
                CodeType::Count,
                Code::new(CodeNode::Number(0.0), CodeType::Count),
            ));
            fields.push(starting("back", CodeType::Condition, Code::condition(false)));
        }
        if self.uses_time() {
            fields.push(starting("time", CodeType::Number, Code::number(0.0)));
        }
        let doc = "What a unit remembers; each unit has its own.";
        (!fields.is_empty()).then_some(CodeRecord {
            name: "State",
            doc,
            fields,
            is_part_of_call: true,
        })
    }

    fn all_records(&self, state: Option<CodeRecord>) -> Vec<CodeRecord> {
        use CodeType as T;
        let spelling = self.spelling;
        let new = |name: &str, ty: T, doc| record_field(spelling.member_spelling(name), ty, doc);
        let optional =
            |name: &str, ty: T, doc| RecordField { is_optional: true, ..new(name, ty, doc) };
        let starting = |name: &str, start| RecordField {
            initial_value: Some(Code::number(start)),
            ..new(name, T::Number, "")
        };
        let mut unit = vec![
            new("position", T::Vector, "u; x to the right, y down."),
            new("velocity", T::Vector, "u/s"),
            optional("heading", T::Vector, "Where it points, of length 1."),
            optional("length", T::Number, "u"),
            optional("max_speed", T::Number, "Its top speed, u/s."),
            optional("role", T::String, "Units of one role are mates."),
            optional("group", T::String, "The key of its group."),
            optional("leads", T::Condition, "Nobody is in its narrow view."),
            optional("hunts", T::Condition, "It is among those that hunt the target."),
            optional("rank", T::Number, "Its place in its group, from 0."),
            optional("group_size", T::Number, "How many units its group has."),
            optional("goal", T::Thing, "The goal that it has chosen."),
            optional("leader", T::Thing, "Whom it follows."),
            optional("pointer", T::Thing, "The pointer, while it is held."),
            optional("wall", T::Thing, "The nearest point of a wall or of the border."),
            optional("barrier", T::Thing, "The nearest point of a wall."),
        ];
        let site = |name: SiteName| optional(name.field(), T::Thing, "A site, if it is there.");
        let sites = sites_of(self.force).into_iter().map(site);
        let memory = |memory: &ReadMemory| {
            let doc = "What its rule kept at the last tick; 0 without that rule.";
            optional(&memory_field(memory), memory.ty.into(), doc)
        };
        let rules = self.shared_rules.iter().flat_map(|one| &one.rule.read_memories);
        // Sites or memories whose names differ only in case share one field.
        for field in sites.chain(rules.map(memory)) {
            if unit.iter().all(|known| known.name != field.name) {
                unit.push(field);
            }
        }
        let thing = vec![new("position", T::Vector, "u"), new("velocity", T::Vector, "u/s")];
        let obstacle =
            vec![new("position", T::Vector, "Its center, u."), new("radius", T::Number, "u")];
        let sighting =
            [new("offset", T::Vector, "From the unit to it, u."), new("distance", T::Number, "u")];
        let seen = [
            new("velocity", T::Vector, "u/s"),
            new("there", T::Condition, "There is one."),
            optional("last", T::Condition, "The path ends there."),
        ];
        let neighbor =
            [new("unit", T::Unit, ""), optional("radius", T::Number, "Of an obstacle, u.")];
        let sway = vec![starting("from", 0.0), starting("to", 0.0), starting("share", 1.0)];
        let of_call = |name, doc, fields| CodeRecord { name, doc, fields, is_part_of_call: true };
        let inner = |name, doc, fields| CodeRecord { name, doc, fields, is_part_of_call: false };
        let both = |more: Vec<RecordField>| sighting.iter().cloned().chain(more).collect();
        let mut all = vec![
            of_call("Unit", "A unit that steers, or is seen.", unit),
            of_call("Thing", "Something that units head for, hunt or follow.", thing),
            of_call("Obstacle", "A disc to keep clear of.", obstacle),
            inner("Seen", "A thing as a unit sees it.", both(seen.into())),
            inner("Neighbor", "Another unit as a unit sees it.", both(neighbor.into())),
            inner("Sway", "Smooth noise on the way from one value to the next.", sway),
        ];
        all.extend(state);
        all
    }
}

/// Creates a field that is always printed.
fn record_field(
    name: impl Into<String>,
    ty: impl Into<CodeType>,
    doc: &'static str,
) -> RecordField {
    RecordField { name: name.into(), ty: ty.into(), doc, initial_value: None, is_optional: false }
}

/// Value of a group that an expression of this kind reads; `None` if it reads none.
fn group_value_read_by(kind: &ExprKind, group: &GroupRules) -> Option<GroupValue> {
    match kind {
        ExprKind::Param(at) => Some(GroupValue::Param(*at)),
        ExprKind::Call(Function::Wide, _) => Some(GroupValue::BackAngle),
        ExprKind::Call(Function::Narrow, _) => Some(GroupValue::FrontAngle),
        ExprKind::Own(OwnValue::MaxForce) => Some(GroupValue::MaxForce),
        ExprKind::Own(OwnValue::Mass) => Some(GroupValue::Mass),
        ExprKind::Own(OwnValue::Braking) => Some(GroupValue::Braking),
        ExprKind::Fold(over) => match over.set.kind {
            SetKind::Hunted if !group.hunted_groups.is_empty() => Some(GroupValue::Hunted),
            SetKind::Menaces => Some(GroupValue::Feared),
            _ => None,
        },
        _ => None,
    }
}

/// Code for a value of a group, with its comment.
fn group_value_code(value: GroupValue, group: &GroupRules, term: &WeightedRule) -> (Code, String) {
    let number = |of: &DocumentedNumber| (Code::number(of.value), documentation_of(of));
    let angle = |of: fn(&FieldOfView) -> &DocumentedNumber| match &group.view {
        Some(view) => number(of(view)),
        None => (Code::number(0.0), String::new()),
    };
    let plain = |value: f32, doc: &str| (Code::number(value), doc.to_string());
    match value {
        GroupValue::Param(at) => number(&term.params[at]),
        GroupValue::BackAngle => angle(|view| &view.back_angle),
        GroupValue::FrontAngle => angle(|view| &view.front_angle),
        GroupValue::Hunted => {
            (Code::texts(&group.hunted_groups), "The groups that it hunts.".to_string())
        }
        GroupValue::Feared => {
            (Code::texts(&group.feared_groups), "The groups that it fears.".to_string())
        }
        GroupValue::MaxForce => plain(group.max_force, "The most that a unit can steer."),
        GroupValue::Mass => plain(group.mass, "Of a unit."),
        GroupValue::Braking => match group.braking {
            StoppingDistance::BodyLengths(many) => plain(many, "Lengths that it takes to stop."),
            StoppingDistance::Inertia(value) => plain(value, "Mass over maximum force, s²/u."),
        },
    }
}

fn sum_name(output: OutputKind) -> &'static str {
    match output {
        OutputKind::Force => "steer",
        OutputKind::Thrust => "thrust",
        OutputKind::Brake => "brake",
    }
}

fn sum_doc(output: OutputKind) -> &'static str {
    match output {
        OutputKind::Force => "The force of a unit; 1 is all that it can steer.",
        OutputKind::Thrust => "The factor on the thrust of the propeller.",
        OutputKind::Brake => "The factor on the velocity after this tick.",
    }
}

fn rule_key(rule: &Rule) -> &str {
    if rule.key.is_empty() { "rule_of_mine" } else { &rule.key }
}
