-- When a channel or a server is gone, all that is due there is set aside at once. Of most open matches the next deadline
-- is known, so an index of what is due has nearly all of them, wherever they are played. As before, statements that ask
-- for no place must not choose these indexes.
DROP INDEX matches_open_by_channel;
DROP INDEX matches_open_by_server;
CREATE INDEX matches_going_on_by_channel ON matches (channel_id)
    WHERE channel_id IS NOT NULL AND (reason IS NULL OR due_at IS NOT NULL);
CREATE INDEX matches_going_on_by_server ON matches (guild_id)
    WHERE guild_id IS NOT NULL AND (reason IS NULL OR due_at IS NOT NULL);
