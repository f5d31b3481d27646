//! Worlds without a link: values by their keys, targets, units that come and go.

use flockwright::engine::agents::Spot;
use flockwright::engine::behaviors::{
    Alignment, Arrive, Behavior, Chase, Cohesion, EvadeAhead, Flee, PathFollowing, Pursue, Seek,
    Separation, function_behavior,
};
use flockwright::engine::goals::{Goal, GoalKind};
use flockwright::engine::params::{Hunters, TargetMode};
use flockwright::engine::world::{Happening, Happenings, Refusal, UnitSetting};
use flockwright::glam::Vec2;
use flockwright::scenes::SCENES;
use flockwright::schema::ParamValue;
use flockwright::session::embedded::EmbeddedRun;
use flockwright::session::events::Event;
use flockwright::session::replay::Recording;
use flockwright::session::timeline::Timeline;
use flockwright::{Group, Handle, Role, Run, Target, UnitState, View, World, WorldParams};

fn flock(count: u32) -> Group {
    Group::rigid("flock", "Flock", Role::Regular, count)
        .seeing(View::default())
        .with(Cohesion::default())
        .with(Alignment::default())
        .with(Separation::default())
}

fn nobody() -> WorldParams {
    WorldParams { target: TargetMode::Nobody, ..WorldParams::default() }
}

fn unit(x: f32, y: f32) -> UnitState {
    let (position, velocity) = (Vec2::new(x, y), Vec2::new(30.0, 0.0));
    UnitState { position, velocity, heading: 0.0, omega: 0.0 }
}

#[test]
fn a_flock_flies_on_as_if_a_removed_unit_had_never_been() {
    let mut fewer = World::new(nobody(), vec![flock(40)], 7);
    let mut never = World::new(nobody(), vec![flock(39)], 7);
    for id in (0..40).filter(|id| *id != 17) {
        never.set_unit(id - usize::from(id > 17), fewer.agents().state(id));
    }
    assert!(fewer.remove(Handle(17)));
    assert_eq!(fewer.get("count"), Ok(39.0));
    for tick in 0..200 {
        assert_eq!(fewer.hash(), never.hash(), "tick {tick}");
        fewer.tick();
        never.tick();
    }
}

#[test]
fn a_unit_that_is_added_is_one_of_its_group() {
    let others = Group::point("others", "Others", Role::Monster, 5);
    let mut world = World::new(nobody(), vec![flock(10), others], 7);
    let before = world.agents().position(12);
    assert_eq!(world.add(0, unit(50.0, 60.0)), Some(Handle(15)));
    let ranges: Vec<_> = world.groups().iter().map(|group| group.ids.clone()).collect();
    assert_eq!(ranges, [0..11, 11..16]);
    assert_eq!(world.agents().position(10), Vec2::new(50.0, 60.0));
    assert_eq!(world.agents().position(13), before);
    assert_eq!(world.agents().role[10..12], [Role::Regular as u8, Role::Monster as u8]);
    // A larger count keeps it.
    assert_eq!(world.set("count", 30.0), Ok(30.0));
    assert_eq!(world.agents().len(), 35);
    assert_eq!(world.agents().position(10), Vec2::new(50.0, 60.0));
}

#[test]
fn what_makes_no_sense_adds_and_removes_nobody() {
    let mut world = World::new(nobody(), vec![flock(3)], 7);
    assert_eq!(world.add(1, unit(0.0, 0.0)), None);
    assert_eq!(world.add(0, unit(f32::NAN, 0.0)), None);
    assert!(!world.remove(Handle(3)));
    assert_eq!(world.agents().len(), 3);
    assert_eq!(world.add(0, unit(-5.0, 1e9)), Some(Handle(3)));
    assert_eq!(world.agents().position(3), Vec2::new(0.0, world.params.height));
    for left in (0..4).rev() {
        assert!(world.remove(Handle(3 - left as u32)));
        world.tick();
        assert_eq!(world.agents().len(), left);
    }
}

#[test]
fn whoever_stays_keeps_what_it_remembers() {
    const WAY: &[[f32; 2]] = &[[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]];
    let walkers = || {
        let group = Group::point("walkers", "Walkers", Role::Regular, 12);
        World::new(nobody(), vec![group.with(PathFollowing::default()).with_path(WAY)], 3)
    };
    let (mut all, mut fewer) = (walkers(), walkers());
    for tick in 0..900 {
        if tick == 400 {
            assert!(fewer.remove(Handle(5)));
        }
        all.tick();
        fewer.tick();
    }
    for id in (0..12).filter(|id| *id != 5) {
        let there = fewer.agents().position(id - usize::from(id > 5));
        assert_eq!(all.agents().position(id), there, "unit {id}");
    }
}

