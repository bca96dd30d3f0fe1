-- Since when a card of the challenge may stand in the chat of which nobody has heard: since it was asked for last, by the
-- clock that created_at goes by; 0: since the challenge was made.
ALTER TABLE challenges ADD COLUMN unheard_since BIGINT NOT NULL DEFAULT 0;
