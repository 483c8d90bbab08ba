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
