-- Who plays, what was offered, what was played, and how strong everybody is.
-- Times are milliseconds since 1970 (UTC); identifiers of Discord are its snowflakes as signed 64-bit numbers.
-- {own_number}: a key that the database generates, and never gives twice (crates/store/src/schema.rs).

-- People who have said something to the bot, under the name they had then.
CREATE TABLE players (
    id              BIGINT  PRIMARY KEY,
    name            TEXT    NOT NULL,
    met_at          BIGINT  NOT NULL,
    preferences     TEXT    NOT NULL DEFAULT '{}',   -- look, notices; JSON (crates/play/src/preferences.rs)
    unlisted        BOOLEAN NOT NULL DEFAULT FALSE,  -- left out of leaderboards beyond a server: copied from preferences
    study           TEXT    NOT NULL DEFAULT '{}',   -- what they learn; JSON (crates/play/src/study.rs)
    reminding_until BIGINT  NOT NULL DEFAULT 0       -- until when one process alone reminds this person
);
-- After a restart, those who were just being reminded are looked for.
CREATE INDEX players_being_reminded ON players (id) WHERE reminding_until > 0;

-- What the moderators of a server have chosen, and when its weekly digest is due.
CREATE TABLE servers (
    id          BIGINT PRIMARY KEY,
    settings    TEXT   NOT NULL DEFAULT '{}',        -- JSON (crates/play/src/server.rs)
    -- Where the digest or the puzzle of the day is posted, copied from the settings; NULL: nowhere.
    guild_id    BIGINT,
    channel_id  BIGINT,
    -- When a process must look at the server next (NULL: nothing will happen by itself), which one does so, and until when no
    -- other may.
    due_at      BIGINT,
    owner       TEXT,
    lease_until BIGINT NOT NULL DEFAULT 0,
    failures    BIGINT NOT NULL DEFAULT 0,           -- in a row; with due_at NULL, the digest is set aside
    refusals    BIGINT NOT NULL DEFAULT 0,           -- those of them that were no outage
    revision    BIGINT NOT NULL DEFAULT 0            -- grows with every change
);
-- Few servers have a digest.
CREATE INDEX servers_by_due     ON servers (due_at)     WHERE due_at IS NOT NULL;
CREATE INDEX servers_by_guild   ON servers (guild_id)   WHERE guild_id IS NOT NULL;
CREATE INDEX servers_by_channel ON servers (channel_id) WHERE channel_id IS NOT NULL;

-- Offers to play. state: open, accepted, declined, withdrawn, expired.
CREATE TABLE challenges (
    id             {own_number},
    guild_id       BIGINT,
    channel_id     BIGINT  NOT NULL,
    challenger_id  BIGINT  NOT NULL,
    opponent_id    BIGINT,                           -- NULL: anyone
    ruleset        TEXT    NOT NULL,                 -- as in "loa:mso limit=60"
    side           TEXT    NOT NULL,                 -- of the challenger: first, second, random
    rated          BOOLEAN NOT NULL,
    terms          TEXT    NOT NULL DEFAULT '{}',    -- the agreement, as in matches.details
    state          TEXT    NOT NULL DEFAULT 'open',
    origin         BIGINT,                           -- the message or interaction that made it
    message_id     BIGINT,                           -- the card; NULL: not shown yet
    -- When a process must look at the challenge next (NULL: nothing will happen by itself), which one does so, and until when
    -- no other may.
    due_at         BIGINT,
    owner          TEXT,
    lease_until    BIGINT  NOT NULL DEFAULT 0,
    failures       BIGINT  NOT NULL DEFAULT 0,       -- in a row; with due_at NULL, the challenge is set aside
    refusals       BIGINT  NOT NULL DEFAULT 0,       -- those of them that were no outage
    revision       BIGINT  NOT NULL DEFAULT 0,       -- grows with every change
    expires_at     BIGINT  NOT NULL,
    created_at     BIGINT  NOT NULL
);
-- Open challenges are looked for by place and by challenger, and all of them by what is due, also in a place that is gone.
CREATE INDEX challenges_open_by_channel    ON challenges (channel_id)    WHERE state = 'open';
CREATE INDEX challenges_open_by_server     ON challenges (guild_id)      WHERE state = 'open' AND guild_id IS NOT NULL;
CREATE INDEX challenges_open_by_challenger ON challenges (challenger_id) WHERE state = 'open';
CREATE INDEX challenges_by_due             ON challenges (due_at)        WHERE due_at IS NOT NULL;
CREATE INDEX challenges_due_by_channel     ON challenges (channel_id)    WHERE due_at IS NOT NULL;
CREATE INDEX challenges_due_by_server      ON challenges (guild_id)      WHERE due_at IS NOT NULL AND guild_id IS NOT NULL;
CREATE INDEX challenges_failing            ON challenges (id)            WHERE failures > 0;
-- What a person has offered in the last day is counted with every challenge.
CREATE INDEX challenges_by_challenger      ON challenges (challenger_id, created_at);
-- Which match a card is about.
CREATE INDEX challenges_by_message         ON challenges (message_id)    WHERE message_id IS NOT NULL;
CREATE UNIQUE INDEX challenges_by_origin   ON challenges (origin)        WHERE origin IS NOT NULL;

