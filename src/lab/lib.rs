//! Analysis of runs: measures and diagnoses of one run, studies over many runs, and the course.
//!
//! Errors are texts of one sentence.

#![forbid(unsafe_code)]
// Texts come from outside: a slice by bytes panics within a letter. Use split_at, strip_prefix,
// get.
#![cfg_attr(not(test), deny(clippy::string_slice))]

pub mod course;
mod expression;
pub mod insight;
pub mod objectives;
pub mod study;
