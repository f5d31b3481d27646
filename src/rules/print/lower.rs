//! Turns one output of a rule into a function of printed code.

use super::code::{Argument, Code, CodeFunction, CodeType, Fold, FoldKind, Node, Statement};
use super::names::{Names, Spelling};
use super::writer::one_line;
use crate::tree::{
    Aggregate, Binary, Expr, ExprKind, Field, Function, Own, Rule, Set, SetKind,
    Statement as RuleStatement, Thing, Type,
};
use crate::words::{THINGS, name_of};
use std::collections::BTreeSet;

/// A number or a list of a group that a rule uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroupValue {
    /// A parameter of the rule, by its index.
    Param(usize),
    BackAngle,
    FrontAngle,
    /// Keys of the groups that it hunts.
    Hunted,
    /// Keys of the groups that it fears.
    Feared,
    MaxForce,
    Mass,
    /// Stopping distance in body lengths if the body coasts, else its inertia, s²/u.
    Braking,
}

impl GroupValue {
    /// Preferred name, in snake case.
    pub fn name<'n>(self, rule: &'n Rule, context: &Context) -> &'n str {
        match self {
            Self::Param(at) => &rule.params[at].name,
            Self::BackAngle => "back_angle",
            Self::FrontAngle => "front_angle",
            Self::Hunted => "hunted",
            Self::Feared => "feared",
            Self::MaxForce => "max_force",
            Self::Mass => "mass",
            Self::Braking if context.coasts => "stopping_lengths",
            Self::Braking => "inertia",
        }
    }

    fn ty(self) -> CodeType {
        match self {
            Self::Hunted | Self::Feared => CodeType::Texts,
            _ => CodeType::Number,
        }
    }
}

/// An argument of the function of a rule, in the order of its signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleInput {
    Me,
    Others,
    Obstacles,
    Thing(Thing),
    Dt,
    State,
    /// Force of the rules before this one.
    SoFar,
    /// A value in which groups that share the function differ.
    Value(GroupValue),
}

/// Properties of the group that the function of a rule depends on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Context {
    /// Names of the constants that hold values of the group; other values are arguments.
    pub constants: Vec<(GroupValue, String)>,
    /// True if the group hunts certain groups, false if it hunts all units of other roles.
    pub hunts_groups: bool,
    pub fears_pointer: bool,
    pub coasts: bool,
    /// True for a body that steers toward a direction by turning.
    pub rigid: bool,
    /// Name of the function that lists the units in view.
    pub view: String,
    /// Fields of the state that hold the memories of the rule, in their order.
    pub keeps: Vec<String>,
    /// Fields of the state that hold smooth noise, by the number of its draw.
    pub sways: Vec<(u32, String)>,
    /// Things without which the rule does not steer.
    pub required: Vec<Thing>,
}

/// Output of a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Output {
    Force,
    Thrust,
    Brake,
}

impl Output {
    pub const ALL: [Self; 3] = [Self::Force, Self::Thrust, Self::Brake];

    /// Expression of a rule for this output, if it has one.
    fn of(self, rule: &Rule) -> Option<&Expr> {
        match self {
            Self::Force => {
                let none =
                    matches!(rule.steer.kind, ExprKind::Number(0.0)) && rule.keeps.is_empty();
                (!none).then_some(&rule.steer)
            }
            Self::Thrust => rule.thrust.as_ref(),
            Self::Brake => rule.brake.as_ref(),
        }
    }

    /// Value without effect: zero force, or the factor 1.
    pub fn neutral(self) -> Code {
        match self {
            Self::Force => Code::zero(CodeType::Vector),
            _ => Code::number(1.0),
        }
    }
}

/// The function of a rule, with its dependencies.
pub struct Lowered {
    pub function: CodeFunction,
    pub given: BTreeSet<RuleInput>,
    pub uses_time: bool,
    pub uses_random: bool,
}

/// Expressions that an output of a rule depends on: its own, the named values that it uses, and for
/// the force the next values of the memories, which its function updates.
pub fn computed(rule: &Rule, output: Output) -> Vec<&Expr> {
    let Some(value) = output.of(rule) else { return Vec::new() };
    let thens = rule.keeps.iter().map(|keep| &keep.then).filter(|_| output == Output::Force);
    let mut all: Vec<&Expr> = thens.chain([value]).collect();
    let used = rule.used_by(&all);
    let lets = rule.lets.iter().zip(used).filter(|(_, used)| *used);
    all.extend(lets.map(|(named, _)| &named.value));
    all
}

