//! Writes GDScript for Godot 4. Its lists have no methods that take functions, so a fold becomes a
//! loop before the statement that uses it.

use super::code::{
    Code, CodeFunction, CodeType, Constant, Fold, FoldKind, Node, Record, Statement,
};
use super::layout::{Doc, concat, text};
use super::names::{Names, Spelling, snake};
use super::writer::{
    Helper, Needs, WIDTH, Writer, Written, helpers_of, operand_precedences, quoted,
};
use crate::format::{Precedence, precedence_of};
use crate::tree::{self, Binary, Function};
use crate::words::{FUNCTIONS, name_of};
use std::sync::LazyLock;

pub struct GDScript;

const MAIN: &str = include_str!("helpers/gdscript.gd");

static HELPERS: LazyLock<Vec<Helper>> = LazyLock::new(|| helpers_of(MAIN, "#"));

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

impl Spelling for GDScript {
    fn is_reserved(&self, name: &str) -> bool {
        KEYWORDS.split_whitespace().any(|word| word == name)
            || HELPERS.iter().any(|helper| helper.name == name)
    }

    fn local(&self, name: &str) -> String {
        snake(name)
    }

    fn member(&self, name: &str) -> String {
        snake(name)
    }

    fn function(&self, name: &str) -> String {
        name.to_lowercase()
    }
}

impl Writer for GDScript {
    fn helper_files(&self, is_torus: bool, limits_gain: bool) -> Vec<&'static str> {
        let torus = is_torus.then_some(include_str!("helpers/gdscript_torus.gd"));
        let gain = limits_gain.then_some(include_str!("helpers/gdscript_gain.gd"));
        torus.into_iter().chain(gain).chain([MAIN]).collect()
    }

    fn remark_sign(&self) -> &'static str {
        "#"
    }

    fn write_function(&self, function: &CodeFunction, needs: &mut Needs) -> String {
        let args = function.args.iter().map(|one| {
            note_type(one.ty, needs);
            let unused = if one.is_used { "" } else { "_" };
            text(format!("{unused}{}: {}", one.name, type_name(one.ty)))
        });
        let args = Doc::filled(args.collect());
        let head = Doc::enclosed(format!("static func {}(", function.name), args, ")");
        let head = concat([head, text(format!(" -> {}:", type_name(function.gives)))]);
        let mut out = match function.doc.is_empty() {
            true => String::new(),
            false => format!("# {}\n", function.doc),
        };
        out += &format!("{}\n", head.render(WIDTH, INDENT, 0));
        let mut loops = Loops { names: names_in(function), statements: Vec::new() };
        function.body.iter().for_each(|statement| loops.add(statement));
        self.block(&loops.statements, 1, needs, &mut out);
        out.trim_end().to_string()
    }

    fn write_record(&self, record: &Record, needs: &mut Needs) -> String {
        let mut out = format!("# {}\nclass {}:\n", record.doc, record.name);
        for field in &record.fields {
            if field.is_optional && !needs.has(&format!("{}.{}", record.name, field.name)) {
                continue;
            }
            out += &format!("\tvar {}: {}", field.name, type_name(field.ty));
            if let Some(start) = &field.start {
                out += &format!(" = {}", self.code(start, needs).doc.render(WIDTH, INDENT, 0));
            }
            let doc =
                if field.doc.is_empty() { String::new() } else { format!("  # {}", field.doc) };
            out += &format!("{doc}\n");
        }
        out.trim_end().to_string()
    }

    fn write_constant(&self, constant: &Constant, needs: &mut Needs) -> String {
        let value = self.code(&constant.value, needs);
        let name = format!("const {}: {} = ", constant.name, type_name(constant.value.ty));
        concat([text(name), value.doc]).render(WIDTH, INDENT, 0)
    }

    fn write_helper(&self, helper: &Helper) -> String {
        helper.code.clone()
    }

    fn gap(&self) -> usize {
        2
    }

    fn note(&self) -> &'static str {
        "For Godot 4. It was run in Godot 3.2, where it gives the same forces, not in Godot 4."
    }
}

