-- Nobody is pestered: what a person has offered in the last day is counted with every challenge.
CREATE INDEX challenges_by_challenger ON challenges (challenger_id, created_at);
