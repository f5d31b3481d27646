//! Interpreter of the rules' language in double precision, for measures and for axes of plans.

use flockwright::rules::tree::{BinaryOp, Expr, ExprKind, Function, OwnValue};
use glam::DVec2;
use std::f64::consts::PI;

/// Value of an expression. Reading it as another type gives NaN, or a condition that does not hold.
#[derive(Clone, Copy)]
pub(crate) enum Value {
    Number(f64),
    Vector(DVec2),
    Condition(bool),
}

impl Value {
    pub fn number(self) -> f64 {
        if let Self::Number(number) = self { number } else { f64::NAN }
    }

    fn vector(self) -> DVec2 {
        if let Self::Vector(vector) = self { vector } else { DVec2::NAN }
    }

    pub fn holds(self) -> bool {
        matches!(self, Self::Condition(true))
    }
}

/// Computes an expression. `leaf` gives the values of numbers, names and aggregates.
pub(crate) fn evaluate(expr: &Expr, leaf: &impl Fn(&Expr) -> Value) -> Value {
    use Value::{Condition, Number, Vector};
    let of = |expr: &Expr| evaluate(expr, leaf);
    match &expr.kind {
        ExprKind::Own(OwnValue::Pi) => Number(PI),
        ExprKind::Minus(inner) => match of(inner) {
            Vector(v) => Vector(-v),
            other => Number(-other.number()),
        },
        ExprKind::Not(inner) => Condition(!of(inner).holds()),
        ExprKind::Binary(op, sides) => binary(*op, of(&sides[0]), of(&sides[1])),
        ExprKind::If(parts) => of(if of(&parts[0]).holds() { &parts[1] } else { &parts[2] }),
        ExprKind::Call(function @ (Function::Min | Function::Max), args) => {
            let choose = if *function == Function::Min { f64::min } else { f64::max };
            Number(args.iter().map(|arg| of(arg).number()).fold(f64::NAN, choose))
        }
        ExprKind::Call(function, args) => {
            let mut values = [Number(f64::NAN); 3];
            for (value, arg) in values.iter_mut().zip(args) {
                *value = of(arg);
            }
            call(*function, values)
        }
        _ => leaf(expr),
    }
}

pub(crate) fn binary(op: BinaryOp, a: Value, b: Value) -> Value {
    use Value::{Condition, Number, Vector};
    match (op, a, b) {
        (BinaryOp::Add, Vector(a), Vector(b)) => Vector(a + b),
        (BinaryOp::Subtract, Vector(a), Vector(b)) => Vector(a - b),
        (BinaryOp::Multiply, Vector(a), Number(b)) | (BinaryOp::Multiply, Number(b), Vector(a)) => {
            Vector(a * b)
        }
        (BinaryOp::Divide, Vector(a), Number(b)) => Vector(a / b),
        (BinaryOp::And, a, b) => Condition(a.holds() && b.holds()),
        (BinaryOp::Or, a, b) => Condition(a.holds() || b.holds()),
        (op, a, b) => {
            let (a, b) = (a.number(), b.number());
            match op {
                BinaryOp::Add => Number(a + b),
                BinaryOp::Subtract => Number(a - b),
                BinaryOp::Multiply => Number(a * b),
                BinaryOp::Divide => Number(a / b),
                BinaryOp::Power => Number(libm::pow(a, b)),
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

fn call(function: Function, args: [Value; 3]) -> Value {
    use Function as F;
    use Value::{Number, Vector};
    let number = |at: usize| args[at].number();
    let vector = |at: usize| args[at].vector();
    let x = number(0);
    match function {
        F::Abs => Number(x.abs()),
        F::Sign => Number(if x == 0.0 { 0.0 } else { x.signum() }),
        F::Sqrt => Number(x.max(0.0).sqrt()),
        F::Floor => Number(x.floor()),
        F::Exp => Number(libm::exp(x)),
        F::Log => Number(if x > 0.0 { libm::log(x) } else { f64::NAN }),
        F::Tanh => Number(libm::tanh(x)),
        F::Clamp => Number(x.max(number(1)).min(number(2))),
        F::Mix => match args[0] {
            Vector(a) => Vector(a + (vector(1) - a) * number(2)),
            _ => Number(x + (number(1) - x) * number(2)),
        },
        F::Pow => Number(libm::pow(x, number(1))),
        F::Sin => Number(libm::sin(x)),
        F::Cos => Number(libm::cos(x)),
        F::Acos => Number(libm::acos(x.clamp(-1.0, 1.0))),
        F::Wrap => Number(libm::atan2(libm::sin(x), libm::cos(x))),
        F::Vec => Vector(DVec2::new(x, number(1))),
        F::Length => Number(vector(0).length()),
        // A NaN vector stays NaN; only the zero vector has no direction.
        F::Unit if vector(0).is_nan() => Vector(DVec2::NAN),
        F::Unit => Vector(vector(0).normalize_or_zero()),
        F::Dot => Number(vector(0).dot(vector(1))),
        F::Cross => Number(vector(0).perp_dot(vector(1))),
        F::Rotate => {
            let (sine, cosine) = (libm::sin(number(1)), libm::cos(number(1)));
            Vector(DVec2::new(cosine, sine).rotate(vector(0)))
        }
        F::Starboard => Vector(vector(0).perp()),
        _ => Number(f64::NAN),
    }
}