-- Matches. The moves are the truth; ply is their number, and revision guards every write.
CREATE TABLE matches (
    id              {own_number},
    challenge_id    BIGINT  UNIQUE REFERENCES challenges (id),
    rematch_of      BIGINT  REFERENCES matches (id),
    rival_of        BIGINT  REFERENCES matches (id), -- in which another channel plays the other side, if that began first
    origin          BIGINT,                          -- the message or interaction that began it
    guild_id        BIGINT,
    channel_id      BIGINT  NOT NULL,
    game            TEXT    NOT NULL,
    ruleset         TEXT    NOT NULL,
    rules_version   BIGINT  NOT NULL DEFAULT 1,      -- of the game: under another version the match does not go on
    first_seat      TEXT    NOT NULL,                -- "user:ID", "engine:LEVEL", or "recorded": of an imported record
    second_seat     TEXT    NOT NULL,
    imported_by     BIGINT,                          -- who brought an imported record in, and can remove it
    rated           BOOLEAN NOT NULL,
    ply             BIGINT  NOT NULL DEFAULT 0,
    undone          BIGINT  NOT NULL DEFAULT 0,      -- plies taken back, and one more for each takeback
    details         TEXT    NOT NULL DEFAULT '{}',   -- offers, clock, reminders, prepared replies; JSON (crates/store/src/rows.rs)
    revision        BIGINT  NOT NULL DEFAULT 0,      -- grows with every change
    clock_since     BIGINT,                          -- since when the clock of the side to move runs; NULL: it doesn't
    reason          TEXT,                            -- NULL: under way
    winner          TEXT,                            -- first, second; NULL with a reason: drawn
    -- The live board: its message, and what it shows; NULL before the first.
    board_message   BIGINT,
    shown_revision  BIGINT,
    shown_plies     BIGINT,
    board_told      BOOLEAN NOT NULL DEFAULT TRUE,   -- whether whoever is to move was told of it
    -- When a page of each player was last known to be visible.
    first_page_at   BIGINT  NOT NULL DEFAULT 0,
    second_page_at  BIGINT  NOT NULL DEFAULT 0,
    -- When a process must look at the match next (NULL: nothing will happen by itself), which one does so, and until when no
    -- other may.
    due_at          BIGINT,
    owner           TEXT,
    lease_until     BIGINT  NOT NULL DEFAULT 0,
    failures        BIGINT  NOT NULL DEFAULT 0,      -- in a row; with due_at NULL, the match is set aside
    refusals        BIGINT  NOT NULL DEFAULT 0,      -- those of them that were no outage
    created_at      BIGINT  NOT NULL,
    updated_at      BIGINT  NOT NULL
);
-- "My matches" and "this channel's matches" are asked for with every command, and all of them for an export.
CREATE INDEX matches_open_by_first   ON matches (first_seat)      WHERE reason IS NULL;
CREATE INDEX matches_open_by_second  ON matches (second_seat)     WHERE reason IS NULL;
CREATE INDEX matches_ended_by_first  ON matches (first_seat, id)  WHERE reason IS NOT NULL;
CREATE INDEX matches_ended_by_second ON matches (second_seat, id) WHERE reason IS NOT NULL;
CREATE INDEX matches_by_channel      ON matches (channel_id, id);
-- What goes on in a place is counted before another match begins there, and set aside when the place is gone. Statements
-- that ask for no place must not choose these indexes: that is what the conditions on NULL are for.
CREATE INDEX matches_going_on_by_channel ON matches (channel_id)
    WHERE channel_id IS NOT NULL AND (reason IS NULL OR due_at IS NOT NULL);
CREATE INDEX matches_going_on_by_server ON matches (guild_id)
    WHERE guild_id IS NOT NULL AND (reason IS NULL OR due_at IS NOT NULL);