#[test]
fn every_scene_survives_units_that_come_and_go() {
    for scene in SCENES {
        let link = format!("scene={}&count=30&width=600&height=450", scene.key);
        let mut run = Run::open(&link).0;
        let groups = run.world.groups().len();
        let mut crowd = run.world.agents().len();
        run.world.hold_pointer(Vec2::new(200.0, 150.0));
        for tick in 0..120 {
            let id = tick * 7 % crowd.max(1);
            if tick % 3 == 0 {
                let unit = run.world.agents().handle(id);
                crowd -= usize::from(unit.is_some_and(|unit| run.world.remove(unit)));
            } else if tick % 4 == 0 {
                let place = unit(10.0 * (tick % 40) as f32, 3.0 * tick as f32);
                crowd += usize::from(run.world.add(tick % groups, place).is_some());
            }
            run.world.tick();
            let agents = run.world.agents();
            assert_eq!(agents.len(), crowd, "{}, tick {tick}", scene.key);
            assert!((0..crowd).all(|id| agents.position(id).is_finite()), "{}", scene.key);
        }
        // All are in their groups, also where some have joined others.
        let placed: u32 = run.world.groups().iter().map(|group| group.placed_count).sum();
        assert_eq!(placed as usize, crowd, "{}", scene.key);
        assert_eq!(run.world.set("count", 12.0), Ok(12.0), "{}", scene.key);
        run.world.tick();
    }
}

#[test]
fn each_group_can_have_a_target_of_its_own() {
    let hunters = |key, count| {
        let chase = Chase { chasers: Hunters::Everyone, ..Chase::default() };
        Group::rigid(key, "Hunters", Role::Regular, count).with(chase)
    };
    let seekers = Group::point("seekers", "Seekers", Role::Regular, 4)
        .with(Seek::default())
        .with_goal(Goal { heeds_pointer: false, ..Goal::default() });
    let mut world = World::new(nobody(), vec![hunters("a", 6), hunters("b", 6), seekers], 5);
    let at = [Vec2::new(100.0, 100.0), Vec2::new(500.0, 350.0), Vec2::new(300.0, 40.0)];
    for (group, at) in at.into_iter().enumerate() {
        assert_eq!(world.set_target(group, Target::Place(at)), Ok(()));
    }
    // It is not what the pointer asks for.
    world.hold_pointer(Vec2::new(300.0, 225.0));
    let mut nearest = [f32::INFINITY; 16];
    for _ in 0..900 {
        world.tick();
        for (group, at) in at.into_iter().enumerate() {
            for id in world.groups()[group].ids.clone() {
                nearest[id] = nearest[id].min(world.agents().position(id).distance(at));
            }
        }
    }
    // A chaser that turns too wide may circle its target.
    for group in world.groups() {
        let mean = nearest[group.ids.clone()].iter().sum::<f32>() / group.ids.len() as f32;
        assert!(mean < 40.0, "{}: {nearest:?}", group.key);
    }
    // Nonsense changes nothing, and says why; `None` takes it away.
    let hash = world.hash();
    let why = |report: Result<(), Refusal>| report.expect_err("nonsense").to_string();
    assert_eq!(why(world.set_target(9, None)), "There is no group 9.");
    let nowhere = Target::Place(Vec2::new(f32::INFINITY, 0.0));
    assert_eq!(why(world.set_target(0, nowhere)), "A target's place is not finite.");
    assert_eq!(why(world.set_target(0, Target::Group(0))), "A group does not go for itself.");
    assert_eq!(why(world.set_target(0, Target::Group(3))), "There is no group 3.");
    assert_eq!(why(world.set_target(0, Target::Unit(Handle(16)))), "Unit 16 is gone.");
    assert_eq!(world.groups()[0].target, Some(Target::Place(at[0])));
    assert_eq!(world.set_target(0, None), Ok(()));
    assert_eq!((world.groups()[0].target, world.hash()), (None, hash));
}

/// How far units have come toward a target of their group's own after half a second, u: they start
/// at rest between it and the middle of the world, with the pointer held on the other side.
fn approach(behavior: Box<dyn Behavior>, mind: Option<Goal>) -> f32 {
    let (start, at) = (Vec2::new(160.0, 120.0), Vec2::new(120.0, 90.0));
    let mut walkers = Group::point("walkers", "Walkers", Role::Regular, 3);
    walkers.pipeline.push(behavior);
    walkers.goal = mind;
    let mut world = World::new(nobody(), vec![walkers], 5);
    for id in 0..3 {
        let rest = UnitState { velocity: Vec2::ZERO, ..unit(start.x, start.y + id as f32) };
        world.set_unit(id, rest);
    }
    assert_eq!(world.set_target(0, Target::Place(at)), Ok(()));
    world.hold_pointer(Vec2::new(300.0, 225.0));
    let away = |world: &World| world.agents().position(0).distance(at);
    let before = away(&world);
    (0..30).for_each(|_| world.tick());
    before - away(&world)
}

