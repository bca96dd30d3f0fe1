//! By what Pincers is taught.

use crate::game::{Lesson, LessonTask};

pub(super) const ALL: &[Lesson] = &[
    Lesson { key: "step", rules: "", position: "w4/5/2b2/5/5 b", task: LessonTask::Reach("c4"), accepted: &["c3-c4"] },
    Lesson { key: "take", rules: "", position: "w4/5/bw3/2b2/5 b", task: LessonTask::Take, accepted: &["c2-c3"] },
    Lesson {
        key: "several",
        rules: "",
        position: "w4/5/bw1wb/2b2/5 b",
        task: LessonTask::TakeOn("d3"),
        accepted: &["c2-c3"],
    },
    Lesson {
        key: "escape",
        rules: "",
        position: "5/5/1wb2/3w1/5 b",
        task: LessonTask::Block,
        accepted: &["c3-c4", "c3-d3"],
    },
    Lesson { key: "last", rules: "", position: "5/5/bw3/2b2/5 b", task: LessonTask::Win, accepted: &["c2-c3"] },
];
