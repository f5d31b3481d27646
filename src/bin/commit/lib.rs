//! The commit that the command line is built from.

/// Its 40 digits, `-dirty` behind them where the core's files differ from it; empty where it is not
/// built in a checkout, or without Git.
pub const COMMIT: &str = env!("FLOCKWRIGHT_COMMIT");
