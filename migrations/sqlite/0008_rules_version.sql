-- The version of the game's rules under which a match was begun: under another one it does not go on.
ALTER TABLE matches ADD COLUMN rules_version BIGINT NOT NULL DEFAULT 1;
