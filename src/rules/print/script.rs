//! Writes TypeScript and JavaScript, laid out much as Prettier does.

use super::code::{
    Code, CodeConstant, CodeFold, CodeFunction, CodeNode, CodeRecord, CodeStatement, CodeType,
    FoldKind,
};
use super::layout::{Doc, concat, text};
use super::names::{Spelling, camel_case};
use super::writer::{
    Helper, MAX_LINE_WIDTH, NeededNames, Writer, WrittenExpr, operand_precedences, parse_helpers,
    quoted,
};
use crate::format::{Precedence, precedence_of};
use crate::tree::{BinaryOp, FoldFunction, Function};
use std::sync::LazyLock;

/// Writer of TypeScript, or of JavaScript, which has no types.
pub struct ScriptWriter {
    pub is_typed: bool,
}

const MAIN_HELPERS: &str = include_str!("helpers/script.js");

static HELPERS: LazyLock<Vec<Helper>> = LazyLock::new(|| parse_helpers(MAIN_HELPERS, "//"));

const KEYWORDS: &str = "abstract any arguments as async await boolean break case catch class const constructor \
     continue debugger declare default delete do else enum eval export extends false finally for from \
     function get if implements import in instanceof interface is let module namespace never new null number \
     object of package private protected public readonly require return set static string super switch symbol \
     this throw true try type typeof undefined unknown var void while with yield NaN Infinity Math Number Object \
     Boolean prototype __proto__ globalThis Array newState Vector Unit Thing Obstacle Seen Neighbor State Sway";

const INDENT: &str = "  ";

impl Spelling for ScriptWriter {
    fn is_reserved_name(&self, name: &str) -> bool {
        KEYWORDS.split_whitespace().any(|word| word == name) || is_helper(name)
    }

    fn local_spelling(&self, name: &str) -> String {
        camel_case(name)
    }

    fn member_spelling(&self, name: &str) -> String {
        let name = camel_case(name);
        let mut letters = name.chars();
        letters.next().map_or_else(String::new, |c| c.to_lowercase().chain(letters).collect())
    }

    fn function_spelling(&self, name: &str) -> String {
        camel_case(name)
    }
}

