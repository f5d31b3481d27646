//! Converts one output of a rule to a function of printed code.

use super::code::{
    Code, CodeArgument, CodeFold, CodeFunction, CodeNode, CodeStatement, CodeType, FoldKind,
};
use super::names::{NameSet, Spelling};
use super::writer::one_line;
use crate::tree::{
    Aggregate, BinaryOp, Expr, ExprKind, Function, MemberSet, OwnValue, Property, ReadMemory, Rule,
    RuleStatement, SetKind, Thing, ValueType,
};
use std::collections::BTreeSet;

/// Property of a group, a number or a list, that a rule uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroupValue {
    /// Parameter of the rule, by its index.
    Param(usize),
    BackAngle,
    FrontAngle,
    /// Keys of the groups that the group hunts.
    Hunted,
    /// Keys of the groups that the group fears.
    Feared,
    MaxForce,
    Mass,
    /// Stopping distance in body lengths if the body cannot brake; otherwise its inertia, s²/u.
    Braking,
}

impl GroupValue {
    /// Preferred name of the value in printed code, in snake case.
    pub fn name<'n>(self, rule: &'n Rule, context: &LoweringContext) -> &'n str {
        match self {
            Self::Param(at) => &rule.params[at].name,
            Self::BackAngle => "back_angle",
            Self::FrontAngle => "front_angle",
            Self::Hunted => "hunted",
            Self::Feared => "feared",
            Self::MaxForce => "max_force",
            Self::Mass => "mass",
            Self::Braking if context.has_coasting_body => "stopping_lengths",
            Self::Braking => "inertia",
        }
    }

    fn value_type(self) -> CodeType {
        match self {
            Self::Hunted | Self::Feared => CodeType::Strings,
            _ => CodeType::Number,
        }
    }
}

/// Argument of a rule's function; the variants are in the order of its signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleArgument {
    Me,
    Others,
    Obstacles,
    Thing(Thing),
    Dt,
    State,
    /// Sum of the forces of the rules before this one.
    SoFar,
    /// Value of the group, in which the groups that share the function differ.
    Value(GroupValue),
}

/// Properties of a group on which the function of a rule depends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoweringContext {
    /// Values of the group that are constants of the file, with the names of the constants; other
    /// values are arguments.
    pub constants: Vec<(GroupValue, String)>,
    /// Whether the group hunts certain groups; otherwise it hunts all units of other roles.
    pub hunts_groups: bool,
    pub fears_pointer: bool,
    pub has_coasting_body: bool,
    /// Whether the group's bodies steer toward a direction by turning.
    pub is_rigid: bool,
    /// Name of the function that lists the units in view.
    pub view_function: String,
    /// Fields of the unit's state with the remembered values of the rule, in their order.
    pub memory_fields: Vec<String>,
    /// Fields of the unit's state with smooth noise, by the number of the draw.
    pub noise_fields: Vec<(u32, String)>,
    /// Things without which the rule does not steer.
    pub required_things: Vec<Thing>,
}

/// Output of a rule: its force, or a factor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OutputKind {
    Force,
    Thrust,
    Brake,
}

impl OutputKind {
    pub const ALL: [Self; 3] = [Self::Force, Self::Thrust, Self::Brake];

    /// Expression of the rule for this output; `None` if the rule does not have it.
    fn expr_of(self, rule: &Rule) -> Option<&Expr> {
        match self {
            Self::Force => {
                let none =
                    matches!(rule.steer.kind, ExprKind::Number(0.0)) && rule.memories.is_empty();
                (!none).then_some(&rule.steer)
            }
            Self::Thrust => rule.thrust.as_ref(),
            Self::Brake => rule.brake.as_ref(),
        }
    }

    /// Value of the output that has no effect: zero force, or the factor 1.
    pub fn neutral_value(self) -> Code {
        match self {
            Self::Force => Code::zero(CodeType::Vector),
            _ => Code::number(1.0),
        }
    }