impl Rule {
    /// For each named value, whether these expressions use it directly or through others.
    pub(super) fn used_by(&self, exprs: &[&Expr]) -> Vec<bool> {
        let mut used = vec![false; self.lets.len()];
        let mark = |expr: &Expr, used: &mut Vec<bool>| {
            expr.walk(&mut |part| {
                if let ExprKind::Let(at) = part.kind {
                    used[at] = true;
                }
            });
        };
        exprs.iter().for_each(|expr| mark(expr, &mut used));
        // A value uses only values before it.
        for at in (0..self.lets.len()).rev() {
            if used[at] {
                mark(&self.lets[at].value, &mut used);
            }
        }
        used
    }

    /// Number of the last line of the sentence under the rule's name; 0 without a sentence.
    fn last_line_of_sentence(&self) -> u32 {
        let name = self.lines.iter().position(|line| line.statement == RuleStatement::Name);
        let below = self.lines[name.map_or(0, |name| name + 1)..].iter();
        let is_blank = |line: &&crate::tree::Line| {
            line.statement == RuleStatement::Nothing && line.remark.is_empty()
        };
        let remarks = below.skip_while(is_blank);
        let is_remark = |line: &&crate::tree::Line| {
            line.statement == RuleStatement::Nothing && !line.remark.is_empty()
        };
        remarks.take_while(is_remark).last().map_or(0, |line| line.number)
    }

    /// True if the expression of a number shows that it cannot be 0.
    fn is_never_zero(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Number(number) => *number != 0.0,
            ExprKind::Own(own) => {
                use Own::{Degree, Left, Length, MaxForce, Pi, Right, Tick};
                matches!(own, Length | MaxForce | Tick | Pi | Degree | Left | Right)
            }
            ExprKind::Param(at) => {
                use crate::tree::ParamKind::Number;
                matches!(self.params[*at].kind, Number { low, .. } if low > 0.0)
            }
            ExprKind::Let(at) => self.is_never_zero(&self.lets[*at].value),
            ExprKind::Minus(of) => self.is_never_zero(of),
            ExprKind::Member(Field::Length) => true,
            ExprKind::Binary(Binary::Multiply, sides) => {
                sides.iter().all(|side| self.is_never_zero(side))
            }
            ExprKind::Call(Function::Max, args) => {
                args.iter().any(|arg| matches!(arg.kind, ExprKind::Number(number) if number > 0.0))
            }
            _ => false,
        }
    }
}

/// Preferred name of a thing as a local value.
pub fn thing_name(thing: Thing) -> &'static str {
    if thing == Thing::Target { "quarry" } else { name_of(THINGS, thing) }
}

/// Lowers an output of a rule to a function with this name; `None` if the rule has no such output.
/// `file`: names of the file.
pub fn lower(
    rule: &Rule,
    output: Output,
    context: &Context,
    spelling: &dyn Spelling,
    file: &Names,
    name: String,
) -> Option<Lowered> {
    let value = output.of(rule)?;
    let mut lowering = Lowering {
        rule,
        context,
        spelling,
        names: file.of_function(),
        given: BTreeSet::new(),
        locals: Vec::new(),
        members: Vec::new(),
        uses_time: false,
        uses_random: false,
    };
    for given in [
        RuleInput::Me,
        RuleInput::Others,
        RuleInput::Obstacles,
        RuleInput::Dt,
        RuleInput::State,
        RuleInput::SoFar,
    ] {
        lowering.local(Local::RuleInput(given));
    }
    let body = lowering.body(value, output);
    let arguments = lowering.given.clone().into_iter();
    let args =
        arguments.map(|given| Argument { is_used: true, ..lowering.argument(given) }).collect();
    let (sentence, label) = (one_line(&rule.sentence()), one_line(&rule.label));
    let doc = if sentence.is_empty() { label } else { sentence };
    let gives = if output == Output::Force { CodeType::Vector } else { CodeType::Number };
    let Lowering { given, uses_time, uses_random, .. } = lowering;
    let function = CodeFunction { name, doc, args, gives, body, exported: true };
    Some(Lowered { function, given, uses_time, uses_random })
}

