//! Writes GDScript for Godot 4. Its lists have no methods that take functions, so a fold becomes a
//! loop before the statement that uses it.

use super::code::{
    Code, CodeConstant, CodeFold, CodeFunction, CodeNode, CodeRecord, CodeStatement, CodeType,
    FoldKind,
};
use super::layout::{Doc, concat, text};
use super::names::{NameSet, Spelling, snake_case};
use super::writer::{
    Helper, MAX_LINE_WIDTH, NeededNames, Writer, WrittenExpr, operand_precedences, parse_helpers,
    quoted,
};
use crate::format::{Precedence, precedence_of};
use crate::tree::{BinaryOp, FoldFunction as F, Function};
use crate::words::{FUNCTION_WORDS, name_of};
use std::sync::LazyLock;

pub struct GDScriptWriter;

const MAIN_HELPERS: &str = include_str!("helpers/gdscript.gd");

static HELPERS: LazyLock<Vec<Helper>> = LazyLock::new(|| parse_helpers(MAIN_HELPERS, "#"));

const KEYWORDS: &str = "and as assert await bool break breakpoint case class class_name const continue do elif \
     else enum export extends false float for func if in int is master mastersync match namespace not null \
     onready or pass preload puppet puppetsync remote remotesync return self set get setget signal static super \
     switch sync tool trait true var void when while yield PI TAU INF NAN Vector2 String Array Dictionary abs \
     acos cos sin floor sign pow min max clamp lerp range load str print name owner position rotation scale \
     transform visible script units keys ticks groups grid crowd bullets walls alpha Group Unit \
     Sighting free call connect disconnect reference unreference init_ref notification _ready _input \
     _notification _get _set _to_string _enter_tree _exit_tree _physics_process _unhandled_input \
     _unhandled_key_input _get_property_list _get_configuration_warning exp tanh round sqrt fmod log is_inf \
     _ _init typeof seed ease smoothstep randomize rand_range rand_seed randf randi hash convert \
     is_nan is_equal_approx is_zero_approx deg2rad rad2deg deg_to_rad rad_to_deg lerp_angle \
     inverse_lerp range_lerp remap move_toward nearest_po2 stepify step_decimals decimals fposmod \
     posmod wrapf wrapi weakref funcref inst2dict dict2inst prints printt printerr printraw \
     push_error push_warning var2str str2var validate_json parse_json to_json type_exists char ord \
     dectime len tan sinh cosh asin atan atan2 ceil polar2cartesian cartesian2polar linear2db \
     db2linear cubic_interpolate instance_from_id is_instance_valid Color8 ColorN print_stack \
     print_debug get_stack snapped type_string absf absi ceilf ceili clampf clampi floorf floori \
     fmod lerpf maxf maxi minf mini pingpong randfn roundf roundi signf signi \
     Vector3 RandomNumberGenerator Thing Obstacle Seen Neighbor State Sway";

const INDENT: &str = "\t";

fn is_new_state(code: &Code) -> bool {
    matches!(code.node, CodeNode::New) && code.ty == CodeType::State
}

impl Spelling for GDScriptWriter {
    fn is_reserved_name(&self, name: &str) -> bool {
        KEYWORDS.split_whitespace().any(|word| word == name)
            || HELPERS.iter().any(|helper| helper.name == name)
    }

    fn local_spelling(&self, name: &str) -> String {
        snake_case(name)
    }

    fn member_spelling(&self, name: &str) -> String {
        snake_case(name)
    }

    fn function_spelling(&self, name: &str) -> String {
        name.to_lowercase()
    }
}