/// Records that a type of the file is needed.
fn note_type(ty: CodeType, needs: &mut Needs) {
    match ty {
        CodeType::Seen => needs.add("Seen"),
        CodeType::Sway => needs.add("Sway"),
        _ => {}
    }
}

fn type_name(ty: CodeType) -> &'static str {
    match ty {
        CodeType::Number => "float",
        CodeType::Vector => "Vector2",
        CodeType::Condition => "bool",
        CodeType::Count => "int",
        CodeType::Text => "String",
        CodeType::Unit => "Unit",
        CodeType::Thing => "Thing",
        CodeType::Seen => "Seen",
        CodeType::State => "State",
        CodeType::Sway => "Sway",
        CodeType::Random => "RandomNumberGenerator",
        CodeType::Texts
        | CodeType::Places
        | CodeType::Units
        | CodeType::Obstacles
        | CodeType::Neighbors => "Array",
    }
}

/// Names that a function declares or uses.
fn names_in(function: &CodeFunction) -> Names {
    let mut names: Vec<String> = function.args.iter().map(|one| one.name.clone()).collect();
    for statement in &function.body {
        if let Statement::Let { name, .. } = statement {
            names.push(name.clone());
        }
        let values = match statement {
            Statement::Let { value, .. } | Statement::Return(value) | Statement::If(value, _) => {
                vec![value]
            }
            Statement::Assign(target, value) => vec![target, value],
            _ => Vec::new(),
        };
        values.into_iter().for_each(|value| {
            value.walk(&mut |code| match &code.node {
                Node::Name(name) => names.push(name.clone()),
                Node::Apply(name, _) => names.push(name.clone()),
                _ => {}
            });
        });
    }
    Names::with(names)
}

/// Rewrites statements so that loops replace folds.
struct Loops {
    names: Names,
    statements: Vec<Statement>,
}

impl Loops {
    fn add(&mut self, statement: &Statement) {
        let statement = match statement {
            // The loop's result has the name of the value.
            Statement::Let { name, value: Code { node: Node::Fold(fold), ty }, .. } => {
                let result = self.fold(fold, *ty, Some(name));
                if result.node == Node::Name(name.clone()) {
                    return;
                }
                Statement::Let { name: name.clone(), value: result, changes: false }
            }
            Statement::Let { name, value, changes } => {
                Statement::Let { name: name.clone(), value: self.without(value), changes: *changes }
            }
            Statement::Assign(target, value) => {
                Statement::Assign(target.clone(), self.without(value))
            }
            Statement::Return(value) => Statement::Return(self.without(value)),
            other => other.clone(),
        };
        self.statements.push(statement);
    }

    /// Replaces the folds of an expression by the names of their results.
    fn without(&mut self, code: &Code) -> Code {
        match &code.node {
            Node::Fold(fold) => self.fold(fold, code.ty, None),
            _ => code.with_parts(&mut |part| self.without(part)),
        }
    }

