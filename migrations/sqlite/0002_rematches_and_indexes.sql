-- One rematch of each match, however often and by whomever the button is pressed; and indexes for what is asked all the
-- time.

-- The match of which this one is the rematch.
ALTER TABLE matches ADD COLUMN rematch_of BIGINT REFERENCES matches (id);
CREATE UNIQUE INDEX matches_by_rematch ON matches (rematch_of) WHERE rematch_of IS NOT NULL;

-- The match of which this challenge offers a rematch: one open offer at a time.
ALTER TABLE challenges ADD COLUMN rematch_of BIGINT REFERENCES matches (id);
CREATE UNIQUE INDEX challenges_open_by_rematch ON challenges (rematch_of)
    WHERE rematch_of IS NOT NULL AND state = 'open';

-- Challenges that nobody has seen yet are looked for every second.
CREATE INDEX challenges_unshown ON challenges (created_at) WHERE state = 'open' AND message_id IS NULL;
