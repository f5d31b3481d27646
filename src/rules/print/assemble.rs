//! Assembles one file from the rules of a run: a function for each rule, the numbers of the run as
//! constants, and `steer`, which adds the weighted forces.
//!
//! Choices are resolved, so that each function contains only the chosen options. Groups that differ
//! in a number pass it to a shared function; groups that differ in a choice have functions of their
//! own.

use super::choices::RuleFacts;
use super::code::{
    Argument, Code, CodeFunction, CodeType, Constant, Fold, FoldKind, Module, Node, Record,
    RecordField, Statement,
};
use super::force::{Braking, Declared, FieldOfView, Force, Grouped, Sight, Term};
use super::lower::{
    Context, GroupValue, Lowered, Output, RuleInput, computed, lower, lower_start, thing_name,
};
use super::names::{Names, Spelling, upper};
use super::writer::one_line;
use crate::tree::{Binary, ExprKind, Function, Own, ParamKind, Rule, SetKind, Thing};

/// Builds the file of a run.
pub fn module_of(force: &Force, spelling: &dyn Spelling) -> Module {
    let mut file = File {
        force,
        spelling,
        names: Names::with(["WIDTH", "HEIGHT", "MOST_GAIN"].map(String::from)),
        constants: Vec::new(),
        shared: Vec::new(),
        views: Vec::new(),
        memories: Vec::new(),
        sways: 0,
    };
    // No function may have the name of a local value of `steer`, which calls all functions.
    let mut locals =
        vec!["me", "others", "obstacles", "dt", "state", "so_far", "target", "force", "factor"];
    locals.extend(THINGS.map(thing_name));
    file.names.avoid(locals.into_iter().map(|name| spelling.local(name)));
    for (index, group) in force.groups.iter().enumerate() {
        for term in group.terms.iter().filter(|term| term.weight.value != 0.0) {
            file.share(index, group, term);
        }
    }
    for at in 0..file.shared.len() {
        file.name_values(at);
        file.name_memories(at);
    }
    file.module()
}

const THINGS: [Thing; 7] = [
    Thing::Goal,
    Thing::Target,
    Thing::Leader,
    Thing::Pointer,
    Thing::Node,
    Thing::Wall,
    Thing::Barrier,
];

/// A rule that one or more groups have.
struct Shared {
    rule: Rule,
    key: String,
    context: Context,
    /// Options for the end of a path, which are arguments of `nextNode`.
    path_ends: Vec<Option<usize>>,
    /// Values that are arguments or constants of the function.
    values: Vec<GroupValue>,
    uses: Vec<Use>,
    /// Functions of the rule by output.
    lowered: Vec<(Output, Lowered)>,
}

/// A group's use of a rule.
struct Use {
    group: usize,
    /// The group's values and their documentation, in the order of [`Shared::values`].
    values: Vec<(Code, String)>,
    /// Names of the constants of these values, if groups differ in them.
    names: Vec<String>,
    /// Name of the constant of its weight.
    weight: String,
}

struct File<'f> {
    force: &'f Force,
    spelling: &'f dyn Spelling,
    names: Names,
    /// Constants with their preferred names.
    constants: Vec<(String, Constant)>,
    shared: Vec<Shared>,
    /// Fields of view with the names of their functions.
    views: Vec<(FieldOfView, String)>,
    /// Fields of the state that hold memories.
    memories: Vec<RecordField>,
    sways: usize,
}

/// Comment on a number: unit, range and source.
fn doc_of(of: &Declared) -> String {
    let [low, high] = of.range;
    let (unit, source) = (one_line(&of.unit), one_line(&of.source));
    let unit = if unit.is_empty() { String::new() } else { format!("{unit}, ") };
    let source = if source.is_empty() { String::new() } else { format!("; {source}") };
    format!("{unit}{low} to {high}{source}")
}

