//! Analysis of runs: measures and diagnoses of one run, studies over many runs, and the course.
//!
//! Errors are texts, each one sentence.

#![forbid(unsafe_code)]
// Texts come from outside, and slicing one at a byte inside a character panics. Use split_at,
// strip_prefix or get.
#![cfg_attr(not(test), deny(clippy::string_slice))]

pub mod course;
mod expression;
pub mod insight;
pub mod objectives;
pub mod study;
