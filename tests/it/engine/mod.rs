//! How the engine plays and what it proves.

mod beginner;
mod claims;
mod endings;
mod limits;
mod matches;
mod proofs;
mod puzzles;
mod rulesets;
mod search;
mod solver;
mod tactics;
