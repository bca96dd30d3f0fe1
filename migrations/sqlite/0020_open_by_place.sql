-- The matches that are under way in a channel and in a server are counted before another one begins there. Statements that
-- ask for no place must not choose these indexes: that is what the second conditions are for.
CREATE INDEX matches_open_by_channel ON matches (channel_id) WHERE reason IS NULL AND channel_id IS NOT NULL;
CREATE INDEX matches_open_by_server  ON matches (guild_id)   WHERE reason IS NULL AND guild_id IS NOT NULL;