    /// Type of the output: a vector for a force, otherwise a number.
    pub fn code_type(self) -> CodeType {
        if self == Self::Force { CodeType::Vector } else { CodeType::Number }
    }
}

/// Function of a rule, with the inputs that it needs.
pub struct LoweredFunction {
    pub function: CodeFunction,
    pub inputs: BTreeSet<RuleArgument>,
    pub uses_time: bool,
    pub uses_random: bool,
}

/// Expressions on which an output of a rule depends: its own, the named values that it uses and,
/// for the force, the next remembered values, which the force's function updates.
pub fn exprs_for_output(rule: &Rule, output: OutputKind) -> Vec<&Expr> {
    let Some(value) = output.expr_of(rule) else { return Vec::new() };
    let thens =
        rule.memories.iter().map(|keep| &keep.next_value).filter(|_| output == OutputKind::Force);
    let mut all: Vec<&Expr> = thens.chain([value]).collect();
    let used = rule.named_values_used_by(&all);
    let lets = rule.named_values.iter().zip(used).filter(|(_, used)| *used);
    all.extend(lets.map(|(named, _)| &named.value));
    all
}

impl Rule {
    /// For each named value of the rule, whether these expressions use it, directly or through
    /// others.
    pub(super) fn named_values_used_by(&self, exprs: &[&Expr]) -> Vec<bool> {
        let mut used = vec![false; self.named_values.len()];
        let mark = |expr: &Expr, used: &mut Vec<bool>| {
            expr.walk_exprs(&mut |part| {
                if let ExprKind::Let(at) = part.kind {
                    used[at] = true;
                }
            });
        };
        exprs.iter().for_each(|expr| mark(expr, &mut used));
        // A named value only uses earlier ones, so one pass backward finds all that are used.
        for at in (0..self.named_values.len()).rev() {
            if used[at] {
                mark(&self.named_values[at].value, &mut used);
            }
        }
        used
    }

    /// Number of the last line of the sentence under the rule's name; 0 without a sentence.
    fn last_line_of_sentence(&self) -> u32 {
        let name = self.lines.iter().position(|line| line.statement == RuleStatement::Name);
        let below = self.lines[name.map_or(0, |name| name + 1)..].iter();
        let is_blank = |line: &&crate::tree::TextLine| {
            line.statement == RuleStatement::Nothing && line.comment.is_empty()
        };
        let remarks = below.skip_while(is_blank);
        let is_remark = |line: &&crate::tree::TextLine| {
            line.statement == RuleStatement::Nothing && !line.comment.is_empty()
        };
        remarks.take_while(is_remark).last().map_or(0, |line| line.line_number)
    }

    /// Whether the form of a number's expression shows that it cannot be 0.
    fn is_never_zero(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Number(number) => *number != 0.0,
            ExprKind::Own(own) => {
                use OwnValue::{Degree, Left, Length, MaxForce, Pi, Right, Tick};
                matches!(own, Length | MaxForce | Tick | Pi | Degree | Left | Right)
            }
            ExprKind::Param(at) => {
                use crate::tree::RuleParamKind::Number;
                matches!(self.params[*at].kind, Number { low, .. } if low > 0.0)
            }
            ExprKind::Let(at) => self.is_never_zero(&self.named_values[*at].value),
            ExprKind::Minus(of) => self.is_never_zero(of),
            ExprKind::Member(Property::Length) => true,
            ExprKind::Binary(BinaryOp::Multiply, sides) => {
                sides.iter().all(|side| self.is_never_zero(side))
            }
            ExprKind::Call(Function::Max, args) => {
                args.iter().any(|arg| matches!(arg.kind, ExprKind::Number(number) if number > 0.0))
            }
            _ => false,
        }
    }
}

/// Field of a unit, in snake case, with the value that the unit remembered for a rule at the last
/// tick.
pub fn memory_field(of: &ReadMemory) -> String {
    format!("kept_{}_{}", of.rule, of.name)
}

