-- The clocks that are running: after an outage of the bot all of them are given that time back, and no others are looked at.
CREATE INDEX matches_running ON matches (id) WHERE clock_since IS NOT NULL AND reason IS NULL;
