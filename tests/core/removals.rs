//! What is removed from a run is asked for no longer: whatever is kept by the number or the key of a group, a
//! behavior or a parameter is looked up when it is used, and may be gone by then.

use crate::support::play::{go_to, replayed};
use crate::support::threads::side_by_side;
use flockwright::Run;
use flockwright::internals::compose::Composition;
use flockwright::rules::Language;
use flockwright::scenes::{SCENES, Scene};
use flockwright::session::events::Event;
use flockwright::session::timeline::Timeline;
use flockwright_lab::course::{StepAttempt, read_steps};
use flockwright_lab::insight::ask::{TurnCause, TurnQuestion, pick_unit};
use flockwright_lab::insight::diagnosis::Diagnosis;
use flockwright_lab::insight::explain::{explain_param, explain_text};
use flockwright_lab::insight::inspect::{inspect_unit, search_regions};
use flockwright_lab::insight::measures::SampleSeries;
use flockwright_lab::insight::observer::ObserverWorkspace;
use flockwright_lab::insight::overlays::{OverlayBuffers, OverlayKind};
use flockwright_lab::insight::routes::{group_destinations, planned_routes};
use flockwright_lab::insight::tally::catch_score_text;
use flockwright_lab::insight::trace::trace_rule;
use glam::Vec2;

/// What looks at a run, and keeps something of it from one look to the next.
struct Onlookers {
    observer: ObserverWorkspace,
    series: SampleSeries,
    diagnosis: Diagnosis,
    overlays: OverlayBuffers,
    /// One per unit that is asked, each without another of its behaviors.
    asked: Vec<TurnQuestion>,
    attempts: Vec<StepAttempt>,
}

impl Onlookers {
    fn of(run: &Run) -> Self {
        let scene = format!("scene={}", run.scene().key);
        let is_about = |link: &str| link.split('&').any(|pair| pair == scene);
        let lessons =
            read_steps().expect("sound steps").into_iter().filter(|step| is_about(&step.link));
        let count = run.world.agents().len();
        let asked = [0, count / 2, count.saturating_sub(1)].into_iter().enumerate();
        let asked = asked.filter_map(|(behavior, id)| {
            let mut ask = TurnQuestion::about(run, id)?;
            ask.compare_without(Some(behavior));
            ask.request_past();
            Some(ask)
        });
        Self {
            observer: ObserverWorkspace::default(),
            series: SampleSeries::for_run(run),
            diagnosis: Diagnosis::default(),
            overlays: OverlayBuffers::default(),
            asked: asked.collect(),
            attempts: lessons.take(2).map(StepAttempt::new).collect(),
        }
    }

    fn ticked(&mut self, run: &Run) {
        self.series.sample_if_due(&run.world);
        self.diagnosis.observe(run);
    }

    /// Everything that the page can ask of a run.
    fn look(&mut self, run: &Run, timeline: &Timeline) {
        let world = &run.world;
        let Self { observer, series, diagnosis, overlays, asked, attempts } = self;
        let said = (
            run.caption(),
            run.suggestion_label(),
            run.are_suggested_changes_made(),
            run.suggested_change_events(true),
            run.suggested_change_events(false),
        );
        assert!(said.1.is_empty() == (said.3.is_empty() || said.4.is_empty()), "{said:?}");
        for id in 0..run.params().len() + 2 {
            let _ =
                (run.get(id), run.is_visible(id), run.region_of_param(id), explain_param(run, id));
            if let Some(param) = run.params().get(id) {
                let _ = (
                    run.scope_of(param),
                    run.is_of_obstacle_behavior(param),
                    run.find_named_param(&param.key),
                );
                assert_eq!(
                    run.require_param(&param.key).is_ok(),
                    param.is_present,
                    "{}",
                    param.key
                );
            }
        }
        for id in 0..run.texts().len() + 2 {
            let _ = (run.text(id), run.is_text_visible(id), explain_text(run, id));
        }
        run.paper_names().for_each(drop);
        let _ = (
            run.unit_reduction_notices(),
            run.composition_text(),
            run.layout_text(),
            run.link(),
            run.snapshot(),
        );
        let _ = (
            planned_routes(world),
            group_destinations(world).count(),
            catch_score_text(world),
            world.hunt_target(),
        );
        for group in world.groups() {
            let _ = group.start_area(world.params.width, world.params.height);
        }
        for kind in OverlayKind::ALL {
            overlays.fill_buffer(world, kind, 2_000, &mut || false);
        }
        let count = world.agents().len();
        for id in [0, count / 3, count / 2, count.saturating_sub(1), count] {
            let _ = (inspect_unit(world, observer, id), search_regions(world, observer, id));
            let group = world.group_of(id).and_then(|group| world.groups().get(group));
            for behavior in group.into_iter().flat_map(|group| &group.pipeline) {
                trace_rule(world, observer, id, behavior.key());
            }
        }
        pick_unit(world, observer, Vec2::ZERO, Vec2::new(world.params.width, world.params.height));
        let values = series.sample_now(world).values;
        series.take_samples().for_each(drop);
        assert_eq!(diagnosis.finding_count(run), diagnosis.findings(run).len());
        for ask in asked {
            // Some ticks of the copies, not all of their way.
            let mut time = 0.0;
            ask.continue_answer(run, timeline, 40.0, || {
                time += 1.0;
                time
            });
            let (id, answer) = (ask.id(run), ask.answer(run));
            let _ = (ask.difference(run, 3.0), ask.left_out_behavior(), ask.record());
            if let (Some(id), Some(answer)) = (id, answer) {
                answer.parts.iter().for_each(|part| drop(TurnCause::from_part(run, id, part)));
            }
        }
        for attempt in attempts {
            attempt.record_tick(run, timeline.log(), &values);
            attempt.state(run);
        }
    }
}