/// Lowers an expression of numbers and constants: the start of a memory.
pub fn lower_start(rule: &Rule, context: &Context, spelling: &dyn Spelling, start: &Expr) -> Code {
    let names = Names::default();
    let (given, locals, members) = (BTreeSet::new(), Vec::new(), Vec::new());
    let (uses_time, uses_random) = (false, false);
    Lowering { rule, context, spelling, names, given, locals, members, uses_time, uses_random }
        .code(start)
}

/// A local value that has a name in the function.
#[derive(Clone, Copy, PartialEq)]
enum Local {
    Let(usize),
    Keep(usize),
    RuleInput(RuleInput),
}

struct Lowering<'r> {
    rule: &'r Rule,
    context: &'r Context,
    spelling: &'r dyn Spelling,
    names: Names,
    given: BTreeSet<RuleInput>,
    locals: Vec<(Local, String)>,
    /// Names that members have, by their names in the text.
    members: Vec<(&'r str, String)>,
    uses_time: bool,
    uses_random: bool,
}

impl<'r> Lowering<'r> {
    fn body(&mut self, value: &'r Expr, output: Output) -> Vec<Statement> {
        let rule = self.rule;
        let mut body = Vec::new();
        let computed = computed(rule, output);
        let used = rule.used_by(&computed);
        // The function of the force updates memories even where a required thing is missing.
        let updates = !rule.keeps.is_empty() && output == Output::Force;
        if !updates {
            self.leave_without_things(output, &mut body);
        }
        for (at, keep) in rule.keeps.iter().enumerate() {
            let asks = |expr: &&Expr| {
                let mut found = false;
                expr.walk(&mut |part| found |= part.kind == ExprKind::Keep(at));
                found
            };
            if updates || computed.iter().any(asks) {
                let (name, value) = (self.local(Local::Keep(at)), self.memory(at, keep.then.ty));
                body.push(Statement::Let { name, value, changes: false });
            }
        }
        let sentence = rule.last_line_of_sentence();
        for line in &rule.lines {
            let is_printed = match line.statement {
                RuleStatement::Let(at) => used[at],
                RuleStatement::Nothing | RuleStatement::Steer | RuleStatement::Keep(_) => {
                    output == Output::Force
                }
                RuleStatement::Thrust => output == Output::Thrust,
                RuleStatement::Brake => output == Output::Brake,
                RuleStatement::Name | RuleStatement::Param(_) => false,
            };
            let remark = one_line(&line.remark);
            if is_printed && !remark.is_empty() && line.number > sentence {
                body.push(Statement::Remark(remark));
            }
            if let (RuleStatement::Let(at), true) = (line.statement, is_printed) {
                let value = self.code(&rule.lets[at].value);
                let name = self.local(Local::Let(at));
                body.push(Statement::Let { name, value, changes: false });
            }
        }
        if updates {
            for (at, keep) in rule.keeps.iter().enumerate() {
                let next = self.code(&keep.then);
                let helper = if keep.then.ty == Type::Vector { "kept_vector" } else { "kept" };
                let before = Code::name(self.local(Local::Keep(at)), keep.then.ty);
                let next = Code::help(helper, vec![next, before], keep.then.ty);
                body.push(Statement::Assign(self.memory(at, keep.then.ty), next));
            }
            self.leave_without_things(output, &mut body);
        }
        let value = self.code(value);
        let is_sideways = output == Output::Force && value.ty == CodeType::Number;
        body.push(Statement::Return(match is_sideways {
            true => self.of_me("force_sideways", vec![value], Type::Vector),
            false => value,
        }));
        body
    }

    fn leave_without_things(&mut self, output: Output, body: &mut Vec<Statement>) {
        for thing in &self.context.required {
            let there = self.of_thing(*thing, Field::There);
            body.push(Statement::If(there.inverted(), vec![Statement::Return(output.neutral())]));
        }
    }

    fn memory(&mut self, at: usize, ty: Type) -> Code {
        let name = self.context.keeps.get(at).cloned().unwrap_or_default();
        self.given(RuleInput::State).field(name, ty)
    }

    // --- names ---

