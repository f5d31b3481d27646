//! Sites: named places of a layout, as goals of groups, in rules and in links.

use flockwright::Run;
use flockwright::rules::Language;
use flockwright::session::embedded::EmbeddedRun;
use flockwright::session::replay::Recording;
use flockwright::session::timeline::Timeline;
use glam::Vec2;

const REEF: &str = "scene=empty&count=12&groups=units.pseek*g1.pseek&g1.count=3&goal=site\
                    &g1.goal=site&g1.goal_site=north gate&sites=coral-120-80_north gate-300-200.5";

/// Mean distance of the units of a group from a place, u.
fn distance(run: &Run, group: usize, place: Vec2) -> f32 {
    let ids = run.world.groups()[group].ids.clone();
    let count = ids.len() as f32;
    ids.map(|id| run.world.agents().position(id).distance(place)).sum::<f32>() / count
}

#[test]
fn groups_go_to_sites_and_rules_name_them() {
    let (mut run, notices) = Run::open(REEF);
    assert_eq!(notices, [""; 0]);
    let link = run.link();
    assert!(link.contains("&sites=coral-120-80_north+gate-300-200.5"), "{link}");
    assert!(
        link.contains("&goal_site=coral&") && link.contains("&g1.goal_site=north+gate&"),
        "{link}"
    );
    assert_eq!(Run::open(&run.link()).0.link(), run.link());
    (0..900).for_each(|_| run.world.tick());
    assert!(distance(&run, 0, Vec2::new(120.0, 80.0)) < 30.0);
    assert!(distance(&run, 1, Vec2::new(300.0, 200.5)) < 30.0);

    let rule = "rule home\nsteer if site(\"North Gate\").there then \
                seek(site(\"north gate\").offset) else 0 * h";
    run.set_rule("units", rule).expect("a sound rule");
    assert_eq!(run.rule_notices(), [""; 0]);
    run.set_key("seek", 0.0).expect("there is such a parameter");
    let (again, notices) = Run::open(&run.link());
    assert_eq!((again.link(), notices.len()), (run.link(), 0));
    (0..900).for_each(|_| run.world.tick());
    assert!(distance(&run, 0, Vec2::new(300.0, 200.5)) < 30.0);
    // In a snapshot, and back after a restart.
    let snapshot = run.snapshot();
    run.world.set_site("coral", None).expect("it is there");
    let goal = run.find_text("goal_site").expect("the group has a goal");
    run.set_text(goal, "North gate").expect("it is the name of a site");
    assert_eq!(run.text(goal), "north gate", "as the layout spells it");
    run.restore(&snapshot).expect("it is a snapshot");
    assert_eq!((run.text(goal), run.layout().sites.len()), ("coral".into(), 2));
    assert_eq!(run.snapshot(), snapshot);
    run.world.restart(2);
    assert_eq!(run.layout().sites.len(), 2);
}

#[test]
fn a_site_that_is_gone_or_makes_no_sense_is_a_sentence() {
    let (mut run, _) = Run::open(REEF);
    let rule = "rule away\nsteer -seek(site(\"corals\").offset)";
    run.set_rule("g1", rule).expect("a sound rule");
    assert_eq!(run.rule_notices(), ["In rule away: no site corals; there are coral, north gate."]);
    run.world.set_site("coral", None).expect("it is there");
    let lost = "Birds: there is no site coral to go to; there is north gate.";
    assert_eq!(run.notices(&[]).last().map(String::as_str), Some(lost));
    let before = run.world.agents().position(0);
    (0..600).for_each(|_| run.world.tick());
    assert_eq!(run.world.agents().position(0), before, "neither a goal nor a rule moves it");
    assert!(distance(&run, 1, Vec2::new(300.0, 200.5)) < 30.0, "it still goes to its own site");
    // The link keeps the name, and the group goes there again once a site has it.
    let (mut again, notices) = Run::open(&run.link());
    assert_eq!((again.link(), notices.len()), (run.link(), 1), "{notices:?}");
    assert_eq!(again.notices(&[]).last().map(String::as_str), Some(lost));
    again.world.set_site("Coral", Some(Vec2::new(50.0, 60.0))).expect("a place");
    again.set_key("seek", 1.0).expect("there is such a parameter");
    (0..900).for_each(|_| again.world.tick());
    assert!(distance(&again, 0, Vec2::new(50.0, 60.0)) < 30.0);
    again.world.set_site("coral", None).expect("it is there");
    again.world.set_site("north gate", None).expect("it is there");
    let lost = "Group 1: there is no site north gate to go to; the layout has no sites.";
    assert_eq!(again.notices(&[]).last().map(String::as_str), Some(lost));
    let gone = run.world.set_site("corl", None).expect_err("it is gone").to_string();
    assert_eq!(gone, "There is no site “corl”.");
    let gone = run.world.set_site("north gat", None).expect_err("it is gone").to_string();
    assert_eq!(gone, "There is no site “north gat”. Did you mean “north gate”?");
    for (sites, notice) in [
        ("coral", "sites: 1 item made no sense"),
        (
            "co*ral-1-2",
            "The name of a site has 1 to 24 letters, digits and spaces, unlike “co*ral”.",
        ),
        ("coral-1-2-3", "sites: 1 item made no sense"),
        (
            "coral-4000-2",
            "Outside the world of 600 by 450 u: 1 of 1 sites, which nobody can reach.",
        ),
    ] {
        let (run, notices) = Run::open(&format!("scene=empty&sites={sites}"));
        assert!(notices.len() == 1 && notices[0].contains(notice), "{sites}: {notices:?}");
        assert!(run.layout().sites.len() < 2);
    }
    let many: Vec<String> = (0..65).map(|k| format!("s{k}-{k}-5")).collect();
    let (mut run, notices) = Run::open(&format!("scene=empty&sites={}", many.join("_")));
    assert_eq!(run.layout().sites.len(), 16);
    assert!(notices[1].contains("sites: the rest is too long"), "{notices:?}");
    let full = run.world.set_site("more", Some(Vec2::ONE)).expect_err("it is full").to_string();
    assert_eq!(full, "There are at most 16 sites.");
}

