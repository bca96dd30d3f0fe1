-- The message or interaction of Discord that began a match, made a challenge, or played a move: whoever hears of it twice, or
-- together with another process, does nothing the second time.
ALTER TABLE matches    ADD COLUMN origin BIGINT;
ALTER TABLE challenges ADD COLUMN origin BIGINT;
ALTER TABLE moves      ADD COLUMN origin BIGINT;
CREATE UNIQUE INDEX matches_by_origin ON matches (origin) WHERE origin IS NOT NULL;
CREATE UNIQUE INDEX challenges_by_origin ON challenges (origin) WHERE origin IS NOT NULL;
CREATE UNIQUE INDEX moves_by_origin ON moves (origin) WHERE origin IS NOT NULL;
