//! By what Surakarta is taught.

use crate::game::{Lesson, LessonTask};

pub(super) const ALL: &[Lesson] = &[
    Lesson {
        key: "step",
        rules: "",
        position: "w4w/6/6/6/2b3/b5 b",
        task: LessonTask::Reach("d3"),
        accepted: &["c2-d3"],
    },
    Lesson {
        key: "loop",
        rules: "",
        position: "5w/3w2/1b4/6/6/5b b",
        task: LessonTask::Take,
        accepted: &["b4-d5"],
    },
    Lesson {
        key: "outer",
        rules: "",
        position: "w5/6/2b3/5w/6/b5 b",
        task: LessonTask::Take,
        accepted: &["c4-f3"],
    },
    Lesson {
        key: "escape",
        rules: "",
        position: "5w/6/6/6/1w1b2/6 b",
        task: LessonTask::Block,
        accepted: &["d2-b2", "d2-c1", "d2-c3", "d2-d1", "d2-d3"],
    },
    Lesson {
        key: "last",
        rules: "",
        position: "6/6/4w1/1b4/6/b5 b",
        task: LessonTask::Win,
        accepted: &["b3-e4"],
    },
];
