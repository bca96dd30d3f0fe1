//! By what Knightthrough is taught.

use crate::game::{Lesson, LessonTask};

pub(super) const ALL: &[Lesson] = &[
    Lesson {
        key: "leap",
        rules: "size=5x5",
        position: "1b1b1/5/5/5/2w2 w",
        task: LessonTask::Reach("d3"),
        accepted: &["c1-d3"],
    },
    Lesson {
        key: "take",
        rules: "size=5x5",
        position: "3b1/5/1b3/5/2w2 w",
        task: LessonTask::Take,
        accepted: &["c1-b3"],
    },
    Lesson {
        key: "home",
        rules: "size=5x5",
        position: "1b3/4b/1w3/5/4w w",
        task: LessonTask::Win,
        accepted: &["b3-a5", "b3-c5"],
    },
    Lesson {
        key: "block",
        rules: "size=5x5",
        position: "b3b/5/5/2b2/w1w1w w",
        task: LessonTask::Block,
        accepted: &["a1-c2", "e1-c2"],
    },
    Lesson {
        key: "race",
        rules: "size=5x6",
        position: "b4/5/4b/1w3/5/3w1 w",
        task: LessonTask::Force,
        accepted: &["b3-a5", "b3-d4"],
    },
];
