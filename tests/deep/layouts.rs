//! Any text is a layout or refused, and what is read is written the same.

use flockwright::Run;
use flockwright::scenes::SCENES;
use proptest::prelude::*;

fn after(run: &mut Run, ticks: usize) -> u64 {
    for _ in 0..ticks {
        run.world.tick();
    }
    run.world.hash()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_read_and_what_was_read_is_written_the_same(
        scene in 0..SCENES.len(),
        key in "ob|wa|tiles|path|start|patrol.path|prey.start|runners.start",
        text in "[0-9._\\-a-z%+&=;,~ ]{0,80}|[0-9]{1,5}(-[0-9]{0,6}(\\.[0-9]{0,3})?){1,4}(_[0-9\\-.]{0,12}){0,6}|\\PC{0,40}",
    ) {
        let query = format!("scene={}&count=30&{key}={text}&cohesion=2&look={text}", SCENES[scene].key);
        let (mut run, _) = Run::open(&query);
        let (mut again, notices) = Run::open(&run.link());
        let outside = |notice: &String| notice.starts_with("Outside the world");
        prop_assert!(notices.iter().all(outside), "{notices:?} of {}", run.link());
        prop_assert_eq!(run.layout(), again.layout());
        prop_assert_eq!(after(&mut run, 3), after(&mut again, 3));
        let written = run.layout_text();
        prop_assert!(run.set_layout_text(&written).iter().all(outside));
        prop_assert_eq!(run.layout_text(), written);
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200), scene in 0..SCENES.len()) {
        let (mut run, _) = Run::open(&format!("scene={}&count=30", SCENES[scene].key));
        let text = String::from_utf8_lossy(&bytes);
        run.set_layout_text(&text);
        for key in ["ob", "wa", "tiles", "path", "start", "poses"] {
            run.set_layout_text(&format!("{key}={text}"));
        }
        run.world.tick();
    }
}