#[test]
fn a_target_of_its_own_is_before_whatever_a_group_has_in_mind() {
    let minds = (0..GoalKind::CHOICES.len()).map(|kind| {
        let goal = GoalKind::from_value(kind as f32);
        Some(Goal { goal, ..Goal::default() })
    });
    let toward: [Box<dyn Behavior>; 3] =
        [Box::<Seek>::default(), Box::<Arrive>::default(), Box::<Pursue>::default()];
    let from: [Box<dyn Behavior>; 2] = [Box::<Flee>::default(), Box::<EvadeAhead>::default()];
    for mind in minds.chain([None]) {
        for behavior in &toward {
            let come = approach(behavior.clone(), mind);
            assert!(come > 1.0, "{:?}, {mind:?}: {come}", behavior.specs()[0].key);
        }
        for behavior in &from {
            let come = approach(behavior.clone(), mind);
            assert!(come < -1.0, "{:?}, {mind:?}: {come}", behavior.specs()[0].key);
        }
    }
}

/// A unit, its group and the pointer are targets, wherever they go: as if each tick were given its
/// place.
#[test]
fn a_target_that_moves_is_where_it_is() {
    let world = || {
        // Keys may be made while the program runs.
        let key = |name: &str| format!("{name}_{}", 1);
        let chase = Chase { chasers: Hunters::Everyone, ..Chase::default() };
        let hunters = Group::rigid(key("hunters"), key("Hunters"), Role::Monster, 5).with(chase);
        let mut world = World::new(nobody(), vec![flock(1), hunters], 5);
        world.hold_pointer(Vec2::new(50.0, 60.0));
        world
    };
    let spot = |world: &World| world.agents().spot(0);
    let pointer = |_: &World| Spot { position: Vec2::new(50.0, 60.0), velocity: Vec2::ZERO };
    type Place<'a> = &'a dyn Fn(&World) -> Spot;
    let report: [(Target, Place); 3] =
        [(Target::Unit(Handle(0)), &spot), (Target::Group(0), &spot), (Target::Pointer, &pointer)];
    for (target, place) in report {
        let (mut once, mut always) = (world(), world());
        assert_eq!(once.group("hunters_1"), Ok(1));
        assert_eq!(once.set_target(1, target), Ok(()));
        for tick in 0..200 {
            let moving = Target::Moving(place(&always));
            assert_eq!(always.set_target(1, moving), Ok(()));
            once.tick();
            always.tick();
            assert_eq!(once.hash(), always.hash(), "{target:?}, tick {tick}");
        }
        // A unit that is gone is no target any longer: the pointer is hunted again.
        if target != Target::Pointer {
            assert!(once.remove(Handle(0)) && always.remove(Handle(0)));
            assert_eq!(always.set_target(1, None), Ok(()));
            (0..60).for_each(|_| once.tick());
            (0..60).for_each(|_| always.tick());
            assert_eq!(once.hash(), always.hash(), "{target:?}");
        }
    }
}

#[test]
fn all_of_a_group_hunt_a_target_of_its_own_also_where_only_leaders_hunt_the_worlds() {
    let chasers = Group::rigid("a", "Chasers", Role::Regular, 6).with(Chase::default());
    let mut world = World::new(nobody(), vec![chasers], 5);
    // In a row, so that one leads.
    for id in 0..6 {
        world.set_unit(id, unit(200.0 + 20.0 * id as f32, 225.0));
    }
    let at = Vec2::new(100.0, 100.0);
    assert_eq!(world.set_target(0, Target::Place(at)), Ok(()));
    let mut nearest = [f32::INFINITY; 6];
    for _ in 0..900 {
        world.tick();
        for (id, nearest) in nearest.iter_mut().enumerate() {
            *nearest = nearest.min(world.agents().position(id).distance(at));
        }
    }
    assert!(nearest.iter().all(|nearest| *nearest < 60.0), "{nearest:?}");
}