impl Writer for ScriptWriter {
    fn helper_files(&self, is_torus: bool, limits_gain: bool) -> Vec<&'static str> {
        let torus = is_torus.then_some(include_str!("helpers/script_torus.js"));
        let gain = limits_gain.then_some(include_str!("helpers/script_gain.js"));
        torus.into_iter().chain(gain).chain([MAIN_HELPERS]).collect()
    }

    fn comment_sign(&self) -> &'static str {
        "//"
    }

    fn write_function(&self, function: &CodeFunction, needs: &mut NeededNames) -> String {
        let args = function.args.iter().map(|one| {
            add_type_need(one.ty, needs);
            text(format!("{}{}", one.name, self.annotation(one.ty)))
        });
        let args = Doc::comma_separated(args.collect());
        let trailing = Doc::IfBroken(",");
        let export = if function.is_exported { "export " } else { "" };
        let open = format!("{export}function {}(", function.name);
        let head = Doc::in_brackets(open, concat([args, trailing]), ")");
        let head = concat([head, text(format!("{} {{", self.annotation(function.return_type)))]);
        let mut out = match function.doc.is_empty() {
            true => String::new(),
            false => format!("/** {} */\n", function.doc),
        };
        out += &format!("{}\n", head.render(MAX_LINE_WIDTH, INDENT, 0));
        for statement in &function.body {
            out += &format!(
                "{}\n",
                self.statement_doc(statement, needs).render(MAX_LINE_WIDTH, INDENT, 1)
            );
        }
        out + "}"
    }

    fn write_record(&self, record: &CodeRecord, needs: &mut NeededNames) -> String {
        let fields = record.fields.iter();
        let fields = fields.filter(|field| {
            !field.is_optional || needs.is_needed(&format!("{}.{}", record.name, field.name))
        });
        let fields: Vec<_> = fields.collect();
        let mut out = if record.name == "Unit" { self.vector_type() } else { String::new() };
        if self.is_typed {
            out += &format!("/** {} */\nexport type {} = {{\n", record.doc, record.name);
            for field in &fields {
                let doc =
                    if field.doc.is_empty() { String::new() } else { format!(" // {}", field.doc) };
                out += &format!("  {}: {};{doc}\n", field.name, type_name(field.ty));
            }
            out += "};";
        } else {
            out += &format!("/**\n * {}\n * @typedef {{object}} {}\n", record.doc, record.name);
            for field in &fields {
                let line = format!(
                    " * @property {{{}}} {} {}",
                    type_name(field.ty),
                    field.name,
                    field.doc
                );
                out += &format!("{}\n", line.trim_end());
            }
            out += " */";
        }
        if record.name == "State" {
            let annotation = self.annotation(CodeType::State);
            out += &format!(
                "\n\n/** {} */\nexport const newState = (){annotation} => ({{\n",
                record.doc
            );
            for field in &fields {
                let Some(start) = &field.initial_value else { continue };
                let start = self.write_code(start, needs).doc.render(MAX_LINE_WIDTH, INDENT, 0);
                out += &format!("  {}: {start},\n", field.name);
            }
            out += "});";
        }
        out
    }

    fn write_constant(&self, constant: &CodeConstant, needs: &mut NeededNames) -> String {
        let annotation = match constant.value.ty {
            CodeType::Strings | CodeType::Points => self.annotation(constant.value.ty),
            _ => String::new(),
        };
        let value = self.write_code(&constant.value, needs);
        let line =
            concat([text(format!("const {}{annotation} = ", constant.name)), value.doc, text(";")]);
        line.render(MAX_LINE_WIDTH, INDENT, 0)
    }

    fn write_helper(&self, helper: &Helper) -> String {
        if !self.is_typed {
            return helper.code.clone();
        }
        let typed = |line: &str| {
            let bare = [format!("function {}", helper.name), format!("const {}", helper.name)];
            let begins = bare.iter().find(|begins| line.starts_with(*begins))?;
            if let Some(ty) = helper.signature.strip_prefix(": ") {
                return Some(line.replacen(begins, &format!("{begins}: {ty}"), 1));
            }
            // Names of arguments contain no brackets, so the first pair encloses all arguments.
            let (open, close) = (line.find('(')?, line.find(')')?);
            let (before, after) = (line.get(..open)?, line.get(close + 1..)?);
            let typed = format!("{before}{}{after}", helper.signature);
            if typed.chars().count() <= MAX_LINE_WIDTH {
                return Some(typed);
            }
            if let Some((head, value)) = typed.split_once(" => ").filter(|_| !after.ends_with('{'))
            {
                return Some(format!("{head} =>\n{INDENT}{value}"));
            }
            let (args, ty) = helper.signature.rsplit_once("): ")?;
            let (generics, args) = args.split_once('(')?;
            let args = Doc::comma_separated(args.split(", ").map(text).collect());
            let args = concat([args, Doc::IfBroken(",")]);
            let head = Doc::in_brackets(format!("{before}{generics}("), args, ")");
            Some(concat([head, text(format!(": {ty}{after}"))]).render(MAX_LINE_WIDTH, INDENT, 0))
        };
        let lines = helper.code.lines().map(|line| typed(line).unwrap_or_else(|| line.to_string()));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn blank_lines(&self) -> usize {
        1
    }

    fn language_note(&self) -> &'static str {
        ""
    }
}

fn is_helper(name: &str) -> bool {
    HELPERS.iter().any(|helper| helper.name == name)
}

/// Records that the file needs the record that is the type of a value, if there is one.
fn add_type_need(ty: CodeType, needs: &mut NeededNames) {
    match ty {
        CodeType::Seen => needs.add_need("Seen"),
        CodeType::Neighbors => needs.add_need("Neighbor"),
        _ => {}
    }
}

fn type_name(ty: CodeType) -> &'static str {
    match ty {
        CodeType::Number | CodeType::Count => "number",
        CodeType::Vector => "Vector",
        CodeType::Condition => "boolean",
        CodeType::String => "string",
        CodeType::Strings => "readonly string[]",
        CodeType::Points => "readonly Vector[]",
        CodeType::Unit => "Unit",
        CodeType::Units => "readonly Unit[]",
        CodeType::Obstacles => "readonly Obstacle[]",
        CodeType::Thing => "Thing | null",
        CodeType::Seen => "Seen",
        CodeType::Neighbors => "Neighbor[]",
        CodeType::State => "State",
        CodeType::SmoothNoise => "Sway",
        CodeType::Random => "() => number",
    }
}

