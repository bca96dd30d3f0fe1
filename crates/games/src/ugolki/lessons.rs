//! By what Ugolki is taught.

use crate::game::{Lesson, LessonTask};

pub(super) const ALL: &[Lesson] = &[
    Lesson {
        key: "step",
        rules: "camp=3x3",
        position: "b7/8/8/8/4w3/8/8/7w w",
        task: LessonTask::Reach("e5"),
        accepted: &["e4-e5"],
    },
    Lesson {
        key: "jump",
        rules: "camp=3x3",
        position: "b7/8/8/8/8/4bw2/8/7w w",
        task: LessonTask::Reach("d3"),
        accepted: &["f3-d3"],
    },
    Lesson {
        key: "chain",
        rules: "camp=3x3",
        position: "b7/8/8/3b4/8/3b4/4b1ww/7w w",
        task: LessonTask::Reach("d6"),
        accepted: &["h2-d6"],
    },
    Lesson {
        key: "count",
        rules: "camp=3x3",
        position: "www5/3w4/8/8/8/7b/7b/7b w",
        task: LessonTask::Force,
        accepted: &["d7-c7"],
    },
    Lesson {
        key: "back",
        rules: "russian camp=3x3",
        position: "b7/8/8/8/4w3/4b3/3b4/7w w",
        task: LessonTask::Reach("c2"),
        accepted: &["e4-c2"],
    },
    Lesson {
        key: "fill",
        rules: "russian camp=3x3",
        position: "2w5/8/8/w7/3w4/4b1bb/5bbb/5bbb b plies=1",
        task: LessonTask::Win,
        accepted: &["e3-f3"],
    },
];
