//! Printed code as a typed tree that is the same for all languages. [`lower`](super::lower) creates
//! the tree from a rule, and a [`Writer`](super::writer::Writer) writes it.

use crate::tree::{BinaryOp, Function, ValueType};

/// Type of a value in printed code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeType {
    Number,
    Vector,
    Condition,
    /// Whole number.
    Count,
    String,
    /// List of texts.
    Strings,
    /// List of vectors.
    Points,
    Unit,
    Units,
    Obstacles,
    /// Thing, such as a target or a leader, or none.
    Thing,
    /// Thing as a unit sees it: its offset, distance and velocity.
    Seen,
    /// List of units or obstacles as a unit sees them.
    Neighbors,
    State,
    SmoothNoise,
    /// Source of random numbers.
    Random,
}

impl From<ValueType> for CodeType {
    fn from(ty: ValueType) -> Self {
        match ty {
            ValueType::Number => Self::Number,
            ValueType::Vector => Self::Vector,
            ValueType::Condition => Self::Condition,
        }
    }
}

/// Expression of printed code, with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    pub node: CodeNode,
    pub ty: CodeType,
}

/// Operation of an expression of printed code, with its operands.
#[derive(Clone, Debug, PartialEq)]
pub enum CodeNode {
    /// Number; it can be negative or infinite.
    Number(f32),
    Truth(bool),
    Text(String),
    List(Vec<Code>),
    Pi,
    /// Start value of a field that holds an object of this expression's type.
    New,
    /// Local value, argument or constant, by its name in the file.
    Name(String),
    /// Field of an object, by its name in the file.
    Field(Box<Code>, String),
    /// Call of a function of the file, with its arguments.
    CallFunction(String, Vec<Code>),
    /// Call of a function of the helper file, by its name in snake case, with its arguments.
    CallHelper(&'static str, Vec<Code>),
    /// Call of a function of the rule language whose result depends only on its arguments.
    Compute(Function, Vec<Code>),
    Negate(Box<Code>),
    Not(Box<Code>),
    Binary(BinaryOp, Box<[Code; 2]>),
    /// Choice between two values: the condition, the value if it holds, and the value if it does
    /// not.
    If(Box<[Code; 3]>),
    Fold(Box<CodeFold>),
}

/// Aggregate over a list of neighbors in printed code.
#[derive(Clone, Debug, PartialEq)]
pub struct CodeFold {
    pub kind: FoldKind,
    pub list: Code,
    /// Name of the variable for a member of the list.
    pub member: String,
    pub condition: Option<Code>,
    /// Number by which `least` or `most` chooses a member; `None` without such a choice.
    pub rank: Option<Code>,
    pub value: Option<Code>,
}

/// Function with which a [`CodeFold`] combines the members of its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// Aggregate function of the rule language.
    Rule(crate::tree::FoldFunction),
    /// List of the members for which the condition holds.
    Filter,
}

impl Code {
    pub fn new(node: CodeNode, ty: impl Into<CodeType>) -> Self {
        Self { node, ty: ty.into() }
    }

    pub fn number(value: f32) -> Self {
        Self::new(CodeNode::Number(value), CodeType::Number)
    }

    pub fn condition(holds: bool) -> Self {
        Self::new(CodeNode::Truth(holds), CodeType::Condition)
    }

    pub fn text(text: &str) -> Self {
        Self::new(CodeNode::Text(text.to_string()), CodeType::String)
    }

    pub fn texts(keys: &[String]) -> Self {
        let keys = keys.iter().map(|key| Self::text(key)).collect();
        Self::new(CodeNode::List(keys), CodeType::Strings)
    }

    pub fn vector(x: Self, y: Self) -> Self {
        Self::new(CodeNode::Compute(Function::Vec, vec![x, y]), CodeType::Vector)
    }

    /// Zero of a type, which is the value of an aggregate without members.
    pub fn zero(ty: CodeType) -> Self {
        match ty {
            CodeType::Vector => Self::vector(Self::number(0.0), Self::number(0.0)),
            CodeType::Condition => Self::condition(false),
            _ => Self::number(0.0),
        }
    }

    pub fn name(name: impl Into<String>, ty: impl Into<CodeType>) -> Self {
        Self::new(CodeNode::Name(name.into()), ty)
    }

    pub fn field(self, name: impl Into<String>, ty: impl Into<CodeType>) -> Self {
        Self::new(CodeNode::Field(Box::new(self), name.into()), ty)
    }

    pub fn helper_call(name: &'static str, args: Vec<Self>, ty: impl Into<CodeType>) -> Self {
        Self::new(CodeNode::CallHelper(name, args), ty)
    }

    pub fn function_call(function: Function, args: Vec<Self>, ty: impl Into<CodeType>) -> Self {
        Self::new(CodeNode::Compute(function, args), ty)
    }

    pub fn binary(op: BinaryOp, left: Self, right: Self, ty: impl Into<CodeType>) -> Self {
        Self::new(CodeNode::Binary(op, Box::new([left, right])), ty)
    }

    pub fn negated(self) -> Self {
        let ty = self.ty;
        Self::new(CodeNode::Negate(Box::new(self)), ty)
    }

    pub fn negated_condition(self) -> Self {
        Self::new(CodeNode::Not(Box::new(self)), CodeType::Condition)
    }

    pub fn choose(condition: Self, yes: Self, no: Self) -> Self {
        let ty = yes.ty;
        Self::new(CodeNode::If(Box::new([condition, yes, no])), ty)
    }

    pub fn is_vector(&self) -> bool {
        self.ty == CodeType::Vector
    }