#[test]
fn numbers_are_read_and_set_by_the_keys_of_links() {
    let mut run = Run::open("scene=leaders-pincer").0;
    let keys: Vec<String> = run.params().iter().map(|param| param.key.clone()).collect();
    assert!(keys.len() > 60);
    for (id, key) in keys.iter().enumerate() {
        assert_eq!(run.world.get(key), Ok(run.get(id)), "{key}");
    }
    let world = &mut run.world;
    assert_eq!(world.set("cohesion", 2.5), Ok(2.5));
    assert_eq!(world.set("interceptors.count", 3.0), Ok(3.0));
    assert_eq!(world.set("width", 1e9), Ok(40_000.0));
    let why = |said: Result<f32, Refusal>| said.expect_err("nonsense").to_string();
    assert_eq!(why(world.set("cohesion", f32::NAN)), "cohesion is to be a finite number.");
    assert_eq!(world.get("cohesion"), Ok(2.5));
    for (key, guess) in [
        ("nothing", ""),
        ("nobody.count", ""),
        ("", ""),
        ("cohesoin", " Did you mean “cohesion”?"),
        ("interceptors.cuont", " Did you mean “interceptors.count”?"),
    ] {
        let said = format!("There is no parameter “{key}”.{guess}");
        assert_eq!([why(world.get(key)), why(world.set(key, 1.0))], [&*said; 2]);
    }
    assert_eq!(world.group("interceptors"), Ok(1));
    let said = world.group("interceptor").expect_err("there is none").to_string();
    assert_eq!(
        said,
        "There is no group “interceptor”. Did you mean “interceptors”? There are boids, interceptors, player."
    );
    assert_eq!(run.world.groups()[1].ids.len(), 3);
}

#[test]
fn handles_stay_when_others_come_and_go() {
    let others = Group::point("others", "Others", Role::Monster, 4);
    let mut world = World::new(nobody(), vec![flock(6), others], 7);
    let marked = world.agents().handle(7).expect("it is there");
    let place = world.agents().position(7);
    assert!(world.remove(Handle(2)) && !world.remove(Handle(2)));
    assert_eq!(world.agents().id(marked), Some(6));
    let new = world.add(0, unit(9.0, 9.0)).expect("there is room");
    // More of the first group, fewer of the second: those who stay are who they were.
    assert_eq!(world.set("count", 20.0), Ok(20.0));
    let id = world.agents().id(marked).expect("it stays");
    assert_eq!(world.agents().position(id), place);
    let id = world.agents().id(new).expect("it stays");
    assert_eq!(world.agents().position(id), Vec2::new(9.0, 9.0));
    let mut all = world.agents().handle.to_vec();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 24, "no two have the same");
    assert!(!all.contains(&2), "nobody has that of one who is gone");
}

#[test]
fn to_steer_and_to_advance_is_a_tick_in_every_scene() {
    for scene in SCENES {
        let link = format!("scene={}&count=40", scene.key);
        let (mut whole, mut halves) = (Run::open(&link).0, Run::open(&link).0);
        for tick in 0..90 {
            whole.world.tick();
            if tick % 2 == 0 {
                halves.world.record_bodies().expect("all are finite");
            }
            halves.world.steer();
            halves.world.advance();
            assert_eq!(halves.world.hash(), whole.world.hash(), "{}, tick {tick}", scene.key);
        }
    }
}

/// A program that moves the bodies itself as the core would has the core's run, memories included.
#[test]
fn bodies_that_something_else_moves_are_steered_as_in_the_core() {
    for scene in SCENES {
        // Rounds put units somewhere themselves: a game has rounds of its own.
        let link = format!("scene={}&count=40", scene.key);
        let (mut core, mut game) = (Run::open(&link).0.world, Run::open(&link).0.world);
        let tied = core.groups().iter().any(|group| group.catch.is_some() || group.gun.is_some());
        for tick in 0..if tied { 20 } else { 90 } {
            core.tick();
            game.steer();
            let ids = 0..core.agents().len();
            for id in ids.clone() {
                let (is, was) = (game.steering().force(id), core.steering().force(id));
                let off = is.distance(was) / was.length().max(1.0);
                assert!(off < 2e-3, "{}, tick {tick}, unit {id}: {is}, not {was}", scene.key);
                let push = game.push_of(id);
                assert!(push.force.is_finite() && push.torque.is_finite(), "{}", scene.key);
            }
            ids.for_each(|id| game.set_unit(id, core.agents().state(id)));
        }
        core.tick();
        assert_eq!(game.ticks() + 2, core.ticks());
    }
}

#[test]
fn units_arrive_at_a_target_as_at_a_goal() {
    let arrivals = |target: Target, goal: Goal| {
        let group =
            Group::point("a", "A", Role::Regular, 5).with(Arrive::default()).with_goal(goal);
        let prey = Group::point("b", "B", Role::Regular, 1);
        let mut world = World::new(nobody(), vec![group, prey], 3);
        let mut happenings = Happenings::starting_at(&world);
        assert_eq!(world.set_target(0, target), Ok(()));
        for _ in 0..1200 {
            world.tick();
            happenings.collect(&world);
        }
        let mut arrived: Vec<u32> = happenings
            .take_events()
            .filter_map(|one| match one {
                Happening::Arrived(unit) => Some(unit.0),
                _ => None,
            })
            .collect();
        arrived.sort_unstable();
        arrived
    };
    let place = Vec2::new(100.0, 90.0);
    let moving = Spot { position: place, velocity: Vec2::ZERO };
    let elsewhere = Goal { goal: GoalKind::Place, goal_x: 0.9, goal_y: 0.9, ..Goal::default() };
    for goal in [Goal::default(), elsewhere] {
        assert_eq!(arrivals(Target::Place(place), goal), [0, 1, 2, 3, 4]);
        assert_eq!(arrivals(Target::Moving(moving), goal), [0, 1, 2, 3, 4]);
        // A unit is caught, not arrived at.
        assert!(arrivals(Target::Unit(Handle(5)), goal).is_empty());
    }
}

