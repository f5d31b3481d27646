//! The course: each step is what it says.

use crate::registry::all_specs;
use crate::support::pinned::assert_current;
use flockwright::Run;
use flockwright::scenes::SCENES;
use flockwright_lab::course::{
    BirdQuestion, COMPARED_STATES, CourseStep, RuleComparison, check_bird, check_solution,
    compare_rule_with_behavior, depends_on_past, link_with_solution, passes_after,
    passing_degenerate_answers, read_steps, verify_line,
};
use flockwright_lab::insight::measures::Measure;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

fn all() -> Vec<CourseStep> {
    read_steps().expect("all make sense")
}

#[test]
fn the_files_of_the_folder_are_the_steps() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/lab/course/steps");
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("it is there")
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let keys: Vec<&str> = names
        .iter()
        .filter_map(|name| name.strip_suffix(".txt")?.split_once('-').map(|(_, key)| key))
        .collect();
    let steps = all();
    assert_eq!(steps.iter().map(|step| step.key.as_str()).collect::<Vec<_>>(), keys);
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len(), "keys are unique");
    // Those of a chapter stand together.
    let mut chapters: Vec<&str> = steps.iter().map(|step| step.chapter.as_str()).collect();
    chapters.dedup();
    assert_eq!(chapters.iter().collect::<BTreeSet<_>>().len(), chapters.len());
}

#[test]
fn every_link_opens_and_has_what_the_step_names() {
    for step in all() {
        let (run, notices) = Run::open(&step.link);
        assert_eq!(notices, [""; 0], "{}", step.key);
        let has = |key: &str| run.find_param(key).is_some_and(|id| run.params()[id].is_present);
        for key in &step.allowed_keys {
            let report = run.find_text(key).is_some_and(|id| run.texts()[id].is_present);
            let written = ["behaviors", "pointer"].contains(&key.as_str());
            assert!(has(key) || report || written, "{}: there is no {key} to touch", step.key);
        }
        for key in step.paragraphs.iter().flat_map(|text| text.split('{').skip(1)) {
            let key = key.split('}').next().unwrap_or_default();
            assert!(has(key), "{}: there is no {key} to tell", step.key);
        }
        if let Some(rule) = &step.shown_rule {
            let mut parts = run.world.groups()[0].pipeline.iter();
            let shown = parts.find(|part| part.key() == rule);
            assert!(shown.is_some_and(|part| part.compiled_behavior().is_some()), "{}", step.key);
        }
    }
}

/// On a seed; `flockwright check --steps 20` on more.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn right_solutions_pass_and_wrong_ones_get_their_hint() {
    // A step about a bird is answered on the page, and judged by its own test.
    let steps: Vec<CourseStep> = all().into_iter().filter(|step| step.bird.is_none()).collect();
    let next = AtomicUsize::new(0);
    let try_one = |step: &CourseStep| {
        let seed = 71;
        let right = check_solution(step, &link_with_solution(step, &step.right_solution, seed))
            .expect("it opens");
        assert!(right.is_solved, "{}, seed {seed}: {}", step.key, right.describe(step));
        let late = depends_on_past(step)
            && !passes_after(step, &step.wrong_solution, seed).expect("it opens");
        assert!(!late, "{}, seed {seed}: refused after the wrong one", step.key);
        let wrong = check_solution(step, &link_with_solution(step, &step.wrong_solution, seed))
            .expect("it opens");
        assert!(!wrong.is_solved, "{}, seed {seed}: {}", step.key, wrong.describe(step));
        assert!(wrong.reasons.iter().all(|why| !why.is_empty()), "{}", step.key);
    };
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(step) = steps.get(next.fetch_add(1, Ordering::Relaxed)) {
                    try_one(step);
                }
            });
        }
    });
}

#[test]
fn what_an_earlier_answer_decides_begins_anew_at_each_change() {
    let steps = all();
    let step = |key: &str| steps.iter().find(|step| step.key == key).expect("it is there").clone();
    // Where a heading slips, what held it before leaves no trace; a prey that has passed is gone.
    let coaxed = step("coaxed");
    assert!(
        depends_on_past(&coaxed)
            && passes_after(&coaxed, &coaxed.wrong_solution, 3).expect("it opens")
    );
    let ahead = step("aim-ahead");
    assert!(ahead.restarts_on_change && !depends_on_past(&ahead));
    assert!(!passes_after(&ahead, &ahead.wrong_solution, 3).expect("it opens"));
    // What was caught with an earlier answer would count for the next one.
    let counts = |step: &&CourseStep| {
        step.score.is_none()
            && step.goals.iter().any(|goal| Measure::at(goal.measure_index).key == "caught")
    };
    for step in steps.iter().filter(counts) {
        assert!(step.restarts_on_change, "{}", step.key);
    }
}

