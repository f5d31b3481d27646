//! The tables that everything derives from, tested as data. Failures name the culprit.

use crate::support::pinned::assert_current;
use crate::support::scenes::open_link;
use flockwright::Run;
use flockwright::engine::agents::{LEADER_FLAG, Role};
use flockwright::engine::behaviors::{REGISTRY, recipes};
use flockwright::engine::bodies::AIR_DENSITY;
use flockwright::engine::params::DT;
use flockwright::internals::bullets::BULLET_FLOATS;
use flockwright::internals::layout::is_layout_key;
use flockwright::scenes::SCENES;
use flockwright::schema::{FORMULA_SYMBOLS, ParamSpec, TextSpec, ValueKind, symbols_of};
use flockwright::session::events::TimelineMark;
use flockwright::session::link::is_reserved;
use flockwright::session::run::DEFAULT_SEED;
use flockwright_lab::insight::explain::{FormulaExplanation, explain_param, explain_text};
use flockwright_lab::insight::measures::statistics::{STATISTICS, SeriesStatistic};
use flockwright_lab::insight::measures::{self, Measure, Meter, ValueRange};
use flockwright_lab::insight::overlays::OverlayKind;
use glam::Vec2;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Every parameter of every scene and behavior, by section and key.
pub(crate) fn all_specs() -> Vec<&'static ParamSpec> {
    let mut specs: Vec<&'static ParamSpec> = Vec::new();
    for scene in SCENES {
        specs.extend(Run::new(scene, DEFAULT_SEED).params().iter().map(|param| param.spec));
    }
    for make in REGISTRY {
        specs.extend(make().specs());
    }
    let mut seen = BTreeSet::new();
    specs.retain(|spec| seen.insert((spec.section, spec.key)));
    specs
}

#[test]
fn every_parameter_is_complete() {
    for spec in all_specs() {
        let key = spec.key;
        assert!(!spec.label.is_empty(), "parameter '{key}' has no label");
        assert!(!spec.section.is_empty(), "parameter '{key}' has no section");
        assert!(spec.doc.ends_with('.'), "the doc of parameter '{key}' is no sentence");
        assert!(!spec.source.is_empty(), "parameter '{key}' has no source");
        assert!(spec.min < spec.max, "parameter '{key}' has an empty range");
        assert!(spec.step > 0.0, "parameter '{key}' has no step");
        assert_eq!(
            spec.validate(spec.default),
            Some(spec.default),
            "the default of parameter '{key}' is not legal"
        );
        assert!(
            !spec.logarithmic || spec.max > 0.0,
            "parameter '{key}' has a logarithmic slider over nothing positive"
        );
        assert!(
            key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c)),
            "parameter '{key}' would be escaped in a link"
        );
        if let ValueKind::Choice(choices) = spec.kind {
            let keys: BTreeSet<_> = choices.iter().map(|choice| choice.key).collect();
            assert_eq!(keys.len(), choices.len(), "parameter '{key}' has a choice twice");
            for choice in choices {
                assert!(
                    choice.description.ends_with('.'),
                    "choice '{}' of '{key}' has no doc",
                    choice.key
                );
            }
        }
    }
}

#[test]
fn a_parameter_name_means_one_thing() {
    let mut by_key = BTreeMap::<&str, &ParamSpec>::new();
    for spec in all_specs() {
        if let Some(other) = by_key.insert(spec.key, spec) {
            assert_eq!(
                (other.section, other.label),
                (spec.section, spec.label),
                "two parameters are called '{}'",
                spec.key
            );
        }
    }
}

#[test]
fn the_keys_of_a_scene_are_unique_and_not_reserved() {
    for scene in SCENES {
        let run = Run::new(scene, DEFAULT_SEED);
        let mut keys = BTreeSet::new();
        let params = run.params().iter().map(|param| &param.key);
        for key in params.chain(run.texts().iter().map(|text| &text.key)) {
            let is_other = is_reserved(key) || is_layout_key(key, run.world.groups());
            let free = keys.insert(key) && !is_other;
            assert!(free, "scene '{}': the key '{key}' is taken", scene.key);
        }
    }
}

