//! The printed force is the core's in every language that this machine has: over the shared vectors of
//! rules, over states of every scene, and with words and names that no scene has.

use crate::support::force::{hold, scenes, vectors, words};
use crate::support::printed::runners;

#[test]
fn the_printed_force_is_the_core_s_in_every_language() {
    let (vectors, scenes, words) = (vectors(), scenes(), words());
    for runner in runners() {
        match runner.missing() {
            Some(what) => println!("{}: skipped, {what}", runner.language().label()),
            None => {
                hold(&*runner, &vectors, runner.tolerance());
                hold(&*runner, &scenes, 1e-3);
                hold(&*runner, &words, 1e-3);
            }
        }
    }
}
