-- What a person sets, and what is kept of a person.

-- Whether this person is left out of leaderboards that go beyond a server: as preferences say, where it can be looked up.
ALTER TABLE players ADD COLUMN unlisted BOOLEAN NOT NULL DEFAULT FALSE;
-- Until when one process alone reminds this person, so that several matches that become due at once make one reminder.
ALTER TABLE players ADD COLUMN reminding_until BIGINT NOT NULL DEFAULT 0;

-- Whoever asks for what is kept gets all matches, also those that are over; for those under way there are indexes.
CREATE INDEX matches_ended_by_first  ON matches (first_seat, id)  WHERE reason IS NOT NULL;
CREATE INDEX matches_ended_by_second ON matches (second_seat, id) WHERE reason IS NOT NULL;