/// Preferred name of the local value for a thing in printed code.
pub fn thing_name(thing: Thing) -> &'static str {
    match thing {
        Thing::Target => "quarry",
        Thing::Site(name) => name.field(),
        thing => thing.word(),
    }
}

/// Converts an output of a rule to a function with this name; `None` if the rule has no such
/// output. `file`: names that the file has already used.
pub fn lower_output(
    rule: &Rule,
    output: OutputKind,
    context: &LoweringContext,
    spelling: &dyn Spelling,
    file: &NameSet,
    name: String,
) -> Option<LoweredFunction> {
    let value = output.expr_of(rule)?;
    let mut lowering = OutputLowering {
        rule,
        context,
        spelling,
        names: file.for_function(),
        inputs: BTreeSet::new(),
        locals: Vec::new(),
        member_names: Vec::new(),
        uses_time: false,
        uses_random: false,
        is_initial_value: false,
    };
    for given in [
        RuleArgument::Me,
        RuleArgument::Others,
        RuleArgument::Obstacles,
        RuleArgument::Dt,
        RuleArgument::State,
        RuleArgument::SoFar,
    ] {
        lowering.local_name(LocalValue::RuleArgument(given));
    }
    let body = lowering.lower_body(value, output);
    let arguments = lowering.inputs.clone().into_iter();
    let args = arguments
        .map(|given| CodeArgument { is_used: true, ..lowering.input_argument(given) })
        .collect();
    let (sentence, label) = (one_line(&rule.sentence()), one_line(&rule.label));
    let doc = if sentence.is_empty() { label } else { sentence };
    let return_type = output.code_type();
    let OutputLowering { inputs, uses_time, uses_random, .. } = lowering;
    let function = CodeFunction { name, doc, args, return_type, body, is_exported: true };
    Some(LoweredFunction { function, inputs, uses_time, uses_random })
}

/// Converts the expression for the first value of a memory, which consists of numbers, parameters
/// and random draws.
pub fn lower_initial_value(
    rule: &Rule,
    context: &LoweringContext,
    spelling: &dyn Spelling,
    start: &Expr,
) -> Code {
    let names = NameSet::default();
    let (given, locals, members) = (BTreeSet::new(), Vec::new(), Vec::new());
    let (uses_time, uses_random) = (false, false);
    OutputLowering {
        rule,
        context,
        spelling,
        names,
        inputs: given,
        locals,
        member_names: members,
        uses_time,
        uses_random,
        is_initial_value: true,
    }
    .lower_expr(start)
}

/// Value that has a local name in the function.
#[derive(Clone, Copy, PartialEq)]
enum LocalValue {
    Let(usize),
    Keep(usize),
    RuleArgument(RuleArgument),
}

struct OutputLowering<'r> {
    rule: &'r Rule,
    context: &'r LoweringContext,
    spelling: &'r dyn Spelling,
    names: NameSet,
    inputs: BTreeSet<RuleArgument>,
    locals: Vec<(LocalValue, String)>,
    /// Names of members in the text and in printed code.
    member_names: Vec<(&'r str, String)>,
    uses_time: bool,
    uses_random: bool,
    /// Whether the first value of a memory is converted; its random numbers are drawn from the new
    /// state.
    is_initial_value: bool,
}

