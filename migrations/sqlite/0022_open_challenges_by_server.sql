-- The challenges that are open in a server are counted before another one is made there.
CREATE INDEX challenges_open_by_server ON challenges (guild_id) WHERE state = 'open' AND guild_id IS NOT NULL;
