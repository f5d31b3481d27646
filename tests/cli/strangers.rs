//! The command line with input without end and options from the edges of floating point: each is done
//! or refused with a short sentence, and ends.

use crate::command::{flockwright, folder, name, refused, text};
use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn input_without_an_end_is_refused_at_a_limit_and_not_echoed() {
    for arguments in [&["run", "-"][..], &["batch", "-"], &["check", "-"], &["rule", "-"]] {
        let mut command = flockwright();
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut running = command.spawn().expect("it runs");
        let mut input = running.stdin.take().expect("a pipe");
        let writer = std::thread::spawn(move || {
            let block = vec![b'a'; 1 << 20];
            // A gigabyte: a command that refuses closes the pipe long before.
            (0..1024).take_while(|_| input.write_all(&block).is_ok()).count()
        });
        let output = running.wait_with_output().expect("it ends");
        let taken = writer.join().expect("it writes");
        assert!(taken < 200, "{arguments:?} read {taken} MB");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let why = text(&output.stderr);
        assert!(why.contains("more than 64 MB"), "{arguments:?}: {why}");
        assert!(why.len() < 300, "{arguments:?}: {} bytes of errors", why.len());
    }
}

#[test]
fn a_long_line_that_is_no_link_is_cut_in_its_echo() {
    let why = refused(flockwright().args(["run", &"a".repeat(100_000)]));
    assert!(why.contains("neither a file nor a link") && why.len() < 200, "{why}");
}

#[test]
fn options_from_the_edges_of_floats_are_refused_or_give_numbers() {
    let folder = folder("strangers-options");
    let table = folder.join("tracks.csv");
    let rows: String = (0..40).map(|f| format!("{f},1,{f},2\n{f},2,{f},5\n")).collect();
    fs::write(&table, format!("frame,id,x,y\n{rows}")).expect("room");
    let edges = [
        "0", "-0", "1e-45", "1e-308", "5e-324", "1e-30", "1e-9", "0.05", "1", "1e9", "1e19",
        "3.4e38", "1e39", "1e308", "-1", "inf", "nan",
    ];
    let (mut done, mut refusals) = (0, 0);
    for option in ["--fps", "--scale", "--length", "--reach"] {
        for edge in edges {
            let arrays = folder.join("arrays.csv");
            let (value, mut command) = (format!("{option}={edge}"), flockwright());
            command.args(["measure", name(&table), "--unit", "cm", "--json", &value]);
            if option != "--fps" {
                command.args(["--fps", "10"]);
            }
            if option == "--reach" {
                command.args(["--arrays", name(&arrays)]);
            }
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut running = command.spawn().expect("it runs");
            let end = Instant::now() + Duration::from_secs(60);
            while running.try_wait().expect("a process").is_none() {
                assert!(Instant::now() < end, "{value} has no end");
                std::thread::sleep(Duration::from_millis(2));
            }
            let output = running.wait_with_output().expect("it has ended");
            let why = text(&output.stderr);
            match output.status.code() {
                Some(0) => {
                    done += 1;
                    let message: serde_json::Value =
                        serde_json::from_slice(&output.stdout).expect("JSON");
                    // Both move to the right, in every unit.
                    let order = message["measures"]["polarization"]["mean"].as_f64();
                    assert!(order.is_some_and(|order| order > 0.99), "{value}: {message}");
                }
                Some(2) => {
                    refusals += 1;
                    assert!(why.starts_with("flockwright: ") && why.lines().count() == 1, "{why}");
                }
                code => panic!("{value}: {code:?}, {why}"),
            }
        }
    }
    assert!(done > 10 && refusals > 30, "{done} were done, {refusals} refused");
}
