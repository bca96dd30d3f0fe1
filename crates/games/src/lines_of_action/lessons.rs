//! By what Lines of Action is taught.

use crate::game::{Lesson, LessonTask};

pub(super) const ALL: &[Lesson] = &[
    Lesson {
        key: "count",
        rules: "size=5x5",
        position: "2w2/b4/5/4w/2b2 b",
        task: LessonTask::Reach("c3"),
        accepted: &["c1-c3"],
    },
    Lesson {
        key: "jump",
        rules: "size=5x5",
        position: "2w2/b4/5/4w/1bb2 b",
        task: LessonTask::Reach("d1"),
        accepted: &["b1-d1"],
    },
    Lesson {
        key: "take",
        rules: "size=5x5",
        position: "4w/b4/2w2/5/2b1w b",
        task: LessonTask::TakeOn("c3"),
        accepted: &["c1-c3"],
    },
    Lesson {
        key: "connect",
        rules: "size=5x5",
        position: "w4/b4/5/4w/1bb2 b",
        task: LessonTask::Win,
        accepted: &["a4-a2"],
    },
    Lesson {
        key: "block",
        rules: "size=5x5",
        position: "3w1/3w1/b4/w4/2bb1 b",
        task: LessonTask::Block,
        accepted: &["a3-b3"],
    },
    Lesson {
        key: "both",
        rules: "size=5x5",
        position: "5/3b1/2w1b/w4/1wb2 b",
        task: LessonTask::Win,
        accepted: &["c1-c3"],
    },
];
