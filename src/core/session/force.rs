//! The rules of a run as source code in another language.

use super::run::Run;
use crate::engine::behaviors::{Behavior, BodyKind};
use crate::engine::bodies::Body;
use crate::engine::group::{Combination, Group};
use crate::engine::perception::{View, ViewModel};
use crate::engine::scope::DEFAULT_SLOWING_RADIUS;
use crate::engine::ties::Ties;
use crate::rules::{
    DocumentedNumber, FieldOfView, GroupRules, Language, PrintedForce, StoppingDistance, ViewShape,
    WeightedRule,
};
use crate::schema::{ParamSpec, Params};

impl Run {
    /// Source code of the steering force of a unit, by the rules of the run with their current
    /// parameters: one file for use in a game, with a function for each behavior and the function
    /// `steer`, which adds their forces. The code contains neither the world nor the bodies.
    ///
    /// ```
    /// use flockwright::{Run, rules::Language};
    ///
    /// let (run, _) = Run::open("scene=flock-wide");
    /// assert!(run.print_force(Language::TypeScript).contains("export function cohesion("));
    /// ```
    pub fn print_force(&self, language: Language) -> String {
        self.force().print(language)
    }

    /// Rules of the run and the data that they need, for printing as source code.
    pub fn force(&self) -> PrintedForce {
        let space = self.world.space();
        let groups = self.world.groups();
        let keys = keys_in_code(groups);
        let mut about = vec![
            format!(
                "Flockwright: {}. The force of a unit by the rules of this run.",
                self.scene().title
            ),
            format!("Open it again by this link: {}", self.link()),
            "Call steer once per tick for each unit, by the state before the tick, and push the \
             unit by the force times all that it can steer. x points right and y down, so angles \
             grow clockwise; u is a unit of length, L the length of a body."
                .to_string(),
        ];
        let looks = groups.iter().filter_map(|group| group.view).map(|view| view.look_every);
        if let Some(every) = looks.max().filter(|every| *every > 1) {
            about.push(format!(
                "In the run, neighbors are looked for only every {every} ticks; this code looks for \
                 them at each call."
            ));
        }
        PrintedForce {
            head_lines: about,
            torus_size: space.is_torus.then_some([space.width, space.height]),
            groups: (0..groups.len()).map(|at| self.group_rules(at, &keys)).collect(),
        }
    }

    fn group_rules(&self, at: usize, keys: &[String]) -> GroupRules {
        let groups = self.world.groups();
        let group = &groups[at];
        let those = |has: &dyn Fn(usize) -> bool| {
            let others = keys.iter().enumerate().filter(|(other, _)| has(*other));
            others.map(|(_, key)| key.clone()).collect()
        };
        let ties = group.ties;
        // A group without a setting of its own fears the groups that hunt it.
        let fears = |other: usize| {
            other != at
                && match ties.fears {
                    0 => Ties::contains(groups[other].ties.hunts, at),
                    fears => Ties::contains(fears, other),
                }
        };
        let space = self.world.space();
        let nodes =
            (0..group.path.len()).filter_map(|index| group.path.node_position(index, space));
        let (mut terms, mut left_out) = (Vec::new(), Vec::new());
        for behavior in &group.pipeline {
            match behavior.compiled_behavior() {
                Some(compiled_behavior) => terms.push(WeightedRule {
                    rule: compiled_behavior.rule().clone(),
                    weight: documented_param(&**behavior, 0),
                    params: (1..behavior.specs().len())
                        .map(|at| documented_param(&**behavior, at))
                        .collect(),
                }),
                None if behavior.weight() != 0.0 => left_out.push(behavior.key().to_string()),
                None => {}
            }
        }
        let most = group.body.max_speed(group.crowd.length);
        let gain = group.body.max_gain() / group.body.force_scale();
        GroupRules {
            key: keys[at].clone(),
            is_rigid: group.body.kind() == BodyKind::Rigid,
            view: group.view.as_ref().map(field_of_view),
            hunted_groups: those(&|other| Ties::contains(ties.hunts, other)),
            feared_groups: those(&fears),
            fears_pointer: group.fears_pointer(),
            path_nodes: nodes.map(Into::into).collect(),
            is_prioritized: group.blend.combination == Combination::Priority,
            max_force: group.body.force_scale(),
            mass: group.body.mass(),
            braking: match group.body {
                Body::Point(_) => {
                    StoppingDistance::Inertia(group.body.mass() / group.body.force_scale())
                }
                _ => StoppingDistance::BodyLengths(DEFAULT_SLOWING_RADIUS),
            },
            // A body can overshoot a wanted velocity only if it gains over half its top speed
            // within a tick.
            max_gain: if gain * most < 2.0 { gain } else { f32::INFINITY },
            weighted_rules: terms,
            omitted_behaviors: left_out,
        }
    }
}

/// Identifiers of the groups in printed code, by group index: the name that a person gave to a
/// group, if it can be an identifier; otherwise the group's key.
fn keys_in_code(groups: &[Group]) -> Vec<String> {
    let mut keys: Vec<String> = groups.iter().map(|group| group.key.to_string()).collect();
    for (at, group) in groups.iter().enumerate() {
        let name = group.name.replace(' ', "_").to_ascii_lowercase();
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if is_name && !keys.contains(&name) {
            keys[at] = name;
        }
    }
    keys
}

fn documented_number(spec: &ParamSpec, value: f32) -> DocumentedNumber {
    DocumentedNumber {
        value,
        doc: spec.doc.to_string(),
        unit: spec.unit.to_string(),
        range: [spec.min, spec.max],
        source: spec.source.to_string(),
    }
}

fn documented_param(behavior: &dyn Behavior, at: usize) -> DocumentedNumber {
    documented_number(&behavior.specs()[at], behavior.get(at))
}

fn field_of_view(view: &View) -> FieldOfView {
    let of = |key: &str| {
        let at = View::SPECS.iter().position(|spec| spec.key == key);
        at.map_or_else(DocumentedNumber::default, |at| {
            documented_number(&View::SPECS[at], view.get(at))
        })
    };
    let (sight, radius) = match view.view {
        ViewModel::Off => (None, "wide_radius_factor"),
        ViewModel::Wide => (Some(ViewShape::Wide), "wide_radius_factor"),
        ViewModel::Full => (Some(ViewShape::Full), "wide_radius_factor"),
        ViewModel::Limited => (Some(ViewShape::Limited), "limited_radius_factor"),
        ViewModel::Narrow => (Some(ViewShape::Narrow), "narrow_radius_factor"),
    };
    FieldOfView {
        shape: sight,
        radius: of(radius),
        back_angle: of("back_angle_factor"),
        front_angle: of("front_angle_factor"),
        max_neighbors: view.nearest_only,
    }
}
