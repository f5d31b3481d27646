//! What becomes of the members of a set, where a language looks at them in a loop before the line
//! that asks.

use super::super::format::Bond;
use super::super::tree::{Fold, Function, Type};
use super::{Code, Dialect, Folded, Gets, Line, Printer};

/// How a language writes loops.
pub(super) struct Loop {
    pub each: fn(member: &str, set: &str) -> String,
    pub when: fn(test: &str) -> String,
    pub is_endless: fn(name: &str) -> String,
    /// What stands for no one.
    pub nobody: &'static str,
    pub is_nobody: fn(name: &str) -> String,
    /// Whether a member is nearer than another, or than no one.
    pub nearer: fn(member: &str, name: &str) -> String,
    /// Several lines stand in braces.
    pub braces: bool,
}

impl Loop {
    /// Writes the loop, and gives what comes of it.
    pub fn fold(&self, dialect: &dyn Dialect, printer: &mut Printer, folded: Folded) -> Code {
        let Folded { fold, ty, member, set, condition, value } = folded;
        let name = printer.helper(match fold {
            Fold::Sum | Fold::Mean => "sum",
            Fold::Least => "least",
            Fold::Most => "most",
            Fold::Any => "found",
            Fold::Count => "count",
            Fold::Nearest => "nearest",
            Fold::AnyOf => "chosen",
        });
        let (zero, endless) = (dialect.zero(ty).to_string(), dialect.number(f32::INFINITY));
        let first = match fold {
            Fold::Nearest | Fold::AnyOf => dialect.declare_thing(&name, self.nobody),
            Fold::Least => dialect.declare(ty, &name, &endless),
            Fold::Most => dialect.declare(ty, &name, &format!("-{endless}")),
            Fold::Any => dialect.declare(ty, &name, dialect.truth(false)),
            _ => dialect.declare(ty, &name, &zero),
        };
        printer.push(first);
        let one = dialect.number(1.0);
        let many = matches!(fold, Fold::Mean | Fold::AnyOf).then(|| {
            let many = printer.helper("count");
            printer.push(dialect.declare(Type::Number, &many, &dialect.number(0.0)));
            many
        });
        let mut tests: Vec<Code> = condition.into_iter().collect();
        match (fold, &value) {
            (Fold::Any, Some(value)) => tests.push(value.clone()),
            (Fold::Nearest, _) => {
                let nearer = (self.nearer)(&member, &name);
                tests.push(Code::new(nearer, Bond::Or, Type::Condition));
            }
            _ => {}
        }
        let value = value.map_or_else(String::new, |value| value.text);
        let of_both = |function| {
            let both = [Code::whole(&*name, ty), Code::whole(&*value, ty)];
            dialect.native_call(function, &both).map_or_else(String::new, |code| code.text)
        };
        let mut body = vec![match fold {
            Fold::Sum | Fold::Mean => format!("{name} += {value}"),
            Fold::Least => format!("{name} = {}", of_both(Function::Min)),
            Fold::Most => format!("{name} = {}", of_both(Function::Max)),
            Fold::Any => format!("{name} = {}", dialect.truth(true)),
            Fold::Count => format!("{name} += {one}"),
            Fold::Nearest => format!("{name} = {member}"),
            Fold::AnyOf => format!("{} += {one}", many.as_deref().unwrap_or_default()),
        }];
        body.extend((fold == Fold::Any).then(|| "break".to_string()));
        let means = many.as_ref().filter(|_| fold == Fold::Mean);
        body.extend(means.map(|many| format!("{many} += {one}")));
        let mut body: Vec<Line> =
            body.iter().map(|step| Line::Code(0, dialect.statement(step))).collect();
        // Each of them has the same chance: the last of k takes its place with one in k.
        if let (Fold::AnyOf, Some(many)) = (fold, &many) {
            let zero = Code::whole(dialect.number(0.0), Type::Number);
            let drawn = [zero, Code::whole(many.as_str(), Type::Number)];
            let draw = printer.calls("random_between", Gets::State, &drawn).text;
            let takes = Line::Code(0, dialect.statement(&format!("{name} = {member}")));
            body.extend(self.under((self.when)(&format!("{draw} < {one}")), vec![takes]));
        }
        let least = if tests.len() > 1 { Bond::And } else { Bond::Loose };
        let tests: Vec<_> = tests.iter().map(|test| test.at_least(least)).collect();
        let and = format!(" {} ", dialect.sign(super::super::tree::Binary::And));
        let body = match tests.is_empty() {
            true => body,
            false => self.under((self.when)(&tests.join(&and)), body),
        };
        printer.lines.extend(self.under((self.each)(&member, &set), body));
        match (fold, many) {
            (Fold::Mean, Some(many)) => {
                let both = [Code::whole(many, Type::Number), Code::whole(one, Type::Number)];
                let many = dialect.native_call(Function::Max, &both);
                let many = many.map_or_else(String::new, |code| code.text);
                Code::new(format!("{name} / {many}"), Bond::Product, ty)
            }
            (Fold::Least | Fold::Most, _) => {
                let test = Code::whole((self.is_endless)(&name), Type::Condition);
                let chosen = dialect.choose(&test, &Code::whole(zero, ty), &Code::whole(name, ty));
                Code { ty, ..chosen }
            }
            (Fold::Nearest | Fold::AnyOf, _) => {
                let value = Code::new(value.replace(&member, &name), Bond::Loose, ty);
                let test = Code::whole((self.is_nobody)(&name), Type::Condition);
                Code { ty, ..dialect.choose(&test, &Code::whole(zero, ty), &value) }
            }
            _ => Code::whole(name, ty),
        }
    }

    /// Lines under a head, in braces where they are more than one.
    fn under(&self, head: String, body: Vec<Line>) -> Vec<Line> {
        let braced = self.braces && body.len() > 1;
        let brace = |text: &str| braced.then(|| Line::Code(0, text.to_string()));
        let mut lines = vec![Line::Code(0, head)];
        lines.extend(brace("{"));
        lines.extend(body.into_iter().map(Line::deeper));
        lines.extend(brace("}"));
        lines
    }
}
