-- Until when a change of the message that failed may still be carried out, which would give an old board its controls back:
-- it loses them once more then, by the clock that due_at goes by; NULL: nothing of that kind is known.
ALTER TABLE boards ADD COLUMN unsettled_until BIGINT;
CREATE INDEX boards_unsettled ON boards (match_id) WHERE unsettled_until IS NOT NULL;
