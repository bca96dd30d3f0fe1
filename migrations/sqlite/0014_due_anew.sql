-- Of what is due, that is looked for first which has failed where somebody has just acted, and then that which has not failed,
-- however much else there is.
CREATE INDEX matches_failed_lately ON matches (updated_at) WHERE due_at IS NOT NULL AND failures > 0;
CREATE INDEX matches_due_anew      ON matches (due_at)     WHERE due_at IS NOT NULL AND failures = 0;
