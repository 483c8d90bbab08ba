"""The groups in which variants are listed when a table chooses its game."""

from referee.engine.messages import marked

COUNT_THE_ENDS = marked("Count the ends")
LAY_AND_DRAW = marked("Lay and draw")
BLOCK = marked("Block")
SUMS = marked("Make a sum")
EQUAL_ENDS = marked("Equal ends")
BLIND = marked("Blind")
PAIRS = marked("Two pairs")
TRAINS = marked("Trains")
TRICKS = marked("Tricks")
ALONE = marked("For one player")
SHOWDOWN = marked("Best hand")

# As they are listed.
ORDER = (COUNT_THE_ENDS, LAY_AND_DRAW, BLOCK, SUMS, EQUAL_ENDS, BLIND, PAIRS, TRAINS, TRICKS, SHOWDOWN, ALONE)
