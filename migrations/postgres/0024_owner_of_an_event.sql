-- Which process acts on a message. Without it, a process that got no answer to its claim took its own claim for another
-- one's when it asked again.
ALTER TABLE events ADD COLUMN owner TEXT;
