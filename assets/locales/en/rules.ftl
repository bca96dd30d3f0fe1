### What rulesets are made of, where games share it. A game's own words, with its key in front, come first.

## What an option is for, in half a line that names its values.

ruleset-size = the board, files × ranks
ruleset-repetition = when a position comes up for the third time, the game is a draw (`draw`) or goes on (`off`)

## What it means that an option has a value.

rules-repetition-draw = When a position comes up for the third time, the game is a draw.
rules-repetition-off = Positions may come up any number of times.
rules-limit-off = There's no limit on the number of moves.

## The sides; a game's other names are taken as they are.

side-black = Black
side-white = White
side-horizontal = Horizontal
side-vertical = Vertical