#[test]
fn every_text_parameter_is_complete_and_its_presets_can_be_set() {
    for scene in SCENES {
        let mut run = Run::new(scene, DEFAULT_SEED);
        for (id, text) in run.texts().to_vec().into_iter().enumerate() {
            let (spec, key) = (text.spec, &text.key);
            assert!(
                !spec.label.is_empty() && !spec.section.is_empty(),
                "text '{key}' has no label"
            );
            assert!(spec.doc.ends_with('.'), "the doc of text '{key}' is no sentence");
            assert!(!spec.source.is_empty(), "text '{key}' has no source");
            let is_empty = text.default.is_empty() && !spec.is_site;
            assert!(!is_empty, "text '{key}' is empty in scene '{}'", scene.key);
            let presets = spec.presets.iter().map(|preset| preset.text.to_string());
            for value in presets.chain([text.default.clone()]) {
                assert_eq!(run.set_text(id, &value), Ok(()), "text '{key}' = {value:?}");
                assert_eq!(run.text(id), value, "text '{key}' is spelled otherwise");
                run.world.tick();
            }
        }
    }
}

#[test]
fn conditions_name_parameters_and_choices_that_exist() {
    let specs = all_specs();
    for spec in &specs {
        for (key, options) in spec.when {
            let other = specs
                .iter()
                .find(|other| other.key == *key)
                .unwrap_or_else(|| panic!("'{}' depends on '{key}', which is none", spec.key));
            for option in *options {
                assert!(
                    other.parse_value(option).is_ok(),
                    "'{}' depends on '{key}' = '{option}', which is none",
                    spec.key
                );
            }
        }
    }
}

/// A small crowd of a scene, hunting the pointer for its second half.
fn hash_of_a_second(link: &str, change: Option<(usize, f32)>) -> u64 {
    let mut run = open_link(link);
    if let Some((id, value)) = change {
        run.set(id, value);
    }
    for tick in 0..60 {
        if tick == 30 {
            run.world.hold_pointer(Vec2::new(200.0, 150.0));
        }
        run.world.tick();
    }
    run.world.hash()
}

#[test]
fn a_parameter_that_is_hidden_makes_no_difference() {
    let choices = [
        "",
        "&edges=bounce",
        "&layout=maze&walls=door",
        "&view=off",
        "&view=narrow",
        "&leaders=off&separation_view=narrow",
        "&leaders=off&separation_view=full",
        "&view=off&leaders=off&separation_view=wide",
    ];
    for (scene, choice) in SCENES.iter().flat_map(|scene| choices.map(|choice| (scene, choice))) {
        let seeing = Run::new(scene, DEFAULT_SEED).find_param("view").is_some();
        if choice.contains("view") && !seeing {
            continue;
        }
        let link = format!("scene={}&count=40{choice}", scene.key);
        let usual = hash_of_a_second(&link, None);
        let (run, _) = Run::open(&link);
        for (id, param) in run.params().iter().enumerate() {
            if run.is_visible(id) {
                continue;
            }
            let ParamSpec { min, max, .. } = *param.spec;
            let other = if run.get(id) == max { min } else { max };
            let changed = hash_of_a_second(&link, Some((id, other)));
            assert_eq!(changed, usual, "{link}: '{}' is hidden, and matters", param.key);
        }
    }
}

#[test]
fn a_parameter_that_nothing_reads_is_hidden() {
    let shown = |link: &str, key: &str| {
        let run = open_link(link);
        run.is_visible(run.find_param(key).expect("the scene has it"))
    };
    for (link, key, wanted) in [
        ("scene=flock-wide", "target", true),
        ("scene=flock-wide", "pointer_hunters", true),
        ("scene=swarm", "target", true),
        ("scene=swarm", "pointer_hunters", false),
        ("scene=tile-chase", "target", true),
        ("scene=tile-chase", "pointer_hunters", false),
        ("scene=path-patrol", "target", false),
        ("scene=rts-group", "target", false),
        ("scene=flock-wide", "obstacle_radius", false),
        ("scene=flock-wide&obstacles=1", "obstacle_radius", true),
        ("scene=flock-wide&layout=maze", "obstacle_radius", true),
        ("scene=flock-wide&layout=maze&maze_walls=0", "obstacle_radius", false),
        ("scene=rts-group&goal=target", "target", true),
        ("scene=flock-wide&separation_view=limited", "limited_radius_factor", false),
        ("scene=flock-limited&separation_view=full", "wide_radius_factor", false),
        ("scene=flock-limited&leaders=off&separation_view=narrow", "narrow_radius_factor", false),
        ("scene=flock-limited&leaders=off&separation_view=narrow", "front_angle_factor", true),
        ("scene=flock-limited&view=off", "separation_view", false),
        ("scene=flock-limited&view=off&separation_view=wide", "back_angle_factor", false),
        ("scene=flock-limited&view=off&separation_view=narrow", "front_angle_factor", true),
        (
            "scene=flock-limited&view=off&leaders=off&separation_view=narrow",
            "front_angle_factor",
            false,
        ),
    ] {
        assert_eq!(shown(link, key), wanted, "{link}: '{key}'");
    }
}

