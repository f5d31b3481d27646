//! Parallel work whose results arrive in order.

use crate::failure::CommandFailure;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Default number of threads: the number of processors that this program may use.
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Reads a number of threads from 1 to 1024.
pub fn read_thread_count(text: &str) -> Result<usize, String> {
    let jobs = text.parse().ok().filter(|jobs| (1..=1024).contains(jobs));
    jobs.ok_or_else(|| "a number of threads from 1 to 1024".to_string())
}

/// Processes every item on `jobs` threads, and hands each result with the item's index to `sink`,
/// in item order. Ends as soon as an item or the sink fails, with the first such failure.
pub fn map_in_order<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&T) -> Result<R, CommandFailure> + Sync,
    mut sink: impl FnMut(usize, R) -> Result<(), CommandFailure>,
) -> Result<(), CommandFailure> {
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(items.len()) {
            let sender = sender.clone();
            let (next, stopped, work) = (&next, &stopped, &work);
            scope.spawn(move || {
                while !stopped.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    if sender.send((index, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        for (index, result) in results {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&turn) {
                let handed = result.and_then(|result| sink(turn, result));
                if handed.is_err() {
                    stopped.store(true, Ordering::Relaxed);
                    return handed;
                }
                turn += 1;
            }
        }
        Ok(())
    })
}

/// Progress bar with the remaining time; hidden if `quiet`, or if the standard error is no
/// terminal. `done` of `total` steps are already done; `what` is their plural noun.
pub fn progress_bar(total: u64, done: u64, what: &'static str, quiet: bool) -> ProgressBar {
    let target = match quiet || !std::io::stderr().is_terminal() {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr_with_hz(5),
    };
    let bar = ProgressBar::with_draw_target(Some(total), target).with_position(done);
    let line = format!(
        "{{bar:30}} {{human_pos}} of {{human_len}} {what}, {{elapsed}} gone, {{eta}} left {{msg}}"
    );
    if let Ok(style) = ProgressStyle::with_template(&line) {
        bar.set_style(style);
    }
    bar.reset_eta();
    bar
}