    /// Adds the loop of a fold, and returns its result. `name`: name of the result if it is a
    /// single value.
    fn fold(&mut self, fold: &Fold, ty: CodeType, name: Option<&str>) -> Code {
        use tree::Fold as F;
        let list = self.without(&fold.list);
        let preferred = match fold.kind {
            FoldKind::Rule(F::Sum | F::Mean) => "sum",
            FoldKind::Rule(F::Least) => "least",
            FoldKind::Rule(F::Most) => "most",
            FoldKind::Rule(F::Any) => "found",
            FoldKind::Rule(F::Count) => "count",
            FoldKind::Rule(F::Nearest) => "nearest",
            FoldKind::Rule(F::AnyOf) => "chosen",
            FoldKind::Filter => "seen",
        };
        let is_result =
            matches!(fold.kind, FoldKind::Rule(F::Sum | F::Count | F::Any) | FoldKind::Filter);
        let name = match name.filter(|_| is_result) {
            Some(name) => name.to_string(),
            None => self.names.add_numbered(preferred, &GDScript),
        };
        let member = Code::name(&fold.member, CodeType::Neighbors);
        let is_member = matches!(fold.kind, FoldKind::Rule(F::Nearest | F::AnyOf));
        let held = Code::name(&name, if is_member { CodeType::Neighbors } else { ty });
        let nobody = Code::new(Node::New, CodeType::Neighbors);
        let endless = Code::number(f32::INFINITY);
        let first = match fold.kind {
            FoldKind::Rule(F::Nearest | F::AnyOf) => nobody.clone(),
            FoldKind::Rule(F::Least) => endless.clone(),
            FoldKind::Rule(F::Most) => endless.negated(),
            FoldKind::Filter => Code::new(Node::List(Vec::new()), CodeType::Neighbors),
            _ => Code::zero(ty),
        };
        self.statements.push(Statement::Let { name: name.clone(), value: first, changes: true });
        let one = Code::number(1.0);
        let counts = matches!(fold.kind, FoldKind::Rule(F::Mean | F::AnyOf)).then(|| {
            let name = self.names.add_numbered("count", &GDScript);
            let value = Code::number(0.0);
            self.statements.push(Statement::Let { name: name.clone(), value, changes: true });
            Code::name(name, CodeType::Number)
        });
        let mut tests: Vec<Code> = fold.condition.iter().cloned().collect();
        let is_nobody =
            |of: &Code| Code::binary(Binary::Same, of.clone(), nobody.clone(), CodeType::Condition);
        if let (FoldKind::Rule(F::Any), Some(value)) = (fold.kind, &fold.value) {
            tests.push(value.clone());
        }
        if fold.kind == FoldKind::Rule(F::Nearest) {
            let distance = |of: &Code| of.clone().field("distance", CodeType::Number);
            let nearer =
                Code::binary(Binary::Less, distance(&member), distance(&held), CodeType::Condition);
            tests.push(Code::binary(Binary::Or, is_nobody(&held), nearer, CodeType::Condition));
        }
        let value = fold.value.clone().unwrap_or_else(|| one.clone());
        let of_both = |function| Code::compute(function, vec![held.clone(), value.clone()], ty);
        let mut body = match fold.kind {
            FoldKind::Rule(F::Least) => {
                vec![Statement::Assign(held.clone(), of_both(Function::Min))]
            }
            FoldKind::Rule(F::Most) => {
                vec![Statement::Assign(held.clone(), of_both(Function::Max))]
            }
            FoldKind::Rule(F::Any) => {
                vec![Statement::Assign(held.clone(), Code::truth(true)), Statement::Break]
            }
            FoldKind::Rule(F::Nearest) => vec![Statement::Assign(held.clone(), member.clone())],
            FoldKind::Rule(F::AnyOf) => Vec::new(),
            FoldKind::Rule(F::Count) => vec![Statement::Increase(held.clone(), one.clone())],
            // Appends the member to the list.
            FoldKind::Filter => vec![Statement::Increase(held.clone(), member.clone())],
            FoldKind::Rule(F::Sum | F::Mean) => {
                vec![Statement::Increase(held.clone(), value.clone())]
            }
        };
        if let Some(counts) = &counts {
            body.push(Statement::Increase(counts.clone(), one.clone()));
        }
        // Reservoir sampling: the k-th member replaces the chosen one with probability 1/k.
        if let (FoldKind::Rule(F::AnyOf), Some(counts)) = (fold.kind, &counts) {
            let state = Code::name("state", CodeType::State);
            let draw = vec![state, Code::number(0.0), counts.clone()];
            let draw = Code::help("random_between", draw, CodeType::Number);
            let wins = Code::binary(Binary::Less, draw, one.clone(), CodeType::Condition);
            body.push(Statement::If(wins, vec![Statement::Assign(held.clone(), member.clone())]));
        }
        let both = |a, b| Code::binary(Binary::And, a, b, CodeType::Condition);
        if let Some(test) = tests.into_iter().reduce(both) {
            body = vec![Statement::If(test, body)];
        }
        self.statements.push(Statement::ForEach(fold.member.clone(), list, body));
        match (fold.kind, counts) {
            (FoldKind::Rule(F::Mean), Some(counts)) => {
                let many = Code::compute(Function::Max, vec![counts, one], CodeType::Number);
                Code::binary(Binary::Divide, held, many, ty)
            }
            (FoldKind::Rule(F::Least | F::Most), _) => {
                let is_endless = Code::new(
                    Node::Apply("is_inf".into(), vec![held.clone()]),
                    CodeType::Condition,
                );
                Code::choose(is_endless, Code::zero(ty), held)
            }
            (FoldKind::Rule(F::Nearest | F::AnyOf), _) => {
                let value = value.renamed(&fold.member, &name);
                Code::choose(is_nobody(&held), Code::zero(ty), value)
            }
            _ => held,
        }
    }
}