    fn local(&mut self, local: Local) -> String {
        if let Some((_, name)) = self.locals.iter().find(|(known, _)| *known == local) {
            return name.clone();
        }
        let preferred = match local {
            Local::Let(at) => &*self.rule.lets[at].name,
            Local::Keep(at) => &*self.rule.keeps[at].name,
            Local::RuleInput(RuleInput::Me) => "me",
            Local::RuleInput(RuleInput::Others) => "others",
            Local::RuleInput(RuleInput::Obstacles) => "obstacles",
            Local::RuleInput(RuleInput::Dt) => "dt",
            Local::RuleInput(RuleInput::State) => "state",
            Local::RuleInput(RuleInput::SoFar) => "so_far",
            Local::RuleInput(RuleInput::Thing(thing)) => name_of(THINGS, thing),
            Local::RuleInput(RuleInput::Value(value)) => value.name(self.rule, self.context),
        };
        let name = self.names.add(self.spelling.local(preferred), self.spelling);
        self.locals.push((local, name.clone()));
        name
    }

    fn argument(&mut self, given: RuleInput) -> Argument {
        let ty = match given {
            RuleInput::Me => CodeType::Unit,
            RuleInput::Others => CodeType::Units,
            RuleInput::Obstacles => CodeType::Obstacles,
            RuleInput::Thing(_) => CodeType::Seen,
            RuleInput::Dt => CodeType::Number,
            RuleInput::State => CodeType::State,
            RuleInput::SoFar => CodeType::Vector,
            RuleInput::Value(value) => value.ty(),
        };
        Argument { name: self.local(Local::RuleInput(given)), ty, is_used: true }
    }

    /// Adds an argument to the function's signature, and returns it as a value.
    fn given(&mut self, given: RuleInput) -> Code {
        self.given.insert(given);
        let Argument { name, ty, .. } = self.argument(given);
        Code::name(name, ty)
    }

    fn me(&mut self) -> Code {
        self.given(RuleInput::Me)
    }

    /// Property of the unit itself.
    fn own_field(&mut self, name: &str, ty: Type) -> Code {
        let name = self.spelling.member(name);
        self.me().field(name, ty)
    }

    /// Calls a helper that takes the unit first.
    fn of_me(&mut self, name: &'static str, args: Vec<Code>, ty: Type) -> Code {
        let args = [self.me()].into_iter().chain(args).collect();
        Code::help(name, args, ty)
    }

    fn group_value(&mut self, value: GroupValue) -> Code {
        match self.context.constants.iter().find(|(known, _)| *known == value) {
            Some((_, name)) => Code::name(name, value.ty()),
            None => self.given(RuleInput::Value(value)),
        }
    }

    // --- expressions ---

    fn code(&mut self, expr: &'r Expr) -> Code {
        match &expr.kind {
            ExprKind::Number(number) => Code::number(*number),
            ExprKind::Param(at) => self.group_value(GroupValue::Param(*at)),
            // Choices have been resolved before.
            ExprKind::Is(_, option) => Code::truth(*option == 1),
            ExprKind::Keep(at) => Code::name(self.local(Local::Keep(*at)), expr.ty),
            ExprKind::Let(at) => Code::name(self.local(Local::Let(*at)), expr.ty),
            ExprKind::Own(own) => self.own(*own),
            ExprKind::Thing(thing, field) => self.of_thing(*thing, *field),
            ExprKind::Member(field) => self.of_member(*field),
            ExprKind::Minus(of) => self.code(of).negated(),
            ExprKind::Not(of) => self.code(of).inverted(),
            ExprKind::Binary(op, sides) => self.binary(*op, sides, expr.ty),
            ExprKind::If(parts) => {
                let [condition, yes, no] =
                    [&parts[0], &parts[1], &parts[2]].map(|part| self.code(part));
                Code::choose(condition, yes, no)
            }
            ExprKind::Call(function, args) => {
                let args = args.iter().map(|arg| self.code(arg)).collect();
                self.call(*function, args, expr.ty)
            }
            ExprKind::Draw(function, args, number) => {
                let args: Vec<Code> = args.iter().map(|arg| self.code(arg)).collect();
                self.draw(*function, args, *number)
            }
            ExprKind::Fold(over) => self.fold(over, expr.ty),
        }
    }

