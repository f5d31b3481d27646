//! Interpreter of expressions in double precision, for written measures and for axes of plans.

use flockwright::rules::tree::{BinaryOp, Expr, ExprKind, Function, OwnValue};
use glam::DVec2;
use std::f64::consts::PI;

/// Value of an expression. A value of another type than expected is read as NaN or `false`.
#[derive(Clone, Copy)]
pub(crate) enum ExprValue {
    Scalar(f64),
    Vector(DVec2),
    Condition(bool),
}

impl ExprValue {
    pub fn number(self) -> f64 {
        if let Self::Scalar(number) = self { number } else { f64::NAN }
    }

    fn vector(self) -> DVec2 {
        if let Self::Vector(vector) = self { vector } else { DVec2::NAN }
    }

    pub fn is_true(self) -> bool {
        matches!(self, Self::Condition(true))
    }
}

/// Computes an expression. `leaf` gives the values of its leaves: numbers, names, aggregates.
pub(crate) fn evaluate(expr: &Expr, leaf: &impl Fn(&Expr) -> ExprValue) -> ExprValue {
    use ExprValue::{Condition, Scalar, Vector};
    let of = |expr: &Expr| evaluate(expr, leaf);
    match &expr.kind {
        ExprKind::Own(OwnValue::Pi) => Scalar(PI),
        ExprKind::Minus(inner) => match of(inner) {
            Vector(v) => Vector(-v),
            other => Scalar(-other.number()),
        },
        ExprKind::Not(inner) => Condition(!of(inner).is_true()),
        ExprKind::Binary(op, sides) => apply_binary(*op, of(&sides[0]), of(&sides[1])),
        ExprKind::If(parts) => of(if of(&parts[0]).is_true() { &parts[1] } else { &parts[2] }),
        ExprKind::Call(function @ (Function::Min | Function::Max), args) => {
            let choose = if *function == Function::Min { f64::min } else { f64::max };
            Scalar(args.iter().map(|arg| of(arg).number()).fold(f64::NAN, choose))
        }
        ExprKind::Call(function, args) => {
            let mut values = [Scalar(f64::NAN); 3];
            for (value, arg) in values.iter_mut().zip(args) {
                *value = of(arg);
            }
            apply_function(*function, values)
        }
        _ => leaf(expr),
    }
}

pub(crate) fn apply_binary(op: BinaryOp, a: ExprValue, b: ExprValue) -> ExprValue {
    use ExprValue::{Condition, Scalar, Vector};
    match (op, a, b) {
        (BinaryOp::Add, Vector(a), Vector(b)) => Vector(a + b),
        (BinaryOp::Subtract, Vector(a), Vector(b)) => Vector(a - b),
        (BinaryOp::Multiply, Vector(a), Scalar(b)) | (BinaryOp::Multiply, Scalar(b), Vector(a)) => {
            Vector(a * b)
        }
        (BinaryOp::Divide, Vector(a), Scalar(b)) => Vector(a / b),
        (BinaryOp::And, a, b) => Condition(a.is_true() && b.is_true()),
        (BinaryOp::Or, a, b) => Condition(a.is_true() || b.is_true()),
        (op, a, b) => {
            let (a, b) = (a.number(), b.number());
            match op {
                BinaryOp::Add => Scalar(a + b),
                BinaryOp::Subtract => Scalar(a - b),
                BinaryOp::Multiply => Scalar(a * b),
                BinaryOp::Divide => Scalar(a / b),
                BinaryOp::Power => Scalar(libm::pow(a, b)),
                BinaryOp::LessThan => Condition(a < b),
                BinaryOp::AtMost => Condition(a <= b),
                BinaryOp::MoreThan => Condition(a > b),
                BinaryOp::AtLeast => Condition(a >= b),
                BinaryOp::Equal => Condition(a == b),
                _ => Condition(a != b),
            }
        }
    }
}

fn apply_function(function: Function, args: [ExprValue; 3]) -> ExprValue {
    use ExprValue::{Scalar, Vector};
    use Function as F;
    let number = |at: usize| args[at].number();
    let vector = |at: usize| args[at].vector();
    let x = number(0);
    match function {
        F::Abs => Scalar(x.abs()),
        F::Sign => Scalar(if x == 0.0 { 0.0 } else { x.signum() }),
        F::Sqrt => Scalar(x.max(0.0).sqrt()),
        F::Floor => Scalar(x.floor()),
        F::Exp => Scalar(libm::exp(x)),
        F::Log => Scalar(if x > 0.0 { libm::log(x) } else { f64::NAN }),
        F::Tanh => Scalar(libm::tanh(x)),
        F::Clamp => Scalar(x.max(number(1)).min(number(2))),
        F::Mix => match args[0] {
            Vector(a) => Vector(a + (vector(1) - a) * number(2)),
            _ => Scalar(x + (number(1) - x) * number(2)),
        },
        F::Pow => Scalar(libm::pow(x, number(1))),
        F::Sin => Scalar(libm::sin(x)),
        F::Cos => Scalar(libm::cos(x)),
        F::Acos => Scalar(libm::acos(x.clamp(-1.0, 1.0))),
        F::Wrap => Scalar(libm::atan2(libm::sin(x), libm::cos(x))),
        F::Vec => Vector(DVec2::new(x, number(1))),
        F::Length => Scalar(vector(0).length()),
        // A NaN vector gives NaN instead of the zero vector, which means "no direction".
        F::Unit if vector(0).is_nan() => Vector(DVec2::NAN),
        F::Unit => Vector(vector(0).normalize_or_zero()),
        F::Dot => Scalar(vector(0).dot(vector(1))),
        F::Cross => Scalar(vector(0).perp_dot(vector(1))),
        F::Rotate => {
            let (sine, cosine) = (libm::sin(number(1)), libm::cos(number(1)));
            Vector(DVec2::new(cosine, sine).rotate(vector(0)))
        }
        F::Starboard => Vector(vector(0).perp()),
        _ => Scalar(f64::NAN),
    }
}
