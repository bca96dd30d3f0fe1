-- How often in a row what was due in a match was refused, or could not be made: after some of these it is set aside. They
-- count among the failures, as outages do, after which no match is set aside. Failures before this step are taken for outages.
ALTER TABLE matches ADD COLUMN refusals BIGINT NOT NULL DEFAULT 0;
