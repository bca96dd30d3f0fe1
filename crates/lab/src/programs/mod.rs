//! Matches in which other programs may sit: they are started and spoken to in the dialects of UCI and UGI.

pub mod dialect;
pub mod entrant;
pub mod program;
pub mod records;
pub mod report;
pub mod talk;
