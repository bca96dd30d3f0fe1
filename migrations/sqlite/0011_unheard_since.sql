-- Since when a board of the match may stand in the chat of which nobody has heard, by the database's clock; 0: since the
-- match was begun. Read only where something has failed.
ALTER TABLE matches ADD COLUMN unheard_since BIGINT NOT NULL DEFAULT 0;
-- When the chat is to be looked through once more, since what was asked of it while it failed may have come late; NULL:
-- nothing has failed.
ALTER TABLE matches ADD COLUMN look_again_at BIGINT;
