-- Whoever restarts finds those who were just being reminded.
CREATE INDEX players_being_reminded ON players (id) WHERE reminding_until > 0;
