//! What the bot asked for.

use std::collections::VecDeque;
use std::time::Instant;

use serde_json::Value;

/// How many requests are kept.
const REQUESTS: usize = 20_000;

/// A request of the bot.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// The HTTP method.
    pub method: String,
    /// The path, without the query.
    pub path: String,
    /// The query, without the question mark.
    pub query: String,
    /// The JSON body; of multipart bodies, `payload_json`; null without a body.
    pub body: Value,
    /// Whether the body was multipart.
    pub multipart: bool,
    /// The files of a multipart body.
    pub files: Vec<RecordedFile>,
    /// The status that was answered; 0 while it is not.
    pub status: u16,
    /// Whether it was given trouble, so that the bot could not learn what came of it.
    pub spoiled: bool,
    /// When it came.
    pub received: Instant,
}

/// A file the bot sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedFile {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub bytes: usize,
}

/// The requests of late, oldest first, and how many have been forgotten before them.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    forgotten: usize,
    kept: VecDeque<Recorded>,
}

impl Requests {
    /// Keeps a request; its number.
    pub(crate) fn add(&mut self, request: Recorded) -> usize {
        if self.kept.len() >= REQUESTS {
            self.kept.pop_front();
            self.forgotten += 1;
        }
        self.kept.push_back(request);
        self.count() - 1
    }

    /// Notes what was answered.
    pub(crate) fn answered(&mut self, number: usize, status: u16) {
        let place = number.checked_sub(self.forgotten);
        if let Some(request) = place.and_then(|place| self.kept.get_mut(place)) {
            request.status = status;
        }
    }

    /// How many there were so far.
    pub(crate) fn count(&self) -> usize {
        self.forgotten + self.kept.len()
    }

    /// Those after the first `seen` ones, as far as they are kept.
    pub(crate) fn since(&self, seen: usize) -> Vec<Recorded> {
        self.kept.iter().skip(seen.saturating_sub(self.forgotten)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_requests_go_first_and_the_others_keep_their_numbers() {
        let mut requests = Requests::default();
        for number in 0..REQUESTS + 2 {
            let request = Recorded {
                method: String::new(),
                path: number.to_string(),
                query: String::new(),
                body: Value::Null,
                multipart: false,
                files: Vec::new(),
                status: 0,
                spoiled: false,
                received: Instant::now(),
            };
            assert_eq!(requests.add(request), number);
        }
        requests.answered(0, 200);
        requests.answered(REQUESTS + 1, 200);
        let last = requests.since(REQUESTS + 1);
        assert_eq!((last.len(), last[0].path.clone(), last[0].status), (1, (REQUESTS + 1).to_string(), 200));
        assert_eq!((requests.since(0).len(), requests.count()), (REQUESTS, REQUESTS + 2));
    }
}