/// The composition without each of its groups but the first, without each two of them, and without each behavior.
fn removals(whole: &Composition) -> Vec<(String, Composition)> {
    let mut found = Vec::new();
    let without = |gone: &[usize]| {
        let mut rest = whole.clone();
        let mut at = 0;
        rest.groups.retain(|_| {
            at += 1;
            !gone.contains(&(at - 1))
        });
        let names: Vec<&str> = gone.iter().map(|at| whole.groups[*at].key).collect();
        (format!("without {}", names.join(" and ")), rest)
    };
    let groups = 1..whole.groups.len();
    for one in groups.clone() {
        found.push(without(&[one]));
        found.extend((one + 1..groups.end).map(|other| without(&[one, other])));
    }
    for (group, member) in whole.groups.iter().enumerate() {
        for at in 0..member.behaviors.len() {
            let mut rest = whole.clone();
            let gone = rest.groups[group].behaviors.remove(at);
            found.push((format!("without {gone} of {}", member.key), rest));
        }
    }
    found
}

/// The scene; a crowd is a small one.
fn link_of(scene: &Scene) -> String {
    let few = Run::open(&scene.link()).0.world.agents().len() > 400;
    format!("{}{}", scene.link(), if few { "&count=120" } else { "" })
}

fn go(run: &mut Run, timeline: &mut Timeline, onlookers: &mut Onlookers, ticks: u32) {
    for _ in 0..ticks {
        timeline.tick(run);
        onlookers.ticked(run);
    }
}

#[test]
fn a_scene_without_one_of_its_parts_by_link_answers_everything_and_goes_on() {
    side_by_side(SCENES, |scene| {
        let link = link_of(scene);
        let whole = Run::open(&link).0;
        for (what, rest) in removals(&whole.composition()) {
            let link = format!("{link}&groups={}", whole.write_composition(&rest));
            let (mut run, mut timeline, notices) = Timeline::open(&link);
            // A parameter of what is gone is said to be none.
            assert!(notices.is_empty(), "{} {what}: {notices:?}", scene.key);
            assert_eq!(run.composition().groups.len(), rest.groups.len(), "{} {what}", scene.key);
            let mut onlookers = Onlookers::of(&run);
            onlookers.look(&run, &timeline);
            go(&mut run, &mut timeline, &mut onlookers, 60);
            onlookers.look(&run, &timeline);
            for language in Language::ALL {
                run.print_force(language);
            }
        }
    });
}

#[test]
fn a_part_that_is_removed_while_a_scene_plays_is_asked_for_no_longer() {
    side_by_side(SCENES, |scene| {
        let link = link_of(scene);
        let (mut whole, mut before, _) = Timeline::open(&link);
        let mut onlookers = Onlookers::of(&whole);
        go(&mut whole, &mut before, &mut onlookers, 60);
        for (what, rest) in removals(&whole.composition()) {
            let (mut run, mut timeline) = before.fork(&whole);
            let mut onlookers = Onlookers::of(&run);
            onlookers.look(&run, &timeline);
            timeline.input(&mut run, Event::Compose(rest.into())).expect("it can be removed");
            onlookers.look(&run, &timeline);
            go(&mut run, &mut timeline, &mut onlookers, 60);
            onlookers.look(&run, &timeline);
            let hash = run.world.hash();
            for event in run.suggested_change_events(true) {
                timeline.input(&mut run, event).expect("the scene's own values");
            }
            onlookers.look(&run, &timeline);
            // Back before it was removed, and there again.
            go_to(&mut run, &mut timeline, 30);
            onlookers.look(&run, &timeline);
            go_to(&mut run, &mut timeline, 120);
            onlookers.look(&run, &timeline);
            let again = replayed(&run, &timeline);
            assert_eq!(again.world.hash(), run.world.hash(), "{} {what}", scene.key);
            if run.suggested_change_events(true).is_empty() {
                assert_eq!(hash, run.world.hash(), "{} {what}", scene.key);
            }
        }
    });
}