impl Writer for GDScriptWriter {
    fn helper_files(&self, is_torus: bool, limits_gain: bool) -> Vec<&'static str> {
        let torus = is_torus.then_some(include_str!("helpers/gdscript_torus.gd"));
        let gain = limits_gain.then_some(include_str!("helpers/gdscript_gain.gd"));
        torus.into_iter().chain(gain).chain([MAIN_HELPERS]).collect()
    }

    fn comment_sign(&self) -> &'static str {
        "#"
    }

    fn write_function(&self, function: &CodeFunction, needs: &mut NeededNames) -> String {
        let args = function.args.iter().map(|one| {
            add_type_need(one.ty, needs);
            let unused = if one.is_used { "" } else { "_" };
            text(format!("{unused}{}: {}", one.name, type_name(one.ty)))
        });
        let args = Doc::filled(args.collect());
        let head = Doc::in_brackets(format!("static func {}(", function.name), args, ")");
        let head = concat([head, text(format!(" -> {}:", type_name(function.return_type)))]);
        let mut out = match function.doc.is_empty() {
            true => String::new(),
            false => format!("# {}\n", function.doc),
        };
        out += &format!("{}\n", head.render(MAX_LINE_WIDTH, INDENT, 0));
        let mut loops = LoopExtraction { names: names_used_in(function), statements: Vec::new() };
        function.body.iter().for_each(|statement| loops.add_statement(statement));
        self.write_block(&loops.statements, 1, needs, &mut out);
        out.trim_end().to_string()
    }

    fn write_record(&self, record: &CodeRecord, needs: &mut NeededNames) -> String {
        let mut out = format!("# {}\nclass {}:\n", record.doc, record.name);
        for field in &record.fields {
            if field.is_optional && !needs.is_needed(&format!("{}.{}", record.name, field.name)) {
                continue;
            }
            out += &format!("\tvar {}: {}", field.name, type_name(field.ty));
            if let Some(start) = &field.initial_value {
                out += &format!(
                    " = {}",
                    self.write_code(start, needs).doc.render(MAX_LINE_WIDTH, INDENT, 0)
                );
            }
            let doc =
                if field.doc.is_empty() { String::new() } else { format!("  # {}", field.doc) };
            out += &format!("{doc}\n");
        }
        out.trim_end().to_string()
    }

    fn write_constant(&self, constant: &CodeConstant, needs: &mut NeededNames) -> String {
        let value = self.write_code(&constant.value, needs);
        let name = format!("const {}: {} = ", constant.name, type_name(constant.value.ty));
        concat([text(name), value.doc]).render(MAX_LINE_WIDTH, INDENT, 0)
    }

    fn write_helper(&self, helper: &Helper) -> String {
        helper.code.clone()
    }

    fn blank_lines(&self) -> usize {
        2
    }

    fn language_note(&self) -> &'static str {
        "For Godot 4. It was run in Godot 3.2, where it gives the same forces, not in Godot 4."
    }
}

/// Records that the file needs the record that is the type of a value, if there is one.
fn add_type_need(ty: CodeType, needs: &mut NeededNames) {
    match ty {
        CodeType::Seen => needs.add_need("Seen"),
        CodeType::SmoothNoise => needs.add_need("Sway"),
        _ => {}
    }
}

fn type_name(ty: CodeType) -> &'static str {
    match ty {
        CodeType::Number => "float",
        CodeType::Vector => "Vector2",
        CodeType::Condition => "bool",
        CodeType::Count => "int",
        CodeType::String => "String",
        CodeType::Unit => "Unit",
        CodeType::Thing => "Thing",
        CodeType::Seen => "Seen",
        CodeType::State => "State",
        CodeType::SmoothNoise => "Sway",
        CodeType::Random => "RandomNumberGenerator",
        CodeType::Strings
        | CodeType::Points
        | CodeType::Units
        | CodeType::Obstacles
        | CodeType::Neighbors => "Array",
    }
}

/// Names that a function declares or uses.
fn names_used_in(function: &CodeFunction) -> NameSet {
    let mut names: Vec<String> = function.args.iter().map(|one| one.name.clone()).collect();
    for statement in &function.body {
        if let CodeStatement::Let { name, .. } = statement {
            names.push(name.clone());
        }
        let values = match statement {
            CodeStatement::Let { value, .. }
            | CodeStatement::Return(value)
            | CodeStatement::If(value, _) => {
                vec![value]
            }
            CodeStatement::Assign(target, value) => vec![target, value],
            _ => Vec::new(),
        };
        values.into_iter().for_each(|value| {
            value.walk_parts(&mut |code| match &code.node {
                CodeNode::Name(name) => names.push(name.clone()),
                CodeNode::CallFunction(name, _) => names.push(name.clone()),
                _ => {}
            });
        });
    }
    NameSet::with_taken(names)
}