impl<'r> OutputLowering<'r> {
    fn lower_body(&mut self, value: &'r Expr, output: OutputKind) -> Vec<CodeStatement> {
        let rule = self.rule;
        let mut body = Vec::new();
        let computed = exprs_for_output(rule, output);
        let used = rule.named_values_used_by(&computed);
        // The function of the force updates remembered values even if a required thing is missing.
        let updates = !rule.memories.is_empty() && output == OutputKind::Force;
        if !updates {
            self.add_missing_thing_check(output, &mut body);
        }
        for (at, keep) in rule.memories.iter().enumerate() {
            let asks = |expr: &&Expr| {
                let mut found = false;
                expr.walk_exprs(&mut |part| found |= part.kind == ExprKind::Keep(at));
                found
            };
            if updates || computed.iter().any(asks) {
                let (name, value) = (
                    self.local_name(LocalValue::Keep(at)),
                    self.memory_code(at, keep.next_value.ty),
                );
                body.push(CodeStatement::Let { name, value, is_mutable: false });
            }
        }
        let sentence = rule.last_line_of_sentence();
        for line in &rule.lines {
            let is_printed = match line.statement {
                RuleStatement::Let(at) => used[at],
                RuleStatement::Nothing | RuleStatement::Steer | RuleStatement::Keep(_) => {
                    output == OutputKind::Force
                }
                RuleStatement::Thrust => output == OutputKind::Thrust,
                RuleStatement::Brake => output == OutputKind::Brake,
                RuleStatement::Name | RuleStatement::Param(_) => false,
            };
            let remark = one_line(&line.comment);
            if is_printed && !remark.is_empty() && line.line_number > sentence {
                body.push(CodeStatement::Comment(remark));
            }
            if let (RuleStatement::Let(at), true) = (line.statement, is_printed) {
                let value = self.lower_expr(&rule.named_values[at].value);
                let name = self.local_name(LocalValue::Let(at));
                body.push(CodeStatement::Let { name, value, is_mutable: false });
            }
        }
        if updates {
            for (at, keep) in rule.memories.iter().enumerate() {
                let next = self.lower_expr(&keep.next_value);
                let helper =
                    if keep.next_value.ty == ValueType::Vector { "kept_vector" } else { "kept" };
                let before = Code::name(self.local_name(LocalValue::Keep(at)), keep.next_value.ty);
                let next = Code::helper_call(helper, vec![next, before], keep.next_value.ty);
                body.push(CodeStatement::Assign(self.memory_code(at, keep.next_value.ty), next));
            }
            self.add_missing_thing_check(output, &mut body);
        }
        let value = self.lower_expr(value);
        let is_sideways = output == OutputKind::Force && value.ty == CodeType::Number;
        body.push(CodeStatement::Return(match is_sideways {
            true => self.helper_call_with_me("force_sideways", vec![value], ValueType::Vector),
            false => value,
        }));
        body
    }

    fn add_missing_thing_check(&mut self, output: OutputKind, body: &mut Vec<CodeStatement>) {
        for thing in &self.context.required_things {
            let there = self.lower_thing_field(*thing, Property::IsThere);
            body.push(CodeStatement::If(
                there.negated_condition(),
                vec![CodeStatement::Return(output.neutral_value())],
            ));
        }
    }

    fn memory_code(&mut self, at: usize, ty: ValueType) -> Code {
        let name = self.context.memory_fields.get(at).cloned().unwrap_or_default();
        self.input_code(RuleArgument::State).field(name, ty)
    }

    fn local_name(&mut self, local: LocalValue) -> String {
        if let Some((_, name)) = self.locals.iter().find(|(known, _)| *known == local) {
            return name.clone();
        }
        let preferred = match local {
            LocalValue::Let(at) => &*self.rule.named_values[at].name,
            LocalValue::Keep(at) => &*self.rule.memories[at].name,
            LocalValue::RuleArgument(RuleArgument::Me) => "me",
            LocalValue::RuleArgument(RuleArgument::Others) => "others",
            LocalValue::RuleArgument(RuleArgument::Obstacles) => "obstacles",
            LocalValue::RuleArgument(RuleArgument::Dt) => "dt",
            LocalValue::RuleArgument(RuleArgument::State) => "state",
            LocalValue::RuleArgument(RuleArgument::SoFar) => "so_far",
            LocalValue::RuleArgument(RuleArgument::Thing(Thing::Site(name))) => name.field(),
            LocalValue::RuleArgument(RuleArgument::Thing(thing)) => thing.word(),
            LocalValue::RuleArgument(RuleArgument::Value(value)) => {
                value.name(self.rule, self.context)
            }
        };
        let name = self.names.add_name(self.spelling.local_spelling(preferred), self.spelling);
        self.locals.push((local, name.clone()));
        name
    }

