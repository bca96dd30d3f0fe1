-- Messages that are commands or moves, for an hour: where several processes hear the same, one of them answers.
CREATE TABLE events (
    id      BIGINT PRIMARY KEY,
    seen_at BIGINT NOT NULL
);
CREATE INDEX events_by_time ON events (seen_at);
