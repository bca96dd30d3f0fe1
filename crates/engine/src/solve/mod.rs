//! Solvers: they prove who wins.
//!
//! ```
//! use parlor_engine::{Limits, Question, Stop, solve, solve::Proof};
//!
//! let question = Question::new(games::read_ruleset("clobber size=3x3").unwrap(), None, Vec::new());
//! let solution = solve(&question, &Limits::NONE, &Stop::new(), 1)?;
//! assert_eq!(solution.proof, Proof::Win);
//! # Ok::<(), parlor_engine::ThinkError>(())
//! ```
//!
//! In: a [`Question`](crate::Question) of plain data, as for the search. Out: a [`Solution`]. Games in which someone always
//! wins by having the last move are solved by alpha-beta with a window of one bit (`boolean_alpha_beta`), races by the
//! engine's search (`race`), all others by proof-number search (`df_pn`), and what goes round in circles, if it is small,
//! by looking at every position (`retrograde`).
//! `docs/engine.md` has the sources and the figures, and says why a proof holds whatever the history.

mod boolean_alpha_beta;
mod df_pn;
mod endings;
mod proof;
mod race;
mod retrograde;
mod tables;

pub(crate) use self::boolean_alpha_beta::prove_or_resist;
pub(crate) use self::proof::SolverOptions;
pub use self::proof::{Proof, Solution};
pub(crate) use self::tables::Winners;
use crate::base::Budget;
use games::{Nature, Played, Solve};

/// Solves an undecided position, as far as the limits allow.
pub(crate) fn solve_game<G: Solve>(played: &Played<G>, options: &SolverOptions<'_>) -> Solution {
    let &SolverOptions { limits, stop, megabytes, helpers, .. } = options;
    let mut budget = Budget::new(limits, stop);
    budget.look();
    let (proof, line) = match G::NATURE {
        Nature::Tempo => boolean_alpha_beta::prove(&played.game, &played.position, &mut budget, megabytes, helpers),
        Nature::Race => race::prove(played, options, &mut budget),
        Nature::Free => match df_pn::prove(played, &mut budget, megabytes) {
            (Proof::Unknown, _) => retrograde::prove(played, &mut budget, megabytes),
            proven => proven,
        },
    };
    Solution { proof, line, nodes: budget.nodes(), time: budget.elapsed() }
}