impl ScriptWriter {
    fn annotation(&self, ty: CodeType) -> String {
        if self.is_typed { format!(": {}", type_name(ty)) } else { String::new() }
    }

    fn vector_type(&self) -> String {
        match self.is_typed {
            true => "export type Vector = { x: number; y: number };\n\n".to_string(),
            false => "/** @typedef {{ x: number, y: number }} Vector */\n\n".to_string(),
        }
    }

    fn statement_doc(&self, statement: &CodeStatement, needs: &mut NeededNames) -> Doc {
        match statement {
            CodeStatement::Comment(remark) => text(format!("// {remark}")),
            CodeStatement::Let { name, value, is_mutable: changes } => {
                let keyword = if *changes { "let" } else { "const" };
                self.assignment_doc(text(format!("{keyword} {name} =")), value, needs)
            }
            CodeStatement::Assign(target, value) => {
                let target = self.write_code(target, needs).doc;
                self.assignment_doc(concat([target, text(" =")]), value, needs)
            }
            CodeStatement::If(condition, then) => {
                let condition = self.write_code(condition, needs).doc;
                let then = then.iter().map(|one| self.statement_doc(one, needs)).collect();
                concat([Doc::in_brackets("if (", condition, ") "), Doc::Concat(then)])
            }
            CodeStatement::Return(value) => {
                let value = self.write_code(value, needs);
                if value.breaks_inside {
                    return concat([text("return "), value.doc, text(";")]);
                }
                let inner = Doc::nested(concat([Doc::SoftLine, value.doc]));
                let (open, close) = (Doc::IfBroken("("), Doc::IfBroken(")"));
                let value = Doc::group(concat([open, inner, Doc::SoftLine, close]));
                concat([text("return "), value, text(";")])
            }
            // Folds are chains of methods in these languages, so these statements do not occur.
            CodeStatement::Increase(..) | CodeStatement::ForEach(..) | CodeStatement::Break => {
                text("")
            }
        }
    }

    fn assignment_doc(&self, target: Doc, value: &Code, needs: &mut NeededNames) -> Doc {
        let value = self.write_code(value, needs);
        match value.breaks_inside {
            true => concat([target, text(" "), value.doc, text(";")]),
            false => {
                concat([target, Doc::group(Doc::nested(concat([Doc::Line, value.doc]))), text(";")])
            }
        }
    }

    fn write_call(
        &self,
        name: &str,
        args: Vec<WrittenExpr>,
        needs: &mut NeededNames,
    ) -> WrittenExpr {
        if is_helper(name) {
            needs.add_need(name);
        }
        WrittenExpr::indivisible(call_doc(name, args))
    }

    fn write_codes(&self, codes: &[Code], needs: &mut NeededNames) -> Vec<WrittenExpr> {
        codes.iter().map(|code| self.write_code(code, needs)).collect()
    }

