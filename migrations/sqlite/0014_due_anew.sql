-- What is due and has not failed is looked for before everything else, however much there is that has.
CREATE INDEX matches_due_anew ON matches (due_at) WHERE due_at IS NOT NULL AND failures = 0;