#[test]
fn scenes_stand_by_category() {
    let categories: Vec<_> = SCENES.iter().map(|scene| scene.category).collect();
    assert!(categories.is_sorted(), "{categories:?}");
}

#[test]
fn every_scene_is_complete_and_has_its_own_key() {
    let mut keys = BTreeSet::new();
    for scene in SCENES {
        let key = scene.key;
        assert!(keys.insert(key), "two scenes are called '{key}'");
        for text in
            [scene.title, scene.chapter, scene.visible_effect, scene.suggestion, scene.source]
        {
            assert!(!text.is_empty(), "scene '{key}' lacks a text");
        }
        for text in [scene.visible_effect, scene.suggestion, scene.drag_invitation] {
            assert!(!text.contains("pointer"), "scene '{key}': a finger is no pointer: {text}");
        }
        let run = Run::new(scene, DEFAULT_SEED);
        assert!(!run.world.agents().is_empty(), "scene '{key}' has no units");
        for (id, param) in run.params().iter().enumerate() {
            assert_eq!(
                param.spec.validate(run.get(id)),
                Some(run.get(id)),
                "scene '{key}': '{}' is out of range",
                param.key
            );
        }
    }
}

#[test]
fn the_registry_has_every_behavior_of_every_scene_once() {
    let used: BTreeSet<&str> = SCENES
        .iter()
        .flat_map(|scene| (scene.build_setup)().groups)
        .flat_map(|group| group.pipeline)
        .map(|behavior| behavior.key())
        .collect();
    let mut seen = BTreeSet::new();
    for make in REGISTRY {
        let behavior = make();
        let (key, says) = (behavior.key(), behavior.about().sentence);
        assert!(seen.insert(key), "the registry has behavior '{key}' twice");
        assert!(says.ends_with('.'), "what behavior '{key}' does is no sentence: {says}");
        assert!(!behavior.bodies().is_empty(), "behavior '{key}' fits no body");
    }
    seen.extend(recipes().iter().map(|recipe| recipe.key));
    for key in used {
        assert!(seen.contains(key), "the registry lacks the behavior '{key}'");
    }
}

#[test]
fn a_parameter_can_be_set_to_both_ends_of_its_range() {
    for scene in SCENES {
        let mut run = Run::new(scene, DEFAULT_SEED);
        let count = run.find_param("count").expect("a group has a count");
        run.set(count, run.get(count).min(300.0));
        for id in 0..run.params().len() {
            let param = run.params()[id].clone();
            if param.spec.key == "count" {
                continue;
            }
            for end in [param.spec.min, param.spec.max] {
                assert_eq!(run.set(id, end), end, "scene '{}': '{}'", scene.key, param.key);
                run.world.tick();
                let agents = run.world.agents();
                assert!(
                    agents.x[..agents.len()].iter().all(|x| x.is_finite()),
                    "scene '{}': '{}' = {end} gives no finite places",
                    scene.key,
                    param.key
                );
            }
            run.set(id, param.default);
        }
    }
}

