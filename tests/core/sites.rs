//! Sites: named places of a layout, as goals of groups, in rules and in links.

use flockwright::Run;
use flockwright::rules::Language;
use flockwright::session::embedded::Embedded;
use flockwright::session::replay::Recording;
use flockwright::session::timeline::Timeline;
use glam::Vec2;

const REEF: &str = "scene=empty&count=12&groups=units.pseek*g1.pseek&g1.count=3&goal=site\
                    &g1.goal=site&g1.goal_site=2&sites=coral-120-80_north gate-300-200.5";

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
    assert!(run.link().contains("&sites=coral-120-80_north+gate-300-200.5"), "{}", run.link());
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
    run.restore(&snapshot).expect("it is a snapshot");
    assert_eq!((run.layout().sites.len(), run.snapshot()), (2, snapshot));
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
    let lost = "Group 1: there is no site 2 to go to; the layout has 1.";
    assert_eq!(run.notices(&[]).last().map(String::as_str), Some(lost));
    let before = run.world.agents().position(12);
    (0..60).for_each(|_| run.world.tick());
    assert_eq!(run.world.agents().position(12), before, "neither a goal nor a rule moves it");
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
    let many: Vec<String> = (0..17).map(|k| format!("s{k}-{k}-5")).collect();
    let (mut run, notices) = Run::open(&format!("scene=empty&sites={}", many.join("_")));
    assert_eq!((run.layout().sites.len(), notices.len()), (16, 1));
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
    let mut game = Embedded::new(run, Some(timeline));
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
    let why = game.set_site("coral", Some(Vec2::new(-5.0, 1.0))).expect_err("it is outside").why;
    assert_eq!(why, "A site lies within 0 to 40000 u.");
    let why = game.set_site("coral", Some(Vec2::new(f32::NAN, 1.0))).expect_err("no number").why;
    assert_eq!(why, "x is to be a finite number, not NaN.");
}
