//! By what Domineering is taught.

use crate::game::{Lesson, LessonTask};

pub(super) const ALL: &[Lesson] = &[
    Lesson {
        key: "lay",
        rules: "size=4x4",
        position: "4/4/4/4 v",
        task: LessonTask::Reach("b3"),
        accepted: &["b2-b3"],
    },
    Lesson {
        key: "last",
        rules: "size=4x4",
        position: "3v/3v/hhv1/hhv1 v",
        task: LessonTask::Win,
        accepted: &["b3-b4"],
    },
    Lesson {
        key: "cut",
        rules: "size=3x4",
        position: "hh1/3/3/1hh v",
        task: LessonTask::Win,
        accepted: &["b2-b3"],
    },
    Lesson {
        key: "save",
        rules: "size=4x4",
        position: "1v2/1v2/1v2/1vhh v",
        task: LessonTask::Force,
        accepted: &["c2-c3", "c3-c4", "d2-d3", "d3-d4"],
    },
    Lesson {
        key: "store",
        rules: "size=4x4",
        position: "4/1hh1/3v/3v v",
        task: LessonTask::Force,
        accepted: &["b1-b2"],
    },
];