-- What has ended in a server in a week.
CREATE INDEX matches_ended_by_server ON matches (guild_id, updated_at) WHERE guild_id IS NOT NULL AND reason IS NOT NULL;
-- Of what is due, first what has failed where somebody has just acted, and then what has not failed.
CREATE INDEX matches_by_due        ON matches (due_at)     WHERE due_at IS NOT NULL;
CREATE INDEX matches_due_anew      ON matches (due_at)     WHERE due_at IS NOT NULL AND failures = 0;
CREATE INDEX matches_failed_lately ON matches (updated_at) WHERE due_at IS NOT NULL AND failures > 0;
CREATE INDEX matches_failing       ON matches (id)         WHERE failures > 0;
-- After an outage of the bot, the clocks that run are given that time back.
CREATE INDEX matches_running       ON matches (id)         WHERE clock_since IS NOT NULL AND reason IS NULL;
-- How many rated matches two players have ended on one day.
CREATE INDEX matches_rated_by_pair ON matches (first_seat, second_seat, updated_at) WHERE rated AND reason IS NOT NULL;
-- What somebody has imported, for an export and to be forgotten.
CREATE INDEX matches_by_importer     ON matches (imported_by) WHERE imported_by IS NOT NULL;
CREATE UNIQUE INDEX matches_by_origin  ON matches (origin)     WHERE origin IS NOT NULL;
CREATE UNIQUE INDEX matches_by_rival   ON matches (rival_of)   WHERE rival_of IS NOT NULL;
CREATE UNIQUE INDEX matches_by_rematch ON matches (rematch_of) WHERE rematch_of IS NOT NULL;

-- The match of which a challenge offers a rematch: one open offer at a time.
ALTER TABLE challenges ADD COLUMN rematch_of BIGINT REFERENCES matches (id);
CREATE UNIQUE INDEX challenges_open_by_rematch ON challenges (rematch_of)
    WHERE rematch_of IS NOT NULL AND state = 'open';

CREATE TABLE moves (
    match_id   BIGINT NOT NULL REFERENCES matches (id),
    ply        BIGINT NOT NULL,                      -- 0 for the first move
    text       TEXT   NOT NULL,                      -- in the game's notation
    played_at  BIGINT NOT NULL,
    origin     BIGINT,                               -- the message or interaction that played it
    PRIMARY KEY (match_id, ply)
);
CREATE UNIQUE INDEX moves_by_origin ON moves (origin) WHERE origin IS NOT NULL;

-- Every message that has shown a board, so that a reply to an old one can be told from a reply to the last.
CREATE TABLE board_messages (
    message_id      BIGINT  PRIMARY KEY,
    match_id        BIGINT  NOT NULL REFERENCES matches (id),
    version         BIGINT  NOT NULL,                -- of the match, that it shows
    plies           BIGINT  NOT NULL DEFAULT 0,      -- how many plies; takebacks make the version more
    live            BOOLEAN NOT NULL DEFAULT FALSE   -- may have controls: all but the live board lose them
);
CREATE INDEX board_messages_live ON board_messages (match_id) WHERE live;

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
    listed      BOOLEAN          NOT NULL DEFAULT FALSE, -- in the leaderboard
    rated_at    BIGINT           NOT NULL DEFAULT 0, -- by the last match: from then on, the deviation grows
    PRIMARY KEY (player_id, game, scope)
);
-- The leaderboard reads a game's scope from the top, once for the settled ratings and once for the provisional ones, and skips
-- whoever hasn't played for long. Everything that this takes is in the index.
CREATE INDEX ratings_by_rank ON ratings (game, scope, listed, rating, player_id, rated_at, deviation, volatility);

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
CREATE INDEX rating_changes_by_player ON rating_changes (player_id, match_id);

-- What people want their channel to play.
CREATE TABLE votes (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    ply      BIGINT NOT NULL,                        -- how many plies had been played
    user_id  BIGINT NOT NULL,
    chosen   TEXT   NOT NULL,                        -- the move, in the game's notation
    cast_at  BIGINT NOT NULL,                        -- since when they want this one
    PRIMARY KEY (match_id, ply, user_id)
);
CREATE INDEX votes_by_user ON votes (user_id, match_id);

-- Who follows a match without playing in it.
CREATE TABLE watchers (
    match_id  BIGINT NOT NULL REFERENCES matches (id),
    player_id BIGINT NOT NULL,
    PRIMARY KEY (match_id, player_id)
);
CREATE INDEX watchers_by_player ON watchers (player_id);

-- What people have explored in a match, each for themselves alone: lines of moves of both sides, and where they are in them.
CREATE TABLE explorations (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    user_id  BIGINT NOT NULL,
    lines    TEXT   NOT NULL DEFAULT '{}',           -- JSON (crates/play/src/exploration.rs)
    PRIMARY KEY (match_id, user_id)
);
CREATE INDEX explorations_by_user ON explorations (user_id);