    /// Whether the expression is the zero of its type.
    pub fn is_zero(&self) -> bool {
        match &self.node {
            CodeNode::Number(number) => *number == 0.0,
            CodeNode::Compute(Function::Vec, parts) => parts.iter().all(Self::is_zero),
            _ => false,
        }
    }
}

impl Code {
    /// Calls `visit` for the expression and, recursively, for all expressions in it.
    pub fn walk_parts<'c>(&'c self, visit: &mut dyn FnMut(&'c Self)) {
        visit(self);
        match &self.node {
            CodeNode::List(parts)
            | CodeNode::CallFunction(_, parts)
            | CodeNode::CallHelper(_, parts)
            | CodeNode::Compute(_, parts) => {
                parts.iter().for_each(|part| part.walk_parts(visit));
            }
            CodeNode::Field(of, _) | CodeNode::Negate(of) | CodeNode::Not(of) => {
                of.walk_parts(visit)
            }
            CodeNode::Binary(_, sides) => sides.iter().for_each(|side| side.walk_parts(visit)),
            CodeNode::If(parts) => parts.iter().for_each(|part| part.walk_parts(visit)),
            CodeNode::Fold(fold) => {
                fold.list.walk_parts(visit);
                fold.condition
                    .iter()
                    .chain(&fold.rank)
                    .chain(&fold.value)
                    .for_each(|part| part.walk_parts(visit));
            }
            _ => {}
        }
    }

    /// Copy of the expression with `part` applied to each of its operands, except to those of a
    /// fold.
    pub fn with_parts(&self, part: &mut dyn FnMut(&Self) -> Self) -> Self {
        let mut code = self.clone();
        match &mut code.node {
            CodeNode::List(parts)
            | CodeNode::CallFunction(_, parts)
            | CodeNode::CallHelper(_, parts)
            | CodeNode::Compute(_, parts) => {
                parts.iter_mut().for_each(|one| *one = part(one));
            }
            CodeNode::Field(of, _) | CodeNode::Negate(of) | CodeNode::Not(of) => **of = part(of),
            CodeNode::Binary(_, sides) => sides.iter_mut().for_each(|one| *one = part(one)),
            CodeNode::If(parts) => parts.iter_mut().for_each(|one| *one = part(one)),
            _ => {}
        }
        code
    }

    /// Copy of the expression in which the name `from` is replaced by `to`.
    pub fn with_name_replaced(&self, from: &str, to: &str) -> Self {
        match &self.node {
            CodeNode::Name(name) if name == from => Self::name(to, self.ty),
            _ => self.with_parts(&mut |part| part.with_name_replaced(from, to)),
        }
    }
}

/// Statement of printed code.
#[derive(Clone, Debug, PartialEq)]
pub enum CodeStatement {
    Comment(String),
    Let {
        name: String,
        value: Code,
        is_mutable: bool,
    },
    Assign(Code, Code),
    /// Adds a value to a variable that holds a number or a vector, or appends it to a list.
    Increase(Code, Code),
    If(Code, Vec<CodeStatement>),
    /// Loop over a list: name of the variable that holds the present member, list, and statements.
    ForEach(String, Code, Vec<CodeStatement>),
    Break,
    Return(Code),
}

impl CodeStatement {
    /// Whether the statement uses a name.
    pub fn uses_name(&self, name: &str) -> bool {
        let in_code = |code: &Code| {
            let mut found = false;
            code.walk_parts(&mut |part| {
                found |= matches!(&part.node, CodeNode::Name(own) if own == name)
            });
            found
        };
        match self {
            Self::Let { value, .. } | Self::Return(value) => in_code(value),
            Self::Assign(target, value) | Self::Increase(target, value) => {
                in_code(target) || in_code(value)
            }
            Self::If(value, body) | Self::ForEach(_, value, body) => {
                in_code(value) || body.iter().any(|statement| statement.uses_name(name))
            }
            Self::Comment(_) | Self::Break => false,
        }
    }
}

/// Function of the printed file, with its documentation.
pub struct CodeFunction {
    pub name: String,
    /// Description of the function in plain text; can be empty.
    pub doc: String,
    pub args: Vec<CodeArgument>,
    pub return_type: CodeType,
    pub body: Vec<CodeStatement>,
    /// Whether games call the function.
    pub is_exported: bool,
}

/// Argument of a printed function.
#[derive(Clone)]
pub struct CodeArgument {
    pub name: String,
    pub ty: CodeType,
    pub is_used: bool,
}

/// Type with fields in printed code.
pub struct CodeRecord {
    pub name: &'static str,
    pub doc: &'static str,
    pub fields: Vec<RecordField>,
    /// Whether games create objects of this type as arguments of `steer`.
    pub is_part_of_call: bool,
}

/// Field of a printed record.
#[derive(Clone)]
pub struct RecordField {
    pub name: String,
    pub ty: CodeType,
    /// Description of the field for a comment; can be empty.
    pub doc: &'static str,
    /// Value of the field in a new object, if the file itself creates such objects.
    pub initial_value: Option<Code>,
    /// Whether the field is printed only if other code needs it.
    pub is_optional: bool,
}

/// Constant of the printed file.
#[derive(Clone, Debug, PartialEq)]
pub struct CodeConstant {
    pub name: String,
    pub value: Code,
    pub doc: String,
}

/// Printed file without its helpers, which the writer adds.
pub struct CodeModule {
    /// Lines of plain text at the head of the file.
    pub head_lines: Vec<String>,
    pub records: Vec<CodeRecord>,
    pub constants: Vec<CodeConstant>,
    pub functions: Vec<CodeFunction>,
    /// Whether the world wraps around at its edges.
    pub is_torus: bool,
    /// Whether the constant `MOST_GAIN` limits the force for a wanted change of velocity.
    pub limits_gain: bool,
}
