//! What one can know of a run: measures and diagnoses of one, studies over many, and the course.
//!
//! An error is one sentence on what makes no sense, or is missing.

#![forbid(unsafe_code)]
// Texts come from outside: a slice by bytes panics within a letter. Use split_at, strip_prefix, get.
#![cfg_attr(not(test), deny(clippy::string_slice))]

pub mod course;
mod expression;
pub mod insight;
pub mod objectives;
pub mod study;
