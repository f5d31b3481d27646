//! What becomes of the members of a set, where a language has methods of lists that take functions.

use super::super::format::Bond;
use super::super::tree::{Fold, Type};
use super::{Code, Folded};

/// How a language writes them.
pub(super) struct Lists {
    /// The method that tells whether something holds for any.
    pub any: &'static str,
    /// A function of a member.
    pub each: fn(member: &str, text: &str) -> String,
    /// How many there are.
    pub count: fn(some: &str) -> Code,
    /// What becomes of the values that a function has for them.
    pub over: fn(fold: Fold, ty: Type, some: &str, each: &str) -> String,
}

impl Lists {
    /// Gives what comes of it.
    pub fn fold(&self, folded: Folded) -> Code {
        let Folded { fold, ty, member, set, condition, value } = folded;
        let each = |text: &str| (self.each)(&member, text);
        if fold == Fold::Any {
            let tests: Vec<_> = condition.into_iter().chain(value).collect();
            let least = if tests.len() > 1 { Bond::And } else { Bond::Loose };
            let tests: Vec<_> = tests.iter().map(|test| test.at_least(least)).collect();
            return Code::whole(format!("{set}.{}({})", self.any, each(&tests.join(" && "))), ty);
        }
        let some = match &condition {
            Some(condition) => format!("{set}.filter({})", each(&condition.text)),
            None => set,
        };
        match &value {
            Some(value) => Code::whole((self.over)(fold, ty, &some, &each(&value.text)), ty),
            None => (self.count)(&some),
        }
    }
}