    fn write_code(&self, code: &Code, needs: &mut NeededNames) -> WrittenExpr {
        match &code.node {
            CodeNode::Number(number) => write_number(*number),
            CodeNode::Truth(holds) => WrittenExpr::indivisible(text(holds.to_string())),
            CodeNode::Text(words) => WrittenExpr::indivisible(text(quoted(words))),
            CodeNode::List(items) => {
                let items =
                    self.write_codes(items, needs).into_iter().map(|item| item.doc).collect();
                let items = concat([Doc::filled(items), Doc::IfBroken(",")]);
                WrittenExpr::indivisible(Doc::in_brackets("[", items, "]"))
            }
            CodeNode::Pi => WrittenExpr::indivisible(text("Math.PI")),
            CodeNode::New if code.ty == CodeType::SmoothNoise => {
                WrittenExpr::indivisible(text("{ from: 0, to: 0, share: 1 }"))
            }
            CodeNode::New if code.ty == CodeType::State => {
                WrittenExpr::indivisible(text("{ random: Math.random }"))
            }
            CodeNode::New => WrittenExpr::indivisible(text("Math.random")),
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
            CodeNode::CallFunction(name, args) => {
                let args = self.write_codes(args, needs);
                self.write_call(name, args, needs)
            }
            CodeNode::CallHelper("divided", args) => {
                self.write_binary(BinaryOp::Divide, &args[0], &args[1], needs)
            }
            CodeNode::CallHelper("divided_vector", args) => {
                let inverse = self.write_inverse(&args[1], needs);
                let args = vec![self.write_code(&args[0], needs), inverse];
                self.write_call("scaled", args, needs)
            }
            CodeNode::CallHelper(name, args) => {
                let args = self.write_codes(args, needs);
                self.write_call(&camel_case(name), args, needs)
            }
            CodeNode::Compute(function, args) => {
                self.write_function_call(*function, code, args, needs)
            }
            CodeNode::Negate(of) if of.is_vector() => {
                let of = vec![self.write_code(of, needs)];
                self.write_call("opposite", of, needs)
            }
            CodeNode::Negate(of) => self.write_negated_number(of, needs),
            CodeNode::Not(of) => {
                let of = self.write_code(of, needs).bracketed_below(Precedence::Minus);
                WrittenExpr::with_precedence(concat([text("!"), of]), Precedence::Minus)
            }
            CodeNode::Binary(op, sides) if code.is_vector() => {
                self.write_vector_operation(*op, sides, needs)
            }
            CodeNode::Binary(op, sides) => self.write_binary(*op, &sides[0], &sides[1], needs),
            CodeNode::If(parts) => self.write_choice(parts, needs),
            CodeNode::Fold(fold) => self.write_fold(fold, code.ty, needs),
        }
    }

    fn write_negated_number(&self, of: &Code, needs: &mut NeededNames) -> WrittenExpr {
        let of = self.write_code(of, needs);
        let breaks_inside = of.breaks_inside;
        // A power cannot follow a minus sign, and two minus signs would be another operator.
        let brackets = of.is_negative || of.precedence == Precedence::Power;
        let of = of.bracketed_below(if brackets { Precedence::Whole } else { Precedence::Minus });
        let negated = concat([text("-"), of]);
        WrittenExpr {
            is_negative: true,
            breaks_inside,
            ..WrittenExpr::with_precedence(negated, Precedence::Minus)
        }
    }

    /// Writes a sum, difference, product or quotient of which at least one side is a vector.
    fn write_vector_operation(
        &self,
        op: BinaryOp,
        [left, right]: &[Code; 2],
        needs: &mut NeededNames,
    ) -> WrittenExpr {
        let (function, first, second) = match op {
            BinaryOp::Add => ("plus", left, right),
            BinaryOp::Subtract => ("minus", left, right),
            BinaryOp::Divide => {
                let args = vec![self.write_code(left, needs), self.write_inverse(right, needs)];
                return self.write_call("scaled", args, needs);
            }
            _ if left.is_vector() => ("scaled", left, right),
            _ => ("scaled", right, left),
        };
        let args = vec![self.write_code(first, needs), self.write_code(second, needs)];
        self.write_call(function, args, needs)
    }

    /// Writes a conditional expression, `condition ? yes : no`.
    fn write_choice(
        &self,
        [condition, yes, no]: &[Code; 3],
        needs: &mut NeededNames,
    ) -> WrittenExpr {
        let condition = self.write_code(condition, needs).bracketed_below(Precedence::Or);
        let yes = self.write_code(yes, needs).bracketed_below(Precedence::Or);
        let no = self.write_code(no, needs).doc;
        let branches = concat([Doc::Line, text("? "), yes, Doc::Line, text(": "), no]);
        let choice = Doc::group(concat([condition, Doc::nested(branches)]));
        WrittenExpr::with_precedence(choice, Precedence::Loose)
    }

    fn write_inverse(&self, of: &Code, needs: &mut NeededNames) -> WrittenExpr {
        self.write_binary(BinaryOp::Divide, &Code::number(1.0), of, needs)
    }