/// Converter of statements: each fold becomes a loop before the statement that uses it.
struct LoopExtraction {
    names: NameSet,
    statements: Vec<CodeStatement>,
}

impl LoopExtraction {
    fn add_statement(&mut self, statement: &CodeStatement) {
        let statement = match statement {
            // If the fold is the whole value, the loop computes its result in a variable with the
            // value's name.
            CodeStatement::Let { name, value: Code { node: CodeNode::Fold(fold), ty }, .. } => {
                let result = self.fold_to_loop(fold, *ty, Some(name));
                if result.node == CodeNode::Name(name.clone()) {
                    return;
                }
                CodeStatement::Let { name: name.clone(), value: result, is_mutable: false }
            }
            CodeStatement::Let { name, value, is_mutable: changes } => CodeStatement::Let {
                name: name.clone(),
                value: self.without_folds(value),
                is_mutable: *changes,
            },
            CodeStatement::Assign(target, value) => {
                CodeStatement::Assign(target.clone(), self.without_folds(value))
            }
            CodeStatement::Return(value) => CodeStatement::Return(self.without_folds(value)),
            other => other.clone(),
        };
        self.statements.push(statement);
    }

    /// Copy of an expression in which folds are replaced by the names of their results.
    fn without_folds(&mut self, code: &Code) -> Code {
        match &code.node {
            CodeNode::Fold(fold) => self.fold_to_loop(fold, code.ty, None),
            _ => code.with_parts(&mut |part| self.without_folds(part)),
        }
    }

    /// Adds the loop of a fold, and returns the code for its result. `name`: name of the value that
    /// the fold alone defines, if there is one.
    fn fold_to_loop(&mut self, fold: &CodeFold, ty: CodeType, name: Option<&str>) -> Code {
        let list = self.without_folds(&fold.list);
        let name = match name.filter(|_| has_plain_result(fold.kind)) {
            Some(name) => name.to_string(),
            None => self.names.add_numbered(result_name(fold.kind), &GDScriptWriter),
        };
        let mut parts = FoldLoop::new(fold, ty, name.clone());
        self.declare_variable(name, parts.start_value());
        if matches!(fold.kind, FoldKind::Rule(F::Mean | F::AnyOf)) {
            let name = self.names.add_numbered("count", &GDScriptWriter);
            self.declare_variable(name.clone(), Code::number(0.0));
            parts.counter = Some(Code::name(name, CodeType::Number));
        }
        let both = |a, b| Code::binary(BinaryOp::And, a, b, CodeType::Condition);
        let body = match parts.conditions().into_iter().reduce(both) {
            Some(test) => vec![CodeStatement::If(test, parts.body_statements())],
            None => parts.body_statements(),
        };
        self.statements.push(CodeStatement::ForEach(fold.member.clone(), list, body));
        parts.into_result()
    }

    fn declare_variable(&mut self, name: String, value: Code) {
        self.statements.push(CodeStatement::Let { name, value, is_mutable: true });
    }
}

/// Name of the variable for the result of a loop; a number is added if the name is taken.
fn result_name(kind: FoldKind) -> &'static str {
    match kind {
        FoldKind::Rule(F::Sum | F::Mean) => "sum",
        FoldKind::Rule(F::Least) => "least",
        FoldKind::Rule(F::Most) => "most",
        FoldKind::Rule(F::Any) => "found",
        FoldKind::Rule(F::Count) => "count",
        FoldKind::Rule(F::Nearest) => "nearest",
        FoldKind::Rule(F::AnyOf) => "chosen",
        FoldKind::Filter => "seen",
    }
}

/// Whether the loop's variable holds the result itself, so that nothing is computed after the loop.
fn has_plain_result(kind: FoldKind) -> bool {
    matches!(kind, FoldKind::Rule(F::Sum | F::Count | F::Any) | FoldKind::Filter)
}