    fn own(&mut self, own: Own) -> Code {
        match own {
            Own::Length => self.own_field("length", Type::Number),
            Own::MaxSpeed => self.own_field("max_speed", Type::Number),
            Own::Velocity => self.own_field("velocity", Type::Vector),
            Own::Heading => self.own_field("heading", Type::Vector),
            Own::Place => self.own_field("position", Type::Vector),
            Own::Leads => self.own_field("leads", Type::Condition),
            Own::Hunts => self.own_field("hunts", Type::Condition),
            Own::Speed => {
                let velocity = self.own_field("velocity", Type::Vector);
                Code::compute(Function::Length, vec![velocity], Type::Number)
            }
            Own::SoFar => self.given(RuleInput::SoFar),
            Own::Time => {
                self.uses_time = true;
                let name = self.spelling.member("time");
                self.given(RuleInput::State).field(name, Type::Number)
            }
            Own::Tick => self.given(RuleInput::Dt),
            Own::Pi => Code::new(Node::Pi, CodeType::Number),
            Own::Degree => {
                let pi = Code::new(Node::Pi, CodeType::Number);
                Code::binary(Binary::Divide, pi, Code::number(180.0), Type::Number)
            }
            Own::MaxForce => self.group_value(GroupValue::MaxForce),
            Own::Mass => self.group_value(GroupValue::Mass),
            Own::Braking => self.stopping_distance(),
            Own::Left => Code::number(1.0).negated(),
            Own::Right => Code::number(1.0),
        }
    }

    /// Stopping distance from top speed without overshooting (critical damping), u.
    fn stopping_distance(&mut self) -> Code {
        let times = |left, right| Code::binary(Binary::Multiply, left, right, Type::Number);
        let value = self.group_value(GroupValue::Braking);
        if self.context.coasts {
            return times(value, self.own_field("length", Type::Number));
        }
        let most = self.own_field("max_speed", Type::Number);
        let seconds = vec![times(most.clone(), value), self.given(RuleInput::Dt)];
        let seconds = Code::compute(Function::Max, seconds, Type::Number);
        times(times(Code::number(4.0), most), seconds)
    }

    fn of_thing(&mut self, thing: Thing, field: Field) -> Code {
        let seen = self.given(RuleInput::Thing(thing));
        let field_of = |name: &str, ty| seen.clone().field(self.spelling.member(name), ty);
        match field {
            Field::Direction => {
                Code::compute(Function::Unit, vec![field_of("offset", Type::Vector)], Type::Vector)
            }
            Field::Distance => field_of("distance", Type::Number),
            Field::Velocity => field_of("velocity", Type::Vector),
            Field::There => field_of("there", Type::Condition),
            Field::Last => field_of("last", Type::Condition),
            _ => field_of("offset", Type::Vector),
        }
    }

    fn of_member(&mut self, field: Field) -> Code {
        let name = self.members.last().map(|(_, name)| name.clone()).unwrap_or_default();
        let member = Code::name(name, CodeType::Neighbors);
        let spelling = self.spelling;
        let own = |name: &str, ty: Type| member.clone().field(spelling.member(name), ty);
        let of_unit = |name: &str, ty: Type| {
            member
                .clone()
                .field(spelling.member("unit"), CodeType::Unit)
                .field(spelling.member(name), ty)
        };
        match field {
            Field::Distance => own("distance", Type::Number),
            Field::Radius => own("radius", Type::Number),
            Field::Velocity => of_unit("velocity", Type::Vector),
            Field::Heading => of_unit("heading", Type::Vector),
            Field::Length => of_unit("length", Type::Number),
            Field::Leads => of_unit("leads", Type::Condition),
            Field::Speed => {
                let velocity = of_unit("velocity", Type::Vector);
                Code::compute(Function::Length, vec![velocity], Type::Number)
            }
            Field::Direction => {
                Code::compute(Function::Unit, vec![own("offset", Type::Vector)], Type::Vector)
            }
            Field::Offset | Field::There | Field::Last => own("offset", Type::Vector),
        }
    }

    fn binary(&mut self, op: Binary, sides: &'r [Expr; 2], ty: Type) -> Code {
        let [left, right] = [&sides[0], &sides[1]].map(|side| self.code(side));
        match op {
            Binary::Power => Code::compute(Function::Pow, vec![left, right], ty),
            // Languages differ in division by zero.
            Binary::Divide if !self.rule.is_never_zero(&sides[1]) => {
                let helper = if ty == Type::Vector { "divided_vector" } else { "divided" };
                Code::help(helper, vec![left, right], ty)
            }
            _ => Code::binary(op, left, right, ty),
        }
    }

