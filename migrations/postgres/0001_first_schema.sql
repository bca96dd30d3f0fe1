-- The first schema: who plays, what was offered, what was played, and how strong everybody is.
-- Times are milliseconds since 1970 (UTC); identifiers of Discord are its snowflakes as signed 64-bit numbers.

-- People who have said something to the bot, under the name they had then.
CREATE TABLE players (
    id      BIGINT PRIMARY KEY,
    name    TEXT   NOT NULL,
    met_at  BIGINT NOT NULL
);

-- Offers to play. state: open, accepted, declined, withdrawn, expired.
CREATE TABLE challenges (
    id             BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    guild_id       BIGINT,
    channel_id     BIGINT  NOT NULL,
    challenger_id  BIGINT  NOT NULL,
    opponent_id    BIGINT,             -- NULL: whoever comes first
    ruleset        TEXT    NOT NULL,   -- as in "loa:mso limit=60"
    side           TEXT    NOT NULL,   -- of the challenger: first, second, random
    rated          BOOLEAN NOT NULL,
    state          TEXT    NOT NULL DEFAULT 'open',
    message_id     BIGINT,             -- NULL: not shown yet
    expires_at     BIGINT  NOT NULL,
    created_at     BIGINT  NOT NULL
);
-- Open challenges are looked for by channel, by challenger, and by what expires next; closed ones never.
CREATE INDEX challenges_open_by_channel    ON challenges (channel_id)    WHERE state = 'open';
CREATE INDEX challenges_open_by_challenger ON challenges (challenger_id) WHERE state = 'open';
CREATE INDEX challenges_open_by_expiry     ON challenges (expires_at)    WHERE state = 'open';

-- Matches. The moves are the truth; ply guards every write, and is the number of rows in moves.
CREATE TABLE matches (
    id             BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    challenge_id   BIGINT  UNIQUE REFERENCES challenges (id),
    guild_id       BIGINT,
    channel_id     BIGINT  NOT NULL,
    game           TEXT    NOT NULL,
    ruleset        TEXT    NOT NULL,
    first_seat     TEXT    NOT NULL,   -- "user:ID" or "engine:LEVEL"
    second_seat    TEXT    NOT NULL,
    rated          BOOLEAN NOT NULL,
    ply            BIGINT  NOT NULL DEFAULT 0,
    engine_to_move BOOLEAN NOT NULL,
    reason         TEXT,               -- NULL: under way
    winner         TEXT,               -- first, second; NULL with a reason: drawn
    announced_ply  BIGINT,             -- the ply of the board that was shown last
    end_announced  BOOLEAN NOT NULL DEFAULT FALSE,
    board_message  BIGINT,
    failures       BIGINT  NOT NULL DEFAULT 0,
    retry_at       BIGINT  NOT NULL DEFAULT 0,
    created_at     BIGINT  NOT NULL,
    updated_at     BIGINT  NOT NULL
);
-- "My matches" and "this channel's matches" are asked for with every command.
CREATE INDEX matches_open_by_first   ON matches (first_seat)  WHERE reason IS NULL;
CREATE INDEX matches_open_by_second  ON matches (second_seat) WHERE reason IS NULL;
CREATE INDEX matches_by_channel      ON matches (channel_id, id);
-- What is owed: a board, an end, or a move of the engine.
CREATE INDEX matches_due ON matches (retry_at)
    WHERE announced_ply IS NULL OR announced_ply <> ply OR (reason IS NOT NULL AND NOT end_announced)
       OR (reason IS NULL AND engine_to_move);

CREATE TABLE moves (
    match_id   BIGINT NOT NULL REFERENCES matches (id),
    ply        BIGINT NOT NULL,        -- 0 for the first move
    text       TEXT   NOT NULL,        -- in the game's notation
    played_at  BIGINT NOT NULL,
    PRIMARY KEY (match_id, ply)
);

-- Every message that has shown a board, so that a reply to an old one can be told from a reply to the last.
CREATE TABLE boards (
    message_id BIGINT PRIMARY KEY,
    match_id   BIGINT NOT NULL REFERENCES matches (id),
    ply        BIGINT NOT NULL
);

-- Glicko-2 ratings by game: scope 0 counts all matches, any other scope those of that server.
CREATE TABLE ratings (
    player_id   BIGINT           NOT NULL,
    game        TEXT             NOT NULL,
    scope       BIGINT           NOT NULL,
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL,
    volatility  DOUBLE PRECISION NOT NULL,
    wins        BIGINT           NOT NULL DEFAULT 0,
    draws       BIGINT           NOT NULL DEFAULT 0,
    losses      BIGINT           NOT NULL DEFAULT 0,
    PRIMARY KEY (player_id, game, scope)
);
-- The leaderboard reads a game's scope from the top.
CREATE INDEX ratings_by_rank ON ratings (game, scope, rating);

-- What each rated match did to its players' ratings over all matches, as the end of the match shows it.
CREATE TABLE rating_changes (
    match_id           BIGINT           NOT NULL REFERENCES matches (id),
    player_id          BIGINT           NOT NULL,
    rating_before      DOUBLE PRECISION NOT NULL,
    deviation_before   DOUBLE PRECISION NOT NULL,
    volatility_before  DOUBLE PRECISION NOT NULL,
    rating_after       DOUBLE PRECISION NOT NULL,
    deviation_after    DOUBLE PRECISION NOT NULL,
    volatility_after   DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, player_id)
);
