//! The door to games and engines: the core as a C library, `libflockwright`, with the header
//! `flockwright.h` beside this file. `./build.sh c` makes it.
//!
//! Every function gives a [`Status`]; where it is not `FW_STATUS_OK`, [`fw_message`] has a sentence. Null,
//! texts that are no UTF-8, numbers that are not finite, units that are gone: each has a status, and
//! changes nothing. No panic crosses: the world in which one happened answers `FW_STATUS_BROKEN` from then
//! on. A world belongs to one thread at a time; two worlds share nothing.
#![allow(clippy::missing_safety_doc, reason = "what callers promise stands in this comment")]
#![cfg_attr(not(test), deny(clippy::string_slice))]
#![deny(clippy::undocumented_unsafe_blocks)]

mod flock;

use flockwright::session::embedded::{Embedded, RefusalCause, Refused};
use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a call went.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It did what it says.
    Ok = 0,
    /// A pointer is null where something has to be.
    Null = 1,
    /// A text is not UTF-8.
    Text = 2,
    /// Something in a link makes no sense.
    Link = 3,
    /// There is no parameter, group or array of that name.
    Unknown = 4,
    /// A value is not one that it can have; numbers out of range are no error, they are clamped.
    Value = 5,
    /// The unit is gone.
    Gone = 6,
    /// There is no room for another unit.
    Full = 7,
    /// A number is not finite.
    NotFinite = 8,
    /// The core has failed in this world, which is a bug of it: free the world.
    Broken = 9,
}

/// A world that runs.
pub struct Flock {
    inner: Embedded,
    events: Vec<flock::Event>,
    near: Vec<u32>,
    snapshot: Vec<u8>,
    broken: bool,
}

/// Why a call did nothing.
struct Fault(Status, String);

type Outcome = Result<(), Fault>;

impl From<Refused> for Fault {
    fn from(Refused { cause, why }: Refused) -> Self {
        let status = match cause {
            RefusalCause::Unknown => Status::Unknown,
            RefusalCause::Value | RefusalCause::Recorded => Status::Value,
            RefusalCause::Gone => Status::Gone,
            RefusalCause::Full => Status::Full,
            RefusalCause::NotFinite => Status::NotFinite,
        };
        Self(status, why)
    }
}

fn fault<T>(status: Status, why: impl Into<String>) -> Result<T, Fault> {
    Err(Fault(status, why.into()))
}

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::default();
}

fn tell(why: &str) {
    let text = CString::new(why.replace('\0', " ")).unwrap_or_default();
    MESSAGE.with(|message| message.replace(text));
}

/// What was wrong with the last call of this thread that was not `FW_STATUS_OK`, in a sentence. The text is
/// there until the next call of this thread that fails.
#[unsafe(no_mangle)]
pub extern "C" fn fw_message() -> *const c_char {
    MESSAGE.with(|message| message.borrow().as_ptr())
}

/// The version of this library, "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn fw_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(text) => text,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("it did not say why")
}

fn finish(outcome: Result<Outcome, Box<dyn Any + Send>>) -> Status {
    match outcome {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(Fault(status, why))) => {
            tell(&why);
            status
        }
        Err(panic) => {
            tell(&format!("The core has failed: {}. Free this world.", said(&*panic)));
            Status::Broken
        }
    }
}

/// Does something without a world, and lets no panic out.
fn guard(act: impl FnOnce() -> Outcome) -> Status {
    finish(catch_unwind(AssertUnwindSafe(act)))
}

/// Does something to a world, and lets no panic out.
unsafe fn with(flock: *mut Flock, act: impl FnOnce(&mut Flock) -> Outcome) -> Status {
    // SAFETY: the caller has it from `fw_open`, and has not freed it.
    let Some(flock) = (unsafe { flock.as_mut() }) else {
        tell("flock is null: there is no world.");
        return Status::Null;
    };
    if flock.broken {
        tell("The core has failed in this world before. Free it.");
        return Status::Broken;
    }
    let status = guard(|| act(&mut *flock));
    flock.broken = status == Status::Broken;
    status
}

/// A text that C has given.
unsafe fn text<'a>(name: &str, from: *const c_char) -> Result<&'a str, Fault> {
    if from.is_null() {
        return fault(Status::Null, format!("{name} is null."));
    }
    // SAFETY: not null; the caller promises a zero at its end.
    let text = unsafe { CStr::from_ptr(from) };
    text.to_str().or_else(|_| fault(Status::Text, format!("{name} is not UTF-8.")))
}

/// Where C wants to have something put.
unsafe fn place<'a, T>(name: &str, to: *mut T) -> Result<&'a mut T, Fault> {
    // SAFETY: the caller's promise, where it is not null.
    match unsafe { to.as_mut() } {
        None => fault(Status::Null, format!("{name} is null.")),
        Some(to) => Ok(to),
    }
}

/// Greatest size of an array from C, bytes: a negative count, as `size_t`, is above it.
const MOST_ROW: usize = isize::MAX as usize;

/// An array from C.
unsafe fn row<'a, T>(name: &str, from: *const T, count: usize) -> Result<&'a [T], Fault> {
    if count == 0 {
        return Ok(&[]);
    }
    if from.is_null() {
        return fault(Status::Null, format!("{name} is null."));
    }
    if count > MOST_ROW / size_of::<T>().max(1) {
        return fault(Status::Value, format!("{name} cannot have {count} elements."));
    }
    // SAFETY: the caller promises as many.
    Ok(unsafe { std::slice::from_raw_parts(from, count) })
}