    fn call(&mut self, function: Function, mut args: Vec<Code>, ty: Type) -> Code {
        use Function as F;
        match function {
            F::Full => Code::truth(true),
            // Only a full circle remains; other views have been replaced.
            F::Seen => {
                let distance = Code::compute(F::Length, args, Type::Number);
                Code::binary(Binary::More, distance, Code::number(0.0), ty)
            }
            F::Ahead | F::Abeam => {
                let product = if function == F::Ahead { F::Dot } else { F::Cross };
                args.insert(0, self.own_field("heading", Type::Vector));
                Code::compute(product, args, ty)
            }
            F::Side => self.of_me("side", args, ty),
            F::Turn => self.of_me("turn_toward", args, ty),
            F::Wide => {
                args.push(self.group_value(GroupValue::BackAngle));
                self.of_me("is_in_wide_view", args, ty)
            }
            F::Narrow => {
                args.push(self.group_value(GroupValue::FrontAngle));
                self.of_me("is_in_narrow_view", args, ty)
            }
            F::Limited => self.of_me("is_in_limited_view", args, ty),
            F::Head if self.context.rigid => self.of_me("turn_into", args, ty),
            F::Head => self.of_me("head_for", args, ty),
            F::Toward => self.of_me("steer_toward", args, ty),
            F::Seek => self.of_me("seek_to", args, ty),
            F::Arrive => self.of_me("arrive_at", args, ty),
            F::Foresee => Code::help("foresee", args, ty),
            _ => Code::compute(function, args, ty),
        }
    }

    fn draw(&mut self, function: Function, mut args: Vec<Code>, number: u32) -> Code {
        self.uses_random = true;
        let state = self.given(RuleInput::State);
        let name = match function {
            Function::Random => "random_between",
            Function::Normal => "random_normal",
            _ => {
                let known = self.context.sways.iter().find(|(own, _)| *own == number);
                let field = known.map(|(_, field)| field.clone()).unwrap_or_default();
                args.insert(0, state.clone().field(field, CodeType::Sway));
                args.push(self.given(RuleInput::Dt));
                "sway"
            }
        };
        args.insert(0, state);
        Code::help(name, args, Type::Number)
    }

    // --- sets ---

    fn set(&mut self, set: &'r Set) -> Code {
        let all = self.all_of(set);
        match &set.closest {
            Some(many) => {
                let many = self.code(many);
                Code::help("closest_of", vec![all, many], CodeType::Neighbors)
            }
            None => all,
        }
    }

    fn all_of(&mut self, set: &'r Set) -> Code {
        let me = self.me();
        if set.kind == SetKind::Obstacles {
            let args = vec![me, self.given(RuleInput::Obstacles)];
            return Code::help("obstacles_around", args, CodeType::Neighbors);
        }
        let mut args = vec![me, self.given(RuleInput::Others)];
        if set.kind == SetKind::View {
            return Code::new(Node::Apply(self.context.view.clone(), args), CodeType::Neighbors);
        }
        let name = match set.kind {
            SetKind::Hunted if self.context.hunts_groups => {
                args.push(self.group_value(GroupValue::Hunted));
                "groups_within"
            }
            SetKind::Menaces => {
                args.push(self.group_value(GroupValue::Feared));
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
            Some(radius) => self.code(radius),
            None => Code::number(f32::INFINITY),
        });
        Code::help(name, args, CodeType::Neighbors)
    }

    fn fold(&mut self, over: &'r Aggregate, ty: Type) -> Code {
        if over.fold == crate::tree::Fold::AnyOf {
            self.uses_random = true;
            self.given(RuleInput::State);
        }
        let list = self.set(&over.set);
        let known = self.members.iter().find(|(text, _)| *text == over.member);
        let member = known
            .map(|(_, name)| name.clone())
            .unwrap_or_else(|| self.names.add(self.spelling.local(&over.member), self.spelling));
        self.members.retain(|(text, _)| *text != over.member);
        self.members.push((&over.member, member.clone()));
        // A resolved choice can make a condition always true.
        let asks = |condition: &&Expr| condition.kind != ExprKind::Is(usize::MAX, 1);
        let condition = over.condition.as_ref().filter(asks).map(|condition| self.code(condition));
        let value = over.value.as_ref().map(|value| self.code(value));
        let kind = FoldKind::Rule(over.fold);
        Code::new(Node::Fold(Box::new(Fold { kind, list, member, condition, value })), ty)
    }
}