    fn input_argument(&mut self, given: RuleArgument) -> CodeArgument {
        let ty = match given {
            RuleArgument::Me => CodeType::Unit,
            RuleArgument::Others => CodeType::Units,
            RuleArgument::Obstacles => CodeType::Obstacles,
            RuleArgument::Thing(_) => CodeType::Seen,
            RuleArgument::Dt => CodeType::Number,
            RuleArgument::State => CodeType::State,
            RuleArgument::SoFar => CodeType::Vector,
            RuleArgument::Value(value) => value.value_type(),
        };
        CodeArgument { name: self.local_name(LocalValue::RuleArgument(given)), ty, is_used: true }
    }

    /// Adds an argument to the function's signature, and returns the code that reads it.
    fn input_code(&mut self, given: RuleArgument) -> Code {
        self.inputs.insert(given);
        let CodeArgument { name, ty, .. } = self.input_argument(given);
        Code::name(name, ty)
    }

    fn unit_code(&mut self) -> Code {
        self.input_code(RuleArgument::Me)
    }

    /// Code for a property of the unit itself.
    fn own_field(&mut self, name: &str, ty: ValueType) -> Code {
        let name = self.spelling.member_spelling(name);
        self.unit_code().field(name, ty)
    }

    /// Code for a call of a helper whose first argument is the unit.
    fn helper_call_with_me(&mut self, name: &'static str, args: Vec<Code>, ty: ValueType) -> Code {
        let args = [self.unit_code()].into_iter().chain(args).collect();
        Code::helper_call(name, args, ty)
    }

    fn group_value_code(&mut self, value: GroupValue) -> Code {
        match self.context.constants.iter().find(|(known, _)| *known == value) {
            Some((_, name)) => Code::name(name, value.value_type()),
            None => self.input_code(RuleArgument::Value(value)),
        }
    }

    fn lower_expr(&mut self, expr: &'r Expr) -> Code {
        match &expr.kind {
            ExprKind::Number(number) => Code::number(*number),
            ExprKind::Param(at) => self.group_value_code(GroupValue::Param(*at)),
            // Choices have been resolved before: a remaining test has a known truth and holds for
            // option 1.
            ExprKind::Is(_, option) => Code::condition(*option == 1),
            ExprKind::Keep(at) => Code::name(self.local_name(LocalValue::Keep(*at)), expr.ty),
            ExprKind::Let(at) => Code::name(self.local_name(LocalValue::Let(*at)), expr.ty),
            ExprKind::Own(own) => self.lower_own(*own),
            ExprKind::Thing(thing, field) => self.lower_thing_field(*thing, *field),
            ExprKind::Member(field) => self.lower_member_field(*field),
            ExprKind::MemberMemory(at) => {
                let name = memory_field(&self.rule.read_memories[*at]);
                let name = self.spelling.member_spelling(&name);
                self.member_unit().field(name, expr.ty)
            }
            ExprKind::Minus(of) => self.lower_expr(of).negated(),
            ExprKind::Not(of) => self.lower_expr(of).negated_condition(),
            ExprKind::Binary(op, sides) => self.lower_binary(*op, sides, expr.ty),
            ExprKind::If(parts) => {
                let [condition, yes, no] =
                    [&parts[0], &parts[1], &parts[2]].map(|part| self.lower_expr(part));
                Code::choose(condition, yes, no)
            }
            ExprKind::Call(function, args) => {
                let args = args.iter().map(|arg| self.lower_expr(arg)).collect();
                self.lower_call(*function, args, expr.ty)
            }
            ExprKind::Draw(function, args, number) => {
                let args: Vec<Code> = args.iter().map(|arg| self.lower_expr(arg)).collect();
                self.lower_draw(*function, args, *number)
            }
            ExprKind::Fold(over) => self.lower_fold(over, expr.ty),
        }
    }