#[test]
fn what_a_step_leaves_alone_is_no_solution() {
    let step = all().into_iter().find(|step| step.key == "cohesion-alone").expect("it is there");
    let link = link_with_solution(&step, "alignment=0&separation=0&count=50", 3);
    let verdict = check_solution(&step, &link).expect("it opens");
    assert!(!verdict.is_solved);
    assert_eq!(verdict.reasons[0], "The step leaves count as it is.");
    let elsewhere = check_solution(&step, "scene=swarm").expect("it opens");
    assert!(elsewhere.reasons[0].starts_with("The step is about another scene"));
    assert!(check_solution(&step, "scene=nowhere").is_err());
}

#[test]
fn what_stands_there_from_the_start_is_no_solution() {
    let reached = "goal: polarization=..1\nmargin: polarization -0.1\n";
    let file = include_str!("../../src/lab/course/steps/015-cohesion-alone.txt");
    let goals = |line: &&str| !line.starts_with("goal: ") && !line.starts_with("margin: ");
    let file: String = file.lines().filter(goals).map(|line| format!("{line}\n")).collect();
    let hint = "hint polarization high: Never.\n";
    let step =
        CourseStep::read("1-a.txt", &format!("{reached}{hint}{file}")).expect("it makes sense");
    let solved = |changes: &str| {
        check_solution(&step, &link_with_solution(&step, changes, 1)).expect("it opens").is_solved
    };
    assert!(!solved(""));
    assert!(!solved("ev=H.20.20R1&at=60"), "the pointer is not what this step is about");
    assert!(solved("alignment=0"));
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long: ./build.sh deep")]
fn the_board_is_proven_and_what_is_not_true_of_it_is_told() {
    let (steps, board) = (all(), include_str!("../../src/lab/course/board.txt"));
    let mut proven = 0;
    for line in board.lines() {
        if let Some(entry) = verify_line(&steps, line).expect("it makes sense") {
            assert!(entry.is_valid(), "{line}: {}", entry.score);
            proven += 1;
        }
    }
    assert!(proven >= 5);
    let line = board.lines().find(|line| line.starts_with("shortest-mill ")).expect("it is there");
    let other = line.replacen(line.split(' ').nth(1).expect("a score"), "1.0000", 1);
    let entry = verify_line(&steps, &other).expect("it makes sense").expect("it says something");
    assert!(entry.is_solved && !entry.is_score_right);
    assert!(
        verify_line(&steps, "shortest-mil - scene=swarm").unwrap_err().contains("shortest-mill")
    );
    assert!(verify_line(&steps, "shortest-mill").is_err());
}

#[test]
fn a_written_rule_agrees_with_the_built_in_one_or_shows_where_it_does_not() {
    let step = all().into_iter().find(|step| step.key == "write-cohesion").expect("it is there");
    let agreed = |rule: &str| {
        compare_rule_with_behavior(
            &link_with_solution(&step, &format!("rule:{rule}"), 1),
            "cohesion",
        )
        .unwrap()
    };
    assert_eq!(
        agreed("steer turn(sum(j in view: j.offset))"),
        RuleComparison { agreeing_states: COMPARED_STATES, simplest_difference: None }
    );
    for (rule, why) in [
        ("steer 0", "does nothing"),
        ("steer -turn(sum(j in view: j.offset))", "the other way"),
        ("steer 2 * turn(sum(j in view: j.offset))", "2.00 times as strong"),
    ] {
        let found = agreed(rule);
        let first = found.simplest_difference.expect("they differ");
        assert!(
            found.agreeing_states < COMPARED_STATES / 4 && first.description.contains(why),
            "{rule}: {}",
            first.description
        );
        assert!(
            first.other_units.iter().any(|[.., counts]| *counts == 1.0),
            "{rule}: nobody is in view"
        );
    }
}

#[test]
fn what_is_asked_about_a_bird_has_the_answer_that_its_step_says() {
    let steps = all();
    let asked = steps.iter().filter_map(|step| step.bird.as_ref().map(|bird| (step, bird)));
    let kinds: Vec<BirdQuestion> = asked.clone().map(|(_, bird)| bird.question).collect();
    assert!(
        kinds.contains(&BirdQuestion::StrongestBehavior)
            && kinds.contains(&BirdQuestion::MostMissedBehavior)
    );
    for (step, bird) in asked {
        assert_eq!(check_bird(step, bird), Ok(()), "{}", step.key);
    }
    let file = include_str!("../../src/lab/course/steps/031-one-bird.txt");
    let other = file.replace("* Separation", "- Separation").replace("- Cohesion", "* Cohesion");
    let step = CourseStep::read("1-a.txt", &other).expect("it makes sense");
    let why = check_bird(&step, &step.bird.expect("a bird")).unwrap_err();
    assert!(why.starts_with("It is Separation"), "{why}");
    assert!(!check_solution(&step, &step.link).expect("it opens").is_solved, "the page answers it");
}

#[test]
fn what_a_degenerate_answer_solves_is_found() {
    let heaped = "title: A\nchapter: B\nsource: C\ndo: D\nlink: v=8&scene=tile-patrol\n\
                  touch: program.instructions\ngoal: route_gap=..0.1\nhold: 0.5\nsettle: 0.5\nwithin: 4\n\
                  hint route_gap high: E\nmargin: route_gap -1\nright: program.instructions=wait 2\n\
                  wrong: program.instructions=forward 3\n";
    let of = |more: &str| {
        let step =
            CourseStep::read("1-a.txt", &format!("{heaped}{more}\nText.")).expect("it makes sense");
        let (found, tried) = passing_degenerate_answers(&step, 1000).expect("all open");
        assert!(tried > 3);
        found.into_iter().map(|one| one.changes).collect::<Vec<_>>()
    };
    let found = of("");
    assert!(found.contains(&"program.instructions=wait 1".to_string()), "{found:?}");
    let listed = of("also: program.instructions=wait 1 because it stays where it is\n");
    assert!(!listed.contains(&"program.instructions=wait 1".to_string()), "{listed:?}");
}

#[test]
fn orders_for_a_class_name_steps() {
    let steps = all();
    for line in include_str!("../../src/lab/course/orders.txt").lines() {
        let (_, keys) = line.split_once(": ").expect("a time, and keys");
        for key in keys.split(", ") {
            assert!(steps.iter().any(|step| step.key == key), "{key}");
        }
    }
}

#[test]
fn files_that_make_no_sense_say_why() {
    let sound = include_str!("../../src/lab/course/steps/015-cohesion-alone.txt");
    let said =
        |from: &str, to: &str| CourseStep::read("1-a.txt", &sound.replace(from, to)).unwrap_err();
    assert!(CourseStep::read("1-a.txt", sound).is_ok());
    for (from, to, why) in [
        ("title: What does cohesion alone make?", "titel: x", "there is no such key"),
        ("goal: polarization=..0.4", "goal: polarisation=..0.4", "Did you mean “polarization”"),
        ("hint overlapping low: ", "hint overlapping high: ", "no hint tells what to do"),
        ("margin: polarization -0.5", "margin: spacing 1", "there is no such goal above"),
        ("margin: polarization -0.5", "mean: 10", "no margin says"),
        ("* It heaps up", "- It heaps up", "the right one with *"),
        ("right: alignment=0&separation=0", "hold: 4", "a right solution and a wrong one"),
        ("do: Leave cohesion alone: mute the other two rules.", "hold: soon", "is no time"),
        ("\n\n", "\n", "no empty line"),
    ] {
        let report = said(from, to);
        assert!(report.starts_with("1-a.txt: ") && report.contains(why), "{report}");
    }
}

/// What the sources call a thing, and where it is here: the names that parameters answer to in the
/// search, and who names chapters, examples, figures and parts as sources.
fn glossary() -> String {
    let is_name = |word: &&str| {
        let inner = word.chars().skip(1);
        word.contains('_') || !word.contains('-') && inner.clone().any(char::is_uppercase)
    };
    let mut names = BTreeSet::new();
    let mut places: BTreeMap<&str, [Vec<String>; 3]> = BTreeMap::new();
    for spec in all_specs() {
        for word in spec.search_words.split(' ').filter(is_name) {
            let row = (word, spec.source, spec.key, spec.label);
            names.insert((row.0.trim_start_matches('_').to_lowercase(), row));
        }
        if !spec.source.starts_with("Ours") && !spec.source.starts_with("Your own") {
            places.entry(spec.source).or_default()[0]
                .push(format!("{} `{}`", spec.label, spec.key));
        }
    }
    let steps = all();
    for step in &steps {
        places.entry(&step.source).or_default()[1].push(format!("{} `{}`", step.title, step.key));
    }
    for scene in SCENES {
        let place = places.entry(scene.source).or_default();
        place[2].push(format!("{} `{}`", scene.title, scene.key));
    }
    let names = names.into_iter().map(|(_, (word, source, key, label))| {
        format!("| `{word}` | {source} | {label} `{key}` |\n")
    });
    // What is left out is found by its number as well, and so is what a scene tells of a figure.
    let mut by_number = places.clone();
    for (name, _) in left_out() {
        let bare = name.split(" (").next().unwrap_or(name);
        by_number.entry(name).or_default()[1].push(format!("not done, and why: {bare}"));
    }
    for scene in SCENES {
        for told in [scene.visible_effect, scene.suggestion]
            .into_iter()
            .chain(scene.source_run.map(|one| one.visible_effect))
        {
            by_number.entry(told).or_default()[2].push(format!("{} `{}`", scene.title, scene.key));
        }
    }
    let numbers: String = numbered(&by_number)
        .into_iter()
        .map(|((chapter, number), (kinds, found))| {
            let kinds: Vec<&str> = kinds.into_iter().collect();
            let found: Vec<String> = found.into_iter().collect();
            format!("| {chapter}-{number} | {} | {} |\n", kinds.join(", "), found.join(", "))
        })
        .collect();
    let places = places.into_iter().map(|(source, found)| {
        let [parameters, steps, scenes] = found.map(|mut some| {
            some.sort();
            some.dedup();
            some.join(", ")
        });
        format!("| {source} | {parameters} | {steps} | {scenes} |\n")
    });
    format!(
        "# Glossary: from the sources to Flockwright\n\n\
         Written by `UPDATE=1 cargo test --test core course` from what parameters, steps and scenes say of themselves. In a\n\
         link, a parameter is `KEY=VALUE`, a step `learn=KEY`, a scene `scene=KEY`.\n\n\
         ## Names in the sources\u{2019} code\n\n| name | source | here |\n|---|---|---|\n{}\n\
         ## Chapters, examples, figures and parts\n\n\
         | source | parameters | steps | scenes |\n|---|---|---|---|\n{}\n\
         ## By number in AI for Game Developers\n\n\
         | number | kind | here |\n|---|---|---|\n{}",
        names.collect::<String>(),
        places.collect::<String>(),
        numbers
    )
}

/// What the sources name and the course does not do: names and reasons.
fn left_out() -> impl Iterator<Item = (&'static str, &'static str)> {
    let text = include_str!("../../src/lab/course/left-out.txt");
    text.lines().filter_map(|line| line.split_once(": "))
}

type Numbered = BTreeMap<(u32, u32), (BTreeSet<&'static str>, BTreeSet<String>)>;

/// By its number, an example or a figure of the book, and who names it as a source.
fn numbered(places: &BTreeMap<&str, [Vec<String>; 3]>) -> Numbered {
    let mut all = Numbered::new();
    for (source, found) in places {
        let mut kind = "example";
        let mut last: Option<(u32, u32)> = None;
        let mut range = false;
        for word in source.split([' ', ',', ';', ':', '(', ')']) {
            kind = match word {
                "ex." | "example" | "examples" => "example",
                "fig." | "figure" | "figures" => "figure",
                _ => kind,
            };
            let number = word.trim_end_matches('.').split_once('-');
            let number = number.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
            let Some((chapter, end)) = number else {
                range = word == "to";
                continue;
            };
            let start = last.filter(|_| range).map_or(end, |(_, before)| before + 1);
            for at in start..=end {
                let row = all.entry((chapter, at)).or_default();
                row.0.insert(kind);
                row.1.extend(found.iter().flatten().cloned());
            }
            (last, range) = (Some((chapter, end)), false);
        }
    }
    all
}

#[test]
fn the_glossary_is_current_and_has_the_names_of_the_sources() {
    let text = glossary();
    assert_current("src/lab/course/GLOSSARY.md", &text);
    for name in ["_BACK_VIEW_ANGLE_FACTOR", "MAX_SEE_AHEAD", "LEADER_BEHIND_DIST", "minSeparation"]
    {
        assert!(text.contains(&format!("| `{name}` |")), "{name}");
    }
    for example in ["examples 2-1", "ex. 4-4", "example 5-4", "part 9"] {
        assert!(text.contains(example), "{example}");
    }
}

#[test]
fn every_example_and_figure_that_the_sources_have_is_in_the_index_and_leads_somewhere() {
    let text = include_str!("../../src/lab/course/GLOSSARY.md");
    let (_, index) = text.split_once("## By number").expect("the index");
    let steps = all();
    for number in [
        "2-1", "2-2", "2-3", "2-4", "2-10", "3-1", "3-2", "3-4", "4-1", "4-2", "4-3", "4-4", "4-5",
        "4-6", "4-7", "4-8", "4-9", "4-10", "4-11", "4-12", "4-13", "4-14", "5-1", "5-2", "5-3",
        "5-4", "5-5",
    ] {
        let mut rows = index.lines().filter(|line| line.starts_with(&format!("| {number} |")));
        let row = rows.next().unwrap_or_else(|| panic!("{number} is not in the index"));
        let keys: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        let shown = keys.iter().any(|key| {
            let is_scene = SCENES.iter().any(|scene| scene.key == *key);
            is_scene || steps.iter().any(|step| step.key == *key)
        });
        let left_out = left_out().any(|(name, _)| {
            name.contains(number) && row.contains(name.split(" (").next().unwrap_or(name))
        });
        assert!(shown || left_out, "{number} leads to no step, scene or reason: {row}");
    }
    // One reason is enough.
    let mut names: Vec<&str> = left_out().map(|(name, _)| name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "a name stands twice");
}