impl File<'_> {
    // --- constants ---

    /// Declares a constant, unless the same one exists, and returns its name: the preferred one or
    /// a similar one.
    fn constant(&mut self, preferred: &str, (value, doc): (Code, String)) -> String {
        let known = self
            .constants
            .iter()
            .find(|(name, one)| name == preferred && one.value == value && one.doc == doc);
        if let Some((_, known)) = known {
            return known.name.clone();
        }
        let name = self.names.add(upper(preferred), self.spelling);
        self.constants.push((preferred.to_string(), Constant { name: name.clone(), value, doc }));
        name
    }

    fn number(&mut self, preferred: &str, of: &Declared) -> Code {
        Code::name(self.constant(preferred, (Code::number(of.value), doc_of(of))), CodeType::Number)
    }

    /// Preferred name of a constant of one group.
    fn of_group(&self, group: usize, preferred: &str) -> String {
        let key = upper(&self.force.groups[group].key);
        if group == 0 { preferred.to_string() } else { format!("{key}_{preferred}") }
    }

    // --- sharing ---

    /// Adds a group's use of a rule to the shared rules.
    fn share(&mut self, index: usize, group: &Grouped, term: &Term) {
        let (mut chosen, mut path_ends, mut stops) = (Vec::new(), Vec::new(), false);
        for (param, value) in term.rule.params.iter().zip(&term.params) {
            let ParamKind::Choice { options, .. } = &param.kind else {
                chosen.push(None);
                continue;
            };
            let option = value.value as usize;
            chosen.push(Some(option));
            if param.name == "at_end" {
                stops |= options.get(option).is_some_and(|option| option == "stop");
                path_ends.push(Some(option));
            }
        }
        let sight = group.view.as_ref().and_then(|view| view.sight);
        let rule = RuleFacts { chosen: &chosen, sight, stops }.settle(&term.rule);
        let mut context = Context {
            coasts: matches!(group.braking, Braking::Lengths(_)),
            required: term.rule.dependencies().wants,
            ..Context::default()
        };
        let mut values = Vec::new();
        let outputs = Output::ALL.iter().flat_map(|output| computed(&rule, *output));
        let mut looks = false;
        for expr in outputs {
            expr.walk(&mut |part| {
                values.extend(value_asked(&part.kind, group));
                context.rigid |=
                    group.rigid && matches!(part.kind, ExprKind::Call(Function::Head, _));
                looks |=
                    matches!(&part.kind, ExprKind::Fold(over) if over.set.kind == SetKind::View);
            });
        }
        if looks {
            context.view = self.view_of(group);
        }
        values.sort_unstable();
        values.dedup();
        context.hunts_groups = values.contains(&GroupValue::Hunted);
        context.fears_pointer = values.contains(&GroupValue::Feared) && group.fears_pointer;
        let is_same = |one: &Shared| {
            let outputs =
                |rule: &Rule| (rule.steer.clone(), rule.thrust.clone(), rule.brake.clone());
            one.rule.key == rule.key
                && outputs(&one.rule) == outputs(&rule)
                && one.rule.lets == rule.lets
                && one.rule.keeps == rule.keeps
                && one.values == values
                && one.path_ends == path_ends
                && one.context == context
                // A group may have a rule twice; each use then has its own entry.
                && one.uses.iter().all(|one| one.group != index)
        };
        let own = values.iter().map(|value| value_in(*value, group, term)).collect();
        let at = self.shared.iter().position(is_same).unwrap_or_else(|| {
            let key = key_of(&rule).to_string();
            let (uses, lowered) = (Vec::new(), Vec::new());
            self.shared.push(Shared { rule, key, context, path_ends, values, uses, lowered });
            self.shared.len() - 1
        });
        let preferred = format!("{}_WEIGHT", upper(&self.shared[at].key));
        let weight = (Code::number(term.weight.value), doc_of(&term.weight));
        let first = self.constants.iter().find(|(name, _)| *name == preferred);
        let differs = first.is_some_and(|(_, one)| one.value != weight.0 || one.doc != weight.1);
        let preferred = if differs { self.of_group(index, &preferred) } else { preferred };
        let weight = self.constant(&preferred, weight);
        self.shared[at].uses.push(Use { group: index, values: own, names: Vec::new(), weight });
    }

    /// Name of the function that lists the units in view of a group.
    fn view_of(&mut self, group: &Grouped) -> String {
        let blind = FieldOfView {
            sight: None,
            radius: Declared::default(),
            back_angle: Declared::default(),
            front_angle: Declared::default(),
            nearest: 0,
        };
        let view = group.view.as_ref().unwrap_or(&blind);
        let shape = |view: &FieldOfView| {
            let numbers = [&view.radius, &view.back_angle, &view.front_angle].map(|of| of.value);
            (view.sight, view.nearest, numbers)
        };
        if let Some((_, name)) = self.views.iter().find(|(known, _)| shape(known) == shape(view)) {
            return name.clone();
        }
        let name = match self.views.is_empty() {
            true => "in_view".to_string(),
            false => format!("in_view_of_{}", group.key.to_lowercase()),
        };
        let name = self.names.add(self.spelling.function(&name), self.spelling);
        self.views.push((view.clone(), name.clone()));
        name
    }

    /// Declares constants for the values of a rule: one if all groups agree, else one for each
    /// group.
    fn name_values(&mut self, at: usize) {
        let key = upper(&self.shared[at].key);
        for place in 0..self.shared[at].values.len() {
            let one = &self.shared[at];
            let value = one.values[place];
            let first = one.uses[0].values[place].clone();
            let preferred = upper(value.name(&one.rule, &one.context));
            if one.uses.iter().all(|one| one.values[place].0 == first.0) {
                let is_another = |(name, one): &(String, Constant)| {
                    *name == preferred && (&one.value, &one.doc) != (&first.0, &first.1)
                };
                let preferred = match self.constants.iter().any(is_another) {
                    true => format!("{key}_{preferred}"),
                    false => preferred,
                };
                let name = self.constant(&preferred, first);
                self.shared[at].uses.iter_mut().for_each(|one| one.names.push(String::new()));
                self.shared[at].context.constants.push((value, name));
                continue;
            }
            for user in 0..self.shared[at].uses.len() {
                let Use { group, values, .. } = &self.shared[at].uses[user];
                let (group, own) = (*group, values[place].clone());
                let name = self.constant(&self.of_group(group, &preferred), own);
                self.shared[at].uses[user].names.push(name);
            }
        }
    }

    /// Declares fields of the state for the memories and the smooth noise of a rule.
    fn name_memories(&mut self, at: usize) {
        let spelling = self.spelling;
        let Shared { rule, context, key, .. } = &self.shared[at];
        let key = key.to_lowercase();
        let own = ["node", "back", "random", "time", "state"].map(|name| spelling.member(name));
        let mut names = Names::with(self.memories.iter().map(|one| one.name.clone()).chain(own));
        let mut fields = Vec::new();
        for keep in &rule.keeps {
            let preferred = spelling.member(&keep.name);
            let preferred = match names.has(&preferred) {
                true => spelling.member(&format!("{key}_{}", keep.name)),
                false => preferred,
            };
            let start = Some(lower_start(rule, context, spelling, &keep.start));
            let name = names.add(preferred, spelling);
            fields.push(RecordField { start, ..field(name, keep.then.ty, "") });
        }
        let keeps = fields.iter().map(|one| one.name.clone()).collect();
        let mut sways: Vec<(u32, String)> = Vec::new();
        for output in Output::ALL {
            for expr in computed(rule, output) {
                expr.walk(&mut |part| {
                    let ExprKind::Draw(Function::Sway, _, number) = part.kind else { return };
                    if !sways.iter().any(|(known, _)| *known == number) {
                        let name = names.add_numbered("sway", spelling);
                        let start = Some(Code::new(Node::New, CodeType::Sway));
                        fields.push(RecordField { start, ..field(&name, CodeType::Sway, "") });
                        sways.push((number, name));
                    }
                });
            }
        }
        self.sways += sways.len();
        self.memories.extend(fields);
        let context = &mut self.shared[at].context;
        (context.keeps, context.sways) = (keeps, sways);
    }

    // --- functions ---

    fn module(mut self) -> Module {
        let steers = self.name_steers();
        let mut functions = Vec::new();
        for at in 0..self.shared.len() {
            let (key, group) = (self.shared[at].key.clone(), self.shared[at].uses[0].group);
            let key = match self.shared[..at].iter().any(|before| before.key == key) {
                true => format!("{key}_of_{}", self.force.groups[group].key.to_lowercase()),
                false => key,
            };
            let names = ["", "_thrust", "_brake"].map(|end| {
                self.names.add(self.spelling.function(&format!("{key}{end}")), self.spelling)
            });
            self.shared[at].lowered = Output::ALL
                .into_iter()
                .zip(names)
                .filter_map(|(output, name)| {
                    let Shared { rule, context, .. } = &self.shared[at];
                    let lowered = lower(rule, output, context, self.spelling, &self.names, name)?;
                    Some((output, lowered))
                })
                .collect();
        }
        let path_constants = self.name_paths();
        functions.extend(self.steers(&steers, &path_constants));
        let views = self.view_functions();
        let state = self.state();
        let records = self.records(state);
        for shared in &mut self.shared {
            functions.extend(shared.lowered.drain(..).map(|(_, lowered)| lowered.function));
        }
        functions.extend(views);
        let mut constants: Vec<Constant> =
            self.constants.into_iter().map(|(_, constant)| constant).collect();
        let mut add = |name: &str, value: f32, doc: &str| {
            let (name, doc) = (name.to_string(), doc.to_string());
            constants.push(Constant { name, value: Code::number(value), doc });
        };
        if let Some([width, height]) = self.force.torus {
            add(
                "WIDTH",
                width,
                "Of the world, u: a unit that leaves it re-enters on the other side.",
            );
            add("HEIGHT", height, "Of the world, u.");
        }
        let gains = self.force.groups.iter().map(|group| group.most_gain);
        let gain = Some(gains.fold(f32::INFINITY, f32::min)).filter(|gain| gain.is_finite());
        if let Some(gain) = gain {
            add(
                "MOST_GAIN",
                gain,
                "Per u/s: with more, a unit would overshoot the velocity that it wants.",
            );
        }
        let (is_torus, limits_gain) = (self.force.torus.is_some(), gain.is_some());
        Module {
            about: self.force.about.clone(),
            records,
            constants,
            functions,
            is_torus,
            limits_gain,
        }
    }

    /// Names of the functions that add up each output, for all units and for each group.
    fn name_steers(&mut self) -> Vec<(Output, Option<usize>, String)> {
        let groups = &self.force.groups;
        let count = if groups.len() > 1 { groups.len() } else { 0 };
        let mut all = Vec::new();
        for group in [None].into_iter().chain((0..count).map(Some)) {
            for output in Output::ALL {
                let name = match group {
                    None => sum_name(output).to_string(),
                    Some(at) => format!("{}_{}", sum_name(output), groups[at].key.to_lowercase()),
                };
                all.push((
                    output,
                    group,
                    self.names.add(self.spelling.function(&name), self.spelling),
                ));
            }
        }
        all
    }

    /// For each group with a path: its nodes, its radius, and the option for its end.
    fn name_paths(&mut self) -> Vec<Option<[Code; 3]>> {
        let uses_node = |term: &Term| term.rule.dependencies().things.contains(&Thing::Node);
        let groups = &self.force.groups;
        let of_group = |(at, group): (usize, &Grouped)| {
            let term =
                group.terms.iter().rfind(|term| term.weight.value != 0.0 && uses_node(term))?;
            let places = group.path.iter().map(|place| {
                let [x, y] = place.map(Code::number);
                Code::vector(x, y)
            });
            let places = Code::new(Node::List(places.collect()), CodeType::Places);
            let doc = "The nodes of the path, u.".to_string();
            let path = self.constant(&self.of_group(at, "PATH"), (places, doc));
            let (mut end, mut radius) = ("loop", Code::number(4.0));
            for (param, value) in term.rule.params.iter().zip(&term.params) {
                match (&*param.name, &param.kind) {
                    ("at_end", ParamKind::Choice { options, .. }) => {
                        end = options.get(value.value as usize).map_or(end, String::as_str);
                    }
                    ("path_radius", ParamKind::Number { .. }) => {
                        radius = self.number(&self.of_group(at, "PATH_RADIUS"), value);
                    }
                    _ => {}
                }
            }
            Some([Code::name(path, CodeType::Places), radius, Code::text(end)])
        };
        groups.iter().enumerate().map(of_group).collect()
    }

    fn has(&self, test: impl Fn(&Lowered) -> bool) -> bool {
        self.shared.iter().flat_map(|one| &one.lowered).any(|(_, lowered)| test(lowered))
    }

    fn uses_time(&self) -> bool {
        self.has(|lowered| lowered.uses_time)
    }

    fn uses_nodes(&self) -> bool {
        self.has(|lowered| lowered.given.contains(&RuleInput::Thing(Thing::Node)))
    }

    /// Functions that add up each output that any rule has.
    fn steers(
        &self,
        names: &[(Output, Option<usize>, String)],
        paths: &[Option<[Code; 3]>],
    ) -> Vec<CodeFunction> {
        let groups = self.force.groups.len();
        let mut all = Vec::new();
        for output in Output::ALL {
            let name = |group: Option<usize>| {
                let known = names.iter().find(|(own, of, _)| (*own, *of) == (output, group));
                known.map(|(.., name)| name.clone()).unwrap_or_default()
            };
            let calls: Vec<_> = (0..groups).map(|group| self.calls(output, group)).collect();
            let are_none = calls.iter().all(Vec::is_empty);
            if are_none && (output != Output::Force || groups == 0) {
                continue;
            }
            if groups <= 1 || are_none {
                all.push(self.sum(output, 0, &calls[0], &paths[0], name(None), true));
                continue;
            }
            let mut own = Vec::new();
            let mut body = Vec::new();
            for (group, calls) in calls.iter().enumerate().filter(|(_, calls)| !calls.is_empty()) {
                let sum = self.sum(output, group, calls, &paths[group], name(Some(group)), false);
                let me = Code::name("me", CodeType::Unit);
                let key = Code::text(&self.force.groups[group].key);
                let is_it = Code::binary(
                    Binary::Same,
                    me.field(self.spelling.member("group"), CodeType::Text),
                    key,
                    CodeType::Condition,
                );
                let args = sum.args.iter().map(|one| Code::name(&one.name, one.ty)).collect();
                let call = Code::new(Node::Apply(sum.name.clone(), args), sum.gives);
                body.push(Statement::If(is_it, vec![Statement::Return(call)]));
                own.push(sum);
            }
            body.push(Statement::Return(output.neutral()));
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

    /// Rules of a group that have an output, as indices of the shared rule and of the group's use.
    fn calls(&self, output: Output, group: usize) -> Vec<(usize, usize)> {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for term in self.force.groups[group].terms.iter().filter(|term| term.weight.value != 0.0) {
            let of_term = |(at, one): (usize, &Shared)| {
                let place = one.uses.iter().position(|own| own.group == group)?;
                let is_it = one.lowered.iter().any(|(own, _)| *own == output)
                    && one.key == key_of(&term.rule)
                    && !found.contains(&(at, place));
                is_it.then_some((at, place))
            };
            let next = self.shared.iter().enumerate().find_map(of_term);
            found.extend(next);
        }
        found
    }

    /// Function that adds up an output of a group. `is_whole`: it applies to all units.
    fn sum(
        &self,
        output: Output,
        group: usize,
        calls: &[(usize, usize)],
        path: &Option<[Code; 3]>,
        name: String,
        is_whole: bool,
    ) -> CodeFunction {
        let spelling = self.spelling;
        let grouped = &self.force.groups[group];
        let is_force = output == Output::Force;
        let ty = if is_force { CodeType::Vector } else { CodeType::Number };
        let total = spelling.local(if is_force { "force" } else { "factor" });
        let total_code = Code::name(&total, ty);
        let mut things: Vec<Thing> = Vec::new();
        let (mut shares, mut asks_total) = (Vec::new(), false);
        for (at, place) in calls {
            let Shared { values, uses, lowered, .. } = &self.shared[*at];
            let Some((_, lowered)) = lowered.iter().find(|(own, _)| *own == output) else {
                continue;
            };
            let own = &uses[*place];
            let args = lowered.given.iter().map(|given| match given {
                RuleInput::Me => Code::name("me", CodeType::Unit),
                RuleInput::Others => Code::name("others", CodeType::Units),
                RuleInput::Obstacles => Code::name("obstacles", CodeType::Obstacles),
                RuleInput::Dt => Code::name("dt", CodeType::Number),
                RuleInput::State => Code::name("state", CodeType::State),
                RuleInput::SoFar => {
                    asks_total = true;
                    total_code.clone()
                }
                RuleInput::Thing(thing) => {
                    things.push(*thing);
                    Code::name(spelling.local(thing_name(*thing)), CodeType::Seen)
                }
                RuleInput::Value(value) => {
                    let place = values.iter().position(|own| own == value);
                    let name = place.and_then(|place| own.names.get(place)).cloned();
                    Code::name(name.unwrap_or_default(), CodeType::Number)
                }
            });
            let call = Node::Apply(lowered.function.name.clone(), args.collect());
            shares.push((Code::name(&own.weight, CodeType::Number), Code::new(call, ty)));
        }
        let mut body = Vec::new();
        let has_both = things.contains(&Thing::Goal) && things.contains(&Thing::Target);
        for thing in THINGS.into_iter().filter(|thing| things.contains(thing)) {
            let me = Code::name("me", CodeType::Unit);
            let is_argument = thing == Thing::Target || thing == Thing::Goal && !has_both;
            let value = match (thing, path) {
                (Thing::Node, Some(path)) => {
                    let state = Code::name("state", CodeType::State);
                    let args = [me, state].into_iter().chain(path.iter().cloned()).collect();
                    Code::help("next_node", args, CodeType::Seen)
                }
                _ => {
                    let from = match is_argument {
                        true => Code::name("target", CodeType::Thing),
                        false => {
                            me.clone().field(spelling.member(thing_name(thing)), CodeType::Thing)
                        }
                    };
                    Code::help("look_at", vec![me, from], CodeType::Seen)
                }
            };
            let name = spelling.local(thing_name(thing));
            body.push(Statement::Let { name, value, changes: false });
        }
        let add = match (output, grouped.priority) {
            (Output::Force, false) => "added",
            (Output::Force, true) => "added_within",
            _ => "eased",
        };
        let time = is_force && is_whole && self.uses_time();
        if shares.is_empty() {
            body.push(Statement::Return(output.neutral()));
        } else if let ([(weight, share)], false) = (&*shares, time || asks_total) {
            let args = vec![output.neutral(), weight.clone(), share.clone()];
            body.push(Statement::Return(Code::help(add, args, ty)));
        } else {
            body.push(Statement::Let { name: total, value: output.neutral(), changes: true });
            for (weight, share) in shares {
                let sum = Code::help(add, vec![total_code.clone(), weight, share], ty);
                body.push(Statement::Assign(total_code.clone(), sum));
            }
            if time {
                body.push(self.tick());
            }
            body.push(Statement::Return(total_code));
        }
        let left_out = match grouped.left_out.as_slice() {
            [] => String::new(),
            keys => format!(" Not in this code: {}.", keys.join(", ")),
        };
        let doc = if is_whole { sum_doc(output) } else { "" };
        let left_out = if is_force { left_out } else { String::new() };
        self.sum_function(
            output,
            name,
            format!("{doc}{left_out}").trim().to_string(),
            body,
            is_whole,
        )
    }

    /// Advances the time of a state.
    fn tick(&self) -> Statement {
        let time = Code::name("state", CodeType::State)
            .field(self.spelling.member("time"), CodeType::Number);
        let dt = Code::name("dt", CodeType::Number);
        Statement::Assign(time.clone(), Code::binary(Binary::Add, time, dt, CodeType::Number))
    }

    /// Function that adds up an output. The one for all units takes all arguments, used or not.
    fn sum_function(
        &self,
        output: Output,
        name: String,
        doc: String,
        body: Vec<Statement>,
        is_whole: bool,
    ) -> CodeFunction {
        let gives = if output == Output::Force { CodeType::Vector } else { CodeType::Number };
        let has_state = self.state().is_some();
        let uses = |name: &str| body.iter().any(|statement| statement.uses(name));
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
            is_taken.then(|| Argument { name: name.to_string(), ty, is_used })
        });
        CodeFunction { name, doc, args: args.collect(), gives, body, exported: true }
    }

    /// Functions that list the units in view.
    fn view_functions(&mut self) -> Vec<CodeFunction> {
        let spelling = self.spelling;
        let mut functions = Vec::new();
        for (at, (view, name)) in std::mem::take(&mut self.views).into_iter().enumerate() {
            let own = |preferred: &str| match at {
                0 => preferred.to_string(),
                _ => format!("{}_{preferred}", upper(&name)),
            };
            let me = || Code::name("me", CodeType::Unit);
            let one = || Code::name("one", CodeType::Neighbors);
            let offset = one().field(spelling.member("offset"), CodeType::Vector);
            let radius = self.number(&own("VIEW_RADIUS"), &view.radius);
            let length = me().field(spelling.member("length"), CodeType::Number);
            let radius = Code::binary(Binary::Multiply, radius, length, CodeType::Number);
            let others = Code::name("others", CodeType::Units);
            let mates = Code::help("mates_within", vec![me(), others, radius], CodeType::Neighbors);
            let angles = |name, args| Code::help(name, args, CodeType::Condition);
            let condition = match view.sight {
                Some(Sight::Wide) => {
                    let angle = self.number(&own("BACK_ANGLE"), &view.back_angle);
                    angles("is_in_wide_view", vec![me(), offset, angle])
                }
                Some(Sight::Limited) => angles("is_in_limited_view", vec![me(), offset]),
                Some(Sight::Narrow) => {
                    let angle = self.number(&own("FRONT_ANGLE"), &view.front_angle);
                    angles("is_in_narrow_view", vec![me(), offset, angle])
                }
                Some(Sight::Full) => {
                    let distance = one().field(spelling.member("distance"), CodeType::Number);
                    Code::binary(Binary::More, distance, Code::number(0.0), CodeType::Condition)
                }
                None => Code::truth(false),
            };
            let seen = Fold {
                kind: FoldKind::Filter,
                list: mates,
                member: "one".to_string(),
                condition: Some(condition),
                value: None,
            };
            let mut seen = Code::new(Node::Fold(Box::new(seen)), CodeType::Neighbors);
            if view.nearest > 0 {
                let many = Code::number(view.nearest as f32);
                seen = Code::help("closest_of", vec![seen, many], CodeType::Neighbors);
            }
            let args = [("me", CodeType::Unit), ("others", CodeType::Units)]
                .map(|(name, ty)| Argument { name: name.to_string(), ty, is_used: true });
            let doc = "Mates within the radius and the angles of the view.".to_string();
            let (args, gives, body) =
                (args.into(), CodeType::Neighbors, vec![Statement::Return(seen)]);
            functions.push(CodeFunction { name, doc, args, gives, body, exported: false });
        }
        functions
    }

    // --- records ---

    /// Record of the state of a unit, if a rule needs one.
    fn state(&self) -> Option<Record> {
        let spelling = self.spelling;
        let starting = |name: &str, ty, start| RecordField {
            start: Some(start),
            ..field(spelling.member(name), ty, "")
        };
        let mut fields = self.memories.clone();
        if self.uses_nodes() {
            fields.push(starting(
                "node",
                CodeType::Count,
                Code::new(Node::Number(0.0), CodeType::Count),
            ));
            fields.push(starting("back", CodeType::Condition, Code::truth(false)));
        }
        if self.uses_time() {
            fields.push(starting("time", CodeType::Number, Code::number(0.0)));
        }
        if self.has(|lowered| lowered.uses_random) {
            fields.push(starting(
                "random",
                CodeType::Random,
                Code::new(Node::New, CodeType::Random),
            ));
        }
        let doc = "What a unit remembers; each unit has its own.";
        (!fields.is_empty()).then_some(Record { name: "State", doc, fields, is_part_of_call: true })
    }

    fn records(&self, state: Option<Record>) -> Vec<Record> {
        use CodeType as T;
        let spelling = self.spelling;
        let new = |name: &str, ty: T, doc| field(spelling.member(name), ty, doc);
        let optional =
            |name: &str, ty: T, doc| RecordField { is_optional: true, ..new(name, ty, doc) };
        let starting = |name: &str, start| RecordField {
            start: Some(Code::number(start)),
            ..new(name, T::Number, "")
        };
        let unit = vec![
            new("position", T::Vector, "u; x to the right, y down."),
            new("velocity", T::Vector, "u/s"),
            optional("heading", T::Vector, "Where it points, of length 1."),
            optional("length", T::Number, "u"),
            optional("max_speed", T::Number, "Its top speed, u/s."),
            optional("role", T::Text, "Units of one role are mates."),
            optional("group", T::Text, "The key of its group."),
            optional("leads", T::Condition, "Nobody is in its narrow view."),
            optional("hunts", T::Condition, "It is among those that hunt the target."),
            optional("goal", T::Thing, "The goal that it has chosen."),
            optional("leader", T::Thing, "Whom it follows."),
            optional("pointer", T::Thing, "The pointer, while it is held."),
            optional("wall", T::Thing, "The nearest point of a wall or of the border."),
            optional("barrier", T::Thing, "The nearest point of a wall."),
        ];
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
        let of_call = |name, doc, fields| Record { name, doc, fields, is_part_of_call: true };
        let inner = |name, doc, fields| Record { name, doc, fields, is_part_of_call: false };
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

/// A field that is always printed.
fn field(name: impl Into<String>, ty: impl Into<CodeType>, doc: &'static str) -> RecordField {
    RecordField { name: name.into(), ty: ty.into(), doc, start: None, is_optional: false }
}

/// Value of a group that an expression uses.
fn value_asked(kind: &ExprKind, group: &Grouped) -> Option<GroupValue> {
    match kind {
        ExprKind::Param(at) => Some(GroupValue::Param(*at)),
        ExprKind::Call(Function::Wide, _) => Some(GroupValue::BackAngle),
        ExprKind::Call(Function::Narrow, _) => Some(GroupValue::FrontAngle),
        ExprKind::Own(Own::MaxForce) => Some(GroupValue::MaxForce),
        ExprKind::Own(Own::Mass) => Some(GroupValue::Mass),
        ExprKind::Own(Own::Braking) => Some(GroupValue::Braking),
        ExprKind::Fold(over) => match over.set.kind {
            SetKind::Hunted if !group.hunts.is_empty() => Some(GroupValue::Hunted),
            SetKind::Menaces => Some(GroupValue::Feared),
            _ => None,
        },
        _ => None,
    }
}

/// Value of a group with its comment.
fn value_in(value: GroupValue, group: &Grouped, term: &Term) -> (Code, String) {
    let number = |of: &Declared| (Code::number(of.value), doc_of(of));
    let angle = |of: fn(&FieldOfView) -> &Declared| match &group.view {
        Some(view) => number(of(view)),
        None => (Code::number(0.0), String::new()),
    };
    let plain = |value: f32, doc: &str| (Code::number(value), doc.to_string());
    match value {
        GroupValue::Param(at) => number(&term.params[at]),
        GroupValue::BackAngle => angle(|view| &view.back_angle),
        GroupValue::FrontAngle => angle(|view| &view.front_angle),
        GroupValue::Hunted => (Code::texts(&group.hunts), "The groups that it hunts.".to_string()),
        GroupValue::Feared => (Code::texts(&group.fears), "The groups that it fears.".to_string()),
        GroupValue::MaxForce => plain(group.max_force, "The most that a unit can steer."),
        GroupValue::Mass => plain(group.mass, "Of a unit."),
        GroupValue::Braking => match group.braking {
            Braking::Lengths(many) => plain(many, "Lengths that it takes to stop."),
            Braking::Inertia(value) => plain(value, "Mass over maximum force, s²/u."),
        },
    }
}

fn sum_name(output: Output) -> &'static str {
    match output {
        Output::Force => "steer",
        Output::Thrust => "thrust",
        Output::Brake => "brake",
    }
}

fn sum_doc(output: Output) -> &'static str {
    match output {
        Output::Force => "The force of a unit; 1 is all that it can steer.",
        Output::Thrust => "The factor on the thrust of the propeller.",
        Output::Brake => "The factor on the velocity after this tick.",
    }
}

fn key_of(rule: &Rule) -> &str {
    if rule.key.is_empty() { "rule_of_mine" } else { &rule.key }
}