    fn lower_own(&mut self, own: OwnValue) -> Code {
        match own {
            OwnValue::Length => self.own_field("length", ValueType::Number),
            OwnValue::MaxSpeed => self.own_field("max_speed", ValueType::Number),
            OwnValue::Velocity => self.own_field("velocity", ValueType::Vector),
            OwnValue::Heading => self.own_field("heading", ValueType::Vector),
            OwnValue::Position => self.own_field("position", ValueType::Vector),
            OwnValue::Leads => self.own_field("leads", ValueType::Condition),
            OwnValue::Hunts => self.own_field("hunts", ValueType::Condition),
            OwnValue::Rank => self.own_field("rank", ValueType::Number),
            OwnValue::GroupSize => self.own_field("group_size", ValueType::Number),
            OwnValue::Speed => {
                let velocity = self.own_field("velocity", ValueType::Vector);
                Code::function_call(Function::Length, vec![velocity], ValueType::Number)
            }
            OwnValue::SoFar => self.input_code(RuleArgument::SoFar),
            OwnValue::Time => {
                self.uses_time = true;
                let name = self.spelling.member_spelling("time");
                self.input_code(RuleArgument::State).field(name, ValueType::Number)
            }
            OwnValue::Tick => self.input_code(RuleArgument::Dt),
            OwnValue::Pi => Code::new(CodeNode::Pi, CodeType::Number),
            OwnValue::Degree => {
                let pi = Code::new(CodeNode::Pi, CodeType::Number);
                Code::binary(BinaryOp::Divide, pi, Code::number(180.0), ValueType::Number)
            }
            OwnValue::MaxForce => self.group_value_code(GroupValue::MaxForce),
            OwnValue::Mass => self.group_value_code(GroupValue::Mass),
            OwnValue::Braking => self.stopping_distance_code(),
            OwnValue::Left => Code::number(1.0).negated(),
            OwnValue::Right => Code::number(1.0),
        }
    }

    /// Code for the distance in which a unit at top speed stops without overshooting (critical
    /// damping), u.
    fn stopping_distance_code(&mut self) -> Code {
        let times = |left, right| Code::binary(BinaryOp::Multiply, left, right, ValueType::Number);
        let value = self.group_value_code(GroupValue::Braking);
        if self.context.has_coasting_body {
            return times(value, self.own_field("length", ValueType::Number));
        }
        let most = self.own_field("max_speed", ValueType::Number);
        let seconds = vec![times(most.clone(), value), self.input_code(RuleArgument::Dt)];
        let seconds = Code::function_call(Function::Max, seconds, ValueType::Number);
        times(times(Code::number(4.0), most), seconds)
    }

    fn lower_thing_field(&mut self, thing: Thing, field: Property) -> Code {
        let seen = self.input_code(RuleArgument::Thing(thing));
        let field_of = |name: &str, ty| seen.clone().field(self.spelling.member_spelling(name), ty);
        match field {
            Property::Direction => Code::function_call(
                Function::Unit,
                vec![field_of("offset", ValueType::Vector)],
                ValueType::Vector,
            ),
            Property::Distance => field_of("distance", ValueType::Number),
            Property::Velocity => field_of("velocity", ValueType::Vector),
            Property::IsThere => field_of("there", ValueType::Condition),
            Property::IsLast => field_of("last", ValueType::Condition),
            _ => field_of("offset", ValueType::Vector),
        }
    }

    /// Code for the present member of the innermost aggregate.
    fn current_member(&self) -> Code {
        let name = self.member_names.last().map(|(_, name)| name.clone()).unwrap_or_default();
        Code::name(name, CodeType::Neighbors)
    }

