"""Where two runs part: the first op, or the smallest window of ops, at which the values of a program differ between engines."""