fn no_member() -> Code {
    Code::new(CodeNode::New, CodeType::Neighbors)
}

fn is_nobody(member: &Code) -> Code {
    Code::binary(BinaryOp::Equal, member.clone(), no_member(), CodeType::Condition)
}

/// Parts of the loop that replaces a fold.
struct FoldLoop<'f> {
    fold: &'f CodeFold,
    ty: CodeType,
    /// Variable that holds the result of the fold so far.
    result_variable: Code,
    name: String,
    member: Code,
    /// Whether `result_variable` holds a member, from which the result is computed after the loop.
    holds_member: bool,
    /// Variable that counts the members so far, for a mean or a random member; `None` otherwise.
    counter: Option<Code>,
}

impl<'f> FoldLoop<'f> {
    fn new(fold: &'f CodeFold, ty: CodeType, name: String) -> Self {
        let holds_member =
            fold.rank.is_some() || matches!(fold.kind, FoldKind::Rule(F::Nearest | F::AnyOf));
        let held = Code::name(&name, if holds_member { CodeType::Neighbors } else { ty });
        let member = Code::name(&fold.member, CodeType::Neighbors);
        Self { fold, ty, result_variable: held, name, member, holds_member, counter: None }
    }

    /// Start value of the variable that holds the result of the loop.
    fn start_value(&self) -> Code {
        match self.fold.kind {
            _ if self.holds_member => no_member(),
            FoldKind::Rule(F::Least) => Code::number(f32::INFINITY),
            FoldKind::Rule(F::Most) => Code::number(f32::INFINITY).negated(),
            FoldKind::Filter => Code::new(CodeNode::List(Vec::new()), CodeType::Neighbors),
            _ => Code::zero(self.ty),
        }
    }

    /// Conditions under which the body of the loop runs for a member.
    fn conditions(&self) -> Vec<Code> {
        let Self { fold, result_variable: held, member, .. } = self;
        let mut tests: Vec<Code> = fold.condition.iter().cloned().collect();
        if let (FoldKind::Rule(F::Any), Some(value)) = (fold.kind, &fold.value) {
            tests.push(value.clone());
        }
        let mut add_better = |less: Code, more: Code| {
            let better = Code::binary(BinaryOp::LessThan, less, more, CodeType::Condition);
            tests.push(Code::binary(BinaryOp::Or, is_nobody(held), better, CodeType::Condition));
        };
        if fold.kind == FoldKind::Rule(F::Nearest) {
            let distance = |of: &Code| of.clone().field("distance", CodeType::Number);
            add_better(distance(member), distance(held));
        }
        if let Some(rank) = &fold.rank {
            let best = rank.with_name_replaced(&fold.member, &self.name);
            match fold.kind {
                FoldKind::Rule(F::Least) => add_better(rank.clone(), best),
                _ => add_better(best, rank.clone()),
            }
        }
        tests
    }

    /// Code for the value that the fold takes of a member; 1 if the fold has no value.
    fn member_value(&self) -> Code {
        self.fold.value.clone().unwrap_or_else(|| Code::number(1.0))
    }

