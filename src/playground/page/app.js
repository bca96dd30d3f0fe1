// The page of the playground.
