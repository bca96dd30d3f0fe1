-- The database's own id, in one row: a number, drawn for the first process that serves it. Every control names it, so that
-- those of another database, whose rows have the same numbers, are told from this one's.
CREATE TABLE identities (
    id          BIGINT PRIMARY KEY,    -- always 1
    database_id BIGINT NOT NULL
);