    /// Statements in the loop's body, which run for each member that meets all
    /// [`conditions`](Self::conditions).
    fn body_statements(&self) -> Vec<CodeStatement> {
        let assign = |value: Code| CodeStatement::Assign(self.result_variable.clone(), value);
        let increase = |value: Code| CodeStatement::Increase(self.result_variable.clone(), value);
        let of_both = |function| {
            Code::function_call(
                function,
                vec![self.result_variable.clone(), self.member_value()],
                self.ty,
            )
        };
        let mut body = match self.fold.kind {
            _ if self.fold.rank.is_some() => vec![assign(self.member.clone())],
            FoldKind::Rule(F::Nearest) => vec![assign(self.member.clone())],
            FoldKind::Rule(F::Least) => vec![assign(of_both(Function::Min))],
            FoldKind::Rule(F::Most) => vec![assign(of_both(Function::Max))],
            FoldKind::Rule(F::Any) => vec![assign(Code::condition(true)), CodeStatement::Break],
            FoldKind::Rule(F::AnyOf) => Vec::new(),
            FoldKind::Rule(F::Count) => vec![increase(Code::number(1.0))],
            // For a list, `increase` appends the member.
            FoldKind::Filter => vec![increase(self.member.clone())],
            FoldKind::Rule(F::Sum | F::Mean) => vec![increase(self.member_value())],
        };
        let Some(count) = &self.counter else { return body };
        body.push(CodeStatement::Increase(count.clone(), Code::number(1.0)));
        // This is reservoir sampling: the k-th member replaces the chosen one with probability 1/k.
        if self.fold.kind == FoldKind::Rule(F::AnyOf) {
            let state = Code::name("state", CodeType::State);
            let draw = vec![state, Code::number(0.0), count.clone()];
            let draw = Code::helper_call("random_between", draw, CodeType::Number);
            let one = Code::number(1.0);
            let wins = Code::binary(BinaryOp::LessThan, draw, one, CodeType::Condition);
            body.push(CodeStatement::If(wins, vec![assign(self.member.clone())]));
        }
        body
    }

    /// Code for the result after the loop; zero if no member counts.
    fn into_result(self) -> Code {
        let zero = Code::zero(self.ty);
        match (self.fold.kind, &self.counter) {
            (FoldKind::Rule(F::Mean), Some(count)) => {
                let counts = vec![count.clone(), Code::number(1.0)];
                let divisor = Code::function_call(Function::Max, counts, CodeType::Number);
                Code::binary(BinaryOp::Divide, self.result_variable, divisor, self.ty)
            }
            _ if self.holds_member => {
                let value = self.member_value().with_name_replaced(&self.fold.member, &self.name);
                Code::choose(is_nobody(&self.result_variable), zero, value)
            }
            (FoldKind::Rule(F::Least | F::Most), _) => {
                let is_endless =
                    CodeNode::CallFunction("is_inf".into(), vec![self.result_variable.clone()]);
                Code::choose(Code::new(is_endless, CodeType::Condition), zero, self.result_variable)
            }
            _ => self.result_variable,
        }
    }
}

impl GDScriptWriter {
    fn write_block(
        &self,
        statements: &[CodeStatement],
        depth: usize,
        needs: &mut NeededNames,
        out: &mut String,
    ) {
        for statement in statements {
            let (line, inner) = self.statement_doc(statement, needs);
            *out += &format!("{}\n", line.render(MAX_LINE_WIDTH, INDENT, depth));
            self.write_block(inner, depth + 1, needs, out);
        }
    }

