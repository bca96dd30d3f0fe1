//! Matches in which other programs may sit: they are started and spoken to in the dialects of UCI and UGI.
//!
//! ```
//! use parlor_lab::programs::entrant::{Entrant, EntrantKind};
//!
//! let entrant: Entrant = "uci:fairy-stockfish time=100 option.Hash=64".parse()?;
//! assert!(matches!(entrant.kind, EntrantKind::Program(_)));
//! # Ok::<(), parlor_lab::programs::entrant::ParseEntrantError>(())
//! ```

pub mod dialect;
pub mod entrant;
pub mod line_process;
pub mod program;
pub mod records;
pub mod report;