#[test]
fn every_parameter_has_a_formula_whose_symbols_are_all_explained() {
    for scene in SCENES {
        let run = Run::new(scene, DEFAULT_SEED);
        let numbers =
            (0..run.params().len()).map(|id| (&run.params()[id].key, explain_param(&run, id)));
        let texts = (0..run.texts().len()).map(|id| (&run.texts()[id].key, explain_text(&run, id)));
        for (key, explained) in numbers.chain(texts) {
            let place = format!("scene '{}': the formula of '{key}'", scene.key);
            let explained = explained.expect("the parameter exists");
            let FormulaExplanation { symbol, formula, terms } = explained;
            let formula = &*formula;
            assert!(!formula.is_empty(), "{place} is missing");
            assert!(symbols_of(formula).contains(&symbol), "{place} lacks its symbol {symbol:?}");
            let pairs = [('(', ')'), ('{', '}')];
            for (open, close) in pairs {
                let count = |c| formula.matches(c).count();
                assert_eq!(count(open), count(close), "{place} has an open {open}");
            }
            for mark in ['|', '"'] {
                let count = formula.matches(mark).count();
                assert!(count.is_multiple_of(2), "{place} has an open {mark}");
            }
            for symbol in symbols_of(formula) {
                let means =
                    terms.iter().any(|term| term.symbol == symbol && !term.meaning.is_empty());
                let named = formula.split("; ").any(|line| line.split(' ').next() == Some(symbol));
                assert!(means || named, "{place}: {symbol:?}?");
            }
            assert_eq!(terms[0].symbol, symbol, "{place}: the parameter itself comes first");
        }
    }
}

#[test]
fn a_symbol_means_one_parameter_of_a_group_and_every_meaning_is_needed() {
    let mut used = BTreeSet::new();
    for scene in SCENES {
        let run = Run::new(scene, DEFAULT_SEED);
        for group in (0..run.world.groups().len()).map(Some).chain([None]) {
            let mut symbols = BTreeMap::new();
            let of_group = run.params().iter().filter(|param| param.group == group);
            for param in of_group {
                let other = symbols.insert(param.spec.symbol, &param.key);
                assert_eq!(other, None, "'{}' shares its symbol", param.key);
            }
        }
        let formulas = (0..run.params().len()).filter_map(|id| explain_param(&run, id));
        let texts = (0..run.texts().len()).filter_map(|id| explain_text(&run, id));
        used.extend(formulas.chain(texts).flat_map(|one| one.terms).map(|term| term.symbol));
    }
    let unused =
        FORMULA_SYMBOLS.iter().map(|(symbol, _)| *symbol).filter(|symbol| !used.contains(*symbol));
    assert_eq!(unused.collect::<Vec<_>>(), [""; 0], "no formula uses these");
}

/// Every text parameter of every scene, by section and key.
fn all_texts() -> Vec<(&'static TextSpec, String)> {
    let mut seen = BTreeSet::new();
    let runs = SCENES.iter().map(|scene| Run::new(scene, DEFAULT_SEED));
    runs.flat_map(|run| run.texts().to_vec())
        .filter(|text| seen.insert((text.spec.section, text.spec.key)))
        .map(|text| (text.spec, text.default))
        .collect()
}

/// The page with all parameters: a table for each section.
fn page() -> String {
    let mut sections = Vec::<(&str, Vec<String>)>::new();
    let mut add = |section, row| match sections.iter_mut().find(|(name, _)| *name == section) {
        Some((_, rows)) => rows.push(row),
        None => sections.push((section, vec![row])),
    };
    for spec in all_specs() {
        let ParamSpec { key, label, doc, min, max, unit, source, .. } = *spec;
        let range = match spec.kind {
            ValueKind::Choice(choices) => {
                choices.iter().map(|choice| choice.key).collect::<Vec<_>>().join(", ")
            }
            ValueKind::Bool => "on, off".to_string(),
            ValueKind::Float | ValueKind::Int => {
                format!("{min} to {max} {unit}").trim_end().to_string()
            }
        };
        let default = spec.format_value(spec.default);
        let row = format!("| `{key}` | {label} | {doc} | {range} | {default} | {source} |");
        add(spec.section, row);
    }
    for (TextSpec { key, label, doc, source, section, .. }, default) in all_texts() {
        add(section, format!("| `{key}` | {label} | {doc} | text | {default} | {source} |"));
    }
    let tables = sections.into_iter().map(|(section, rows)| {
        let rows = rows.join("\n");
        format!(
            "## {section}\n\n| key | name | what it is | range | default | source |\n\
             |---|---|---|---|---|---|\n{rows}\n"
        )
    });
    let head = "# Parameters\n\n\
        Written by `UPDATE=1 cargo test --test core registry` from the lines that declare them.\n\n\
        In a link, keys of the scene's main group and of the world stand alone (`cohesion=2`); keys \
        of other groups\nfollow the group's name (`interceptors.thrust=900`). Lengths are in u (world \
        units), L is the length of a unit, × is a\nfactor without a unit.\n";
    [head.to_string()].into_iter().chain(tables).collect::<Vec<_>>().join("\n")
}