impl GDScript {
    fn block(&self, statements: &[Statement], depth: usize, needs: &mut Needs, out: &mut String) {
        for statement in statements {
            let (line, inner) = self.statement(statement, needs);
            *out += &format!("{}\n", line.render(WIDTH, INDENT, depth));
            self.block(inner, depth + 1, needs, out);
        }
    }

    /// The line of a statement, and its nested statements.
    fn statement<'s>(&self, statement: &'s Statement, needs: &mut Needs) -> (Doc, &'s [Statement]) {
        let line = match statement {
            Statement::Remark(remark) => text(format!("# {remark}")),
            Statement::Let { name, value, .. } => {
                let is_member = value.node == Node::New && value.ty == CodeType::Neighbors;
                if is_member {
                    needs.add("Neighbor");
                }
                let ty = if is_member { "Neighbor" } else { type_name(value.ty) };
                concat([text(format!("var {name}: {ty} = ")), self.value(value, needs)])
            }
            Statement::Assign(target, value) => {
                concat([self.code(target, needs).doc, text(" = "), self.value(value, needs)])
            }
            Statement::Increase(target, value) if target.ty == CodeType::Neighbors => {
                let target = self.code(target, needs).doc;
                concat([target, text(".append("), self.code(value, needs).doc, text(")")])
            }
            Statement::Increase(target, value) => {
                concat([self.code(target, needs).doc, text(" += "), self.value(value, needs)])
            }
            Statement::If(condition, then) => {
                return (concat([text("if "), self.value(condition, needs), text(":")]), then);
            }
            Statement::ForEach(member, list, body) => {
                let head = text(format!("for {member} in "));
                return (concat([head, self.value(list, needs), text(":")]), body);
            }
            Statement::Break => text("break"),
            Statement::Return(value) => concat([text("return "), self.value(value, needs)]),
        };
        (line, &[])
    }

    /// A value at the end of a line, in brackets if it takes several lines.
    fn value(&self, code: &Code, needs: &mut Needs) -> Doc {
        let value = self.code(code, needs);
        if value.breaks_inside {
            return value.doc;
        }
        let inner = Doc::nest(concat([Doc::SoftLine, value.doc]));
        Doc::group(concat([Doc::IfBroken("("), inner, Doc::SoftLine, Doc::IfBroken(")")]))
    }

    fn call(&self, name: &str, args: &[Code], needs: &mut Needs) -> Written {
        if HELPERS.iter().any(|helper| helper.name == name) {
            needs.add(name);
        }
        let args = args.iter().map(|arg| self.code(arg, needs).doc).collect();
        Written::whole(Doc::enclosed(format!("{name}("), Doc::comma_separated(args), ")"))
    }

    fn code(&self, code: &Code, needs: &mut Needs) -> Written {
        match &code.node {
            Node::Number(number) => number_of(*number),
            Node::Truth(holds) => Written::whole(text(holds.to_string())),
            Node::Text(words) => Written::whole(text(quoted(words))),
            Node::List(items) => {
                let items = items.iter().map(|item| self.code(item, needs).doc).collect();
                Written::whole(Doc::enclosed("[", Doc::filled(items), "]"))
            }
            Node::Pi => Written::whole(text("PI")),
            Node::New if code.ty == CodeType::Neighbors => Written::whole(text("null")),
            Node::New => {
                note_type(code.ty, needs);
                Written::whole(text(format!("{}.new()", type_name(code.ty))))
            }
            Node::Name(name) => {
                needs.add(name);
                Written::whole(text(name))
            }
            Node::Field(of, name) => {
                if let CodeType::Unit = of.ty {
                    needs.add(format!("Unit.{name}"));
                }
                let of = self.code(of, needs).at_least(Precedence::Whole);
                Written::whole(concat([of, text(format!(".{name}"))]))
            }
            Node::Apply(name, args) => self.call(name, args, needs),
            Node::Help(name, args) => self.call(name, args, needs),
            Node::Compute(function, args) => self.compute(*function, code, args, needs),
            Node::Negate(of) => {
                let of = self.code(of, needs);
                let breaks_inside = of.breaks_inside;
                // Two signs in a row would be another operator.
                let least = if of.is_negative { Precedence::Power } else { Precedence::Minus };
                let negated = concat([text("-"), of.at_least(least)]);
                Written {
                    is_negative: true,
                    breaks_inside,
                    ..Written::with(negated, Precedence::Minus)
                }
            }
            Node::Not(of) => {
                let of = self.code(of, needs).at_least(Precedence::Not);
                Written::with(concat([text("not "), of]), Precedence::Not)
            }
            Node::Binary(op, sides) => {
                let own = precedence_of(*op);
                let (least_left, least_right) = operand_precedences(own);
                let [left, right] = [&sides[0], &sides[1]].map(|side| self.code(side, needs));
                let is_negative = left.is_negative && left.precedence >= least_left;
                let is_double = *op == Binary::Subtract && right.is_negative;
                let least_right = if is_double { Precedence::Whole } else { least_right };
                let left = left.at_least(least_left);
                let right = right.at_least(least_right);
                let right = concat([Doc::Line, text(format!("{} ", op.sign())), right]);
                let both = Doc::group(concat([left, right]));
                Written { is_negative, ..Written::with(both, own) }
            }
            Node::If(parts) => {
                let [condition, yes, no] = &**parts;
                let yes = self.code(yes, needs).at_least(Precedence::Or);
                let condition = concat([
                    Doc::Line,
                    text("if "),
                    self.code(condition, needs).at_least(Precedence::Or),
                ]);
                let no = concat([Doc::Line, text("else "), self.code(no, needs).doc]);
                Written::with(Doc::group(concat([yes, condition, no])), Precedence::Loose)
            }
            // Loops have replaced all folds.
            Node::Fold(_) => Written::whole(text("")),
        }
    }

    fn compute(
        &self,
        function: Function,
        code: &Code,
        args: &[Code],
        needs: &mut Needs,
    ) -> Written {
        use Function as F;
        if code.is_zero() && code.is_vector() {
            return Written::whole(text("Vector2.ZERO"));
        }
        // The length of a perceived offset is its field `distance`.
        if let (F::Length, [Code { node: Node::Field(of, name), .. }]) = (function, args)
            && matches!(of.ty, CodeType::Seen | CodeType::Neighbors)
            && name == "offset"
        {
            return self.code(&(**of).clone().field("distance", CodeType::Number), needs);
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
            let first = self.code(first, needs).at_least(Precedence::Whole);
            let rest = rest.iter().map(|arg| self.code(arg, needs).doc).collect();
            let call = Doc::enclosed(format!(".{method}("), Doc::comma_separated(rest), ")");
            return Written::whole(concat([first, call]));
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
            // These functions of GDScript helpers take two numbers.
            F::Min | F::Max if args.len() > 2 => {
                let (last, before) = args.split_last().unwrap_or((code, &[]));
                let before = Code::compute(function, before.to_vec(), CodeType::Number);
                return self.call(name_of(FUNCTIONS, function), &[before, last.clone()], needs);
            }
            _ => name_of(FUNCTIONS, function),
        };
        self.call(name, args, needs)
    }
}

/// Writes a number with a decimal point.
fn number_of(number: f32) -> Written {
    let mut words = if number.is_finite() { number.to_string() } else { "INF".to_string() };
    if number.is_finite() && !words.contains('.') {
        words += ".0";
    }
    let is_negative = number < 0.0;
    if is_negative && number.is_infinite() {
        words.insert(0, '-');
    }
    let precedence = if is_negative { Precedence::Minus } else { Precedence::Whole };
    Written { is_negative, breaks_inside: true, ..Written::with(text(words), precedence) }
}