#[test]
fn a_name_that_a_person_gave_works_where_a_key_does_and_an_unknown_one_lists_what_there_is() {
    let (mut run, _) = Run::open("scene=empty&groups=units.nFish.pcohesion*g1.nbig_shark.ppursue");
    assert_eq!((run.world.group("fish"), run.world.group("Big-Shark")), (Ok(0), Ok(1)));
    assert_eq!(run.set_key("Fish.count", 7.0), Ok(7.0));
    assert_eq!(run.world.set("big shark.count", 3.0), Ok(3.0));
    assert_eq!((run.world.get("count"), run.world.get("g1.count")), (Ok(7.0), Ok(3.0)));
    let named = format!("{}&Fish.count=9&big_shark.count=4", run.link());
    let (of_link, notices) = Run::open(&named);
    assert_eq!(
        (notices.len(), of_link.world.get("count"), of_link.world.get("g1.count")),
        (0, Ok(9.0), Ok(4.0))
    );
    run.set_rule("Fish", "rule fear\nsteer -sum(j in group(\"big_shark\", 900): j.direction)")
        .expect("a rule");
    assert_eq!(run.rule_notices(), [""; 0]);
    let why = run.world.group("fisch").expect_err("no such group").to_string();
    assert_eq!(
        why,
        "There is no group “fisch”. Did you mean “Fish”? There are units (Fish), g1 (big shark)."
    );
}

#[test]
fn what_does_nothing_in_a_rule_is_a_notice_and_the_run_opens() {
    let (mut run, _) = Run::open("scene=flock-wide&count=9");
    let rule = "rule fear\nsteer -sum(j in group(\"sheeps\", 900): j.direction)";
    run.set_rule("boids", rule).expect("a sound rule");
    let notice = "In rule fear: no group sheeps; there are boids, player.";
    assert_eq!(run.rule_notices(), [notice]);
    let (_, notices) = Run::open(&run.link());
    assert_eq!(notices, [notice]);
    assert_eq!(flockwright::session::link::first_fault(&notices), None, "it is refused nowhere");
    // Every output on every body: it changes the run, or there is a notice.
    for (body, output) in ["rigid", "point", "particle", "tile"]
        .into_iter()
        .flat_map(|body| ["brake 0.5", "thrust 0.5"].map(|o| (body, o)))
    {
        let open = |output: &str| {
            let link = format!("scene=empty&count=9&groups=units.b{body}");
            let (mut run, _) = Run::open(&link);
            run.set_rule("units", &format!("rule slow\nsteer 0.1\n{output}")).expect("a rule");
            (0..60).for_each(|_| run.world.tick());
            (run.world.hash(), run.rule_notices())
        };
        let ((with, notices), (without, _)) = (open(output), open(""));
        // A tile's thrust matters where it is 0 or backward only.
        let is_obeyed = with != without || (body, output) == ("tile", "thrust 0.5");
        assert!(is_obeyed == notices.is_empty(), "{output} of a {body}: {notices:?}");
    }
}

#[test]
fn a_group_that_hunts_tells_of_each_unit_that_it_reaches_and_a_value_lets_it_catch() {
    let link = "scene=empty&width=300&height=300&edges=wrap&count=40\
                &groups=units*g1.rmonster.ppursue.hunits&g1.count=2";
    let caught = |change: &str| {
        let (mut run, notices) = Run::open(&format!("{link}{change}"));
        assert_eq!(notices, [""; 0]);
        let mut happenings = Happenings::starting_at(&run.world);
        let mut told = Vec::new();
        for _ in 0..1200 {
            run.world.tick();
            happenings.collect(&run.world);
            let new = happenings.take_events().filter_map(|one| match one {
                Happening::Caught { unit, by, hunter } => {
                    Some((run.world.ticks(), [unit, hunter], by))
                }
                _ => None,
            });
            let of_now: Vec<_> = new.collect();
            for (_, pair, by) in &of_now {
                let agents = run.world.agents();
                let [unit, hunter] = pair.map(|one| agents.id(one).expect("it is there"));
                let way = run
                    .world
                    .space()
                    .offset_between(agents.position(hunter), agents.position(unit));
                let near = way.length() <= 1.5 * agents.length[hunter] + 0.01;
                let hunts = run.world.groups()[*by].ids.contains(&hunter);
                assert!(hunts && (near || !change.is_empty()));
            }
            told.extend(of_now);
        }
        (told, run)
    };
    let (told, run) = caught("");
    assert!(told.len() > 1 && told.iter().all(|(.., by)| *by == 1), "{told:?}");
    assert!(told.windows(2).all(|two| two[0] != two[1]));
    assert!(!run.world.has_rounds());
    assert_eq!(caught("&g1.catch_factor=0").0, []);
    assert_eq!(caught("&g1.catch_factor=0").1.world.hash(), run.world.hash(), "it changes nothing");
    let (told, run) = caught("&g1.caught=joins");
    assert!(!told.is_empty() && run.world.has_rounds());
    let (told, run) = caught("&g1.caught=again");
    assert_eq!(run.world.rounds().rounds_won()[1] as usize, told.len());
    assert!(run.link().contains("g1.caught=again"), "{}", run.link());
}