    fn write_binary(
        &self,
        op: BinaryOp,
        left: &Code,
        right: &Code,
        needs: &mut NeededNames,
    ) -> WrittenExpr {
        let sign = match op {
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Equal => "===",
            BinaryOp::NotEqual => "!==",
            _ => op.symbol(),
        };
        let own = precedence_of(op);
        let (least_left, least_right) = operand_precedences(own);
        let (left, right) = (self.write_code(left, needs), self.write_code(right, needs));
        let is_negative = left.is_negative && left.precedence >= least_left;
        // Without brackets, `1--2` would contain a decrement.
        let least_right = if op == BinaryOp::Subtract && right.is_negative {
            Precedence::Whole
        } else {
            least_right
        };
        let (left, right) = (left.bracketed_below(least_left), right.bracketed_below(least_right));
        let right = concat([text(format!(" {sign}")), Doc::Line, right]);
        let both = Doc::group(concat([left, Doc::nested(right)]));
        WrittenExpr { is_negative, ..WrittenExpr::with_precedence(both, own) }
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
            needs.add_need("ZERO");
            return WrittenExpr::indivisible(text("ZERO"));
        }
        // The length of a perceived offset is its field `distance`.
        if let (F::Length, [Code { node: CodeNode::Field(of, name), .. }]) = (function, args)
            && matches!(of.ty, CodeType::Seen | CodeType::Neighbors)
            && name == "offset"
        {
            return self.write_code(&(**of).clone().field("distance", CodeType::Number), needs);
        }
        let args: Vec<WrittenExpr> = self.write_codes(args, needs);
        let native = match function {
            F::Abs => "abs",
            F::Sign => "sign",
            F::Floor => "floor",
            F::Min => "min",
            F::Max => "max",
            F::Sin => "sin",
            F::Cos => "cos",
            F::Exp => "exp",
            F::Tanh => "tanh",
            _ => "",
        };
        if !native.is_empty() {
            return WrittenExpr::indivisible(call_doc(&format!("Math.{native}"), args));
        }
        let mut args = args.into_iter();
        match function {
            F::Vec => {
                let [x, y] =
                    [args.next(), args.next()].map(|part| part.map_or(text("0"), |part| part.doc));
                let fields = concat([text("x: "), x, text(","), Doc::Line, text("y: "), y]);
                let inner = Doc::nested(concat([Doc::Line, fields]));
                WrittenExpr::indivisible(Doc::group(concat([
                    text("{"),
                    inner,
                    Doc::Line,
                    text("}"),
                ])))
            }
            F::Pow => {
                let [base, power] = [args.next(), args.next()]
                    .map(|part| part.unwrap_or_else(|| write_number(1.0)));
                let power = concat([text(" ** "), power.bracketed_below(Precedence::Minus)]);
                WrittenExpr::with_precedence(
                    concat([base.bracketed_below(Precedence::Whole), power]),
                    Precedence::Power,
                )
            }
            _ => {
                let name = match function {
                    F::Sqrt => "squareRoot",
                    F::Acos => "arcCosine",
                    F::Log => "logarithm",
                    F::Wrap => "wrapAngle",
                    F::Length => "lengthOf",
                    F::Unit => "direction",
                    F::Rotate => "turned",
                    F::Starboard => "starboardOf",
                    F::Mix if code.is_vector() => "mixVectors",
                    _ => crate::words::name_of(crate::words::FUNCTION_WORDS, function),
                };
                self.write_call(name, args.collect(), needs)
            }
        }
    }

    /// Writes an aggregate as a chain of methods; a helper that combines the values encloses it.
    fn write_fold(&self, fold: &CodeFold, ty: CodeType, needs: &mut NeededNames) -> WrittenExpr {
        let CodeFold { kind, list, member, condition, rank, value } = fold;
        let zero = self.write_code(&Code::zero(ty), &mut NeededNames::default());
        let list = self.write_code(list, needs).doc;
        let condition = condition.as_ref().map(|condition| self.write_code(condition, needs));
        let is_object = value.as_ref().is_some_and(|value| {
            matches!(value.node, CodeNode::Compute(Function::Vec, _)) && !value.is_zero()
        });
        let value = value.as_ref().map(|value| self.write_code(value, needs));
        let rank = rank.as_ref().map(|rank| self.write_code(rank, needs));
        if let FoldKind::Rule(FoldFunction::Any) = kind {
            let test = join_tests(condition.into_iter().chain(value).collect());
            let method = method_call("some", arrow_function(member, test));
            return WrittenExpr::indivisible(method_chain(list, vec![method]));
        }
        let mut methods: Vec<Doc> = condition
            .into_iter()
            .map(|test| method_call("filter", arrow_function(member, test.doc)))
            .collect();
        let (FoldKind::Rule(function), Some(value)) = (kind, value) else {
            if *kind != FoldKind::Filter {
                methods.push(text(".length"));
            }
            return WrittenExpr::indivisible(method_chain(list, methods));
        };
        let value = if is_object { concat([text("("), value.doc, text(")")]) } else { value.doc };
        let value = arrow_function(member, value);
        let is_vector = ty == CodeType::Vector;
        let choosing_helper = match function {
            FoldFunction::Least if rank.is_some() => Some("ofLeast"),
            FoldFunction::Most if rank.is_some() => Some("ofMost"),
            FoldFunction::Nearest => Some("ofNearest"),
            FoldFunction::AnyOf => Some("ofAny"),
            _ => None,
        };
        if let Some(helper) = choosing_helper {
            if is_vector {
                needs.add_need("ZERO");
            }
            let state = (*function == FoldFunction::AnyOf).then(|| text("state"));
            let rank = rank.map(|rank| arrow_function(member, rank.doc));
            let args = state.into_iter().chain([method_chain(list, methods)]);
            let args = args.chain(rank).chain([value, zero.doc]);
            return self.write_call(helper, args.map(WrittenExpr::indivisible).collect(), needs);
        }
        let helper = match function {
            FoldFunction::Mean if is_vector => "meanOfVectors",
            FoldFunction::Mean => "meanOf",
            FoldFunction::Least => "leastOf",
            FoldFunction::Most => "mostOf",
            _ if is_vector => "sumOfVectors",
            _ => "sumOf",
        };
        methods.push(method_call("map", value));
        let values = WrittenExpr {
            breaks_inside: false,
            ..WrittenExpr::indivisible(method_chain(list, methods))
        };
        self.write_call(helper, vec![values], needs)
    }
}

