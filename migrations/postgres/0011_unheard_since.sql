-- Since when a board of the match may stand in the chat of which nobody has heard, by the database's clock; 0: since the
-- match was begun. Read only where something has failed.
ALTER TABLE matches ADD COLUMN unheard_since BIGINT NOT NULL DEFAULT 0;