/// A school of which two sharks remove whatever comes within two of their lengths.
const REMOVING: &str = "scene=empty&width=300&height=300&edges=wrap&count=60&groups=units.pwander\
                        *g1.rmonster.ppursue.hunits*g2.pwander&g1.count=2&g2.count=7\
                        &g1.caught=remove&g1.catch_factor=2";

#[test]
fn a_catch_can_remove_every_unit_within_reach_and_names_hunter_and_prey() {
    let (mut run, notices) = Run::open(REMOVING);
    assert_eq!(notices, [""; 0]);
    assert_eq!(Run::open(&run.link()).0.link(), run.link());
    let mut happenings = Happenings::starting_at(&run.world);
    let (mut caught, mut gone) = (Vec::new(), Vec::new());
    for _ in 0..1200 {
        run.world.tick();
        happenings.collect(&run.world);
        for one in happenings.take_events() {
            match one {
                Happening::Caught { unit, by, hunter } => {
                    assert!(by == 1 && (60..62).contains(&hunter.0) && unit.0 < 60, "{one:?}");
                    caught.push(unit);
                }
                Happening::Removed(unit) => gone.push(unit),
                _ => panic!("{one:?}"),
            }
        }
        // A catch is reported before the removal, and the others keep their handles and groups.
        assert_eq!(caught, gone);
        let counts: Vec<usize> = run.world.groups().iter().map(|one| one.ids.len()).collect();
        assert_eq!(counts, [60 - gone.len(), 2, 7]);
        assert_eq!(run.world.agents().id(Handle(68)), Some(68 - gone.len()));
        assert_eq!(run.world.rounds().rounds_won()[1] as usize, gone.len());
    }
    assert!(gone.len() > 5, "{} of them", gone.len());
    // The parameter is still the number of units at the start, to which a restart returns.
    assert!(run.link().contains("count=60"), "{}", run.link());
    run.set_key("width", 310.0).expect("there is such a parameter");
    run.set_rule("g2", "rule left\nsteer 0.1").expect("a sound rule");
    assert_eq!(run.world.agents().len(), 69 - gone.len(), "nobody comes back");
    run.world.restart(1);
    assert_eq!(run.world.agents().len(), 69);
    // With one tick for all, two are caught at once.
    let (mut run, _) = Run::open(&format!("{REMOVING}&g1.catch_factor=20"));
    run.world.tick();
    assert!(run.world.rounds().last_catches().count() > 1);
}

#[test]
fn removed_units_are_back_in_an_earlier_tick_and_gone_in_a_snapshot_and_a_recording() {
    let (mut run, _) = Run::open(REMOVING);
    let mut timeline = Timeline::new(&run);
    let mut hashes = vec![run.world.hash()];
    for tick in 0..900 {
        if tick == 300 {
            let remove =
                Event::Param { id: run.find_param("count").expect("it is there"), value: 50.0 };
            timeline.input(&mut run, remove).expect("it is recorded");
        }
        timeline.tick(&mut run);
        hashes.push(run.world.hash());
    }
    for tick in [899, 250, 600, 0, 301, 900] {
        timeline.seek(&mut run, tick);
        while !timeline.seek_part(&mut run, 5.0, || 0.0) {}
        assert_eq!(run.world.hash(), hashes[tick as usize], "tick {tick}");
    }
    let recording = Recording::from_timeline(&timeline, &run);
    let (mut replayed, mut timeline) = recording.open().expect("it is a recording");
    timeline.seek(&mut replayed, 900);
    while !timeline.seek_part(&mut replayed, 5.0, || 0.0) {}
    assert_eq!(replayed.world.hash(), hashes[900]);
    let snapshot = run.snapshot();
    let (mut other, _) = Run::open(REMOVING);
    other.restore(&snapshot).expect("it is a snapshot");
    assert_eq!((other.world.hash(), other.snapshot()), (run.world.hash(), snapshot));
    for run in [&mut run, &mut other] {
        (0..120).for_each(|_| run.world.tick());
    }
    assert_eq!(other.world.hash(), run.world.hash());
}

