//! By what Clobber is taught.

use crate::game::{Lesson, LessonTask};

pub(super) const ALL: &[Lesson] = &[
    Lesson {
        key: "take",
        rules: "size=3x3",
        position: "1w1/1bw/3 b",
        task: LessonTask::TakeOn("b3"),
        accepted: &["b2-b3"],
    },
    Lesson {
        key: "last",
        rules: "size=4x3",
        position: "1www/1bww/1w2 b",
        task: LessonTask::Win,
        accepted: &["b2-b1"],
    },
    Lesson {
        key: "hot",
        rules: "size=4x3",
        position: "bw1b/bb1w/4 b",
        task: LessonTask::Force,
        accepted: &["d3-d2"],
    },
    Lesson {
        key: "wait",
        rules: "size=4x3",
        position: "b1b1/ww1b/bb1b b",
        task: LessonTask::Force,
        accepted: &["a3-a2"],
    },
    Lesson {
        key: "stop",
        rules: "size=4x3",
        position: "w3/b2w/w1bw b",
        task: LessonTask::Force,
        accepted: &["c1-d1"],
    },
];