#[test]
fn printed_code_has_one_field_and_one_value_for_a_site_in_any_case() {
    let (mut run, _) = Run::open(REEF);
    let rule = "rule home\nsteer seek(site(\"Coral\").offset) + seek(site(\"coral\").offset)";
    run.set_rule("units", rule).expect("a sound rule");
    let code = run.print_force(Language::TypeScript);
    for part in ["  siteCoral: Thing", "const siteCoral ="] {
        assert_eq!(code.matches(part).count(), 1, "{code}");
    }
}

#[test]
fn a_site_that_is_moved_is_an_input_of_the_run() {
    let (run, _) = Run::open(REEF);
    let timeline = Timeline::new(&run);
    let mut game = EmbeddedRun::new(run, Some(timeline));
    game.tick(60).expect("few ticks");
    game.set_site("coral", Some(Vec2::new(40.04, 50.0))).expect("a place");
    game.set_site("exit", Some(Vec2::new(200.0, 10.0))).expect("a place");
    game.tick(60).expect("few ticks");
    let recording = Recording::from_timeline(game.timeline().expect("it is recorded"), &game.run);
    let (mut again, mut timeline) = recording.open().expect("it is a recording");
    timeline.seek(&mut again, 120);
    while !timeline.seek_part(&mut again, 5.0, || 0.0) {}
    assert_eq!(again.world.hash(), game.world().hash());
    let sites = &again.layout().sites;
    assert_eq!((sites.len(), sites[0].place), (3, Vec2::new(40.0, 50.0)));
    let why =
        game.set_site("coral", Some(Vec2::new(-5.0, 1.0))).expect_err("it is outside").message;
    assert_eq!(why, "A site lies within 0 to 40000 u.");
    let why =
        game.set_site("coral", Some(Vec2::new(f32::NAN, 1.0))).expect_err("no number").message;
    assert_eq!(why, "x is to be a finite number, not NaN.");
}

#[test]
fn the_goal_of_a_group_is_the_name_of_a_site_never_its_number() {
    // A group whose goal is a site gets the first one, as soon as there is one.
    let (mut run, _) = Run::open("scene=empty&groups=units.pseek&goal=site");
    let goal = run.find_text("goal_site").expect("the group has a goal");
    assert_eq!(run.notices(&[]), ["Birds: there is no site to go to."]);
    assert!(run.is_text_visible(goal));
    run.world.set_site("b", Some(Vec2::ONE)).expect("a place");
    run.world.set_site("a", Some(Vec2::ONE)).expect("a place");
    assert_eq!(run.text(goal), "b");
    run.set_key("goal", 1.0).expect("there is such a parameter");
    assert!(!run.is_text_visible(goal));
    run.set_text(goal, "").expect("no name");
    run.set_key("goal", 6.0).expect("there is such a parameter");
    assert_eq!(run.text(goal), "b");
    run.world.set_site("b", None).expect("it is there");
    assert_eq!(run.text(goal), "b", "a does not take the place of b");
    // Links had numbers once; a number never takes precedence over a name.
    for (number, name, notices) in [
        ("2", "b", "goal_site = “2” means the site b."),
        ("1", "a", "goal_site = “1” means the site a."),
        ("3", "3", ""),
        ("7", "7", ""),
    ] {
        let link = format!("scene=empty&groups=units.pseek&goal=site&goal_site={number}");
        let (run, told) = Run::open(&format!("{link}&sites=a-1-2_b-3-4_3-5-6"));
        assert_eq!((run.text(goal), told.join("")), (name.into(), notices.into()));
    }
    // Names of every script, also in links and rules.
    for name in ["शिकारी", "ผู้ล่า", "Große Möwe 7", "می\u{200c}روند", "群れ ２"]
    {
        run.world.set_site(name, Some(Vec2::new(9.0, 8.0))).expect(name);
        run.set_text(goal, name).expect(name);
        let rule = format!("rule home\nsteer seek(site(\"{name}\").offset)");
        // Texts of rules have no invisible characters.
        assert_eq!(run.set_rule("units", &rule).is_ok(), !name.contains('\u{200c}'));
        let (again, notices) = Run::open(&run.link());
        assert_eq!((again.link(), notices), (run.link(), Vec::new()));
        assert_eq!(again.text(goal), name);
    }
    run.set_text(goal, "b").expect("a name");
    // Invalid names: a sentence, and nothing has changed.
    let long = "x".repeat(25);
    for name in ["a*b", "a  b", "<b>", "a\u{0}", "\u{202e}a", &long, &"x".repeat(100_000)] {
        let why = run.set_text(goal, name).expect_err(name);
        assert!(why.starts_with("The name of a site has 1 to 24") && why.len() < 200, "{why}");
        assert_eq!(run.text(goal), "b");
    }
}