#[test]
fn units_can_begin_to_join_while_the_run_goes_on() {
    let groups = "groups=units*g1.rmonster.ppursue.hunits&g1.count=2";
    for change in ["g1.caught", "g1.catch_factor"] {
        let before = if change == "g1.caught" { "" } else { "&g1.caught=joins&g1.catch_factor=0" };
        let (mut run, _) = Run::open(&format!("scene=empty&width=300&height=300&{groups}{before}"));
        run.world.tick();
        run.set_key(change, 1.0).expect("there is such a parameter");
        let mut again = run.fork();
        (0..1200).for_each(|_| run.world.tick());
        assert!(run.world.groups()[1].ids.len() > 2, "{change}");
        // A fork begins with an empty workspace.
        (0..1200).for_each(|_| again.world.tick());
        assert_eq!(again.world.hash(), run.world.hash(), "{change}");
    }
}

#[test]
fn a_function_that_panics_or_returns_no_number_is_named_and_the_world_goes_on() {
    let world_of = |what: fn(u64, usize) -> Vec2, threads| {
        let swirl =
            function_behavior("swirl", move |scope, id| what(scope.tick, id) * scope.force_scale);
        let flock = Group::point("flock", "Flock", Role::Regular, 300).with(swirl);
        let mut world = World::new(nobody(), vec![flock], 7);
        world.set_threads(threads);
        (0..60).for_each(|_| world.tick());
        world
    };
    let none: fn(u64, usize) -> Vec2 = |tick, id| Vec2::X * f32::from(!(tick == 9 && id >= 250));
    let nan: fn(u64, usize) -> Vec2 = |tick, id| match tick == 9 && id >= 250 {
        true => Vec2::new(f32::NAN, 1.0),
        false => Vec2::X,
    };
    let panics: fn(u64, usize) -> Vec2 = |tick, id| {
        assert!(tick != 9 || id != 250, "swirl has no way for this unit");
        Vec2::X * f32::from(tick != 9 || id < 250)
    };
    let wanted = world_of(none, 1).hash();
    for (what, said) in [(nan, "returned a force that is not finite"), (panics, "panicked")] {
        for threads in [1, 2] {
            let world = world_of(what, threads);
            assert_eq!(world.hash(), wanted, "{said}");
            let link = "The behavior “swirl” is part of the program: no link gives this run.";
            let fault = format!(
                "The behavior “swirl” {said}, first in tick 9 for the unit with index 250; such a unit \
                 gets no force from it."
            );
            assert_eq!(world.notices(), [link, &fault]);
        }
    }
    assert_eq!(world_of(|_, _| Vec2::splat(f32::MAX), 1).notices().len(), 2);
    let (mut run, notices) = Run::open("scene=flock-limited&count=20");
    assert_eq!(run.notices(&notices), [""; 0]);
    let group = run.world.group_mut(0).expect("there are birds");
    group.pipeline.push(Box::new(function_behavior("swirl", |_, _| Vec2::X)));
    run.world.tick();
    assert_eq!(run.notices(&notices).len(), 1);
}

/// Runs of every body whose units can have a top speed: 12 units, and 3 of another group.
fn bodies() -> impl Iterator<Item = String> {
    ["bpoint.pseek", "bparticle.pseek", "brigid.pseek-cohesion"].into_iter().map(|group| {
        format!("scene=empty&width=900&height=900&count=12&groups=units.{group}*g1&g1.count=3")
    })
}

#[test]
fn a_single_unit_has_a_top_speed_and_a_target_of_its_own() {
    for link in bodies() {
        let (mut run, notices) = Run::open(&link);
        assert_eq!(notices, [""; 0]);
        let goal = Vec2::new(450.0, 450.0);
        run.world.set_target(0, Target::Place(goal)).expect("there is such a group");
        let others = Run::open(&link).0;
        let slow = [Handle(2), Handle(5)];
        for unit in slow {
            run.world.set_single(unit, UnitSetting::MaxSpeed(Some(9.0))).expect("a speed");
        }
        let corner = Vec2::new(20.0, 880.0);
        let (scout, hunter) = (Handle(7), Handle(8));
        let set = |run: &mut Run, unit, target| {
            run.world.set_single(unit, UnitSetting::Target(Some(target))).expect("a target");
        };
        set(&mut run, scout, Target::Place(corner));
        set(&mut run, hunter, Target::Unit(Handle(13)));
        let mut closest = [f32::INFINITY; 2];
        for tick in 0..1500 {
            run.world.tick();
            let agents = run.world.agents();
            for unit in slow.iter().filter(|_| tick > 300) {
                let speed = agents.velocity(unit.0 as usize).length();
                assert!(speed < 9.5 && speed > 7.0, "{link}: {speed} u/s");
            }
            for (way, (unit, to)) in
                closest.iter_mut().zip([(scout, corner), (hunter, run.world.agents().position(13))])
            {
                *way = way.min(agents.position(unit.0 as usize).distance(to));
            }
        }
        assert!(closest.iter().all(|way| *way < 12.0), "{link}: {closest:?}");
        assert_eq!(others.world.agents().len(), 15);
        // Without the settings, the unit is one of its group again.
        for setting in [UnitSetting::MaxSpeed(None), UnitSetting::Target(None)] {
            run.world.set_single(slow[0], setting).expect("it is there");
        }
        assert_eq!(run.world.settings_of_unit(slow[0]), (None, None));
    }
}