/// The table of measures: what a column of the file means.
fn measures() -> String {
    let mut lines = vec![
        "| column | definition | range | source |".to_string(),
        "|---|---|---|---|".to_string(),
        "| `tick` | number of ticks since the start | 0, 1, ... | |".to_string(),
        "| `time_s` | time since the start, s: `tick` / 60 | 0 or more | |".to_string(),
    ];
    for measure in measures::all_measures() {
        let range = match (measure.value_range, measure.value_limits()) {
            (ValueRange::Count, _) => "0, 1, ...".to_string(),
            (_, (low, high)) if high.is_finite() => format!("{low} to {high}"),
            (_, (low, _)) => format!("{low} or more"),
        };
        // The first comment of a text says what it is.
        let is_text = measure.value_range == ValueRange::Number;
        let what =
            if is_text { measure.description.trim_end_matches('.') } else { measure.definition };
        let what = what.replace('|', "\\|");
        let (column, source) = (measure.column_name(), measure.source);
        lines.push(format!("| `{column}` | {what} | {range} | {source} |").replace("|  |", "| |"));
    }
    let change = "a parameter that you changed, in a row of its own: `cohesion: 1 -> 2.35`";
    lines.push(format!("| `change` | {change} | | |"));
    lines.join("\n")
}

#[test]
fn the_page_with_all_parameters_is_current() {
    assert_current("src/core/schema/PARAMETERS.md", &page());
}

/// What the page takes from the core without asking it: names by number, and sizes.
fn declared() -> String {
    let names = |what: &str, name: &str, keys: Vec<&str>| {
        let keys: Vec<String> = keys.iter().map(|key| format!("  \"{key}\",\n")).collect();
        format!("/** {what} */\nexport const {name} = [\n{}] as const;\n", keys.concat())
    };
    let number = |what: &str, name: &str, value: u64| {
        format!("/** {what} */\nexport const {name} = {value};\n")
    };
    [
        "// Written by `UPDATE=1 cargo test --test core registry` from the types of the core.\n\
         // biome-ignore-all format: generated\n"
            .to_string(),
        names("Roles of units, by number.", "ROLES", Role::ALL.map(Role::key).to_vec()),
        names(
            "Kinds of overlays, by number.",
            "OVERLAY_KINDS",
            OverlayKind::ALL.map(OverlayKind::key).to_vec(),
        ),
        names(
            "Kinds of marks on the timeline, by number.",
            "TIMELINE_MARKS",
            TimelineMark::ALL.map(TimelineMark::key).to_vec(),
        ),
        number("Bit of a unit's flags that is set for leaders.", "LEADER_FLAG", LEADER_FLAG.into()),
        number(
            "Numbers per shot: x, y, vx, vy, seconds left.",
            "SHOT_FLOATS",
            BULLET_FLOATS as u64,
        ),
        number("Ticks in a second.", "TICKS_PER_SECOND", (1.0 / DT).round() as u64),
    ]
    .join("\n")
}

#[test]
fn what_the_page_takes_from_the_core_without_asking_is_current() {
    assert_current("www/src/core/declared.ts", &declared());
}

/// All texts of the files in a folder and the folders in it.
fn texts_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries
        .flat_map(|entry| {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                return texts_in(&path);
            }
            vec![std::fs::read_to_string(&path).expect("a text")]
        })
        .collect()
}

