-- How the bot can post in conversations that it is not part of: only as an answer to an interaction, with its token, which
-- lives for 15 minutes. The row of message 0 has the token of the latest interaction there, and stays, because it says that
-- the conversation is one of these; message 1 stands for the message that interaction was about; the others have the tokens
-- with which a message can be edited.
CREATE TABLE answer_tokens (
    channel_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    token      TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (channel_id, message_id)
);
CREATE INDEX answer_tokens_by_expiry ON answer_tokens (expires_at);
