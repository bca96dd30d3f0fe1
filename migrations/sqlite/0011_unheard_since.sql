-- Since when a board of the match may stand in the chat of which nobody has heard, by the database's clock; 0: since the
-- match was begun. Read only where it is not known whether something was posted.
ALTER TABLE matches ADD COLUMN unheard_since BIGINT NOT NULL DEFAULT 0;
-- When the chat is searched once more, since what was asked of it while it failed may have come late, by the clock that
-- due_at goes by; NULL: nothing is looked for.
ALTER TABLE matches ADD COLUMN search_again_at BIGINT;