#[test]
fn a_number_in_a_formula_is_a_constant_of_the_same_file() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut found = 0;
    for text in texts_in(&root.join("src/core/engine")) {
        let consts: Vec<&str> = text.lines().filter(|line| line.contains("const ")).collect();
        for formula in text.split(".formula(").skip(1).filter_map(|rest| rest.lines().next()) {
            let numbers = formula.split(|c: char| !(c.is_ascii_digit() || c == '.'));
            for number in numbers.filter(|part| part.contains('.') && part.len() > 2) {
                let said = consts.iter().any(|line| line.contains(number));
                assert!(said, "{number} in {formula} is no constant");
                found += 1;
            }
        }
    }
    assert!(found > 0, "{found} numbers");
    let (_, air) = FORMULA_SYMBOLS.iter().find(|(symbol, _)| *symbol == "ρ").expect("the air");
    assert!(air.ends_with(&AIR_DENSITY.to_string()), "{air}");
}

#[test]
fn a_measure_has_a_name_a_meaning_and_values_within_its_range() {
    let mut keys = BTreeSet::new();
    let mut meter = Meter::default();
    let mut samples: Vec<_> = SCENES
        .iter()
        .map(|scene| {
            let mut run = Run::new(scene, DEFAULT_SEED);
            (0..30).for_each(|_| run.world.tick());
            meter.measure_all(&run.world)
        })
        .collect();
    // No unit gets into a hard obstacle, and in the book all do.
    let (mut soft, _) = Run::open("v=8&scene=flock-obstacles&count=200&avoidance=0&contact=off");
    (0..600).for_each(|_| soft.world.tick());
    samples.push(meter.measure_all(&soft.world));
    // A first catch, a first that comes to the door, and a corner take their time; some are in a pen.
    for link in [
        "v=8&scene=tile-chase",
        "v=8&scene=queue-door",
        "v=8&scene=patrol&hold=0",
        "v=8&scene=empty&wa=100-100-500-100-3_500-400",
    ] {
        let (mut run, _) = Run::open(link);
        (0..900).for_each(|_| run.world.tick());
        samples.push(meter.measure_all(&run.world));
    }
    for (index, measure) in measures::all_measures().into_iter().enumerate() {
        let key = measure.key;
        assert!(keys.insert(key), "two measures are called '{key}'");
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        assert!(key.chars().all(plain), "'{key}' is no name for a column");
        assert!(measure.label.starts_with(char::is_uppercase), "the label of '{key}'");
        assert!(measure.description.ends_with('.') && !measure.definition.is_empty(), "'{key}'");
        assert_eq!(Measure::find(key).map(|found| found.label), Some(measure.label));
        let values: Vec<f64> = samples.iter().map(|sample| sample.values[index]).collect();
        let (low, high) = measure.value_limits();
        // Sums of rounded numbers may be a little beyond 1.
        let legal = |x: &f64| x.is_nan() || (low..=high * (1.0 + 1e-6)).contains(x);
        assert!(values.iter().all(legal), "'{key}': {values:?}");
        assert!(values.iter().any(|x| *x > 0.0), "'{key}' is 0 in every scene");
    }
}

/// The table of statistics.
fn statistics() -> String {
    let head = ["| statistic | meaning | computed as |", "|---|---|---|"].map(String::from);
    let line = |one: &SeriesStatistic| {
        format!("| {} | {} | {} |", one.label, one.description, one.definition)
    };
    head.into_iter().chain(STATISTICS.iter().map(line)).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_tables_on_the_page_of_measures_are_current() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/lab/insight/MEASURES.md");
    for (head, table) in [("| column |", measures()), ("| statistic |", statistics())] {
        let text = std::fs::read_to_string(&path).expect("MEASURES.md");
        let begin = text.find(head).expect("the page has the table");
        let end = begin + text[begin..].find("\n\n").expect("the table ends");
        if std::env::var_os("UPDATE").is_some() {
            let new = format!("{}{table}{}", &text[..begin], &text[end..]);
            std::fs::write(&path, new).expect("MEASURES.md is writable");
        } else {
            assert_eq!(&text[begin..end], table, "UPDATE=1 cargo test --test core registry");
        }
    }
}

#[test]
fn a_scene_names_only_sliders_that_it_has_and_that_matter() {
    for scene in SCENES {
        let run = Run::new(scene, 1);
        for key in scene.first_sliders {
            let id = run.find_param(key).unwrap_or_else(|| panic!("{} has no '{key}'", scene.key));
            assert!(run.is_visible(id), "'{key}' does not matter in {}", scene.key);
        }
    }
}
