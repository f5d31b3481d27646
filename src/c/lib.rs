//! The core as a C library, `libflockwright`, for games and engines. Its header is `flockwright.h`,
//! beside this file; `./build.sh c` builds the library.
//!
//! Every function that can fail returns a [`Status`]; if that is not `FW_STATUS_OK`, [`fw_message`]
//! returns one sentence. A null pointer, a text that is not UTF-8, a number that is not finite and
//! the handle of a removed unit each have a status, and change nothing. No panic reaches the
//! caller: a world in which one occurred returns `FW_STATUS_BROKEN` from then on. A world must be
//! used by one thread at a time; two worlds share nothing.
//!
//! Callers promise that texts end with a zero byte, that arrays have as many elements as the call
//! says, and that a freed world is not used again.
#![allow(clippy::missing_safety_doc, reason = "what callers promise stands in this comment")]
#![cfg_attr(not(test), deny(clippy::string_slice))]
#![deny(clippy::undocumented_unsafe_blocks)]

mod flock;

use flockwright::session::embedded::{EmbeddedRun, RefusalCause, RefusedCall};
use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Outcome of a call of a function of this library.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The call succeeded.
    Ok = 0,
    /// A required pointer is null.
    Null = 1,
    /// A text is not UTF-8.
    Text = 2,
    /// A part of the link is invalid.
    Link = 3,
    /// No parameter, group or site has this name, or no group has this index.
    Unknown = 4,
    /// An argument has an invalid value. Parameters outside their range are clamped instead.
    Value = 5,
    /// The unit has been removed.
    Gone = 6,
    /// The world has no room for another unit.
    Full = 7,
    /// A number in an argument or in the arrays is not finite.
    NotFinite = 8,
    /// The core panicked in this world, which is a bug of the library: free the world.
    Broken = 9,
}

/// World: a run with its units. `fw_open` opens it and `fw_free` frees it.
pub struct Flock {
    embedded: EmbeddedRun,
    event_buffer: Vec<flock::Event>,
    near_handles: Vec<u32>,
    wall_buffer: Vec<flock::Segment>,
    snapshot_bytes: Vec<u8>,
    is_broken: bool,
}

/// Status and message of a call that was refused.
struct CallFault(Status, String);

type CallOutcome = Result<(), CallFault>;

impl From<RefusedCall> for CallFault {
    fn from(RefusedCall { cause, message: why }: RefusedCall) -> Self {
        let status = match cause {
            RefusalCause::UnknownName => Status::Unknown,
            RefusalCause::InvalidValue | RefusalCause::NotRecordable => Status::Value,
            RefusalCause::UnitRemoved => Status::Gone,
            RefusalCause::WorldFull => Status::Full,
            RefusalCause::NotFinite => Status::NotFinite,
        };
        Self(status, why)
    }
}

fn refuse_call<T>(status: Status, why: impl Into<String>) -> Result<T, CallFault> {
    Err(CallFault(status, why.into()))
}

thread_local! {
    static LAST_MESSAGE: RefCell<CString> = RefCell::default();
}

fn set_message(why: &str) {
    let text = CString::new(why.replace('\0', " ")).unwrap_or_default();
    LAST_MESSAGE.with(|message| message.replace(text));
}

/// One sentence about the last failed call on this thread, or about the first part of a link or
/// rule that a call has ignored; valid until the next such sentence. Empty if there was none.
#[unsafe(no_mangle)]
pub extern "C" fn fw_message() -> *const c_char {
    LAST_MESSAGE.with(|message| message.borrow().as_ptr())
}

/// Version of this library, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn fw_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(text) => text,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("it did not say why")
}

fn status_of(outcome: Result<CallOutcome, Box<dyn Any + Send>>) -> Status {
    match outcome {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(CallFault(status, why))) => {
            set_message(&why);
            status
        }
        Err(panic) => {
            set_message(&format!(
                "The core has failed: {}. Free this world.",
                panic_message(&*panic)
            ));
            Status::Broken
        }
    }
}

/// Runs `act` and returns its status, or `Broken` if it panics.
fn catch_panics(act: impl FnOnce() -> CallOutcome) -> Status {
    status_of(catch_unwind(AssertUnwindSafe(act)))
}

/// Runs `act` on a world and returns its status. Null and a world with a panic are refused.
unsafe fn with_flock(flock: *mut Flock, act: impl FnOnce(&mut Flock) -> CallOutcome) -> Status {
    // SAFETY: `flock` is null or comes from `fw_open`, and the caller has not freed it.
    let Some(flock) = (unsafe { flock.as_mut() }) else {
        set_message("flock is null: there is no world.");
        return Status::Null;
    };
    if flock.is_broken {
        set_message("The core has failed in this world before. Free it.");
        return Status::Broken;
    }
    let status = catch_panics(|| act(&mut *flock));
    flock.is_broken = status == Status::Broken;
    status
}

/// Text that a C caller has passed as the argument `name`. Null and invalid UTF-8 are refused.
unsafe fn text_argument<'a>(name: &str, from: *const c_char) -> Result<&'a str, CallFault> {
    if from.is_null() {
        return refuse_call(Status::Null, format!("{name} is null."));
    }
    // SAFETY: `from` is not null, and the caller promises a zero byte at its end.
    let text = unsafe { CStr::from_ptr(from) };
    text.to_str().or_else(|_| refuse_call(Status::Text, format!("{name} is not UTF-8.")))
}

/// Place for a result that a C caller has passed as the argument `name`. Null is refused.
unsafe fn output_argument<'a, T>(name: &str, to: *mut T) -> Result<&'a mut T, CallFault> {
    // SAFETY: the caller promises that a pointer that is not null is valid.
    match unsafe { to.as_mut() } {
        None => refuse_call(Status::Null, format!("{name} is null.")),
        Some(to) => Ok(to),
    }
}

/// Maximum size of an array from C, bytes. A negative count, converted to `size_t`, exceeds it.
const MAX_ARRAY_BYTES: usize = isize::MAX as usize;

/// Array of `count` elements, 0 allowed, that a C caller has passed as the argument `name`.
unsafe fn array_argument<'a, T>(
    name: &str,
    from: *const T,
    count: usize,
) -> Result<&'a [T], CallFault> {
    if count == 0 {
        return Ok(&[]);
    }
    if from.is_null() {
        return refuse_call(Status::Null, format!("{name} is null."));
    }
    if count > MAX_ARRAY_BYTES / size_of::<T>().max(1) {
        return refuse_call(Status::Value, format!("{name} cannot have {count} elements."));
    }
    // SAFETY: `from` is not null, and the caller promises `count` elements.
    Ok(unsafe { std::slice::from_raw_parts(from, count) })
}
