-- The last sign of life of each shard (which one, of how many), given by whoever hears it: time in which there was none
-- runs on no clock in its servers, and direct messages belong to the first shard. There are rows for one number of shards:
-- where it changes, those of the former one go.
CREATE TABLE shard_heartbeats (
    shard   BIGINT NOT NULL,
    shards  BIGINT NOT NULL,
    beat_at BIGINT NOT NULL,
    PRIMARY KEY (shard, shards)
);
-- heartbeats is left to processes of the former program that still run; nobody else reads or writes it, and a later step
-- removes it. What they hear meanwhile is no sign of life here, so the time until they are replaced is given back in their
-- servers: some minutes too many, by which nobody loses.
-- Until now one row stood for all shards, as if there were only one: so the time of this update runs on no clock, either.
INSERT INTO shard_heartbeats (shard, shards, beat_at) SELECT 0, 1, beat_at FROM heartbeats WHERE id = 1;