/// Writes a function of one argument that returns an expression.
fn arrow_function(argument: &str, result: Doc) -> Doc {
    concat([text(format!("({argument}) => ")), result])
}

/// Writes the call of an array's method with one argument.
fn method_call(name: &str, argument: Doc) -> Doc {
    concat([text(format!(".{name}(")), argument, text(")")])
}

/// Joins at most two conditions, both of which have to hold; `true` without any.
fn join_tests(tests: Vec<WrittenExpr>) -> Doc {
    let least = if tests.len() > 1 { Precedence::And } else { Precedence::Loose };
    let mut tests = tests.into_iter().map(|test| test.bracketed_below(least));
    let first = tests.next().unwrap_or_else(|| text("true"));
    let joined = match tests.next() {
        Some(second) => concat([first, text(" &&"), Doc::Line, second]),
        None => first,
    };
    Doc::group(Doc::nested(joined))
}

fn write_number(number: f32) -> WrittenExpr {
    let words = if number.is_finite() { number.to_string() } else { "Infinity".to_string() };
    let is_negative = number < 0.0;
    let precedence = if is_negative { Precedence::Minus } else { Precedence::Whole };
    WrittenExpr { is_negative, ..WrittenExpr::with_precedence(text(words), precedence) }
}

/// Layout document of a call. If its only argument is a call, lines are broken within the brackets
/// of that call.
fn call_doc(name: &str, mut args: Vec<WrittenExpr>) -> Doc {
    if args.len() == 1 && args[0].breaks_inside {
        let inner = args.remove(0).doc;
        return concat([text(format!("{name}(")), inner, text(")")]);
    }
    let args = Doc::comma_separated(args.into_iter().map(|arg| arg.doc).collect());
    Doc::in_brackets(format!("{name}("), concat([args, Doc::IfBroken(",")]), ")")
}

/// Layout document of a list followed by calls of its methods, each on a line of its own if they do
/// not fit on one.
fn method_chain(list: Doc, methods: Vec<Doc>) -> Doc {
    let methods = methods.into_iter().map(|method| concat([Doc::SoftLine, method])).collect();
    Doc::group(concat([list, Doc::nested(Doc::Concat(methods))]))
}