#[test]
fn settings_of_single_units_are_inputs_of_the_run_and_those_that_make_no_sense_are_sentences() {
    for link in bodies() {
        let (run, _) = Run::open(&link);
        let timeline = Timeline::new(&run);
        let mut game = EmbeddedRun::new(run, Some(timeline));
        game.tick(30).expect("few ticks");
        let place = Target::Moving(Spot { position: Vec2::new(-3.5, 0.1), velocity: Vec2::ONE });
        for (unit, target) in
            [(1, place), (2, Target::Group(1)), (3, Target::Unit(Handle(13))), (4, Target::Pointer)]
        {
            game.set_single(Handle(unit), UnitSetting::Target(Some(target))).expect("a target");
            game.set_single(Handle(unit), UnitSetting::MaxSpeed(Some(12.345))).expect("a speed");
            game.tick(40).expect("few ticks");
        }
        game.set_single(Handle(2), UnitSetting::Target(None)).expect("it is there");
        game.tick(60).expect("few ticks");
        let hash = game.world().hash();
        let recording =
            Recording::from_timeline(game.timeline().expect("it is recorded"), &game.run);
        assert_eq!(recording.events.matches('U').count(), 9, "{}", recording.events);
        let (mut again, mut timeline) = recording.open().expect("it is a recording");
        timeline.seek(&mut again, game.world().ticks());
        while !timeline.seek_part(&mut again, 5.0, || 0.0) {}
        assert_eq!(again.world.hash(), hash, "{link}");
        let snapshot = again.snapshot();
        let (mut other, _) = Run::open(&link);
        other.restore(&snapshot).expect("it is a snapshot");
        assert_eq!(other.snapshot(), snapshot);
        // In parts, and with other bodies' settings, the ticks are the same.
        for _ in 0..60 {
            again.world.tick();
            while !other.world.tick_part(0.0, || 0.0) {}
            assert_eq!(other.world.hash(), again.world.hash(), "{link}");
        }
        other.world.restart(1);
        assert_eq!(
            other.world.settings_of_unit(Handle(1)),
            (None, None),
            "a restart has other units"
        );

        let mut says = |unit, setting| {
            game.set_single(Handle(unit), setting).expect_err("it makes no sense").message
        };
        let speed = |speed| UnitSetting::MaxSpeed(Some(speed));
        let target = |target| UnitSetting::Target(Some(target));
        let to = |x| target(Target::Place(Vec2::new(x, 1.0)));
        assert_eq!(says(1, speed(f32::NAN)), "max_speed is to be a finite number, not NaN.");
        assert_eq!(says(1, speed(-1.0)), "A top speed is to be from 0 to 400 u/s, not -1.");
        assert_eq!(says(99, speed(1.0)), "There is no unit 99.");
        assert_eq!(says(1, to(f32::NAN)), "x is to be a finite number, not NaN.");
        assert_eq!(says(1, target(Target::Unit(Handle(99)))), "There is no unit 99.");
        assert_eq!(says(1, target(Target::Unit(Handle(1)))), "A unit does not go for itself.");
        assert_eq!(
            says(1, target(Target::Group(9))),
            "There is no group 9: there are 2, from 0 on."
        );
        assert_eq!(game.world().hash(), hash);
        let gone = game.world().agents().handle(0).expect("it is the first");
        let mut game = EmbeddedRun::new(game.run, None);
        game.set_single(gone, speed(5.0)).expect("it is there");
        game.remove_unit(gone).expect("it is there");
        let why = game.set_single(gone, speed(5.0)).expect_err("it is gone").message;
        assert_eq!(why, "There is no unit 0.");
        assert_eq!(game.world().settings_of_unit(gone), (None, None));
    }
    let (mut tiles, _) = Run::open("scene=tile-chase");
    let why = tiles.world.set_single(Handle(0), UnitSetting::MaxSpeed(Some(5.0)));
    let why = why.expect_err("it has steps").to_string();
    assert_eq!(why, "Unit 0 walks on tiles: it has no top speed.");
}
