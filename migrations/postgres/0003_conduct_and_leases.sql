-- Matches with more to them than moves, and of which one process at a time takes care.

-- What has been said of a match besides its moves: offers, clocks, prepared moves. JSON, read and written by the
-- program alone (src/play/conduct.rs); nothing is looked up by it.
ALTER TABLE matches ADD COLUMN conduct TEXT NOT NULL DEFAULT '{}';
-- Grows with every change of a match and guards every write.
ALTER TABLE matches ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
-- The revision that the live board shows; NULL before the first board.
ALTER TABLE matches ADD COLUMN shown_revision BIGINT;
-- How many plies were taken back, and one more for each time: with it, no two positions of a match have one number.
ALTER TABLE matches ADD COLUMN undone BIGINT NOT NULL DEFAULT 0;
-- Since when the clock of the side to move has been running; NULL: no clock, or it stands still.
ALTER TABLE matches ADD COLUMN clock_since BIGINT;
-- The version of the match for which the side to move was reminded, and the one for which the other side was told that
-- it may claim the win.
ALTER TABLE matches ADD COLUMN reminded BIGINT;
ALTER TABLE matches ADD COLUMN claim_told BIGINT;

-- When somebody must look at the match next (NULL: nothing will happen by itself), which process does so, and until when
-- no other one will.
ALTER TABLE matches ADD COLUMN due_at BIGINT;
ALTER TABLE matches ADD COLUMN owner TEXT;
ALTER TABLE matches ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0;

UPDATE matches SET revision = ply,
    shown_revision = CASE WHEN announced_ply = ply AND (reason IS NULL OR end_announced) THEN ply END,
    due_at = CASE WHEN announced_ply = ply AND (reason IS NULL OR end_announced)
                   AND NOT (reason IS NULL AND engine_to_move) THEN NULL ELSE retry_at END;

-- retry_at, end_announced and engine_to_move are read no longer; a later step removes them, with matches_due.
-- What keeps failing; where due_at is NULL besides, it is set aside until somebody acts.
CREATE INDEX matches_failing ON matches (id) WHERE failures > 0;
CREATE INDEX matches_by_due ON matches (due_at) WHERE due_at IS NOT NULL;

-- Whether a board may still have controls: one that is not the match's live board has to lose them.
ALTER TABLE boards ADD COLUMN live BOOLEAN NOT NULL DEFAULT FALSE;
-- How many plies the board shows; ply is the version of the match, which is more after takebacks.
ALTER TABLE boards ADD COLUMN plies BIGINT NOT NULL DEFAULT 0;
UPDATE boards SET plies = ply;
UPDATE boards SET live = TRUE WHERE message_id IN (SELECT board_message FROM matches WHERE reason IS NULL);
CREATE INDEX boards_live ON boards (match_id) WHERE live;

-- Further terms of an offer, as in matches.conduct.
ALTER TABLE challenges ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';

-- What a person has chosen for all pictures and notices; JSON as above.
ALTER TABLE players ADD COLUMN preferences TEXT NOT NULL DEFAULT '{}';

-- What the moderators of a server have chosen; JSON as above.
CREATE TABLE servers (
    id       BIGINT PRIMARY KEY,
    settings TEXT NOT NULL DEFAULT '{}'
);

-- Who follows a match without playing it.
CREATE TABLE watchers (
    match_id  BIGINT NOT NULL REFERENCES matches (id),
    player_id BIGINT NOT NULL,
    PRIMARY KEY (match_id, player_id)
);

-- Who wants no challenges from whom.
CREATE TABLE blocks (
    player_id  BIGINT NOT NULL,
    blocked_id BIGINT NOT NULL,
    PRIMARY KEY (player_id, blocked_id)
);

-- When people are away: their clocks stand still.
CREATE TABLE absences (
    player_id BIGINT NOT NULL,
    from_at   BIGINT NOT NULL,
    until_at  BIGINT NOT NULL,
    PRIMARY KEY (player_id, from_at)
);

-- The last sign of life of any process, in one row: time in which there was none runs on no clock.
CREATE TABLE heartbeats (
    id      BIGINT PRIMARY KEY,
    beat_at BIGINT NOT NULL
);

-- How many rated matches two players have ended on one day.
CREATE INDEX matches_rated_by_pair ON matches (first_seat, second_seat, updated_at) WHERE rated AND reason IS NOT NULL;
