"""The families under which variants stand together when a table chooses its game."""

COUNT_THE_ENDS = "Count the ends"
LAY_AND_DRAW = "Lay and draw"
BLOCK = "Block"
SUMS = "Make a sum"
EQUAL_ENDS = "Equal ends"
BLIND = "Blind"
