-- A challenge's card has controls from when it is made until somebody has seen to it that it has none, whoever is killed
-- meanwhile; next looked at by whoever comes first after card_due_at, after each try twice as late.
ALTER TABLE challenges ADD COLUMN card_open   BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE challenges ADD COLUMN card_tries  BIGINT  NOT NULL DEFAULT 0;
ALTER TABLE challenges ADD COLUMN card_due_at BIGINT  NOT NULL DEFAULT 0;
UPDATE challenges SET card_open = (state = 'open');
CREATE INDEX challenges_to_close ON challenges (card_due_at) WHERE card_open AND state <> 'open';

-- Whom somebody watches is asked when that person wants to know, or to be forgotten.
CREATE INDEX watchers_by_player ON watchers (player_id);