    /// Layout document for the line of a statement, and the statements nested in it.
    fn statement_doc<'s>(
        &self,
        statement: &'s CodeStatement,
        needs: &mut NeededNames,
    ) -> (Doc, &'s [CodeStatement]) {
        let line = match statement {
            CodeStatement::Comment(remark) => text(format!("# {remark}")),
            CodeStatement::Let { name, value, .. } => {
                let is_member = value.node == CodeNode::New && value.ty == CodeType::Neighbors;
                if is_member {
                    needs.add_need("Neighbor");
                }
                let ty = if is_member { "Neighbor" } else { type_name(value.ty) };
                concat([text(format!("var {name}: {ty} = ")), self.value_doc(value, needs)])
            }
            CodeStatement::Assign(target, value) => concat([
                self.write_code(target, needs).doc,
                text(" = "),
                self.value_doc(value, needs),
            ]),
            CodeStatement::Increase(target, value) if target.ty == CodeType::Neighbors => {
                let target = self.write_code(target, needs).doc;
                concat([target, text(".append("), self.write_code(value, needs).doc, text(")")])
            }
            CodeStatement::Increase(target, value) => concat([
                self.write_code(target, needs).doc,
                text(" += "),
                self.value_doc(value, needs),
            ]),
            CodeStatement::If(condition, then) => {
                return (concat([text("if "), self.value_doc(condition, needs), text(":")]), then);
            }
            CodeStatement::ForEach(member, list, body) => {
                let head = text(format!("for {member} in "));
                return (concat([head, self.value_doc(list, needs), text(":")]), body);
            }
            CodeStatement::Break => text("break"),
            CodeStatement::Return(value) => concat([text("return "), self.value_doc(value, needs)]),
        };
        (line, &[])
    }

    /// Value at the end of a line, in brackets if it takes several lines.
    fn value_doc(&self, code: &Code, needs: &mut NeededNames) -> Doc {
        let value = self.write_code(code, needs);
        if value.breaks_inside {
            return value.doc;
        }
        let inner = Doc::nested(concat([Doc::SoftLine, value.doc]));
        Doc::group(concat([Doc::IfBroken("("), inner, Doc::SoftLine, Doc::IfBroken(")")]))
    }

    fn write_call(&self, name: &str, args: &[Code], needs: &mut NeededNames) -> WrittenExpr {
        if HELPERS.iter().any(|helper| helper.name == name) {
            needs.add_need(name);
        }
        let args = args.iter().map(|arg| self.write_code(arg, needs).doc).collect();
        WrittenExpr::indivisible(Doc::in_brackets(
            format!("{name}("),
            Doc::comma_separated(args),
            ")",
        ))
    }

    fn write_code(&self, code: &Code, needs: &mut NeededNames) -> WrittenExpr {
        match &code.node {
            CodeNode::Number(number) => write_number(*number),
            CodeNode::Truth(holds) => WrittenExpr::indivisible(text(holds.to_string())),
            CodeNode::Text(words) => WrittenExpr::indivisible(text(quoted(words))),
            CodeNode::List(items) => {
                let items = items.iter().map(|item| self.write_code(item, needs).doc).collect();
                WrittenExpr::indivisible(Doc::in_brackets("[", Doc::filled(items), "]"))
            }
            CodeNode::Pi => WrittenExpr::indivisible(text("PI")),
            CodeNode::New if code.ty == CodeType::Neighbors => {
                WrittenExpr::indivisible(text("null"))
            }
            CodeNode::New => {
                add_type_need(code.ty, needs);
                WrittenExpr::indivisible(text(format!("{}.new()", type_name(code.ty))))
            }
            CodeNode::Name(name) => {
                needs.add_need(name);
                WrittenExpr::indivisible(text(name))
            }
            CodeNode::Field(of, name) => {
                if let CodeType::Unit = of.ty {
                    needs.add_need(format!("Unit.{name}"));
                }
                let of = self.write_code(of, needs).bracketed_below(Precedence::Whole);
                WrittenExpr::indivisible(concat([of, text(format!(".{name}"))]))
            }
            CodeNode::CallFunction(name, args) => self.write_call(name, args, needs),
            // The first value of a memory is drawn from the new state's field `random`.
            CodeNode::CallHelper("random_between", args) if is_new_state(&args[0]) => {
                self.write_call("random.randf_range", &args[1..], needs)
            }
            CodeNode::CallHelper("random_normal", args) if is_new_state(&args[0]) => {
                self.write_call("random.randfn", &[Code::number(0.0), args[1].clone()], needs)
            }
            CodeNode::CallHelper(name, args) => self.write_call(name, args, needs),
            CodeNode::Compute(function, args) => {
                self.write_function_call(*function, code, args, needs)
            }
            CodeNode::Negate(of) => {
                let of = self.write_code(of, needs);
                let breaks_inside = of.breaks_inside;
                // Two minus signs in a row would be parsed as another operator.
                let least = if of.is_negative { Precedence::Power } else { Precedence::Minus };
                let negated = concat([text("-"), of.bracketed_below(least)]);
                WrittenExpr {
                    is_negative: true,
                    breaks_inside,
                    ..WrittenExpr::with_precedence(negated, Precedence::Minus)
                }
            }
            CodeNode::Not(of) => {
                let of = self.write_code(of, needs).bracketed_below(Precedence::Not);
                WrittenExpr::with_precedence(concat([text("not "), of]), Precedence::Not)
            }
            CodeNode::Binary(op, sides) => {
                let own = precedence_of(*op);
                let (least_left, least_right) = operand_precedences(own);
                let [left, right] = [&sides[0], &sides[1]].map(|side| self.write_code(side, needs));
                let is_negative = left.is_negative && left.precedence >= least_left;
                let is_double = *op == BinaryOp::Subtract && right.is_negative;
                let least_right = if is_double { Precedence::Whole } else { least_right };
                let left = left.bracketed_below(least_left);
                let right = right.bracketed_below(least_right);
                let right = concat([Doc::Line, text(format!("{} ", op.symbol())), right]);
                let both = Doc::group(concat([left, right]));
                WrittenExpr { is_negative, ..WrittenExpr::with_precedence(both, own) }
            }
            CodeNode::If(parts) => {
                let [condition, yes, no] = &**parts;
                let yes = self.write_code(yes, needs).bracketed_below(Precedence::Or);
                let condition = concat([
                    Doc::Line,
                    text("if "),
                    self.write_code(condition, needs).bracketed_below(Precedence::Or),
                ]);
                let no = concat([Doc::Line, text("else "), self.write_code(no, needs).doc]);
                WrittenExpr::with_precedence(
                    Doc::group(concat([yes, condition, no])),
                    Precedence::Loose,
                )
            }
            // Loops have replaced all folds, so none is left.
            CodeNode::Fold(_) => WrittenExpr::indivisible(text("")),
        }
    }

    fn write_function_call(
        &self,
        function: Function,
        code: &Code,
        args: &[Code],
        needs: &mut NeededNames,
    ) -> WrittenExpr {
        use Function as F;
        if code.is_zero() && code.is_vector() {
            return WrittenExpr::indivisible(text("Vector2.ZERO"));
        }
        // The length of a perceived offset is its field `distance`.
        if let (F::Length, [Code { node: CodeNode::Field(of, name), .. }]) = (function, args)
            && matches!(of.ty, CodeType::Seen | CodeType::Neighbors)
            && name == "offset"
        {
            return self.write_code(&(**of).clone().field("distance", CodeType::Number), needs);
        }
        let method = match function {
            F::Length => "length",
            F::Unit => "normalized",
            F::Dot => "dot",
            F::Cross => "cross",
            F::Rotate => "rotated",
            _ => "",
        };
        if let ([first, rest @ ..], false) = (args, method.is_empty()) {
            let first = self.write_code(first, needs).bracketed_below(Precedence::Whole);
            let rest = rest.iter().map(|arg| self.write_code(arg, needs).doc).collect();
            let call = Doc::in_brackets(format!(".{method}("), Doc::comma_separated(rest), ")");
            return WrittenExpr::indivisible(concat([first, call]));
        }
        let name = match function {
            F::Vec => "Vector2",
            F::Pow => "pow",
            F::Mix => "lerp",
            F::Sqrt => "square_root",
            F::Acos => "arc_cosine",
            F::Log => "logarithm",
            F::Wrap => "wrap_angle",
            F::Starboard => "starboard_of",
            // The helpers for these functions take two numbers each, so calls with more are nested.
            F::Min | F::Max if args.len() > 2 => {
                let (last, before) = args.split_last().unwrap_or((code, &[]));
                let before = Code::function_call(function, before.to_vec(), CodeType::Number);
                return self.write_call(
                    name_of(FUNCTION_WORDS, function),
                    &[before, last.clone()],
                    needs,
                );
            }
            _ => name_of(FUNCTION_WORDS, function),
        };
        self.write_call(name, args, needs)
    }
}

/// Writes a number with a decimal point.
fn write_number(number: f32) -> WrittenExpr {
    let mut words = if number.is_finite() { number.to_string() } else { "INF".to_string() };
    if number.is_finite() && !words.contains('.') {
        words += ".0";
    }
    let is_negative = number < 0.0;
    if is_negative && number.is_infinite() {
        words.insert(0, '-');
    }
    let precedence = if is_negative { Precedence::Minus } else { Precedence::Whole };
    WrittenExpr {
        is_negative,
        breaks_inside: true,
        ..WrittenExpr::with_precedence(text(words), precedence)
    }
}