-- Which puzzles people have tried, with what came of the first try, and what they think of them.
CREATE TABLE puzzle_tries (
    user_id  BIGINT  NOT NULL,
    game     TEXT    NOT NULL,
    puzzle   BIGINT  NOT NULL,                       -- its id in the game's table
    solved   BOOLEAN NOT NULL,                       -- without a wrong move or help
    vote     TEXT,                                   -- nice, too-easy, wrong
    tried_at BIGINT  NOT NULL,
    PRIMARY KEY (user_id, game, puzzle)
);
CREATE INDEX puzzle_tries_voted ON puzzle_tries (game, puzzle, vote) WHERE vote IS NOT NULL;

-- Who has tried the puzzle of which day in a server, and when they have solved it.
CREATE TABLE daily_tries (
    guild_id  BIGINT NOT NULL,
    day       BIGINT NOT NULL,                       -- since 1970
    user_id   BIGINT NOT NULL,
    tries     BIGINT NOT NULL,
    solved_at BIGINT,
    had_hint  BOOLEAN NOT NULL DEFAULT FALSE,        -- saw which piece moves before solving it
    gave_up   BOOLEAN NOT NULL DEFAULT FALSE,        -- saw the solution before solving it
    PRIMARY KEY (guild_id, day, user_id)
);
CREATE INDEX daily_tries_by_user ON daily_tries (user_id);

-- Who wants to be pinged when a server's puzzle of the day is posted.
CREATE TABLE daily_pings (
    guild_id BIGINT NOT NULL,
    user_id  BIGINT NOT NULL,
    PRIMARY KEY (guild_id, user_id)
);
CREATE INDEX daily_pings_by_user ON daily_pings (user_id);

-- Glicko-2 ratings of the puzzles that somebody has tried.
CREATE TABLE puzzle_ratings (
    game       TEXT             NOT NULL,
    puzzle     BIGINT           NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, puzzle)
);

-- Who wants no challenges from whom.
CREATE TABLE blocks (
    player_id  BIGINT NOT NULL,
    blocked_id BIGINT NOT NULL,
    PRIMARY KEY (player_id, blocked_id)
);

-- When people are away: their clocks stand still.
CREATE TABLE absences (
    player_id BIGINT NOT NULL,
    from_at   BIGINT NOT NULL,
    until_at  BIGINT NOT NULL,
    PRIMARY KEY (player_id, from_at)
);

-- How the bot can post in conversations that it is not part of: only as an answer to an interaction, with its token, which
-- lives for 15 minutes. The row of message 0 has the token of the latest interaction there, and stays, because it says that
-- the conversation is one of these; message 1 stands for the message that interaction was about; the others have the tokens
-- with which a message can be edited.
CREATE TABLE answer_tokens (
    channel_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    token      TEXT   NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, message_id)
);
CREATE INDEX answer_tokens_by_expiry ON answer_tokens (expires_at);

-- Messages and interactions that were acted on, for an hour: where several processes hear the same, one of them acts.
CREATE TABLE events (
    id      BIGINT PRIMARY KEY,
    seen_at BIGINT NOT NULL,
    owner   TEXT                                     -- the process that acts
);
CREATE INDEX events_by_time ON events (seen_at);

-- The last sign of life of each shard (which one, of how many): time in which there was none runs on no clock in its
-- servers, and direct messages belong to the first shard. There are rows for one number of shards at a time.
CREATE TABLE shard_heartbeats (
    shard   BIGINT NOT NULL,
    shards  BIGINT NOT NULL,
    beat_at BIGINT NOT NULL,
    PRIMARY KEY (shard, shards)
);

-- The database's own id, drawn for the first process that serves it. Every control names it, so that those of another
-- database, whose rows have the same numbers, are told from this one's.
CREATE TABLE identities (
    id          BIGINT PRIMARY KEY,                  -- always 1
    database_id BIGINT NOT NULL
);

-- The key with which links to boards are signed, drawn for the first process that serves any. It is not exported: whoever had
-- it could play for everybody.
CREATE TABLE link_keys (
    id  BIGINT PRIMARY KEY,                          -- always 1
    key TEXT   NOT NULL
);

-- The links to boards that were opened: each can be opened once. After they have expired they are forgotten.
CREATE TABLE used_links (
    id         BIGINT PRIMARY KEY,
    expires_at BIGINT NOT NULL
);
CREATE INDEX used_links_by_time ON used_links (expires_at);

-- The Activities in Discord that were launched to show a match.
CREATE TABLE launches (
    instance  TEXT PRIMARY KEY,
    match_id  BIGINT NOT NULL,
    forget_at BIGINT NOT NULL
);
CREATE INDEX launches_by_time ON launches (forget_at);
