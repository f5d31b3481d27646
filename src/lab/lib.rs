//! What one can know of a run: measures and diagnoses of one, studies over many, and the course.

#![warn(missing_docs)]

pub mod course;
pub mod goals;
pub mod insight;
pub mod study;
