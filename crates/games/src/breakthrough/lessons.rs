//! By what Breakthrough is taught.

use crate::game::{Lesson, LessonTask};

pub(super) const ALL: &[Lesson] = &[
    Lesson {
        key: "step",
        rules: "size=5x5",
        position: "1b1b1/5/5/2w2/5 w",
        task: LessonTask::Reach("d3"),
        accepted: &["c2-d3"],
    },
    Lesson {
        key: "take",
        rules: "size=5x5",
        position: "5/2bb1/2w2/5/w4 w",
        task: LessonTask::Take,
        accepted: &["c3-d4"],
    },
    Lesson {
        key: "home",
        rules: "size=5x5",
        position: "3b1/1w2b/5/3w1/5 w",
        task: LessonTask::Win,
        accepted: &["b4-a5", "b4-b5", "b4-c5"],
    },
    Lesson {
        key: "block",
        rules: "size=5x5",
        position: "b4/5/5/w1b2/3w1 w",
        task: LessonTask::Block,
        accepted: &["d1-c2"],
    },
    Lesson {
        key: "race",
        rules: "size=5x6",
        position: "5/5/w4/4b/5/2w2 w",
        task: LessonTask::Force,
        accepted: &["a4-a5", "a4-b5"],
    },
];