    /// Code for the unit that is the present member of the innermost aggregate.
    fn member_unit(&self) -> Code {
        self.current_member().field(self.spelling.member_spelling("unit"), CodeType::Unit)
    }

    fn lower_member_field(&self, field: Property) -> Code {
        let (member, unit) = (self.current_member(), self.member_unit());
        let spelling = self.spelling;
        let own =
            |name: &str, ty: ValueType| member.clone().field(spelling.member_spelling(name), ty);
        let of_unit =
            |name: &str, ty: ValueType| unit.clone().field(spelling.member_spelling(name), ty);
        match field {
            Property::Distance => own("distance", ValueType::Number),
            Property::Radius => own("radius", ValueType::Number),
            Property::Velocity => of_unit("velocity", ValueType::Vector),
            Property::Heading => of_unit("heading", ValueType::Vector),
            Property::Length => of_unit("length", ValueType::Number),
            Property::Leads => of_unit("leads", ValueType::Condition),
            Property::Speed => {
                let velocity = of_unit("velocity", ValueType::Vector);
                Code::function_call(Function::Length, vec![velocity], ValueType::Number)
            }
            Property::Direction => Code::function_call(
                Function::Unit,
                vec![own("offset", ValueType::Vector)],
                ValueType::Vector,
            ),
            Property::Offset | Property::IsThere | Property::IsLast => {
                own("offset", ValueType::Vector)
            }
        }
    }

    fn lower_binary(&mut self, op: BinaryOp, sides: &'r [Expr; 2], ty: ValueType) -> Code {
        let [left, right] = [&sides[0], &sides[1]].map(|side| self.lower_expr(side));
        match op {
            BinaryOp::Power => Code::function_call(Function::Pow, vec![left, right], ty),
            // Languages differ in division by zero, so a helper divides.
            BinaryOp::Divide if !self.rule.is_never_zero(&sides[1]) => {
                let helper = if ty == ValueType::Vector { "divided_vector" } else { "divided" };
                Code::helper_call(helper, vec![left, right], ty)
            }
            _ => Code::binary(op, left, right, ty),
        }
    }

    fn lower_call(&mut self, function: Function, mut args: Vec<Code>, ty: ValueType) -> Code {
        use Function as F;
        match function {
            F::Full => Code::condition(true),
            // The view is a full circle: conditions for other views have been replaced before.
            F::Seen => {
                let distance = Code::function_call(F::Length, args, ValueType::Number);
                Code::binary(BinaryOp::MoreThan, distance, Code::number(0.0), ty)
            }
            F::Ahead | F::Abeam => {
                let product = if function == F::Ahead { F::Dot } else { F::Cross };
                args.insert(0, self.own_field("heading", ValueType::Vector));
                Code::function_call(product, args, ty)
            }
            F::Side => self.helper_call_with_me("side", args, ty),
            F::Turn => self.helper_call_with_me("turn_toward", args, ty),
            F::Wide => {
                args.push(self.group_value_code(GroupValue::BackAngle));
                self.helper_call_with_me("is_in_wide_view", args, ty)
            }
            F::Narrow => {
                args.push(self.group_value_code(GroupValue::FrontAngle));
                self.helper_call_with_me("is_in_narrow_view", args, ty)
            }
            F::Limited => self.helper_call_with_me("is_in_limited_view", args, ty),
            F::Head if self.context.is_rigid => self.helper_call_with_me("turn_into", args, ty),
            F::Head => self.helper_call_with_me("head_for", args, ty),
            F::Toward => self.helper_call_with_me("steer_toward", args, ty),
            F::Seek => self.helper_call_with_me("seek_to", args, ty),
            F::Arrive => self.helper_call_with_me("arrive_at", args, ty),
            F::Foresee => Code::helper_call("foresee", args, ty),
            _ => Code::function_call(function, args, ty),
        }
    }

