-- A card that was given up is never due again, so that nobody looks at it each time. That was known by its tries before.
UPDATE challenges SET card_due_at = 9000000000000000 WHERE card_open AND state <> 'open' AND card_tries >= 12;