    fn lower_draw(&mut self, function: Function, mut args: Vec<Code>, number: u32) -> Code {
        self.uses_random = true;
        let state = match self.is_initial_value {
            true => Code::new(CodeNode::New, CodeType::State),
            false => self.input_code(RuleArgument::State),
        };
        let name = match function {
            Function::Random => "random_between",
            Function::Normal => "random_normal",
            _ => {
                let known = self.context.noise_fields.iter().find(|(own, _)| *own == number);
                let field = known.map(|(_, field)| field.clone()).unwrap_or_default();
                args.insert(0, state.clone().field(field, CodeType::SmoothNoise));
                args.push(self.input_code(RuleArgument::Dt));
                "sway"
            }
        };
        args.insert(0, state);
        Code::helper_call(name, args, ValueType::Number)
    }

    fn lower_set(&mut self, set: &'r MemberSet) -> Code {
        let all = self.candidates_of(set);
        match &set.closest_count {
            Some(many) => {
                let many = self.lower_expr(many);
                Code::helper_call("closest_of", vec![all, many], CodeType::Neighbors)
            }
            None => all,
        }
    }

    fn candidates_of(&mut self, set: &'r MemberSet) -> Code {
        let me = self.unit_code();
        if set.kind == SetKind::Obstacles {
            let args = vec![me, self.input_code(RuleArgument::Obstacles)];
            return Code::helper_call("obstacles_around", args, CodeType::Neighbors);
        }
        let mut args = vec![me, self.input_code(RuleArgument::Others)];
        if set.kind == SetKind::View {
            return Code::new(
                CodeNode::CallFunction(self.context.view_function.clone(), args),
                CodeType::Neighbors,
            );
        }
        let name = match set.kind {
            SetKind::Hunted if self.context.hunts_groups => {
                args.push(self.group_value_code(GroupValue::Hunted));
                "groups_within"
            }
            SetKind::Menaces => {
                args.push(self.group_value_code(GroupValue::Feared));
                if self.context.fears_pointer { "menaces_within" } else { "groups_within" }
            }
            SetKind::Group => {
                args.push(Code::texts(std::slice::from_ref(&set.group)));
                "groups_within"
            }
            SetKind::Mates => "mates_within",
            SetKind::Fellows => "fellows_within",
            SetKind::Everyone => "near",
            _ => "others_within",
        };
        args.push(match &set.radius {
            Some(radius) => self.lower_expr(radius),
            None => Code::number(f32::INFINITY),
        });
        Code::helper_call(name, args, CodeType::Neighbors)
    }

    fn lower_fold(&mut self, over: &'r Aggregate, ty: ValueType) -> Code {
        if over.fold == crate::tree::FoldFunction::AnyOf {
            self.uses_random = true;
            self.input_code(RuleArgument::State);
        }
        let list = self.lower_set(&over.set);
        let known = self.member_names.iter().find(|(text, _)| *text == over.member_name);
        let member = known.map(|(_, name)| name.clone()).unwrap_or_else(|| {
            self.names.add_name(self.spelling.local_spelling(&over.member_name), self.spelling)
        });
        self.member_names.retain(|(text, _)| *text != over.member_name);
        self.member_names.push((&over.member_name, member.clone()));
        // A condition that always holds, because of a resolved choice, is not printed.
        let asks = |condition: &&Expr| condition.kind != ExprKind::Is(usize::MAX, 1);
        let condition =
            over.member_condition.as_ref().filter(asks).map(|condition| self.lower_expr(condition));
        let rank = over.rank.as_ref().map(|rank| self.lower_expr(rank));
        let value = over.value.as_ref().map(|value| self.lower_expr(value));
        let kind = FoldKind::Rule(over.fold);
        Code::new(
            CodeNode::Fold(Box::new(CodeFold { kind, list, member, condition, rank, value })),
            ty,
        )
    }
}
